"""Numbers that look like counters and are facts."""

from __future__ import annotations

import pytest

from pagestrata.deciding.by_itself.counted_facts import counts_for_its_own_sake, is_designation


@pytest.mark.parametrize(
    "text", ["12 people died", "3 places left", "12 të vdekur", "Es starben 14 Menschen", "4 tử vong"]
)
def test_what_is_left_free_or_dead(text: str) -> None:
    assert counts_for_its_own_sake(text)
    assert not counts_for_its_own_sake("12 people look at this")


def test_a_number_that_closes_what_is_said_names_a_thing() -> None:
    assert is_designation("Flood alert level ", "")
    assert not is_designation("Online: ", "")
    assert not is_designation("", " levels")
