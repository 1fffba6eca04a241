"""What a leader takes for a visit that others make: leases, looking up, settling, handing over to a thread.

The visits are waits of no work, many at once, so that whatever processor time is spent is the leader's or its database's.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from benchmarks.scale.figures import Figure
from benchmarks.speed.schedule import fill, place, server_seconds
from pagestrata.app.daemon.daemon import Daemon, MadeVisit
from pagestrata.app.planning.planning import Planner
from pagestrata.crawl.politeness import HostTurns
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.schedule.budget import Budget
from pagestrata.store.archive import Archive, open_archive

FIRST = 0.25
"""Of the visits, in which everything is loaded and all hosts are asked for their robots.txt: these do not count."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--visits", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=0.2, help="that a visit takes")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="postgresql")


@dataclass
class Leading:
    """A daemon whose visits are waits, and what it took between two numbers of visits."""

    archive: Archive
    visits: int
    workers: int
    seconds: float
    marks: list[tuple[int, float, float, float]] = field(default_factory=list)  # visits, clock, own, server

    def run(self) -> None:
        session: Any = SimpleNamespace(archive=self.archive, options=None, send_messages=lambda: None)
        planner = Planner(budget=Budget(per_hour=1e7))
        daemon = Daemon(
            session=session, planner=planner, workers=self.workers, turns=HostTurns(delay_seconds=0.0),
            visit=self._visit, fetch=_no_robots, holder="leader:benchmark",
        )  # fmt: skip

        def heard(_made: MadeVisit) -> None:
            if daemon.made in {int(FIRST * self.visits), self.visits}:
                own, server = time.process_time(), server_seconds(self.archive)
                self.marks.append((daemon.made, time.monotonic(), own, server))
            if daemon.made >= self.visits:
                daemon.stop.set()

        daemon.report = heard
        daemon.run()

    def _visit(self, url: str) -> Visit:
        time.sleep(self.seconds)
        return Visit(url=url, visited_at=datetime.now(UTC), stage="unchanged", version=None, kept=False)

    def per_visit(self) -> tuple[float, float, float]:
        """Milliseconds by the clock, of this program's processor time and of the server's."""
        (first, *begun), (last, *ended) = self.marks
        clock, own, server = (1000 * (end - begin) / (last - first) for begin, end in zip(begun, ended, strict=True))
        return clock, own, server


def _no_robots(url: str) -> Fetched:
    return Fetched(requested_url=url, url=url, status=404, body=b"")


@contextmanager
def filled(database: str, pages: int) -> Iterator[Archive]:
    with (
        tempfile.TemporaryDirectory(prefix="lead") as folder,
        place(database, folder) as address,
        open_archive(address) as archive,
    ):
        fill(archive, pages)
        yield archive


def measure(arguments: argparse.Namespace) -> list[Figure]:
    with filled(arguments.database, arguments.pages) as archive:
        leading = Leading(archive, arguments.visits, arguments.workers, arguments.seconds)
        leading.run()
    clock, own, server = leading.per_visit()
    return [
        Figure("pages", arguments.pages),
        Figure("visits at once, at most", arguments.workers),
        Figure("a visit by the clock", clock, "ms"),
        Figure("processor time of the leader for a visit", own, "ms", most=5.0),
        Figure("processor time of the database server for a visit", server, "ms"),
    ]
