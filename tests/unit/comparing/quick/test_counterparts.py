from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.quick.counterparts import Match, align, find_counterparts
from pagestrata.comparing.quick.parts import Children, Part, parts_of
from pagestrata.comparing.quick.unseen import Unseen
from pagestrata.formats.html.html_source import parse_html


def children(letters: str) -> Children:
    """A letter is an element whose tag is its lower case: 'a' and 'A' differ and have the same tag."""
    return Children([letter.lower() for letter in letters], list(letters))


def written(old: str, new: str) -> tuple[str, list[str]]:
    equal, others = align(children(old), children(new))
    found = [f"{was.source if was else '-'}{now.source if now else '-'}" for was, now in others]
    return "".join(old[n] for n in equal), found


def test_equal_children_keep_their_order_and_the_rest_goes_by_tag() -> None:
    assert written("abc", "aBc") == ("ac", ["bB"])
    assert written("abc", "ac") == ("ac", ["b-"])
    assert written("ac", "abc") == ("ac", ["-b"])
    assert written("xay", "XaY") == ("a", ["xX", "yY"])
    equal, others = written("ab", "ba")
    assert (len(equal), len(others)) == (1, 2)


def test_a_text_is_never_an_element() -> None:
    assert Part("-text", "<b>").key != Part("b", "<b>").key


@given(st.text("abcABC", max_size=12), st.text("abcABC", max_size=12))
def test_every_child_is_there_once(old: str, new: str) -> None:
    equal, others = align(children(old), children(new))
    same = [old[n] for n in equal]
    assert sorted([*same, *(was.source for was, _ in others if was)]) == sorted(old)
    assert sorted([*same, *(now.source for _, now in others if now)]) == sorted(new)


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
