"""`pagestrata capture`: one page, recorded as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pagestrata.cli.capture_options import capture_options, read_options
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import InputError


@click.command()
@click.argument("source")
@click.option("--format", "form", type=click.Choice(["snapshot", "png", "html", "json"]), help="[default: by the file]")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@capture_options
@shared_options
@click.pass_obj
def capture(settings: Settings, /, source: str, form: str | None, output: Path | None, **page: Any) -> None:
    """Open a page and record what it shows: a snapshot, its picture, its DOM, or a summary."""
    from pagestrata.app.session import Session
    from pagestrata.formats.snapshots import write_snapshot

    kinds = {".snapshot": "snapshot", ".png": "png", ".html": "html", ".json": "json"}
    form = form or (kinds.get(output.suffix.lower(), "snapshot") if output else "json")
    with Session(browser=settings.browser, allow_private=settings.allow_private, options=read_options(page)) as session:
        found = session.snapshot(source)
    if form == "snapshot":
        return deliver(write_snapshot(found), output)
    if form == "html":
        return deliver(found.dom, output)
    if form == "png":
        if found.screenshot_png is None:
            raise InputError(f"{source} is {found.content_type or 'no HTML'} and has no picture; use --format snapshot")
        return deliver(found.screenshot_png, output)
    return deliver(
        as_json(
            {
                "url": found.url,
                "requested_url": found.requested_url,
                "redirects": [
                    {"url": hop.url, "status": hop.status, "location": hop.location} for hop in found.redirects
                ],
                "status": found.status,
                "content_type": found.content_type,
                "title": found.title,
                "captured_at": found.captured_at.isoformat(),
                "viewport": found.viewport,
                "page": found.page_size,
                "height_capped": found.height_capped,
                "nodes": len(found.nodes) if found.nodes is not None else 0,
                "responses": len(found.responses),
                "notes": found.notes,
                "seconds": dict(found.seconds),
            }
        ),
        output,
    )
