from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import UsageError
from pagestrata.schedule.budget import Allowance, Budget, read_budget


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


def test_a_budget_is_paid_little_by_little() -> None:
    found = Allowance(60.0)
    begun = 0
    for second in range(3600):
        while found.pays(float(second)):
            found.spend(1.0)
            begun += 1
    assert 60 <= begun <= 60 + 5  # what was saved at the beginning


def test_what_is_not_used_is_not_saved_for_long() -> None:
    found = Allowance(60.0)
    assert found.pays(0.0)
    assert found.pays(86_400.0)
    assert found.left == 5.0


def test_it_says_how_many_visits_may_begin_at_once() -> None:
    found = Allowance(60.0)
    assert found.paid_visits(0.0) == 5
    found.spend(4.5)
    assert found.paid_visits(0.0) == 0
    assert found.paid_visits(31.0) == 1
    dear = Allowance(3600.0, least=1000.0)  # in another unit than visits: one may overdraw what is left
    assert dear.paid_visits(0.0) == 1


def test_a_small_budget_pays_one_visit_at_once_and_then_waits() -> None:
    found = Allowance(1.0)
    assert found.pays(0.0)
    found.spend(1.0)
    assert not found.pays(1.0)
    assert 3590 < found.wait_seconds() <= 3600
    assert found.pays(3601.0)


def test_an_expensive_visit_overdraws_and_the_next_waits() -> None:
    found = Allowance(3600.0)
    found.pays(0.0)
    found.spend(400.0)
    assert not found.pays(50.0)
    assert found.pays(102.0)


@given(st.lists(st.floats(0, 1e6), max_size=30))
def test_a_clock_that_goes_back_gives_nothing(moments: list[float]) -> None:
    found = Allowance(10.0)
    for moment in moments:
        found.pays(moment)
        assert found.left <= 1.0 + 1e-9


def test_what_a_visit_needs_may_be_much() -> None:
    bytes_an_hour = Allowance(3600.0, least=600.0)
    assert bytes_an_hour.pays(0.0)
    bytes_an_hour.spend(600.0)
    assert not bytes_an_hour.pays(100.0)
    assert bytes_an_hour.wait_seconds() == 500.0
    assert bytes_an_hour.pays(600.0)
