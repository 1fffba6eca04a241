"""What a second look says of single blocks and places."""

from __future__ import annotations

from pagestrata.comparing.vidiff import compare_versions
from pagestrata.model.blocks import BlockTree
from pagestrata.weighing.history.second_look import NOTHING_DIFFERS, SecondLook
from pagestrata.weighing.history.slot_history import GONE, REWRITTEN
from pagestrata.weighing.history.volatility import differing_between
from trees import leaf, tree

TEXTS = ("The council met on Monday", "Read by 31 people", "A verse of the day by lot")


def page(*texts: str) -> BlockTree:
    return tree(*(leaf(f"b{number}", text) for number, text in enumerate(texts)))


def looked(first: BlockTree, second: BlockTree) -> SecondLook:
    named, delta = compare_versions(first, second)
    return differing_between(first, delta, named)


def test_a_slot_differs_and_the_one_beside_it_does_not() -> None:
    look = SecondLook(slots={"a": frozenset({"by | people"})})
    assert look
    assert look.differs("a", "by | people")
    assert not look.differs("a", "council | on")
    assert not look.differs("b", "by | people")


def test_a_block_that_was_gone_or_rewritten_differs_in_every_slot() -> None:
    look = SecondLook(slots={"a": frozenset({GONE}), "b": frozenset({REWRITTEN})})
    assert look.differs("a")
    assert look.differs("b", "any | slot")


def test_the_same_page_twice_differs_in_nothing() -> None:
    assert not NOTHING_DIFFERS
    assert looked(page(*TEXTS), page(*TEXTS)) == NOTHING_DIFFERS


def test_only_the_place_that_changed_differs() -> None:
    first = page(*TEXTS[:2], "It is a long text that stays the same")
    look = looked(first, page("The council met on Friday", TEXTS[1], "It is a long text that stays the same"))
    assert look.differs("b0", "on | $")
    assert not look.differs("b0", "council | on")
    assert not look.differs("b2")


def test_a_page_that_says_something_else_altogether_says_nothing_about_itself() -> None:
    other = ("Wholly new words stand here now", "And there as well of course", "Nothing is what it was before")
    assert looked(page(*TEXTS), page(*other)) == NOTHING_DIFFERS
