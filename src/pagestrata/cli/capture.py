"""`pagestrata capture`: one page, recorded as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, output_option
from pagestrata.cli.capture_options import capture_options
from pagestrata.cli.options import SectionedCommand, Settings, with_settings
from pagestrata.cli.output import as_json, as_text, attributes, deliver
from pagestrata.errors import InputError

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.model.snapshot import Snapshot

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

KINDS = {".snapshot": "snapshot", ".png": "png", ".html": "html", ".json": "json", ".txt": "text"}


@click.command(cls=SectionedCommand)
@click.argument("source")
@format_option(*KINDS.values(), usual="by the suffix of the output file, otherwise json")
@output_option
@capture_options
@with_settings
def capture(settings: Settings, /, source: str, form: str | None, output: Path | None, page: CaptureOptions) -> None:
    """Capture a page as a snapshot, a screenshot, its HTML, or a summary (text, json)."""
    from pagestrata.app.session import Session
    from pagestrata.formats.snapshots import write_snapshot

    form = form or (KINDS.get(output.suffix.lower(), "snapshot") if output else "json")
    with Session(browser=settings.browser, allow_private=settings.allow_private, options=page) as session:
        found = session.snapshot(source)
    if form == "snapshot":
        return deliver(write_snapshot(found), output)
    if form == "html":
        return deliver(found.dom, output)
    if form == "png":
        if found.screenshot_png is None:
            raise InputError(f"{source} is {found.content_type or 'no HTML'} and has no picture; use --format snapshot")
        return deliver(found.screenshot_png, output)
    summary = _summary(found)
    return deliver(as_json(summary) if form == "json" else as_text(summary), output)


def _summary(found: Snapshot) -> dict[str, Any]:
    return {
        **attributes(found, "url", "requested_url"),
        "redirects": [attributes(hop, "url", "status", "location") for hop in found.redirects],
        **attributes(found, "status", "content_type", "title"),
        "captured_at": found.captured_at.isoformat(),
        "viewport": found.viewport,
        "page": found.page_size,
        "height_capped": found.height_capped,
        "nodes": len(found.nodes) if found.nodes is not None else 0,
        "responses": len(found.responses),
        "notes": found.notes,
        "seconds": dict(found.seconds),
    }
