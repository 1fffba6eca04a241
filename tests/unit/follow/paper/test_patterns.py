import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import element, snapshot, words
from pagestrata.errors import UsageError
from pagestrata.follow.page import page_of
from pagestrata.follow.paper.patterns import AreaPattern, ContentPattern, ContextPattern, PathPattern
from pagestrata.model.geometry import Box

BLOCK = AreaPattern.of_box(Box(100, 100, 200, 50))


BOX = (0, 0, 100, 20)


FIRST = PathPattern.parse("body[1]/div[1]/div[2]/span[1]/a[1]")


def similarity(pattern: AreaPattern, box: tuple[float, float, float, float]) -> float:
    return float(pattern.similarity(np.array([box], np.float32))[0])


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((100, 400, 200, 50), 0.75),  # case 1 of Fig. 2: moved down
        ((150, 100, 150, 90), 0.5),  # case 2: top and right are fixed
        ((100, 100, 200, 80), 0.75),  # case 3: higher; 50/80 of it overlap, which is less than .75
        ((100, 100, 200, 60), 50 / 60),  # higher by little: the overlap counts
        ((100, 100, 200, 50), 1.0),
        ((500, 500, 10, 10), 0.0),
    ],
)
def test_similarity_of_moving_blocks_as_in_figure_2(box, expected):
    assert similarity(BLOCK, box) == pytest.approx(expected)


def test_overlap_counts_only_when_one_area_is_inside_the_other():
    assert similarity(BLOCK, (101, 101, 205, 55)) == 0.0


def test_adaption_keeps_the_mean_of_what_agrees_within_ten_pixels():
    first, second = AreaPattern((11, 650, 639, 263, 302, 39)), AreaPattern((418, 648, 230, 268, 351, 83))
    adapted = first.adapted(second)
    assert adapted.components == (None, 649, None, 265.5, None, None)
    assert similarity(adapted, (12, 364, 639, 39)) == 0.5


def test_adaption_of_an_empty_component_stays_empty():
    vague = AreaPattern((11, 650, 639, 263, 302, 39)).adapted(AreaPattern((418, 648, 230, 268, 351, 83)))
    assert vague.adapted(AreaPattern((11, 649, 639, 265.5, 302, 39))).components[0] is None


def test_a_pattern_without_components_matches_nothing():
    nothing = AreaPattern((None,) * 6)
    page = page_of(snapshot(element("html", (0, 0, 800, 600), element("body", (0, 0, 800, 600)))))
    assert similarity(nothing, (1, 1, 1, 1)) == 0.0
    assert not len(nothing.candidates(page))


def test_candidates_agree_in_every_component_that_is_not_empty():
    block, other = element("div", (418, 268, 230, 83)), element("div", (0, 268, 230, 83))
    page = page_of(snapshot(element("html", (0, 0, 800, 600), element("body", (0, 0, 800, 600), block, other))))
    vague = AreaPattern((None, 649, None, 265.5, None, None))
    assert vague.candidates(page).tolist() == [2]
    assert AreaPattern.of_box(Box(0, 268, 230, 83)).candidates(page).tolist() == [3]


def test_a_block_without_area_says_nothing_about_its_place():
    assert AreaPattern.of_box(Box(0, 0, 0, 0)).components == (None,) * 6


def headline(date, degrees, *, gap=10.0, x=0.0):
    return page_of(
        snapshot(
            element(
                "html",
                (0, 0, 800, 600),
                element(
                    "body",
                    (0, 0, 800, 600),
                    element("p", (x, 0, 100, 20), words(date, (x, 0, 100, 20))),
                    element("p", (x, 20, 100, 20), words("New York, NY", (x, 20, 100, 20))),
                    element("p", (x, 40, 100, 20), words(degrees, (x, 40, 100, 20))),
                    element("h1", (x, 60 + gap, 100, 20), words("Headline", (x, 60 + gap, 100, 20))),
                    element("p", (x, 500, 100, 20), words("far away", (x, 500, 100, 20))),
                ),
            )
        )
    )


HEADLINE_ROW = 8


def test_context_is_what_lies_within_fifty_pixels():
    pattern = ContextPattern.of_row(headline("December 27", "34"), HEADLINE_ROW)
    assert pattern.texts == {"New York, NY", "34"}
    assert ContextPattern.of_row(headline("December 27", "34", gap=0), HEADLINE_ROW).texts == {
        "December 27",
        "New York, NY",
        "34",
    }


