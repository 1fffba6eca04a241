"""Headings over what is that of a day or a week."""

from __future__ import annotations

import pytest

from pagestrata.weighing.noise.period_headings import is_of_period, is_over_one_thing


@pytest.mark.parametrize(
    "heading",
    [
        "Object of the day",
        "Objekt des Tages",
        "Offerta della settimana:",
        "Dagens rätt",
        "Top 3 today",
        "Jarig vandaag",
        "Gartentipp",
        "Spaartip:",
    ],
)
def test_whatever_thing_is_of_the_day(heading: str) -> None:
    assert is_of_period(heading)


@pytest.mark.parametrize(
    "heading",
    [
        "Opening hours today",
        "Spiel des Tages",
        "Deadlines of the week",
        "Contact",
        "",
        "Of the day",
        "Notice: read it today",
        "Winners of the week",
        "Gagnants de la semaine",
        "Ordre du jour",
        "Повестка дня",
        "Teachers absent today",
        "Notdienst heute",
        "Tip",
    ],
)
def test_events_hours_and_anything_else_are_not(heading: str) -> None:
    assert not is_of_period(heading)


def test_today_may_stand_over_how_things_are() -> None:
    assert is_over_one_thing("Object of the day")
    assert is_over_one_thing("Gartentipp:")
    assert not is_over_one_thing("In the canteen today")
