"""Due visits behave the same on every database: leased once, given back after a crash, never lost."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
import sqlalchemy as sql

from captures import START
from pagestrata.errors import ArchiveError
from pagestrata.model.due import NEVER_VISITED, Due, DueNumbers
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.store.due.due_visits import LEASE


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
    assert set(names(archive.due.next())) == {"a", "b", "late"}


def test_what_is_entered_comes_back_and_is_entered_once(archive: Archive) -> None:
    first = entry("a", last_at=START)
    archive.due.add([first])
    archive.due.add([entry("a", 99), entry("b")])
    assert archive.due.of("a") == first
    assert archive.due.of("nobody") is None
    archive.due.remove(["a"])
    assert names(archive.due.next()) == ["b"]
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


def by_name(archive: Archive) -> dict[str, int]:
    numbers = archive.due.numbers()
    return dict(zip(numbers.names, numbers.due_at.tolist(), strict=True))


def move(archive: Archive, numbers: DueNumbers, moments: dict[str, int]) -> None:
    places = [numbers.names.index(name) for name in moments]
    archive.due.move(numbers, np.array(places, np.int64), np.array(list(moments.values()), np.int64))


def test_plans_move_all_pages_at_once(archive: Archive) -> None:
    archive.due.add([entry("a", last_at=START), entry("b")])
    numbers = archive.due.numbers()
    assert sorted(numbers.names) == ["a", "b"]
    assert numbers.last_at[numbers.names.index("b")] == NEVER_VISITED
    assert (numbers.rates.tolist(), numbers.weights.tolist(), numbers.costs.tolist()) == (
        [0.1] * 2,
        [0.5] * 2,
        [1.0] * 2,
    )
    move(archive, numbers, {"a": 7_000_000})
    move(archive, numbers, {})
    move(archive, numbers, {"a": 8_000_000})  # it has another time than this plan knows
    assert by_name(archive) == {"a": 7_000_000, "b": numbers.due_at[0]}


def test_a_plan_of_some_pages_keeps_their_places(archive: Archive) -> None:
    archive.due.add([entry("a"), entry("b", facts={"failures": 2}), entry("c", 1)])
    numbers = archive.due.numbers()
    assert numbers.among({"a", "b", "c", "d"}) is numbers
    some = numbers.among({"b", "c"})
    assert (sorted(some.names), some.facts[some.names.index("b")]) == (["b", "c"], {"failures": 2})
    move(archive, some, {"b": 1, "c": 2})
    assert by_name(archive) == {"a": by_name(archive)["a"], "b": 1, "c": 2}


def test_a_plan_does_not_undo_what_a_visit_settled_meanwhile(archive: Archive) -> None:
    archive.due.add([entry("a")])
    numbers = archive.due.numbers()  # a plan is begun
    (taken,) = archive.due.take(now=START, holder="x")
    archive.due.settle(replace(taken, due_at=START + timedelta(hours=1), last_at=START), holder="x")
    move(archive, numbers, {"a": int(numbers.due_at[0]) - 1})
    assert not archive.due.take(now=START, holder="y")


def test_the_next_visits_are_read_from_an_index_in_their_order(archive: Archive) -> None:
    archive.due.add([entry(f"p{number:04}", number % 7) for number in range(2000)])
    engine, asked = archive._catalog.engine, []
    with archive._catalog.writing(sealing=False) as connection:
        connection.exec_driver_sql("ANALYZE due")
    sql.event.listen(engine, "before_cursor_execute", lambda *about: asked.append(about[2:4]))
    archive.due.next(limit=10)
    archive.due.take(now=START, holder="x", limit=10)
    archive.due.take(now=START, holder="x", without_hosts={"b.test", "c.test"})
    archive.due.take_turns(now=START, holder="x", pause=timedelta(seconds=5), limit=1, without_hosts={"b.test"})
    chosen = [each for each in asked if "ORDER BY" in each[0]]
    assert len(chosen) == 4
    explain = "EXPLAIN QUERY PLAN " if archive._catalog.is_sqlite else "EXPLAIN "
    with archive._catalog.reading() as connection:
        for statement, values in chosen:
            rows = connection.exec_driver_sql(explain + statement, values).all()
            said = " ".join(str(column) for row in rows for column in row)
            assert "due_next" in said, said
            assert not re.search("TEMP B-TREE|Sort|Seq Scan on due|SCAN due(?! USING)", said), said


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
    numbers = archive.due.numbers()
    found = {numbers.names[place]: facts for place, facts in numbers.facts.items()}
    assert found == {name: kinds[name] for name in ("failing", "told", "week")}
    (taken,) = archive.due.take(now=START, holder="x", limit=1)
    archive.due.settle(replace(taken, facts={"failures": 1}), holder="x")
    assert taken.watch_id in {numbers.names[place] for place in archive.due.numbers().facts}


def test_facts_are_read_when_somebody_asks(archive: Archive) -> None:
    archive.due.add([entry("a"), entry("b", 1)])
    with archive._catalog.writing(sealing=False) as connection:
        connection.exec_driver_sql("UPDATE due SET facts = 'nonsense' WHERE watch_id = 'b'")
    whole, damaged = archive.due.next()
    assert (dict(whole.facts), len(whole.facts), repr(whole.facts)) == ({"gaps": [1.5]}, 1, '{"gaps":[1.5]}')
    assert damaged.host == "site.test"
    with pytest.raises(ArchiveError, match="cannot be read"):
        damaged.facts.get("gaps")


def test_costs_are_bytes_where_a_plan_asks_for_them(archive: Archive) -> None:
    archive.due.add([entry("a", facts={"bytes": 77}), entry("b")])
    numbers = archive.due.numbers(typical_bytes=1e6)
    assert dict(zip(numbers.names, numbers.costs.tolist(), strict=True)) == {"a": 77.0, "b": 1e6}


def test_many_pages_are_moved_at_once(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagestrata.store.due.due_plan.MANY", 2)
    archive.due.add([entry(f"p{number}", number) for number in range(5)])
    move(archive, archive.due.numbers(), {f"p{number}": 9_000_000 - number for number in range(5)})
    assert names(archive.due.next()) == ["p4", "p3", "p2", "p1", "p0"]


@pytest.mark.parametrize("block", [1, 3, 4096])
def test_many_pages_are_moved_whatever_their_rows(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    monkeypatch.setattr("pagestrata.store.due.due_plan.MANY", 2)
    monkeypatch.setattr("pagestrata.store.due.due_plan._BLOCK", block)
    archive.due.add([entry(f"p{number}", number) for number in range(40)])
    archive.due.remove([f"p{number}" for number in range(0, 40, 3)])
    numbers = archive.due.numbers()
    before = by_name(archive)
    (taken,) = archive.due.take(now=START + timedelta(minutes=1), holder="x")
    archive.due.settle(replace(taken, due_at=START), holder="x")
    moments = {name: 10**15 + place for place, name in enumerate(numbers.names) if place % 2 and name != "p4"}
    move(archive, numbers, {**moments, taken.watch_id: 7, "p4": -5})
    assert by_name(archive) == {**before, **moments, taken.watch_id: to_microseconds(START), "p4": -5}


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
