"""Somebody asks for pages and starts the daemon: it visits them, keeps what matters, and says why not the rest."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pagestrata.app.daemon import Daemon, MadeVisit
from pagestrata.app.planning import Planner
from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.crawl.politeness import HostTurns
from pagestrata.demo.site import ChangingSite
from pagestrata.schedule.budget import Budget

pytestmark = pytest.mark.browser


def run_once(session: Session, *, hours: float) -> list[MadeVisit]:
    """What the daemon does some hours from now."""
    made: list[MadeVisit] = []
    daemon = Daemon(
        session=session,
        planner=Planner(budget=Budget(per_hour=100.0)),
        report=made.append,
        turns=HostTurns(delay_seconds=0.0),
        clock=lambda: datetime.now(UTC) + timedelta(hours=hours),
    )
    daemon.run(once=True)
    return made


def test_the_daemon_catches_what_matters(changing_site: ChangingSite, tmp_path: Path) -> None:
    url = changing_site.url
    with Session(archive=tmp_path / "archive", allow_private=True) as session:
        for path in ("", "shop", "nothing-here"):
            watch_for(session.archive, f"{url}{path}")
        first = {made.watch.url.removeprefix(url): made.visit for made in run_once(session, hours=0)}
        assert (first[""].kept, first["shop"].kept) == (True, True)
        assert first["nothing-here"].fault == "not found"
        assert "/robots.txt" in changing_site.requests
        assert run_once(session, hours=0) == []  # nothing is due so soon
        changing_site.apply("new headline")
        again = {made.watch.url.removeprefix(url): made.visit for made in run_once(session, hours=24 * 31)}
        assert again[""].kept
        assert not again["shop"].kept
        assert len(session.archive.versions.of(url)) == 2
        assert json.dumps([due.facts for due in session.archive.due.next()])
