"""Record a manual visit in the schedule of the daemon. Planning is loaded only if there is an entry to change."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from pagestrata.crawl.politeness import DELAY_SECONDS
from pagestrata.model.due import Due
from pagestrata.model.records import Visit, Watch

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


def settle_by_hand(archive: Archive, visit: Visit) -> None:
    """Count a manual visit like one of the daemon's, if its page is in the schedule; the period stays until the next plan."""
    watch = archive.watches.covering(visit.url)
    if watch is None:
        return
    entry_id = watch.id if archive.watches.of(visit.url) is not None else _entry_of_site_page(watch)
    if not archive.watches.is_in_schedule(entry_id):
        return
    if archive.due.hasten(entry_id, lambda due: _after_hand(due, watch, visit)):
        from pagestrata.app.planning.planning import host_of

        pause = timedelta(seconds=max(DELAY_SECONDS, visit.retry_after_seconds or 0.0))
        archive.due.note_visit(host_of(watch.url), now=visit.visited_at, pause=pause)


def _entry_of_site_page(watch: Watch) -> str:
    from pagestrata.app.watches import watch_id  # only now: most pages have a watch of their own

    return watch_id(watch.url)


def _after_hand(due: Due, watch: Watch, visit: Visit) -> Due:
    from pagestrata.app.planning.planning import LEAST_INTERVAL, LONGEST_INTERVAL, Planner

    after = Planner().settled(due, watch, visit, now=visit.visited_at)
    if watch.settings.interval_seconds is not None or watch.settings.paused or not visit.showed_page:
        return after
    before = due.due_at - due.last_at if due.last_at is not None else LEAST_INTERVAL
    return replace(after, due_at=visit.visited_at + min(max(before, LEAST_INTERVAL), LONGEST_INTERVAL))
