"""What visitors did, in whole phrases; and facts in like words, which must speak."""

from __future__ import annotations

import pytest

from pagestrata.weighing.noise.visitor_counts import visitor_counts


def counted(text: str) -> list[str]:
    return [text[start:end] for start, end in visitor_counts(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("112 bought in the last 24 hours", ["112"]),
        ("1,204 people bought this in the past month", ["1,204"]),
        ("38 verkauft in den letzten 24 Stunden", ["38"]),
        ("17 personnes ont acheté cet article ces dernières 24 heures", ["17"]),
        ("7 leden en 22 gasten", ["7 leden en 22"]),
        ("3 members, 41 guests", ["3 members, 41"]),
        ("14 people found this helpful", ["14"]),
        ("6 Personen fanden diese Bewertung hilfreich", ["6"]),
        ("A 9 personas les pareció útil", ["9"]),
        ("Members 812 · Our newest member is Jo_77", ["Jo_77"]),
        ("Unser neuestes Mitglied: bienenfritz", ["bienenfritz"]),
    ],
)
def test_what_visitors_did(text: str, expected: list[str]) -> None:
    assert counted(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "45 earthquakes in the last 24 hours",
        "12 people were bitten by dogs sold last year",
        "112 were sold at auction",
        "The hotel has 40 guests and 3 members of staff",
        "Quorum: 51 members and 10 guests may vote",
        "3 helpful tips for the winter",
        "The latest member states: France and Spain",
        "Price $14.50 ordered in the last 24 hours",
    ],
)
def test_facts_in_like_words_speak(text: str) -> None:
    assert counted(text) == []
