"""Shares in a poll of readers; and shares that are facts."""

from __future__ import annotations

import pytest

from pagestrata.deciding.by_itself.reader_polls import is_share_of_poll
from pagestrata.weighing.noise.noise_context import ANYWHERE
from pagestrata.weighing.texts.text_edits import edits_between

QUESTION = "Reader poll\nShould the bridge be closed?\n"


def is_share(old: str, new: str) -> bool:
    return all(is_share_of_poll(edit, (old, new), ANYWHERE) for edit in edits_between(old, new))


def test_shares_beside_their_votes() -> None:
    assert is_share(f"{QUESTION}Yes 61% · No 39% · 2,340 votes", f"{QUESTION}Yes 58% · No 42% · 2,340 votes")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Election night\nLabour 41% · Greens 12% · 2,340 votes",
            "Election night\nLabour 44% · Greens 12% · 2,340 votes",
        ),
        (f"{QUESTION}The tax is 61% of it", f"{QUESTION}The tax is 58% of it"),
        (f"{QUESTION}Yes 61% · 2,340 votes", f"{QUESTION}No 61% · 2,340 votes"),
    ],
)
def test_other_shares_are_facts(old: str, new: str) -> None:
    assert not is_share(old, new)
