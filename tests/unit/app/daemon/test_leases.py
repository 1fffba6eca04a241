from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from captures import START
from daemons import FakeSession, daemon, watch
from pagestrata.app.daemon.daemon import MadeVisit
from pagestrata.app.daemon.leases import LEADER, UnrecordedVisits, is_gone, new_holder
from pagestrata.app.watches import watch_for
from pagestrata.errors import ArchiveError
from pagestrata.model.due import Due
from pagestrata.store.archive import Archive
from pagestrata.store.due.due_visits import LEASE


def test_every_program_has_a_name_of_its_own() -> None:
    assert new_holder() != new_holder()
    assert f":{os.getpid()}:" in new_holder()


def test_only_a_program_that_ran_here_and_ended_is_gone() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    here = new_holder()
    assert not is_gone(here)
    assert is_gone(here.replace(f":{os.getpid()}:", f":{ended.pid}:"))
    assert not is_gone(f"elsewhere:{ended.pid}:abc")
    for odd in ("", "x", ":::", here.replace(f":{os.getpid()}:", ":x:"), here.replace(f":{os.getpid()}:", ":1:")):
        assert not is_gone(odd)


def test_of_a_leader_nobody_knows_whether_its_workers_are_gone() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    name = new_holder().replace(f":{os.getpid()}:", f":{ended.pid}:")
    assert is_gone(name)
    assert not is_gone(f"{LEADER}{name}")


def page(name: str) -> Due:
    return Due(watch_id=name, host=f"{name}.test", due_at=START, rate=1.0, weight=1.0, cost=1.0, facts={})


def names(visits: UnrecordedVisits, at: float) -> list[str]:
    return [due.watch_id for due in visits.ready(at=at)]


def test_one_page_is_tried_while_nothing_can_be_stored_and_all_once_something_was() -> None:
    visits = UnrecordedVisits(pause_seconds=5.0)
    for name in "abc":
        visits.failed(page(name), at=0.0)
    assert names(visits, 4.9) == []
    assert names(visits, 5.0) == ["a"]
    visits.given_back("a", at=5.0)
    visits.begun("a")
    assert names(visits, 9.9) == []  # what comes of it is waited for
    assert names(visits, 10.0) == ["b"]
    visits.recorded("a", is_version=False)
    assert names(visits, 10.0) == ["b", "c"]


def test_a_visit_that_stored_nothing_says_nothing_of_the_object_store() -> None:
    visits = UnrecordedVisits(pause_seconds=5.0)
    for name in "abc":
        visits.failed(page(name), at=0.0)
    visits.recorded("another", is_version=False)
    assert names(visits, 6.0) == ["a"]
    visits.recorded("another", is_version=True)
    assert names(visits, 6.0) == ["a", "b", "c"]


def test_a_page_that_fails_again_and_again_waits_longer_each_time() -> None:
    visits = UnrecordedVisits(pause_seconds=5.0)
    at, waits = 0.0, []
    for _ in range(4):
        visits.failed(page("a"), at=at)
        visits.recorded("another", is_version=True)
        wait = next(seconds for seconds in range(1000) if visits.ready(at=at + seconds))
        waits.append(wait)
        at += wait
        visits.given_back("a", at=at)
    assert waits == [5, 10, 20, 40]
    visits.recorded("a", is_version=False)
    visits.failed(page("a"), at=at)
    assert not visits.ready(at=at + 4)
    assert visits.ready(at=at + 5)


def test_a_page_that_is_visited_again_keeps_its_new_lease() -> None:
    visits = UnrecordedVisits()
    visits.failed(page("a"), at=0.0)
    visits.begun("a")
    assert not visits.ready(at=1000.0)


def test_a_visit_that_could_not_be_recorded_is_made_again_when_its_lease_is_over(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    (url,) = watch(archive, "a")
    session.errors[url] = ArchiveError("the disk is full")
    assert daemon(session).run(once=True) == 0
    now[0] += LEASE
    assert daemon(session).run(once=True) == 1


@pytest.fixture
def passing_seconds(now: list[datetime]) -> Callable[[], float]:
    """A clock on which a second passes whenever somebody looks at it, and the time of day with it."""

    def look() -> float:
        now[0] += timedelta(seconds=1)
        return (now[0] - START).total_seconds()

    return look


def test_a_visit_that_could_not_be_recorded_is_made_again_long_before_its_lease_is_over(
    session: FakeSession, archive: Archive, passing_seconds: Callable[[], float]
) -> None:
    urls = watch(archive, "a", "b", "c")
    session.errors = {url: ArchiveError("the object store is away") for url in urls}
    heard: list[MadeVisit] = []

    def hear(made: MadeVisit) -> None:
        heard.append(made)
        if len(heard) == 3:
            running.stop.set()

    running = daemon(session, report=hear, seconds=passing_seconds)
    running.run(until=START + LEASE * 0.9)
    assert sorted(made.watch.url for made in heard) == urls
    assert sorted(session.visited) == sorted(urls * 2)
    assert [len(archive.visits.of(url)) for url in urls] == [1, 1, 1]


def test_a_host_whose_turn_could_not_be_given_back_is_not_closed_until_it_runs_out(
    session: FakeSession, archive: Archive, passing_seconds: Callable[[], float], monkeypatch: pytest.MonkeyPatch
) -> None:
    (url,) = watch(archive, "a")
    session.errors[url] = ArchiveError("the database is away")
    end_turn, times = archive.due.end_turn, [0]

    class Away(type(archive.due)):  # type: ignore[misc]
        def end_turn(self, *named: Any, **asked: Any) -> None:
            times[0] += 1
            if times[0] == 1:
                raise ArchiveError("the database is away")
            end_turn(*named, **asked)

    monkeypatch.setattr("pagestrata.store.due.due_visits.DueVisits", Away)
    running = daemon(session, report=lambda _made: running.stop.set(), seconds=passing_seconds)
    assert running.run(until=START + LEASE * 0.9) == 1


def test_a_daemon_that_goes_on_renews_only_the_leases_of_visits_it_is_at(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    (url,) = watch(archive, "a")
    session.errors[url] = ArchiveError("the disk is full")
    running = daemon(session)
    running.run(once=True)
    assert archive.due.take(now=now[0], holder=running.holder)  # as if it had not ended: the lease is still its own
    now[0] += LEASE / 2
    running._renew()
    assert archive.due.take(now=now[0] + LEASE / 2, holder="another")


def test_a_visit_that_could_not_be_recorded_keeps_no_host_closed(session: FakeSession, archive: Archive) -> None:
    urls = [watch_for(archive, f"http://a.test/{number}").url for number in range(2)]
    session.errors = {url: ArchiveError("the disk is full") for url in urls}
    daemon(session).run(once=True)
    assert sorted(session.visited) == urls


def test_an_archive_that_goes_away_and_comes_back_loses_nothing(
    session: FakeSession, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pagestrata.app.daemon.daemon.ARCHIVE_AWAY_SECONDS", 0.001)
    urls = watch(archive, "a", "b", "c")
    take, times = archive.due.take_turns, [0]

    class Away(type(archive.due)):  # type: ignore[misc]
        def take_turns(self, **asked: Any) -> Any:
            times[0] += 1
            if times[0] in {1, 3, 4}:
                raise ArchiveError("the disk is not mounted")
            return take(**asked)

    monkeypatch.setattr("pagestrata.store.due.due_visits.DueVisits", Away)
    running = daemon(session)
    assert running.run(once=True) == 3
    assert sorted(session.visited) == urls
    assert "pagestrata_archive_errors_total 3" in running.metrics.text()
