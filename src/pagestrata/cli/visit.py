"""`pagestrata visit`: one visit through the whole cascade, into the archive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pagestrata.cli.capture_options import FILE, capture_options, open_session
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options


@click.command()
@click.argument("url")
@click.option("--force", is_flag=True, help="Keep a version whatever the changes are worth.")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Keep when the change matters with this probability.")
@click.option("--model", type=FILE, help="A decision model of your own, from `pagestrata train`.")
@capture_options
@shared_options
@click.pass_obj
def visit(
    settings: Settings, /, url: str, force: bool, threshold: float | None, model: Path | None, **page: Any
) -> None:
    """Visit a page and keep a version if it changed in a way that matters."""

    with open_session(settings, page) as session:
        outcome = session.visit(url, force=force, threshold=threshold, model=model.read_bytes() if model else None)
    deliver(
        as_json(
            {
                "url": outcome.url,
                "visited_at": outcome.visited_at.isoformat(),
                "stage": outcome.stage,
                "version": outcome.version,
                "kept": outcome.kept,
                "importance": outcome.importance,
                "score": outcome.score,
                "changes": outcome.changes,
                "reasons": outcome.reasons,
                "seconds": {name: outcome.seconds.get(name, 0.0) for name in STEPS},
            }
        )
    )


STEPS = ("fetch", "render", "segment", "compare", "weigh", "store")
