from __future__ import annotations

from typing import Any

import pytest

from builders import Spec, element, snapshot, words
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.vips.rules import CUT, DIVIDE, Rules

PAGE = (0.0, 0.0, 1000.0, 1000.0)
TEXT = words("text", (0, 0, 100, 20))
BIG = (0.0, 0.0, 900.0, 900.0)


def judge(spec: Spec, **context: Any) -> int:
    """The verdict on the only child of a page, as if it were not the root of its sub-page."""
    layout = Layout.of(snapshot(element("html", PAGE, spec)))
    defaults: dict[str, Any] = {"sub_page_area": 1_000_000.0, "is_sub_page_root": False, "previous_was_kept": False}
    return Rules(layout).verdict(1, **{**defaults, **context})


def big(tag: str = "div", **options: Any) -> Spec:
    return element(tag, (0, 0, 500, 500), words("some", (0, 0, 500, 400)), **options)


def test_rule_1_cuts_what_shows_nothing() -> None:
    assert judge(element("div", BIG)) == CUT


def test_rule_1_spares_pictures_and_controls() -> None:
    assert judge(element("img", BIG, attributes={"src": "x"})) == 10
    assert judge(element("input", BIG)) == 10


def test_rule_2_divides_a_wrapper() -> None:
    assert judge(element("div", BIG, big())) == DIVIDE


def test_rule_3_divides_the_only_root_of_a_sub_page() -> None:
    paragraph = element("p", BIG, TEXT, words("more", (0, 20, 100, 20)))
    assert judge(paragraph, is_sub_page_root=True) == DIVIDE
    assert judge(paragraph) == 10


def test_rule_4_keeps_text_and_virtual_text() -> None:
    bold = element("b", (0, 20, 100, 20), words("bold", (0, 20, 100, 20)), font_weight=700)
    assert judge(element("p", BIG, TEXT, words("more", (0, 20, 100, 20)))) == 10
    assert judge(element("p", BIG, TEXT, bold)) == 9


def test_virtual_text_needs_all_its_children_to_be_text() -> None:
    picture = element("a", (0, 20, 900, 800), element("img", (0, 20, 900, 800), attributes={"src": "x"}))
    assert judge(element("p", BIG, TEXT, picture)) == DIVIDE


def test_rule_5_divides_a_paragraph_with_a_line_break_node() -> None:
    assert (
        judge(element("p", BIG, TEXT, element("ul", (0, 20, 50, 20), words("x", (0, 20, 50, 20)), display="flex")))
        == DIVIDE
    )


def test_rule_6_divides_at_a_ruled_line_among_the_children_only() -> None:
    line = element("hr", (0, 20, 900, 2))
    assert judge(element("div", (0, 0, 100, 100), TEXT, line, words("more", (0, 40, 100, 20)), big("i"))) == DIVIDE
    deeper = element("div", (0, 20, 100, 40), words("a", (0, 20, 50, 10)), line)
    assert judge(element("div", (0, 0, 200, 200), TEXT, deeper)) > 0


def test_rule_7_divides_where_the_children_outgrow_the_parent() -> None:
    small = element("div", (0, 0, 10, 10), TEXT, element("div", (0, 50, 400, 400), words("x", (0, 50, 400, 400))))
    layout = Layout.of(snapshot(element("html", PAGE, small)))
    assert layout.area[1] > 100  # the box is the union of what is shown
    overlapping = element("div", BIG, big(), element("div", (0, 0, 900, 900), words("y", (0, 0, 900, 900))))
    assert judge(overlapping) == DIVIDE


def test_rule_8_divides_a_table_with_a_recoloured_child() -> None:
    coloured = element("td", (0, 0, 20, 20), words("x", (0, 0, 20, 20)), background=0xFF0000FF)
    plain = element("td", (20, 0, 20, 20), words("y", (20, 0, 20, 20)))
    assert judge(element("tr", (0, 0, 40, 20), coloured, plain)) == DIVIDE
    assert judge(element("tr", (0, 0, 40, 20), plain, plain)) > 0


def test_rule_8_keeps_the_recoloured_child_this_round() -> None:
    inner = [element("div", (0, y, 400, 40), words("x", (0, y, 400, 40))) for y in (0, 200)]
    coloured = element("td", (0, 0, 400, 400), *inner, background=0xFF0000FF)
    plain = element("td", (400, 0, 600, 400), words("y", (400, 0, 600, 400)))
    layout = Layout.of(snapshot(element("html", PAGE, element("tr", (0, 0, 1000, 400), coloured, plain))))
    pool = Rules(layout).extract([1])
    assert [layout.nodes.tag_of(block.row) for block in pool] == ["td", "td"]
    assert 6 <= pool[0].doc <= 8


@pytest.mark.parametrize(("height", "kept"), [(50, True), (900, False)])
def test_rule_9_keeps_small_nodes_with_text(height: int, kept: bool) -> None:
    picture = element("img", (0, 20, 900, height - 20), attributes={"src": "x"})
    verdict = judge(element("div", (0, 0, 900, height), TEXT, picture))
    assert (5 <= verdict <= 8) is kept


def test_rule_10_keeps_nodes_whose_children_are_all_small() -> None:
    images = [element("img", (0, 100 * i, 90, 90), attributes={"src": "x"}) for i in range(5)]
    assert 5 <= judge(element("div", BIG, *images)) <= 8


@pytest.mark.parametrize("previous_was_kept", [True, False])
def test_rules_11_and_13_keep_cells(previous_was_kept: bool) -> None:
    cell = element("td", BIG, big(), element("div", (500, 0, 400, 900), words("y", (500, 0, 400, 900))))
    assert 5 <= judge(cell, previous_was_kept=previous_was_kept) <= 8


def test_rule_12_divides_the_rest() -> None:
    assert (
        judge(element("div", BIG, big(), element("div", (500, 0, 400, 900), words("y", (500, 0, 400, 900))))) == DIVIDE
    )


def test_the_pool_covers_every_text() -> None:
    spec = element("div", BIG, big(), TEXT, element("table", (500, 0, 300, 300), words("z", (500, 0, 300, 300))))
    layout = Layout.of(snapshot(element("html", PAGE, spec)))
    covered = {row for block in Rules(layout).extract([0]) for row in range(block.row, layout.nodes.end[block.row])}
    assert {row for row in range(len(layout)) if layout.chars[row]} <= covered
