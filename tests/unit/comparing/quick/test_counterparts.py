from __future__ import annotations

from pagestrata.comparing.quick.counterparts import Match, find_counterparts
from pagestrata.comparing.quick.parts import parts_of
from pagestrata.comparing.quick.unseen import Unseen
from pagestrata.formats.html.html_source import parse_html


def counterparts(old: str, new: str) -> list[Match]:
    bodies = [parse_html(page.encode()).body for page in (old, new)]
    before, after = (parts_of(body, Unseen()) for body in bodies if body is not None)
    return find_counterparts(before, after)


def test_equal_ones_first_then_those_that_say_the_same() -> None:
    old = "<p>rain in the north</p><p>boots cost 99</p><p>imprint</p>"
    new = "<p>imprint</p><p>boots cost 79</p><p>snow and rain in the north</p>"
    assert counterparts(old, new) == [(0, 2), (1, 1), (2, 0)]


def test_removed_and_added_ones_have_none() -> None:
    assert counterparts("<p>a</p><hr>", "<p>a</p>") == [(0, 0), (1, None)]
    assert counterparts("<p>a</p>", "<hr><p>a</p>") == [(0, 1), (None, 0)]


def test_another_tag_is_a_counterpart_only_where_it_says_the_same() -> None:
    assert counterparts("<ul><li>one two</ul>", "<ol><li>one two</ol>") == [(0, 0)]
    assert counterparts("<ul><li>one two</ul>", "<ol><li>three four</ol>") == [(0, None), (None, 0)]


def test_texts_are_counterparts_of_texts_only() -> None:
    assert counterparts("one", "<p>one</p>") == [(0, None), (None, 0)]
    assert counterparts("one", "two") == [(0, 0)]
