"""What a change is worth by its place, and what the history of the page takes from it."""

import pytest

from pagestrata.deciding.places import LEAST_WORTH, PLACES, Worth, worth_of, worths_of
from pagestrata.model.blocks import Block
from pagestrata.model.geometry import Box


def block(role: str, ref: str = "1") -> Block:
    return Block(ref=ref, role=role, text="some words", box=Box(0, 0, 100, 100))


@pytest.mark.parametrize("role", ["article", "other", "link list", "table", "comments"])
def test_content_counts_in_full_whatever_it_is_made_of(role: str) -> None:
    assert worth_of(block(role)) == Worth(words=1.0, titles=1.0)
    assert worth_of(block(role)).is_content


@pytest.mark.parametrize("role", sorted(set(PLACES) - {"sidebar"}))
def test_the_frame_counts_little_but_never_nothing(role: str) -> None:
    worth = worth_of(block(role))
    assert LEAST_WORTH < worth.words < 0.6
    assert worth.titles == PLACES[role]
    assert not worth.is_content


def test_what_always_changes_is_silenced_beside_what_does_not() -> None:
    quiet, rotating = worths_of([block("article"), block("article", "2")], {"1": 1.25, "2": 0.02})
    assert quiet == Worth(words=1.0, titles=1.0)
    assert rotating.words < 0.05
    assert not rotating.is_content


def test_where_everything_changes_nothing_is_silenced() -> None:
    assert worths_of([block("article"), block("article", "2")], {"1": 0.02, "2": 0.02}) == [(1.0, 1.0), (1.0, 1.0)]


def test_blocks_nobody_has_seen_before_count_in_full() -> None:
    assert worths_of([block("article"), block("article", "2")], {"1": 0.5})[1] == Worth(words=1.0, titles=1.0)
