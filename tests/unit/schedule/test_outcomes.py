from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from captures import START
from pagestrata.model.due import Due
from pagestrata.model.records import Visit
from pagestrata.schedule.learner import REMEMBERED_GAPS
from pagestrata.schedule.outcomes import after_visit, failures_of, new_page

SEEN = Visit(url="http://site.test/", visited_at=START, stage="render", version=None, kept=True, probability=0.8)


def visits(*kept: bool, hours: float = 2.0) -> list[Visit]:
    return [replace(SEEN, visited_at=START + timedelta(hours=hours * n), kept=k) for n, k in enumerate(kept)]


def page(*kept: bool, hours: float = 2.0) -> Due:
    return new_page("w", "site.test", now=START, history=visits(*kept, hours=hours))


def test_a_new_page_is_due_at_once_and_as_usual() -> None:
    found = new_page("w", "site.test", now=START)
    assert (found.due_at, found.last_at) == (START, None)
    assert page(True).facts.get("gaps") is None  # the first visit finds no change


def test_changes_raise_the_rate_and_quiet_visits_lower_it() -> None:
    assert page(True, True, True, True).rate > page(True, True, False).rate > page(True, False, False, False).rate


def test_changes_that_a_person_would_surely_keep_weigh_more() -> None:
    def weight(**worth: float | None) -> float:
        history = [replace(visit, **worth) for visit in visits(True, True, True)]  # type: ignore[arg-type]
        return new_page("w", "h", now=START, history=history).weight

    assert weight(probability=0.9) > 0.6 > 0.2 > weight(probability=0.05)
    assert weight(probability=0.05, importance=0.9) == weight(probability=0.05)
    assert weight(probability=None, importance=0.9) == weight(probability=0.9)  # visits from before have E alone


def test_faults_are_counted_and_teach_nothing() -> None:
    known = page(True, False)
    failed = after_visit(after_visit(known, replace(SEEN, fault="server error")), replace(SEEN, fault="timeout"))
    assert failures_of(failed) == 2
    assert (failed.rate, failed.last_at) == (known.rate, known.last_at)
    assert failures_of(after_visit(failed, replace(SEEN, error="no browser"))) == 3
    assert failures_of(after_visit(failed, replace(SEEN, visited_at=START + timedelta(days=1)))) == 0


def test_a_clock_that_was_put_back_teaches_nothing() -> None:
    known = page(True, False)
    back = after_visit(known, replace(SEEN, visited_at=START - timedelta(days=1)))
    assert back.rate == known.rate
    assert back.last_at == START - timedelta(days=1)


def test_only_so_much_is_remembered_and_costs_follow_the_last_visits() -> None:
    long = page(*[True] * 60)
    assert len(long.facts["gaps"]) == REMEMBERED_GAPS
    cheap = new_page(
        "w", "h", now=START, history=[replace(visit, seconds={"fetch": 0.1}) for visit in visits(*[False] * 30)]
    )
    assert cheap.cost == pytest.approx(0.1, abs=0.05)
