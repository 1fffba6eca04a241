"""Lists that a machine filled again, told from lists of news and from edited ones."""

from __future__ import annotations

import pytest

from pagestrata.deciding.by_itself.rotated_lists import is_filled_again, is_rotated_item
from pagestrata.model.blocks import Block, Link
from pagestrata.weighing.texts.text_edits import edits_between


def listed(*numbers: int, folder: str = "/p") -> Block:
    links = tuple(Link(f"Thing {number}", f"{folder}/{number}") for number in numbers)
    return Block(ref="1", links=links, text=" ".join(["More", *(link.name for link in links)]))


def test_some_stayed_in_another_place() -> None:
    assert is_filled_again(listed(118, 204, 97), listed(311, 118, 97))
    assert is_filled_again(listed(771, 802, 640), listed(802, 655, 640))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ((5, 4, 3), (6, 5, 4)),  # one more came first, and the last fell off
        ((5, 4, 3), (7, 6, 5)),
        ((5, 4, 3), (5, 9, 3)),  # one gave way to another in its place
        ((5, 4, 3), (4, 3, 2)),  # the first was taken off
        ((5,), (6,)),
        ((5, 4, 3), (8, 7, 6)),
        ((5, 4, 3), (6, 5, 4, 3)),
        ((5, 4), (4, 6)),
        ((), ()),
    ],
)
def test_news_and_edits_speak(old: tuple[int, ...], new: tuple[int, ...]) -> None:
    assert not is_filled_again(listed(*old), listed(*new))


def test_what_came_is_older_than_what_was_there() -> None:
    assert is_filled_again(listed(77), listed(31))
    assert is_filled_again(listed(810, 644), listed(512, 810))


def test_links_to_things_of_several_kinds_are_no_stock() -> None:
    assert not is_filled_again(listed(118, 204, 97), listed(311, 118, 97, folder="/other"))


def test_only_words_of_items_are_exchanged() -> None:
    before, after = listed(118, 204, 97), listed(311, 118, 97)
    texts = "More\nThing 118\nThing 204\nThing 97", "More\nThing 311\nThing 118\nThing 97"
    assert all(is_rotated_item(edit, texts, before, after) for edit in edits_between(*texts))
    loud = texts[0], texts[1].replace("More", "Recalled")
    assert not all(is_rotated_item(edit, loud, before, after) for edit in edits_between(*loud))
