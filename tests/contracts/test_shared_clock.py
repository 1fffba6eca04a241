"""Machines whose clocks differ by minutes agree on the time, on every database that several of them can use."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sql

from pagestrata.app.session import Session
from pagestrata.model.due import Due
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.due.cluster import LOOK_SECONDS, SharedClock
from pagestrata.visit.plan import VisitRequest
from servers import serving

AWAY = timedelta(minutes=7)
NEAR = timedelta(minutes=2)  # a loaded machine may stand still between two looks at the clock
FEED = b"""<rss version='2.0'><channel><title>News</title><link>http://site.test/</link><description>All</description>
<item><title>The bridge is open again</title><guid>1</guid></item></channel></rss>"""
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nConnection: close\r\n\r\n" + FEED


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        yield opened


def clock(archive: Archive, by: timedelta) -> SharedClock:
    return SharedClock(archive._catalog, own=lambda: datetime.now(UTC) + by)


@pytest.mark.parametrize("by", [AWAY, -AWAY], ids=["ahead", "behind"])
def test_a_clock_that_is_minutes_away_is_mended_and_said(
    archive: Archive, by: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    found = clock(archive, by)
    with caplog.at_level(logging.WARNING):
        off = found.now() - datetime.now(UTC)
    if archive._catalog.is_sqlite:  # one machine: its clock is the shared one
        assert abs(off - by) < NEAR
        assert not caplog.records
    else:
        assert abs(off) < NEAR
        assert "the clock of this machine differs from that of the database by" in caplog.text


def test_clocks_that_agree_are_left_as_they_are(archive: Archive) -> None:
    assert archive.clock.ahead() == timedelta(0)


def test_a_clock_that_was_set_meanwhile_is_looked_at_again(new_database: Callable[[], str]) -> None:
    by, seconds = [AWAY], [0.0]
    with open_archive(new_database()) as archive:
        found = SharedClock(archive._catalog, own=lambda: datetime.now(UTC) + by[0], seconds=lambda: seconds[0])
        assert found.ahead() < -NEAR
        by[0], seconds[0] = timedelta(0), LOOK_SECONDS
        assert found.ahead() == timedelta(0)


def test_a_server_that_is_away_stops_no_clock(new_database: Callable[[], str]) -> None:
    seconds = [0.0]
    with open_archive(new_database()) as archive:
        found = SharedClock(archive._catalog, own=lambda: datetime.now(UTC) + AWAY, seconds=lambda: seconds[0])
        assert found.ahead() < -NEAR
        archive._catalog.engine.dispose()
        seconds[0] = LOOK_SECONDS
        sql.event.listen(archive._catalog.engine, "do_connect", _refuse)
        assert found.ahead() < -NEAR


def _refuse(*_given: object) -> None:
    import psycopg

    raise psycopg.OperationalError("connection refused")


def test_visits_of_machines_whose_clocks_differ_are_in_their_order(new_database: Callable[[], str]) -> None:
    place = new_database()
    with serving(ANSWER) as server:
        url = f"{server.url}news.xml"
        for by in (AWAY, -AWAY, timedelta(0)):
            with Session(archive=place, allow_private=True) as session:
                session.archive.__dict__["clock"] = clock(session.archive, by)
                session.attempt(VisitRequest(url))
    with open_archive(place) as archive:
        times = [visit.visited_at for visit in archive.visits.of(url)]
        assert times == sorted(times, reverse=True)
        assert len(times) == 3


def test_a_program_whose_clock_is_ahead_takes_no_visit_that_another_one_makes(new_database: Callable[[], str]) -> None:
    now = datetime.now(UTC)
    asked = {"pause": timedelta(0), "limit": 5}
    with open_archive(new_database()) as archive:
        archive.due.add([Due(watch_id="a", host="a.test", due_at=now, rate=0.1, weight=0.5, cost=1.0)])
        assert archive.due.take_turns(now=now, holder="x", **asked)  # type: ignore[arg-type]
        ahead = now + timedelta(minutes=30)  # the lease seems to be over there
        assert archive.due.take_turns(now=ahead, holder="y", **asked) == []  # type: ignore[arg-type]
