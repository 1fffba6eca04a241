"""Labels that say what is counted: the page's own visitors, or somebody's members."""

from __future__ import annotations

import pytest

from pagestrata.weighing.noise.noisy_texts import differs_by_noise_only
from pagestrata.weighing.noise.qualified_counters import counts_something_else


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Members of the council: 24", "Members of the council: 26"),
        ("Mitglieder des Stadtrats: 24", "Mitglieder des Stadtrats: 26"),
        ("Membres du conseil : 24", "Membres du conseil : 26"),
        ("Visitors per patient: 2", "Visitors per patient: 1"),
        ("Visitors allowed per day: 200", "Visitors allowed per day: 150"),
        ("Minimum followers: 1000", "Minimum followers: 500"),
        ("At least 500 followers", "At least 800 followers"),
    ],
)
def test_what_is_somebody_s_or_a_limit_speaks(old: str, new: str) -> None:
    assert not differs_by_noise_only(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Visitors: 84", "Visitors: 91"),
        ("Visitors of this site: 84", "Visitors of this site: 91"),
        ("Besucher heute: 84", "Besucher heute: 97"),
        ("Besucher gestern: 84", "Besucher gestern: 97"),
        ("Aufrufe dieses Artikels: 84", "Aufrufe dieses Artikels: 97"),
        ("Visitatori del sito: 84", "Visitatori del sito: 91"),
        ("Visitors this month: 840", "Visitors this month: 910"),
        ("Reading time 4 min · 220 claps", "Reading time 4 min · 241 claps"),
        ("6 min read · 14 comments", "6 min read · 17 comments"),
        ("Visitors from everywhere: 84,112", "Visitors from everywhere: 84,120"),
    ],
)
def test_what_a_page_counts_of_itself_does_not(old: str, new: str) -> None:
    assert differs_by_noise_only(old, new)


def test_the_stretch_alone_decides() -> None:
    text = "Open daily. Members of the council: 24"
    assert counts_something_else(text, text.index("Members"), len(text))
    assert not counts_something_else("Members: 24", 0, 11)
