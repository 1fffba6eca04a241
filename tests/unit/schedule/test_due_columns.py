from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import numpy as np

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
ROWS = [
    ("auto", NOW, NOW - 4 * HOUR, 0.1, 0.5, 2.0, '{"failures":0}'),
    ("asked", NOW, NOW - HOUR, 0.1, 0.5, 2.0, None),
    ("paused", NOW, NOW - HOUR, 0.1, 0.5, 2.0, None),
    ("heavy", NOW, NOW + 9 * HOUR, 0.1, 0.5, 2.0, None),
    ("new", NOW + 5000 * HOUR, None, 0.1, 0.5, 2.0, None),
    ("failing", NOW, NOW - HOUR, 0.1, 0.5, 2.0, json.dumps({"failures": 2, "bytes": 77}, separators=(",", ":"))),
]
COLUMNS = DueColumns.of_rows(ROWS, KNOWN)


def test_what_watches_say_becomes_columns() -> None:
    assert COLUMNS.weights.tolist() == [0.5, 0.5, 0.5, 2.5, 0.5, 0.5]
    assert COLUMNS.special.tolist() == [2, 5]
    assert np.isnan(COLUMNS.intervals).tolist() == [True, False, True, True, True, True]
    assert COLUMNS.bytes_costs()[-1] == 77


def test_pages_are_due_a_period_behind_their_last_visit() -> None:
    found = COLUMNS.moments(np.full(6, 3600.0), now=NOW, latest=NOW + 720 * HOUR)
    assert found.tolist() == [NOW - 3 * HOUR, NOW, NOW, NOW, NOW + 720 * HOUR, NOW]


def test_the_price_is_what_intervals_leave() -> None:
    price = COLUMNS.price("urgency", 10.0)
    assert price is not None
    is_free = np.array([True, False, False, True, True, True])
    spent = (COLUMNS.visits_at("urgency", price) * COLUMNS.costs)[is_free].sum() + 2.0 / 2
    assert abs(spent - 10.0) < 1e-3
    assert DueColumns.of_rows(ROWS[1:2], KNOWN).price("urgency", 10.0) is None


def test_small_moves_are_left_out_but_not_those_that_somebody_asked_for() -> None:
    moments = COLUMNS.due_at + 1_000_000  # a second later, of an hour
    moved = [name for _, name, _ in COLUMNS.moved(moments, np.full(6, 3600.0))]
    assert moved == ["asked", "paused", "failing"]
    assert len(COLUMNS.moved(COLUMNS.due_at + HOUR, np.full(6, 3600.0))) == 6


def test_one_page_by_itself() -> None:
    found = COLUMNS.due(5)
    assert (found.watch_id, found.facts["failures"]) == ("failing", 2)
    assert found.due_at == datetime(1970, 1, 1, tzinfo=UTC) + timedelta(hours=1000)
    assert COLUMNS.due(4).last_at is None


def test_no_pages_are_no_trouble() -> None:
    empty = DueColumns.of_rows([], {})
    assert empty.price("urgency", 1.0) is None
    assert empty.moved(empty.moments(np.zeros(0), now=NOW, latest=NOW), np.zeros(0)) == []
