from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.quick.alignment import align, common_ends, is_same
from pagestrata.comparing.quick.parts import Part


def parts(letters: str) -> list[Part]:
    """A letter is an element whose tag is its lower case: 'a' and 'A' differ and have the same tag."""
    return [Part(letter.lower(), letter) for letter in letters]


def written(old: str, new: str) -> tuple[str, list[str]]:
    equal, others = align(parts(old), parts(new))
    found = [f"{was.source if was else '-'}{now.source if now else '-'}" for was, now in others]
    return "".join(part.source for part in equal), found


def test_equal_children_keep_their_order_and_the_rest_goes_by_tag() -> None:
    assert written("abc", "aBc") == ("ac", ["bB"])
    assert written("abc", "ac") == ("ac", ["b-"])
    assert written("ac", "abc") == ("ac", ["-b"])
    assert written("xay", "XaY") == ("a", ["xX", "yY"])
    equal, others = written("ab", "ba")
    assert (len(equal), len(others)) == (1, 2)


def test_a_text_is_never_an_element() -> None:
    assert not is_same(Part("-text", "<b>"), Part("b", "<b>"))
    assert common_ends(parts("abcd"), parts("abXd")) == (2, 1)


@given(st.text("abcABC", max_size=12), st.text("abcABC", max_size=12))
def test_every_child_is_there_once(old: str, new: str) -> None:
    equal, others = align(parts(old), parts(new))
    same = [part.source for part in equal]
    assert sorted([*same, *(was.source for was, _ in others if was)]) == sorted(old)
    assert sorted([*same, *(now.source for _, now in others if now)]) == sorted(new)
    assert not any(was and now and is_same(was, now) and len(old) == len(new) == 1 for was, now in others)
