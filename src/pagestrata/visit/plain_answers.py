"""What a plain request brought, as a snapshot that nothing was rendered for."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pagestrata.model.fetched import Fetched
from pagestrata.model.snapshot import Response, Snapshot


def of_response(response: Response, now: datetime) -> Snapshot:
    """A response alone as a snapshot, without blocks."""
    from pagestrata.formats.html.page_writer import VIEWPORT_HEIGHT, WIDTH

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
    response = Response(
        url=fetched.url,
        status=fetched.status,
        headers=fetched.headers,
        body=fetched.body,
        resource_type="document",
        server_address=fetched.server_address,
        request_headers=fetched.request_headers,
    )
    return replace(of_response(response, now), requested_url=fetched.requested_url, redirects=fetched.redirects)
