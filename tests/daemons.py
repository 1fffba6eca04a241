"""A daemon for tests, with pages that answer as they are told instead of a browser."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import datetime
from typing import Any

from pagestrata.app.daemon.daemon import Daemon
from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import watch_for
from pagestrata.capturing.options import CaptureOptions
from pagestrata.crawl.politeness import HostTurns
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.schedule.budget import Budget
from pagestrata.store.archive import Archive
from pagestrata.visit.plan import VisitRequest


class FakeSession:
    """Stands for the session: an archive, and pages that answer as they are told."""

    def __init__(self, archive: Archive, now: list[datetime]) -> None:
        self.archive, self.now = archive, now
        self.options: CaptureOptions | None = None
        self.visited: list[str] = []
        self.looked_again: list[bool] = []  # whether each visit may look twice
        self.faults: set[str] = set()
        self.errors: dict[str, Exception] = {}
        self.changes: dict[str, int] = {}
        self.links: dict[str, tuple[str, ...]] = {}
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()

    def attempt(self, request: VisitRequest) -> tuple[Visit, None]:
        url = request.url
        with self._lock:
            self.looked_again.append(request.may_look_again)
            self.visited.append(url)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if url in self.errors:
                raise self.errors.pop(url)
            visit = Visit(
                url=url, visited_at=self.now[0], stage="render", version=None, kept=False, seconds={"render": 2.0}
            )
            visit = replace(visit, changes=self.changes.pop(url, 0), links=self.links.get(url, ()))
            if url in self.faults:
                visit = replace(visit, fault="server error")
            self.archive.record_visit(visit)
            return visit, None
        finally:
            with self._lock:
                self.at_once -= 1

    def send_messages(self) -> None: ...


def daemon(session: FakeSession, *, robots: bytes = b"", per_hour: float = 1000.0, **fields: Any) -> Daemon:
    values: dict[str, Any] = {"workers": 2, "turns": HostTurns(delay_seconds=0.0), "clock": lambda: session.now[0]}

    def fetch(url: str) -> Fetched:
        is_robots = url.endswith("/robots.txt")
        return Fetched(requested_url=url, url=url, status=200 if is_robots else 404, body=robots if is_robots else b"")

    return Daemon(
        session=session,  # type: ignore[arg-type]
        planner=Planner(budget=Budget(per_hour=per_hour)),
        **{"fetch": fetch, **values, **fields},
    )


def watch(archive: Archive, *names: str, **settings: Any) -> list[str]:
    return [watch_for(archive, f"http://{name}.test/", settings).url for name in names]
