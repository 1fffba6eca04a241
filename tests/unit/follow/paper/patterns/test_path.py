import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import element, snapshot
from pagestrata.errors import UsageError
from pagestrata.follow.page import page_of
from pagestrata.follow.paper.patterns.path import PathPattern

FIRST = PathPattern.parse("body[1]/div[1]/div[2]/span[1]/a[1]")


def test_similarity_of_the_papers_example():
    assert FIRST.similarity_to("body[1]/div[1]/div[1]/div[2]/span[1]/a[1]") == pytest.approx(8 / 12)


def test_counting_stops_at_the_first_tag_that_differs():
    from pagestrata.follow.paper.patterns.path import _run

    other = PathPattern.parse("body[1]/div[1]/div[1]/div[2]/span[1]/a[1]")
    assert _run(FIRST.top, other.top) == 5
    assert _run(reversed(FIRST.top), reversed(other.top)) == 8


def test_adaption_takes_the_richer_of_both_orders():
    adapted = FIRST.adapted(PathPattern.parse("body[1]/div[1]/div[1]/div[2]/span[1]/a[2]"))
    assert str(adapted) == "body[1]/.../div[1]/div[2]/span[1]/a[*]"
    assert adapted.richness == 9


def test_adaption_with_the_top_first_has_eight_components():
    from pagestrata.follow.paper.patterns.path import _common

    other = PathPattern.parse("body[1]/div[1]/div[1]/div[2]/span[1]/a[2]")
    top_first = _common(FIRST, other.top, bottom_first=False)
    assert str(top_first) == "body[1]/div[1]/div[*]/.../span[1]/a[*]"
    assert top_first.richness == 8


def test_adaption_of_example_2():
    old = PathPattern.parse("body[1]/div[2]/div[3]/span[1]/a[1]")
    new = PathPattern.parse("body[1]/div[2]/div[3]/div[1]/ul[1]/li[1]/span[1]/a[1]")
    assert str(old.adapted(new)) == "body[1]/div[2]/div[3]/.../span[1]/a[1]"


def test_similarity_of_a_pattern_with_wildcards():
    pattern = PathPattern.parse("body[1]/div[1]/.../div[*]/span[1]/a[1]")
    assert pattern.similarity_to("body[1]/div[2]/span[1]/a[1]") == pytest.approx(0.8)


def test_paths_of_equal_length_need_no_gap():
    adapted = PathPattern.parse("body[1]/div[1]/p[2]").adapted(PathPattern.parse("body[1]/div[3]/p[2]"))
    assert str(adapted) == "body[1]/div[*]/p[2]"


@pytest.mark.parametrize("path", ["", "body[x]", "[1]/div", "body[1]/.../div[1]/.../a[1]"])
def test_what_is_not_a_path_is_refused_with_advice(path):
    with pytest.raises(UsageError, match="write"):
        PathPattern.parse(path)


steps = st.lists(st.tuples(st.sampled_from(["div", "p", "a"]), st.integers(1, 3)), min_size=1, max_size=7)
paths = steps.map(lambda parts: "/".join(f"{tag}[{index}]" for tag, index in parts))


@given(paths, paths)
def test_adapted_pattern_fits_both_of_its_samples_at_least_as_well_as_any_shared_part(one, other):
    adapted = PathPattern.parse(one).adapted(PathPattern.parse(other))
    assert PathPattern.parse(str(adapted) or "...") == adapted or not len(adapted)
    for path in (one, other):
        score = adapted.similarity_to(path) * 2 * max(len(adapted), len(path.split("/")))
        assert round(score) == 2 * len(adapted)


@given(paths)
def test_a_path_is_fully_similar_to_itself_only(path):
    assert PathPattern.parse(path).similarity_to(path) == 1.0


def tree(depth, widths):
    if not depth:
        return [element("p", (0, 0, 10, 10))]
    return [element(tag, (0, 0, 10, 10), *tree(depth - 1, widths)) for tag in widths]


@given(
    st.sampled_from(
        ["body[1]/div[1]/span[1]/p[1]", "body[1]/.../span[*]/p[1]", "body[1]/div[2]/.../p[1]", "div[1]/p[2]"]
    )
)
def test_columns_agree_with_the_single_comparison(path):
    page = page_of(
        snapshot(element("html", (0, 0, 10, 10), element("body", (0, 0, 10, 10), *tree(2, ["div", "span", "div"]))))
    )
    rows = np.flatnonzero(page.is_element)
    pattern = PathPattern.parse(path)
    expected = [pattern.similarity_to(page.nodes.path_of(int(row))) for row in rows]
    assert pattern.similarity(page, rows) == pytest.approx(expected)


def test_candidates_fit_the_whole_pattern():
    page = page_of(snapshot(element("html", (0, 0, 10, 10), element("body", (0, 0, 10, 10), *tree(1, ["div", "div"])))))
    found = [page.nodes.path_of(int(row)) for row in PathPattern.parse("body[1]/.../p[1]").candidates(page)]
    assert found == ["body[1]/div[1]/p[1]", "body[1]/div[2]/p[1]"]
    assert len(PathPattern.parse("body[1]/div[2]/p[1]").candidates(page)) == 1
