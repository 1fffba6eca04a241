"""No text makes a function slow: ten times the text takes at most twelve times as long.

One page whose text took the square of its length stopped every other visit, the web application and the interrupt key.
"""

from __future__ import annotations

import logging

import pytest

from attacks.growing_texts import ENTRANCES, UNITS, TextFunction, growth_faults, text_functions

FUNCTIONS = sorted(text_functions())
FEW_UNITS = UNITS[:: len(UNITS) // 10]
"""Each call takes up to half a second; `growth_faults` grows any function by all units."""
STEPS = ("compare two sources", "cut a page", "judge a text that came", "judge a text with one more sentence")


@pytest.mark.slow
@pytest.mark.parametrize("name", STEPS)
def test_the_time_of_a_step_grows_with_the_text_and_no_faster(name: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    assert growth_faults(TextFunction(name, ENTRANCES[name]), FEW_UNITS) == []


def test_functions_of_text_are_found() -> None:
    names = {function.name for function in FUNCTIONS}
    assert len(UNITS) >= 60
    assert len(names) > 100
    assert {"pagestrata.model.edits.text_edits", "pagestrata.follow.series.numbers_in", *ENTRANCES} <= names


def test_growth_is_noticed() -> None:
    def squared(text: str) -> int:
        return sum(1 for place in range(0, len(text), 20) if text[place:].count("b") > len(text))

    assert growth_faults(TextFunction("squared", squared), ["a"])
    assert not growth_faults(TextFunction("linear", str.split), ["a", "a "])
