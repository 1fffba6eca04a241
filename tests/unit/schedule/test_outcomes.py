from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from captures import START
from pagestrata.model.due import Due
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Visit
from pagestrata.schedule.estimate import REMEMBERED_GAPS
from pagestrata.schedule.outcomes import (
    TYPICAL_BYTES,
    after_visit,
    bytes_of,
    failures_of,
    new_page,
    own_rate,
    own_weight,
    rates_of_blocks,
    week_pattern,
)

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


def test_a_page_that_changes_by_day_gets_a_pattern_of_the_week() -> None:
    moments = [START + timedelta(hours=6 * number) for number in range(28 * 4)]
    history = [replace(SEEN, visited_at=moment, kept=6 <= moment.hour < 18) for moment in moments]
    found = new_page("w", "h", now=START, history=history)
    pattern = week_pattern(found)
    by_day = {hour: pattern[(hour // 6) :: 4].mean() for hour in (0, 6, 12, 18)}
    assert max(by_day.values()) > 1.5 > 0.8 > min(by_day.values())
    assert (week_pattern(page(True, False)) == 1.0).all()


def test_what_visits_receive_is_learned() -> None:
    fresh = new_page("w", "h", now=START)
    assert bytes_of(fresh) == TYPICAL_BYTES
    heavy = after_visit(fresh, replace(SEEN, received_bytes=11_000_000))
    assert bytes_of(heavy) == 4_000_000
    assert bytes_of(after_visit(heavy, replace(SEEN, visited_at=START + timedelta(hours=1)))) == 4_000_000


def test_blocks_have_rates_of_their_own_and_the_page_is_as_urgent_as_all_of_them() -> None:
    known = new_page("w", "site.test", now=START, history=visits(True))
    for hour in range(1, 25):
        block, kind = ("news", "") if hour % 6 == 0 else ("shop", "price")
        changed = hour % 2 == 0
        visit = replace(
            SEEN,
            visited_at=START + timedelta(hours=hour),
            kept=changed,
            reasons=(Reason("Kept: it changed", kind=kind, block=block),) if changed else (),
        )
        known = after_visit(known, visit)
    shop, news = rates_of_blocks(known)
    assert (shop.ref, shop.kind, news.ref) == ("shop", "price", "news")
    assert 1.5 < shop.rate / news.rate < 4
    assert known.rate * known.weight == pytest.approx(own_rate(known) * own_weight(known))
    assert known.weight > own_weight(known)  # two things to miss
    assert rates_of_blocks(page(True, True)) == []
    assert own_rate(page(True, True)) == page(True, True).rate


def test_blocks_are_found_in_what_an_archive_keeps_of_visits() -> None:
    contents = [{"a": str(number // 2), "b": "same"} for number in range(6)]
    history = [replace(visit, block_ids=found) for visit, found in zip(visits(*[True] * 6), contents, strict=True)]
    (block,) = rates_of_blocks(new_page("w", "site.test", now=START, history=history))
    assert block.ref == "a"
