from __future__ import annotations

import pytest

from pagestrata.app.planning.planning import DEFAULT_BUDGET
from pagestrata.cli.schedule_options import given_schedule, planner_of, read_interval
from pagestrata.errors import UsageError


@pytest.mark.parametrize(
    ("text", "seconds"), [("30m", 1800), ("6h", 21600), ("1.5d", 129600), ("90", 90), ("2 w", 1209600), ("auto", None)]
)
def test_intervals_as_people_write_them(text: str, seconds: int | None) -> None:
    assert read_interval(text) == seconds


@pytest.mark.parametrize("text", ["0", "0h", "-5m", "soon", "5 parsecs", "", "3s"])
def test_others_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="write 30m, 6h, 1d or auto"):
        read_interval(text)


def test_only_what_was_given_is_set() -> None:
    assert given_schedule({}) == {}
    assert given_schedule({"interval": "auto", "paused": False, "window": None}) == {
        "interval_seconds": None,
        "paused": False,
    }
    with pytest.raises(UsageError, match="not a time window"):
        given_schedule({"window": "always"})


def test_a_planner_has_a_budget() -> None:
    assert planner_of(None, "urgency").budget == DEFAULT_BUDGET
    assert planner_of("5/hour", "uniform").budget.per_hour == 5.0
