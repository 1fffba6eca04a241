"""Whole visits for tests, with a page that is at hand instead of a browser."""

from __future__ import annotations

from typing import Any

from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.plan import VisitRequest, plan_visit


def visit_page(
    archive: Archive, shown: Snapshot, *, url: str | None = None, fetched: Fetched | None = None, **asked: Any
) -> Visit:
    """Visit a page that shows this, at the time it was captured; `asked` is what `plan_visit` takes."""
    plan = plan_visit(archive, VisitRequest(url or shown.requested_url, **asked), now=shown.captured_at)
    return visit(plan, archive=archive, fetch=lambda _state: fetched, render=lambda _url: shown)
