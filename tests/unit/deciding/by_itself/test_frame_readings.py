"""The weather and quotes in the frame of a page and beside its content; and what must speak there."""

from __future__ import annotations

import pytest

from pagestrata.deciding.by_itself.frame_readings import is_board_of_quotes, is_reading
from pagestrata.weighing.texts.text_edits import edits_between


def are_readings(old: str, new: str, *, framed: bool = True) -> bool:
    return all(is_reading(edit, (old, new), framed=framed) for edit in edits_between(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Portland 48°F, light rain", "Portland 41°F, cloudy"),
        ("Saint-Aubin 9 °C, couvert", "Saint-Aubin 6 °C, pluie"),
        ("Dow 41,203.55 ▲ 0.42%", "Dow 41,010.07 ▼ 0.47%"),
        ("Bern −3 °C Schnee DAX 18.204,11 +0,4 % Abo", "Bern 1 °C Regen DAX 18.190,70 -0,1 % Abo"),
        ("DAX 21.480,12 +0,31 % · Gold 2.611,40 $", "DAX 21.455,90 +0,20 % · Gold 2.607,15 $"),
        ("EUR/CHF 0,9412 ▲", "EUR/CHF 0,9405 ▼"),
    ],
)
def test_the_weather_and_quotes_of_the_hour(old: str, new: str) -> None:
    assert are_readings(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Flood alert · 12 °C", "Evacuate now · 11 °C"),
        ("Portland 48°F, light rain", "Portland evacuated"),
        ("Call 555 0134", "Call 555 0199"),
        ("Sale ends Sunday 20% off", "Sale ends Monday 10% off"),
        ("Today 20% off", "Today 10% off"),
        ("Gold 2.611,40 $", "Gold 2.607,15 $"),
        ("Base rate 2.25 %", "Base rate 3.75 %"),
    ],
)
def test_anything_else_in_a_frame_speaks(old: str, new: str) -> None:
    assert not are_readings(old, new)


def test_beside_the_content_only_the_weather_in_words_is_that_of_the_hour() -> None:
    assert are_readings("Campus\n12° poco nuvoloso", "Campus\n9° pioggia debole", framed=False)
    assert are_readings("6°C, mżawka, wiatr 4 m/s", "3°C, mgła, wiatr 1 m/s", framed=False)
    assert not are_readings("Wash at 40 °C", "Wash at 30 °C", framed=False)
    assert not are_readings("Dow 41,203.55 ▲ 0.42%", "Dow 41,010.07 ▼ 0.47%", framed=False)


def test_a_board_of_quotes_has_several_lines_with_a_change() -> None:
    assert is_board_of_quotes("Markets\nHelvia +1,2 %\nKali Süd 41,20 -0,8 %")
    assert not is_board_of_quotes("Markets\nHelvia +1,2 %")
    assert not is_board_of_quotes("Rates\nSavings 1.75 %\nLoans 4.20 %")
