from __future__ import annotations

import pytest

from pagestrata.comparing.quick.coefficients import Emphasis
from pagestrata.comparing.quick.subtrees import SubtreeComparison, count_nodes
from pagestrata.formats.html.html_source import parse_html


def compared(old: str, new: str) -> tuple[bool, SubtreeComparison]:
    before, after = parse_html(old.encode()).body, parse_html(new.encode()).body
    assert before is not None
    assert after is not None
    comparison = SubtreeComparison(Emphasis())
    return comparison.compare(before, after, ()), comparison


def test_equal_parts_are_counted_without_being_looked_at() -> None:
    same, found = compared("<div><p>a</p><p>b</p></div><i>x</i>", "<div><p>a</p><p>b</p></div><i>y</i>")
    assert not same
    assert found.size == 2 * 5
    inner = -1 + 2 * 0.6  # the word is another, attributes and path are the same
    outer = -1 + 2 * (0.4 * 2 / 4 + 0.6)
    assert found.similarity() == pytest.approx((3 + inner + outer) / 5)


def test_a_node_without_counterpart_in_place_finds_one_of_its_mark() -> None:
    _, found = compared("<div><p>one two</p></div><ul></ul>", "<ul><p>one two</p></ul><div></div>")
    assert found.similarity() > 0.0


def test_what_only_the_order_tells_is_below_one() -> None:
    same, found = compared("<p>a</p><p>a</p>", "<p>a</p>")
    assert not same
    assert found.similarity() < 1.0


def test_nodes_are_elements() -> None:
    assert count_nodes("<div><p>a</p><br></div>") == 3