def test_similarity_divides_by_the_pattern():
    pattern = ContextPattern.of_row(headline("December 27", "34", gap=0), HEADLINE_ROW)
    assert pattern.similarity(headline("December 28", "39", gap=0))[HEADLINE_ROW] == pytest.approx(1 / 3)


def test_a_block_is_not_its_own_context():
    assert "Headline" not in ContextPattern.of_row(headline("a", "b", gap=0), HEADLINE_ROW).texts


def test_adaption_keeps_what_both_share_and_an_empty_pattern_matches_nothing():
    old = ContextPattern.of_row(headline("December 27", "34", gap=0), HEADLINE_ROW)
    new = ContextPattern.of_row(headline("December 28", "39", gap=0), HEADLINE_ROW)
    assert old.adapted(new).texts == {"New York, NY"}
    assert not ContextPattern(frozenset()).similarity(headline("a", "b")).any()


def test_a_block_without_layout_has_no_context():
    hidden = snapshot(
        element(
            "html", (0, 0, 9, 9), element("body", (0, 0, 9, 9), element("p", (0, 0, 0, 0)), words("t", (0, 0, 9, 9)))
        )
    )
    assert ContextPattern.of_row(page_of(hidden), 2).texts == frozenset()


def page(*blocks):
    return page_of(snapshot(element("html", BOX, element("body", BOX, *blocks))))


def news(title, first, *rest):
    return element("section", BOX, element("a", BOX, words(title, BOX)), element("div", BOX, words(first, BOX)), *rest)


OLD = news("SPORTS", "Which NFL stars?", element("div", BOX, element("a", BOX, words("More", BOX))))
NEW = news("SPORTS", "Wade", element("div", BOX, element("div", BOX, element("a", BOX, words("More", BOX)))))


def test_elements_are_texts_with_their_tag_paths():
    pattern = ContentPattern.of_row(page(OLD), 2)
    assert pattern.elements == {
        ("SPORTS", "/section/a"),
        ("Which NFL stars?", "/section/div"),
        ("More", "/section/div/a"),
    }


def test_similarity_divides_by_the_pattern_in_content():
    assert ContentPattern.of_row(page(OLD), 2).similarity(page(NEW))[2] == pytest.approx(1 / 3)


def test_more_new_content_does_not_lower_the_similarity():
    longer = news("SPORTS", "Which NFL stars?", *(element("p", BOX, words(f"new {n}", BOX)) for n in range(9)))
    assert ContentPattern.of_row(page(news("SPORTS", "Which NFL stars?")), 2).similarity(page(longer))[2] == 1.0


def test_an_image_counts_with_its_address():
    with_image = element("div", BOX, element("img", BOX, attributes={"src": "http://site.test/a.png"}))
    assert ContentPattern.of_row(page(with_image), 2).elements == {("http://site.test/a.png", "/div/img")}


def test_an_empty_pattern_is_similar_to_nothing():
    empty = ContentPattern.of_row(page(element("div", BOX)), 2)
    assert not empty.similarity(page(OLD)).any()
    assert not len(empty.candidates(page(OLD)))


def test_adaption_keeps_what_both_share():
    adapted = ContentPattern.of_row(page(OLD), 2).adapted(ContentPattern.of_row(page(NEW), 2))
    assert adapted.elements == {("SPORTS", "/section/a")}


def test_the_same_text_twice_counts_once():
    twice = element("div", BOX, element("a", BOX, words("x", BOX)), element("a", BOX, words("x", BOX)))
    assert ContentPattern.of_row(page(twice), 2).similarity(page(twice)).max() == 1.0


def test_similarity_of_the_papers_example():
    assert FIRST.similarity_to("body[1]/div[1]/div[1]/div[2]/span[1]/a[1]") == pytest.approx(8 / 12)


def test_counting_stops_at_the_first_tag_that_differs():
    from pagestrata.follow.paper.patterns import _run

    other = PathPattern.parse("body[1]/div[1]/div[1]/div[2]/span[1]/a[1]")
    assert _run(FIRST.top, other.top) == 5
    assert _run(reversed(FIRST.top), reversed(other.top)) == 8


def test_adaption_takes_the_richer_of_both_orders():
    adapted = FIRST.adapted(PathPattern.parse("body[1]/div[1]/div[1]/div[2]/span[1]/a[2]"))
    assert str(adapted) == "body[1]/.../div[1]/div[2]/span[1]/a[*]"
    assert adapted.richness == 9


def test_adaption_with_the_top_first_has_eight_components():
    from pagestrata.follow.paper.patterns import _common

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
