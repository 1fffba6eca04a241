"""The weather and quotes in the frame of a page; and what must speak there."""

from __future__ import annotations

import pytest

from pagestrata.deciding.frame_readings import is_frame_reading
from pagestrata.model.blocks import Block
from pagestrata.weighing.text_edits import edits_between


def is_reading(old: str, new: str, role: str = "header") -> bool:
    block = Block(ref="1", role=role, text=new)
    return all(is_frame_reading(edit, block) for edit in edits_between(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Portland 48°F, light rain", "Portland 41°F, cloudy"),
        ("Saint-Aubin 9 °C, couvert", "Saint-Aubin 6 °C, pluie"),
        ("Dow 41,203.55 ▲ 0.42%", "Dow 41,010.07 ▼ 0.47%"),
        ("Bern −3 °C Schnee DAX 18.204,11 +0,4 % Abo", "Bern 1 °C Regen DAX 18.190,70 -0,1 % Abo"),
    ],
)
def test_the_weather_and_quotes_of_the_hour(old: str, new: str) -> None:
    assert is_reading(old, new)
    assert not is_reading(old, new, role="article")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Flood alert · 12 °C", "Evacuate now · 11 °C"),
        ("Portland 48°F, light rain", "Portland evacuated"),
        ("Call 555 0134", "Call 555 0199"),
        ("Sale ends Sunday 20% off", "Sale ends Monday 10% off"),
        ("Today 20% off", "Today 10% off"),
    ],
)
def test_anything_else_in_a_frame_speaks(old: str, new: str) -> None:
    assert not is_reading(old, new)
