"""Whole visits for tests, with a page that is at hand instead of a browser."""

from __future__ import annotations

from typing import Any

from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.plan import VisitRequest, plan_visit
from pagestrata.visit.time_limit import EXAMINE_SECONDS


def visit_page(
    archive: Archive,
    shown: Snapshot,
    *,
    url: str | None = None,
    fetched: Fetched | None = None,
    examine_seconds: float = EXAMINE_SECONDS,
    **asked: Any,
) -> Visit:
    """Visit a page that shows this, at the time it was captured; `asked` is what `VisitRequest` takes."""
    request = VisitRequest(url or shown.requested_url, **asked)
    plan = plan_visit(archive, request, now=shown.captured_at, examine_seconds=examine_seconds)
    return visit(plan, archive=archive, fetch=lambda _state: fetched, render=lambda _url: shown)
