from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from pagestrata.model.due import NEVER_VISITED, DueNumbers
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.schedule.due_columns import DueColumns

HOUR = 3_600_000_000
NOW = 1000 * HOUR
KNOWN = {
    "auto": WatchSettings(),
    "asked": WatchSettings(interval_seconds=7200),
    "paused": WatchSettings(paused=True),
    "heavy": WatchSettings(page_weight=5.0),
    "new": WatchSettings(),
    "failing": WatchSettings(),
}
NUMBERS = DueNumbers(
    rows=np.arange(6),
    names=list(KNOWN),
    due_at=np.array([NOW, NOW, NOW, NOW, NOW + 5000 * HOUR, NOW]),
    last_at=np.array([NOW - 4 * HOUR, NOW - HOUR, NOW - HOUR, NOW + 9 * HOUR, NEVER_VISITED, NOW - HOUR]),
    rates=np.full(6, 0.1),
    weights=np.full(6, 0.5),
    costs=np.full(6, 2.0),
    facts={5: {"failures": 2}},
)
COLUMNS = DueColumns.of(NUMBERS, KNOWN)


def test_what_watches_say_becomes_columns() -> None:
    assert COLUMNS.weights.tolist() == [0.5, 0.5, 0.5, 2.5, 0.5, 0.5]
    assert COLUMNS.special.tolist() == [2, 5]
    assert np.isnan(COLUMNS.intervals).tolist() == [True, False, True, True, True, True]


def test_pages_are_due_a_period_behind_their_last_visit() -> None:
    found = COLUMNS.moments(np.full(6, 3600.0), now=NOW, latest=NOW + 720 * HOUR)
    assert found.tolist() == [NOW - 3 * HOUR, NOW, NOW, NOW, NOW + 720 * HOUR, NOW]


def test_the_price_is_what_intervals_leave() -> None:
    price = COLUMNS.price("urgency", 10.0)
    assert price is not None
    is_free = np.array([True, False, False, True, True, True])
    spent = (COLUMNS.visits_at("urgency", price) * COLUMNS.costs)[is_free].sum() + 2.0 / 2
    assert abs(spent - 10.0) < 1e-3
    assert DueColumns.of(NUMBERS.among({"asked"}), KNOWN).price("urgency", 10.0) is None


def test_small_moves_are_left_out_but_not_those_that_somebody_asked_for() -> None:
    later = NUMBERS.due_at + 1_000_000  # by a second, of an hour
    assert [NUMBERS.names[row] for row in COLUMNS.moved(later, np.full(6, 3600.0))] == ["asked", "paused", "failing"]
    assert len(COLUMNS.moved(NUMBERS.due_at + HOUR, np.full(6, 3600.0))) == 6


def test_one_page_by_itself() -> None:
    found = COLUMNS.due(5)
    assert (found.watch_id, found.facts["failures"]) == ("failing", 2)
    assert found.due_at == datetime(1970, 1, 1, tzinfo=UTC) + timedelta(hours=1000)
    assert COLUMNS.due(4).last_at is None


def test_no_pages_are_no_trouble() -> None:
    empty = DueColumns.of(NUMBERS.among(()), {})
    assert empty.price("urgency", 1.0) is None
    assert empty.moved(empty.moments(np.zeros(0), now=NOW, latest=NOW), np.zeros(0)).tolist() == []
