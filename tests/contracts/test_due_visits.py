"""Due visits behave the same on every database: leased once, given back after a crash, never lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from captures import START
from pagestrata.model.due import Due
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.due_visits import LEASE


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        yield opened


def entry(name: str, minutes: float = 0, **fields: Any) -> Due:
    values: dict[str, Any] = {"host": "site.test", "rate": 0.1, "weight": 0.5, "cost": 1.0, "facts": {"gaps": [1.5]}}
    return Due(watch_id=name, due_at=START + timedelta(minutes=minutes), **{**values, **fields})


def names(found: Any) -> list[str]:
    return [due.watch_id for due in found]


def test_the_earliest_comes_first_and_what_is_not_due_stays(archive: Archive) -> None:
    archive.due.add([entry("late", 60), entry("b", -1), entry("a", -2)])
    assert names(archive.due.take(now=START, holder="x", limit=5)) == ["a", "b"]
    assert not archive.due.take(now=START + timedelta(hours=2), holder="y", due_by=START - timedelta(hours=1))
    assert names(archive.due.next()) == ["a", "b", "late"]
    assert names(archive.due.next(limit=1)) == ["a"]
    assert archive.due.known() == {"a", "b", "late"}


def test_what_is_entered_comes_back_and_is_entered_once(archive: Archive) -> None:
    first = entry("a", last_at=START)
    archive.due.add([first])
    archive.due.add([entry("a", 99), entry("b")])
    assert archive.due.of("a") == first
    assert archive.due.of("nobody") is None
    archive.due.remove(["a"])
    assert archive.due.known() == {"b"}
    archive.due.add([])
    archive.due.remove([])


def test_a_visit_is_leased_once_until_it_is_settled(archive: Archive) -> None:
    archive.due.add([entry("a")])
    (taken,) = archive.due.take(now=START, holder="x")
    assert not archive.due.take(now=START, holder="y")
    later = replace(taken, due_at=START + timedelta(hours=1), last_at=START, facts={"gaps": [2]})
    assert not archive.due.settle(later, holder="y")
    assert archive.due.settle(later, holder="x")
    assert archive.due.of("a") == later
    assert not archive.due.settle(later, holder="x")
    assert names(archive.due.take(now=START + timedelta(hours=1), holder="y")) == ["a"]


def test_a_crash_gives_the_lease_back_and_a_sign_of_life_keeps_it(archive: Archive) -> None:
    archive.due.add([entry("a")])
    archive.due.take(now=START, holder="x")
    almost = START + LEASE - timedelta(seconds=1)
    assert archive.due.renew(["a"], now=almost, holder="x") == 1
    assert not archive.due.take(now=START + LEASE, holder="y")
    assert names(archive.due.take(now=almost + LEASE, holder="y")) == ["a"]
    assert archive.due.renew(["a"], now=almost + LEASE, holder="x") == 0
    assert not archive.due.settle(entry("a", 5), holder="x")


def test_a_lease_runs_out_when_its_program_lives_but_is_not_at_the_visit_any_more(archive: Archive) -> None:
    archive.due.add([entry("a"), entry("b")])
    archive.due.take(now=START, holder="x", limit=2)
    assert archive.due.renew(["b"], now=START + LEASE / 2, holder="x") == 1
    assert names(archive.due.take(now=START + LEASE, holder="y", limit=5)) == ["a"]


def test_what_a_program_holds_is_given_back_at_its_end(archive: Archive) -> None:
    archive.due.add([entry("a"), entry("b")])
    archive.due.take(now=START, holder="x", limit=2)
    assert archive.due.release(holder="x") == 2
    assert names(archive.due.take(now=START, holder="y", limit=5)) == ["a", "b"]


def test_a_page_that_nobody_visits_can_be_hastened(archive: Archive) -> None:
    archive.due.add([entry("a", 60), entry("held", -1)])
    archive.due.take(now=START, holder="x")
    sooner = lambda due: replace(due, due_at=START, facts={**due.facts, "signalled_at": 1.0})  # noqa: E731
    assert archive.due.hasten("a", sooner)
    assert archive.due.of("a") == entry("a", facts={"gaps": [1.5], "signalled_at": 1.0})
    assert not archive.due.hasten("held", sooner)
    assert not archive.due.hasten("nobody", sooner)


def test_hosts_are_left_alone(archive: Archive) -> None:
    archive.due.add([entry("a"), entry("b", host="other.test")])
    assert names(archive.due.take(now=START, holder="x", limit=5, without_hosts={"site.test"})) == ["b"]


def test_plans_move_all_pages_at_once(archive: Archive) -> None:
    archive.due.add([entry("a", last_at=START), entry("b")])
    numbers = sorted(archive.due.numbers())
    assert [(row[0], *row[3:]) for row in numbers] == [("a", 0.1, 0.5, 1.0, None), ("b", 0.1, 0.5, 1.0, None)]
    assert numbers[1][2] is None
    archive.due.move([(7_000_000, "a", numbers[0][1]), (7_000_000, "b", numbers[1][1] - 1)])
    archive.due.move([])
    assert [row[:2] for row in sorted(archive.due.numbers())] == [("a", 7_000_000), ("b", numbers[1][1])]


def test_a_plan_does_not_undo_what_a_visit_settled_meanwhile(archive: Archive) -> None:
    archive.due.add([entry("a")])
    ((name, before, *_),) = archive.due.numbers()  # a plan is begun
    (taken,) = archive.due.take(now=START, holder="x")
    archive.due.settle(replace(taken, due_at=START + timedelta(hours=1), last_at=START), holder="x")
    archive.due.move([(before - 1, name, before)])
    assert not archive.due.take(now=START, holder="y")


def test_many_programs_never_take_the_same_page(place: str, archive: Archive) -> None:
    archive.due.add([entry(f"page {number}") for number in range(40)])
    taken: list[str] = []

    def work(holder: str) -> None:
        with open_archive(place) as opened:
            while found := opened.due.take(now=START, holder=holder, limit=3):
                taken.extend(names(found))

    threads = [threading.Thread(target=work, args=(f"daemon {number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == sorted(f"page {number}" for number in range(40))


def test_facts_are_read_with_the_numbers_where_a_plan_needs_them(archive: Archive) -> None:
    kinds = {
        "plain": {"failures": 0},
        "none": {},
        "failing": {"failures": 3},
        "told": {"signalled_at": 1.5},
        "week": {"week": []},
    }
    archive.due.add([entry(name, facts=facts) for name, facts in kinds.items()])
    found = {row[0]: row[6] is not None for row in archive.due.numbers()}
    assert found == {"plain": False, "none": False, "failing": True, "told": True, "week": True}
    assert all(row[6] is not None for row in archive.due.numbers(with_facts=True))


def test_many_pages_are_moved_at_once(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagestrata.store.due_visits._MANY", 2)
    archive.due.add([entry(f"p{number}", number) for number in range(5)])
    archive.due.move([(9_000_000 - number, row[0], row[1]) for number, row in enumerate(sorted(archive.due.numbers()))])
    assert names(archive.due.next()) == ["p4", "p3", "p2", "p1", "p0"]


def test_a_visit_whose_worker_died_is_free_at_once_and_known_as_such(archive: Archive) -> None:
    archive.due.add([entry("a")])
    (taken,) = archive.due.take(now=START, holder="x")
    assert not taken.was_abandoned
    assert not archive.due.abandon("a", now=START, holder="y")
    assert archive.due.abandon("a", now=START, holder="x")
    (again,) = archive.due.take(now=START, holder="y")
    assert again == replace(taken, was_abandoned=True)
    assert archive.due.settle(replace(again, due_at=START), holder="y")
    (settled,) = archive.due.take(now=START, holder="z")
    assert not settled.was_abandoned


def test_the_leases_of_programs_of_a_kind_end_soon_but_for_one(archive: Archive) -> None:
    archive.due.add([entry("a"), entry("b"), entry("c")])
    for holder in ("leader:dead", "leader:alive", "other"):
        assert archive.due.take(now=START, holder=holder)
    soon = START + timedelta(minutes=1)
    within = timedelta(minutes=1)
    assert archive.due.abandon_soon(now=START, within=within, holders="leader:", holder="leader:alive") == 1
    assert not archive.due.take(now=soon - timedelta(seconds=1), holder="x", limit=3)
    assert names(archive.due.take(now=soon, holder="x", limit=3)) == ["a"]
