"""What a change is worth by its place."""

import pytest

from pagestrata.deciding.features.places import LEAST_WORTH, PLACES, Worth, worth_of
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
