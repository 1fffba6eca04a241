"""The demo newspaper as a watched page: it changes a dozen times and is visited each time."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.trails import follow_block
from pagestrata.app.watches import change_watch, watch_for
from pagestrata.demo.site import ChangingSite
from pagestrata.visit.plan import VisitRequest

if TYPE_CHECKING:
    from pagestrata.app.session import Session

TITLE = "The Aldermouth Post (demo)"
TAG = "demo"
PAUSE_SECONDS = 2.0


def watch_demo(session: Session, *, stop: threading.Event, pause_seconds: float = PAUSE_SECONDS) -> int:
    """Visit every version of the demo site once; return the number of visits. The session must allow private addresses.

    The site is gone at the end, so its page is paused before the last visit, and the dashboard shows both together.
    """
    made = 0
    with ChangingSite() as site:
        watch = watch_for(session.archive, site.url, {"title": TITLE, "tags": [TAG]})
        steps = site.scenario()
        for step, (_, change) in enumerate(steps, 1):
            if stop.is_set():
                break
            change()
            if step == len(steps):
                change_watch(session.archive, watch, {"paused": True})
            session.attempt(VisitRequest(site.url))
            if not made:
                follow_block(session, site.url, Choice(css=".price"), name="Ferry ticket")
            made += 1
            stop.wait(pause_seconds)
        change_watch(session.archive, watch, {"paused": True})
    return made
