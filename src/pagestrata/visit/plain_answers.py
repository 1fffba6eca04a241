"""What a plain request brought: that nothing changed, or a snapshot that nothing was rendered for."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.model.visit_result import VisitResult
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.remember import after_no_change

if TYPE_CHECKING:
    from pagestrata.model.snapshot import Response, Snapshot

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).


def of_response(response: Response, now: datetime) -> Snapshot:
    """A response alone as a snapshot, without blocks."""
    from pagestrata.formats.html.page_writer import VIEWPORT_HEIGHT, WIDTH
    from pagestrata.model.snapshot import Snapshot  # only now: most answers say that nothing changed

    return Snapshot(
        requested_url=response.url,
        url=response.url,
        status=response.status,
        headers=response.headers,
        title="",
        captured_at=now,
        viewport=(int(WIDTH), VIEWPORT_HEIGHT),
        page_size=(0.0, 0.0),
        height_cap_px=0,
        nodes=None,
        dom="",
        screenshot_png=None,
        responses=(response,),
    )


def of_fetched(fetched: Fetched, now: datetime) -> Snapshot:
    """The answer to a plain request, as a browser would have recorded it."""
    from pagestrata.model.snapshot import Response

    response = Response(
        url=fetched.url,
        status=fetched.status,
        headers=fetched.headers,
        body=fetched.body,
        resource_type="document",
        server_address=fetched.server_address,
        request_headers=fetched.request_headers,
        certificates=fetched.certificates,
    )
    plain = of_response(response, now)
    return replace(plain, requested_url=fetched.requested_url, redirects=fetched.redirects, notes=fetched.notes)


def with_certificates(snapshot: Snapshot, fetched: Fetched | None) -> Snapshot:
    """A snapshot that lacks the certificates of its server, with those that the plain request of the same visit saw there."""
    if fetched is None or not fetched.certificates or not snapshot.responses or snapshot.responses[0].certificates:
        return snapshot
    page, *others = snapshot.responses
    if urlsplit(page.url)[:2] != urlsplit(fetched.url)[:2]:
        return snapshot
    return replace(snapshot, responses=(replace(page, certificates=fetched.certificates), *others))


def examine_fetched(
    plan: VisitPlan, state: PageState, fetched: Fetched, *, seconds: Mapping[str, float] | None = None
) -> VisitResult | None:
    """The findings where a plain answer shows that nothing changed; None where only a browser can tell.

    Only 'not modified' and the same bytes count; behind the same bytes a script may show something new.
    """
    last = state.last
    if last is None or plan.force:
        return None
    same = fetched.status == last.status and hashlib.sha256(fetched.body).hexdigest() == last.digest
    if not (fetched.not_modified or (same and (plan.is_import or b"<script" not in fetched.body.lower()))):
        return None
    outcome = Visit(url=plan.url, visited_at=plan.now, stage="unchanged", version=None, kept=False)
    return VisitResult(visit=replace(outcome, seconds=dict(seconds or {})), memory=after_no_change(state))
