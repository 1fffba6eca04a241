from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.quick.alignment import align, common_ends, is_same
from pagestrata.comparing.quick.parts import Part


def parts(letters: str) -> list[Part]:
    """A letter is an element whose tag is its lower case: 'a' and 'A' differ and have the same tag."""
    return [Part(letter.lower(), letter) for letter in letters]


def written(old: str, new: str) -> list[str]:
    return [f"{was.source if was else '-'}{now.source if now else '-'}" for was, now in align(parts(old), parts(new))]


def test_equal_children_keep_their_order_and_the_rest_goes_by_tag() -> None:
    assert written("abc", "aBc") == ["aa", "bB", "cc"]
    assert written("abc", "ac") == ["aa", "b-", "cc"]
    assert written("ac", "abc") == ["aa", "-b", "cc"]
    assert written("xay", "XaY") == ["xX", "aa", "yY"]
    assert sorted(written("ab", "ba")) == ["-a", "a-", "bb"] or sorted(written("ab", "ba")) == ["-b", "aa", "b-"]


def test_a_text_is_never_an_element() -> None:
    assert not is_same(Part("-text", "<b>"), Part("b", "<b>"))
    assert common_ends(parts("abcd"), parts("abXd")) == (2, 1)


@given(st.text("abcABC", max_size=12), st.text("abcABC", max_size=12))
def test_every_child_is_there_once_and_in_order(old: str, new: str) -> None:
    found = list(align(parts(old), parts(new)))
    assert "".join(was.source for was, _ in found if was) == old
    assert "".join(now.source for _, now in found if now) == new
