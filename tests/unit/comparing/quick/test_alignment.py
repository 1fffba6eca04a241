from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.quick.alignment import align, common_ends
from pagestrata.comparing.quick.parts import Children, Part


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
    assert common_ends("abcd", "abXd") == (2, 1)


@given(st.text("abcABC", max_size=12), st.text("abcABC", max_size=12))
def test_every_child_is_there_once(old: str, new: str) -> None:
    equal, others = align(children(old), children(new))
    same = [old[n] for n in equal]
    assert sorted([*same, *(was.source for was, _ in others if was)]) == sorted(old)
    assert sorted([*same, *(now.source for _, now in others if now)]) == sorted(new)
