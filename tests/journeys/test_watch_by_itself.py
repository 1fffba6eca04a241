"""Somebody asks for pages and starts the daemon: it visits them, keeps what matters, and says why not the rest."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pagestrata.app.daemon.daemon import Daemon, MadeVisit
from pagestrata.app.planning.planning import Planner
from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.crawl.politeness import HostTurns
from pagestrata.demo.site import ChangingSite
from pagestrata.model.records import Visit
from pagestrata.schedule.budget import Budget

pytestmark = [pytest.mark.browser, pytest.mark.core]


def run_once(session: Session, *, hours: float) -> dict[str, Visit]:
    """What the daemon finds some hours from now, until it has seen every page; by the page's path."""
    found: dict[str, Visit] = {}

    def report(made: MadeVisit) -> None:
        found.setdefault(urlsplit(made.watch.url).path, made.visit)
        if len(found) == 3:
            daemon.stop.set()

    daemon = Daemon(
        session=session,
        planner=Planner(budget=Budget(per_hour=100.0)),
        report=report,
        workers=1,
        turns=HostTurns(delay_seconds=0.0),
        clock=lambda: datetime.now(UTC) + timedelta(hours=hours),
    )
    daemon.run(once=True)
    return found


def test_the_daemon_catches_what_matters(changing_site: ChangingSite, tmp_path: Path) -> None:
    url = changing_site.url
    with Session(archive=tmp_path / "archive", allow_private=True) as session:
        for path in ("", "shop", "nothing-here"):
            watch_for(session.archive, f"{url}{path}")
        first = run_once(session, hours=0)
        assert (first["/"].kept, first["/shop"].kept) == (True, True)
        assert first["/nothing-here"].fault == "not found"
        assert "/robots.txt" in changing_site.requests
        assert run_once(session, hours=0) == {}  # nothing is due so soon
        changing_site.apply("new headline")
        again = run_once(session, hours=24 * 31)
        assert again["/"].kept
        assert not again["/shop"].kept
        assert len(session.archive.versions.of(url)) == 2
