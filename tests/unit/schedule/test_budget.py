from __future__ import annotations

import pytest

from pagestrata.errors import UsageError
from pagestrata.schedule.budget import Budget, read_budget


@pytest.mark.parametrize(
    ("text", "per_hour", "unit"),
    [
        ("60", 60, "visits"),
        ("60/hour", 60, "visits"),
        ("48 visits/day", 2, "visits"),
        ("20 min/hour", 1200, "seconds"),
        ("1.5/min", 90, "visits"),
        ("168 per week", 1, "visits"),
    ],
)
def test_budgets_as_people_write_them(text: str, per_hour: float, unit: str) -> None:
    found = read_budget(text)
    assert found.unit == unit
    assert found.per_hour == pytest.approx(per_hour)


@pytest.mark.parametrize("text", ["", "0", "-3", "many", "5 apples/hour", "5/year", "1e9x", "200TB/h"])
def test_others_are_refused_with_examples(text: str) -> None:
    with pytest.raises(UsageError, match="write it like 60/hour"):
        read_budget(text)


def test_a_budget_says_itself() -> None:
    assert str(Budget(per_hour=60)) == "60 visits/hour"


@pytest.mark.parametrize(
    ("text", "megabytes"), [("200MB/h", 200), ("200 MB/hour", 200), ("4.8 GB/day", 200), ("500kb", 0.5)]
)
def test_bytes_are_read_and_shown_as_megabytes(text: str, megabytes: float) -> None:
    found = read_budget(text)
    assert (found.unit, str(found)) == ("bytes", f"{megabytes:g} MB/hour")
