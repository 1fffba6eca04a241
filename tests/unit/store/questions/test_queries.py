from datetime import timedelta

import pytest

from archives import keep
from captures import START
from pagestrata.model.blocks import Link
from pagestrata.model.deltas import Change, Delta
from pagestrata.store.archive import Archive
from pagestrata.store.questions import queries

URL = "http://site.test/"


def hour(number: float) -> timedelta:
    return timedelta(hours=number)


@pytest.fixture
def changed(archive: Archive) -> Archive:
    link = Link("a", "http://a/")
    first = Change(op="update", element="text", block="1.1", old="one", new="x" * 5000, importance=0.2)
    second = Change(op="move", element="link", block="1.1", to_block="1.2", old=link, new=link, importance=0.6)
    keep(archive, "one")
    keep(archive, "two", hours=1, delta=Delta(changes=(first, second)))
    keep(archive, "three", hours=2, delta=Delta(changes=(first,)))
    return archive


def test_changes_come_newest_first_with_values_for_reading(changed: Archive) -> None:
    found = changed.queries.changes(URL)
    assert [(change.captured_at - START, change.number, change.op) for change in found] == [
        (hour(2), 0, "update"),
        (hour(1), 0, "update"),
        (hour(1), 1, "move"),
    ]
    assert found[2].old == {"name": "a", "address": "http://a/"}
    assert len(found[0].new) == 1000


def test_changes_are_chosen_by_kind_place_time_and_weight(changed: Archive) -> None:
    assert [change.op for change in changed.queries.changes(op="move")] == ["move"]
    assert [change.element for change in changed.queries.changes(element="link")] == ["link"]
    assert [change.op for change in changed.queries.changes(block="1.2")] == ["move"]
    assert [change.op for change in changed.queries.changes(min_importance=0.5)] == ["move"]
    assert len(changed.queries.changes(since=START + hour(2))) == 1
    assert len(changed.queries.changes(until=START + hour(1))) == 2
    assert len(changed.queries.changes(limit=1)) == 1
    assert changed.queries.changes("http://never.test/") == []


def test_changes_are_listed_step_by_step_without_a_gap(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "_FIRST_VERSIONS", 2)
    monkeypatch.setattr(queries, "_VERSIONS_AT_A_TIME", 3)
    for number in range(9):
        one = Change(op="update", element="text", block="1.1", old=f"{number}", new=f"{number + 1}")
        keep(archive, f"{number}", hours=number, delta=Delta(changes=(one,)))
    assert [change.old for change in archive.queries.changes(URL)] == [f"{number}" for number in reversed(range(9))]
    assert [change.old for change in archive.queries.changes(limit=3)] == ["8", "7", "6"]
