"""All programs on an archive keep one politeness for each host, on every database."""

from __future__ import annotations

import contextlib
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sql

from pagestrata.app.daemon.daemon import Daemon, MadeVisit
from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import watch_for
from pagestrata.crawl.politeness import HostTurns
from pagestrata.model.due import Due
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.schedule.budget import Budget
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.due.due_visits import LEASE

HOUR = timedelta(hours=1)
NO_PAUSE = timedelta(0)


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        yield opened


def now() -> datetime:
    return datetime.now(UTC)


def enter(archive: Archive, *names: str, host: str = "site.test") -> None:
    due_at = now() - HOUR
    archive.due.add(
        [Due(watch_id=name, host=host, due_at=due_at, rate=0.1, weight=0.5, cost=1.0, facts={}) for name in names]
    )


def take(archive: Archive, holder: str, pause: timedelta = NO_PAUSE, **asked: Any) -> str | None:
    found = archive.due.take_turns(now=asked.pop("at", now()), holder=holder, pause=pause, limit=1, **asked)
    return found[0].watch_id if found else None


def settle(archive: Archive, name: str, holder: str, pause: timedelta) -> None:
    entry = archive.due.of(name)
    assert entry is not None
    archive.due.settle(replace(entry, due_at=now() + HOUR), holder=holder, now=now(), pause=pause)


def test_a_host_has_one_visitor_at_a_time(archive: Archive) -> None:
    enter(archive, "a1", "a2")
    enter(archive, "b1", host="other.test")
    assert take(archive, "x") == "a1"
    assert take(archive, "y") == "b1"
    assert take(archive, "y") is None
    settle(archive, "a1", "x", NO_PAUSE)
    assert take(archive, "y") == "a2"


def test_the_pause_that_one_program_found_is_kept_by_the_others(archive: Archive) -> None:
    enter(archive, "a1", "a2")
    take(archive, "x")
    settle(archive, "a1", "x", HOUR)
    assert take(archive, "y") is None
    assert archive.due.is_any_left(now=now(), due_by=now(), pause=NO_PAUSE, within=2 * HOUR)
    assert not archive.due.is_any_left(now=now(), due_by=now(), pause=NO_PAUSE, within=LEASE)
    assert not archive.due.is_any_left(now=now(), due_by=now() - 2 * HOUR, pause=NO_PAUSE, within=2 * HOUR)
    assert archive.due.is_any_left(now=now(), due_by=now(), pause=NO_PAUSE, within=LEASE, hosts={"site.test"})
    enter(archive, "b1", host="other.test")
    assert archive.due.is_any_left(now=now(), due_by=now(), pause=NO_PAUSE, within=LEASE)


def test_a_program_with_a_longer_pause_keeps_its_own(archive: Archive) -> None:
    enter(archive, "a1", "a2")
    take(archive, "x")
    settle(archive, "a1", "x", NO_PAUSE)
    assert take(archive, "y", HOUR) is None
    assert take(archive, "y", NO_PAUSE) == "a2"


def test_hosts_to_be_left_alone_for_other_reasons_stay_out(archive: Archive) -> None:
    enter(archive, "a1")
    assert take(archive, "x", without_hosts={"site.test"}) is None


def test_only_the_holder_gives_a_turn_back(archive: Archive) -> None:
    enter(archive, "a1", "a2")
    take(archive, "x")
    archive.due.end_turn("site.test", holder="y", now=now(), pause=NO_PAUSE)
    assert take(archive, "y") is None
    archive.due.end_turn("site.test", holder="x", now=now(), pause=NO_PAUSE)
    assert take(archive, "y") == "a2"


def test_a_program_that_ends_or_died_gives_its_turns_back(archive: Archive) -> None:
    enter(archive, "a1", "a2")
    take(archive, "x")
    assert archive.due.turn_holders() == {"x"}
    archive.due.end_turns(holder="x", now=now())
    assert archive.due.turn_holders() == set()
    assert take(archive, "y") == "a2"  # the page that x had is still leased
    archive.due.release(holder="y", now=now())
    assert take(archive, "z") == "a2"


def test_a_visit_by_hand_is_followed_by_a_pause_and_ends_nobodys_turn(archive: Archive) -> None:
    enter(archive, "a1")
    archive.due.note_visit("site.test", now=now(), pause=HOUR)
    archive.due.note_visit("site.test", now=now(), pause=NO_PAUSE)
    assert take(archive, "x") is None
    enter(archive, "b1", host="other.test")
    assert take(archive, "x") == "b1"
    archive.due.note_visit("other.test", now=now(), pause=HOUR)
    assert archive.due.turn_holders() == {"x"}


def test_what_nobody_needs_is_forgotten_and_the_rest_is_not(archive: Archive) -> None:
    enter(archive, "a1")
    archive.due.note_visit("site.test", now=now(), pause=HOUR)
    archive.due.forget_turns(now=now())
    assert take(archive, "x") is None


