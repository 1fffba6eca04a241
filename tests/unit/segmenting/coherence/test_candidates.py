from __future__ import annotations

from builders import Spec, element, snapshot, words
from pagestrata.segmenting.coherence.candidates import Candidates, candidate_boxes, find_candidates
from pagestrata.segmenting.layout import Layout


def text(x: float, y: float = 0) -> Spec:
    return words("text", (x, y, 40, 20))


def candidates_of(*children: Spec) -> tuple[Layout, Candidates]:
    layout = Layout.of(snapshot(element("html", (0, 0, 500, 500), *children)))
    return layout, find_candidates(layout, 0)


def test_inline_siblings_between_blocks_are_one_run() -> None:
    block = element("div", (0, 100, 500, 50), text(0, 100))
    layout, found = candidates_of(text(0), element("b", (40, 0, 40, 20), text(40)), block)
    assert found.rows[0] == (0,)
    assert found.rows[1] == (1, 2)
    assert found.is_run.tolist() == [False, True, False, False, False, False, False]
    assert candidate_boxes(layout, found)[1].tolist() == [0, 0, 80, 20]
    assert (int(found.start[1]), int(found.stop[1])) == (1, 4)


def test_without_a_block_among_them_nothing_is_joined() -> None:
    _, found = candidates_of(text(0), text(40))
    assert found.rows == ((0,), (1,), (2,))


def test_an_inline_row_around_a_block_is_no_part_of_a_run() -> None:
    wrapper = element("a", (0, 40, 500, 50), element("div", (0, 40, 500, 50), text(0, 40)))
    _, found = candidates_of(text(0), wrapper)
    assert not found.is_run.any()


def test_parents_come_before_their_children() -> None:
    inner = element("ul", (0, 0, 90, 90), *(element("li", (0, y, 90, 20), text(0, y)) for y in (0, 30, 60)))
    _, found = candidates_of(inner, element("p", (0, 200, 90, 20), text(0, 200)))
    assert all(parent < index for index, parent in enumerate(found.parent.tolist()))
    assert found.child_count[0] == 2
    assert [found.rows[child] for child in found.children[0]] == [(1,), (8,)]


def test_rows_that_show_nothing_are_no_candidates() -> None:
    _, found = candidates_of(element("div", (0, 0, 500, 20)), text(0))
    assert found.rows == ((0,), (2,))


def test_the_same_tags_on_the_way_from_the_root_are_one_kind() -> None:
    def part(tag: str, y: float) -> Spec:
        return element(tag, (0, y, 90, 20), element("p", (0, y, 90, 20), text(0, y)))

    _, found = candidates_of(part("div", 0), part("div", 30), part("section", 60))
    root, one, one_inside, _, two, two_inside, _, other, other_inside, _ = found.kind.tolist()
    assert (one, one_inside) == (two, two_inside)
    assert len({root, one, one_inside, other, other_inside}) == 5