def test_a_turn_lasts_as_long_as_its_lease(tmp_path: Any) -> None:
    with open_archive(tmp_path / "archive") as archive:  # SQLite: the clock is the program's
        enter(archive, "a1", "a2")
        begin = now()
        assert take(archive, "x", at=begin) == "a1"
        archive.due.renew(["a1"], now=begin + LEASE / 2, holder="x")
        assert take(archive, "y", at=begin + LEASE) is None
        archive.due.renew([], now=begin + LEASE, holder="x")  # it lives, but is not at the visit any more
        assert take(archive, "y", at=begin + 2 * LEASE) == "a1"


def test_a_clock_that_is_put_back_closes_no_host_for_long(tmp_path: Any) -> None:
    with open_archive(tmp_path / "archive") as archive:
        enter(archive, "a1", "a2")
        take(archive, "x", at=now())
        settle(archive, "a1", "x", timedelta(seconds=30))
        assert take(archive, "y", at=now() - timedelta(seconds=5)) is None
        assert take(archive, "y", at=now() - timedelta(minutes=30)) == "a2"


def test_many_programs_never_have_the_turn_of_one_host_together(place: str, archive: Archive) -> None:
    enter(archive, *(f"page {number}" for number in range(24)))
    inside, most, lock = [0], [0], threading.Lock()

    def work(holder: str) -> None:
        with open_archive(place) as opened:
            while len(visited) < 24:
                found = opened.due.take_turns(now=now(), holder=holder, pause=NO_PAUSE, limit=1)
                if not found:
                    continue
                with lock:
                    inside[0] += 1
                    most[0] = max(most[0], inside[0])
                with lock:
                    inside[0] -= 1
                    visited.append(found[0].watch_id)
                later = replace(found[0], due_at=now() + HOUR)
                opened.due.settle(later, holder=holder, now=now(), pause=NO_PAUSE)

    visited: list[str] = []
    threads = [threading.Thread(target=work, args=(f"daemon {number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]
    assert sorted(visited) == sorted(f"page {number}" for number in range(24))


@contextlib.contextmanager
def recording() -> Iterator[tuple[str, list[float]]]:
    """A server on loopback, and when it was asked."""
    arrivals: list[float] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            arrivals.append(time.monotonic())
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", arrivals
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize("ahead", [NO_PAUSE, HOUR], ids=["one clock", "a clock ahead"])
def test_two_daemons_never_visit_a_host_closer_than_its_pause(place: str, archive: Archive, ahead: timedelta) -> None:
    if ahead and not place.startswith("postgresql"):
        pytest.skip("all programs on an SQLite archive have the clock of one machine")
    delay, pages = 0.25, 6
    with recording() as (address, arrivals):
        for number in range(pages):
            watch_for(archive, f"{address}/{number}", {"interval_seconds": 30 * 86400})
        Planner().replan(archive, now=now() - HOUR)
        has_visited = {"first": threading.Event(), "second": threading.Event()}

        def run(name: str, other: str, clock_ahead: timedelta) -> None:
            def visit(url: str, *, may_look_again: bool) -> Visit:
                with urllib.request.urlopen(url, timeout=60) as answer:
                    answer.read()
                return Visit(url=url, visited_at=now(), stage="unchanged", version=None, kept=False)

            def report(_made: MadeVisit) -> None:
                has_visited[name].set()
                has_visited[other].wait(60)  # so that both have a part in it

            with open_archive(place) as own:
                session = SimpleNamespace(archive=own, send_messages=lambda: None, options=None)
                daemon = Daemon(
                    session=session,  # type: ignore[arg-type]
                    planner=Planner(budget=Budget(per_hour=1e6)),
                    turns=HostTurns(delay_seconds=delay),
                    clock=lambda: now() + clock_ahead,
                    fetch=lambda url: Fetched(requested_url=url, url=url, status=404, body=b""),
                    visit=visit,
                    report=report,
                )
                daemon.run(once=True)

        threads = [
            threading.Thread(target=run, args=("first", "second", NO_PAUSE)),
            threading.Thread(target=run, args=("second", "first", ahead)),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(arrivals) == pages
    assert all(event.is_set() for event in has_visited.values())
    # An arrival is noted before the visit ends, and the next one begins a pause after that end.
    assert min(after - before for before, after in pairwise(arrivals)) >= delay * 0.99


def test_the_turns_of_a_leader_that_died_end_soon(archive: Archive) -> None:
    now = datetime.now(UTC)
    archive.due.add([Due(watch_id="a", host="a.test", due_at=now, rate=0.1, weight=0.5, cost=1.0)])
    pause = timedelta(0)
    assert archive.due.take_turns(now=now, holder="leader:dead", pause=pause, limit=1)
    left = {"now": now, "due_by": now, "pause": pause, "within": timedelta(minutes=2)}
    assert archive.due.abandon_soon(now=now, within=timedelta(0), holders="leader:", holder="leader:alive") == 1
    assert archive.due.is_any_left(**left)
    (taken,) = archive.due.take_turns(now=now + timedelta(seconds=1), holder="leader:alive", pause=pause, limit=1)
    assert taken.was_abandoned


def taken_together(archive: Archive, holder: str, limit: int, **asked: Any) -> list[str]:
    found = archive.due.take_turns(now=now(), holder=holder, pause=asked.pop("pause", NO_PAUSE), limit=limit, **asked)
    return [due.watch_id for due in found]


def test_many_visits_are_leased_at_once_as_they_would_be_one_by_one(archive: Archive) -> None:
    moment = now() - HOUR
    archive.due.add(
        [
            Due(
                watch_id=f"p{number:02}",
                host=f"h{number // 3}.test",
                due_at=moment + timedelta(seconds=number % 7),
                rate=0.1,
                weight=0.5,
                cost=1.0,
                facts={},
            )
            for number in range(30)
        ]
    )
    one_by_one = [take(archive, "x") for _ in range(12)]
    archive.due.release(holder="x", now=now())
    assert taken_together(archive, "y", 12) == [name for name in one_by_one if name is not None]
    assert len(one_by_one) - one_by_one.count(None) == 10  # one to each host
    assert taken_together(archive, "z", 12) == []


def test_as_many_are_leased_as_were_asked_for_whatever_comes_first(archive: Archive) -> None:
    enter(archive, *(f"a{number:03}" for number in range(40)))
    for number in range(5):
        enter(archive, f"b{number}", host=f"other{number}.test")
    assert taken_together(archive, "x", 3, without_hosts={"other0.test"}) == ["a000", "b1", "b2"]
    assert taken_together(archive, "y", 9) == ["b0", "b3", "b4"]
    assert all(entry.host == "site.test" for entry in archive.due.next() if entry.watch_id.startswith("a"))


def test_many_visits_are_settled_at_once_each_with_the_pause_of_its_host(archive: Archive) -> None:
    for name in ("a", "b", "c"):
        enter(archive, f"{name}1", f"{name}2", host=f"{name}.test")
    entries = archive.due.take_turns(now=now(), holder="x", pause=NO_PAUSE, limit=3)
    archive.due.remove(["c1"])
    later = [replace(entry, due_at=now() + HOUR, last_at=now(), facts={"failures": 2}) for entry in entries]
    pauses = {"a.test": HOUR, "b.test": NO_PAUSE, "c.test": NO_PAUSE}
    assert archive.due.settle_all(later, holder="x", now=now(), pauses=pauses) == {"a1", "b1"}
    assert archive.due.settle_all(later, holder="x", now=now(), pauses=pauses) == set()  # given back already
    settled = archive.due.of("b1")
    assert settled is not None
    assert (settled.due_at, settled.facts) == (later[1].due_at, {"failures": 2})
    assert taken_together(archive, "y", 3) == ["b2", "c2"]


def test_programs_that_take_many_never_have_one_host_together(place: str, archive: Archive) -> None:
    for number in range(60):
        enter(archive, f"page {number:02}", host=f"h{number % 12}.test")
    inside, clashes, visited, lock = set[str](), list[str](), list[str](), threading.Lock()

    def work(holder: str) -> None:
        with open_archive(place) as opened:
            while len(visited) < 60:
                found = opened.due.take_turns(now=now(), holder=holder, pause=NO_PAUSE, limit=5)
                with lock:
                    clashes.extend(due.host for due in found if due.host in inside)
                    inside.update(due.host for due in found)
                with lock:
                    inside.difference_update(due.host for due in found)
                    visited.extend(due.watch_id for due in found)
                later = [replace(due, due_at=now() + HOUR) for due in found]
                pauses = {due.host: NO_PAUSE for due in found}
                assert len(opened.due.settle_all(later, holder=holder, now=now(), pauses=pauses)) == len(found)

    threads = [threading.Thread(target=work, args=(f"daemon {number}",)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not clashes
    assert sorted(visited) == [f"page {number:02}" for number in range(60)]


def test_a_program_that_a_deadlock_ended_takes_its_turns_all_the_same(place: str, archive: Archive) -> None:
    if not place.startswith("postgresql"):
        pytest.skip("SQLite has one writer at a time")
    for host in ("a.test", "b.test"):
        enter(archive, f"first {host}", f"second {host}", host=host)
    took = archive.due.take_turns(now=now(), holder="before", pause=NO_PAUSE, limit=2)
    settled = archive.due.settle_all(took, holder="before", now=now(), pauses={due.host: NO_PAUSE for due in took})
    assert len(settled) == 2
    engine = sql.create_engine(place.replace("postgresql://", "postgresql+psycopg://").split("&blobs")[0])
    found: list[Due] = []

    def taking() -> None:
        found.extend(archive.due.take_turns(now=now(), holder="x", pause=NO_PAUSE, limit=2))

    thread = threading.Thread(target=taking)
    with contextlib.suppress(sql.exc.OperationalError), engine.connect() as other:  # the one that is ended may be this
        touched = "UPDATE host_turn SET since = since WHERE host = '{}'"
        other.exec_driver_sql(touched.format("b.test"))
        thread.start()
        waiting = (
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as looking:
            while not looking.exec_driver_sql(waiting).scalar_one():
                time.sleep(0.01)
        other.exec_driver_sql(touched.format("a.test"))  # which the thread has, and waits for b.test
        other.rollback()
    thread.join()
    engine.dispose()
    assert sorted(due.host for due in found) == ["a.test", "b.test"]
