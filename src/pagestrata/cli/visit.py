"""`pagestrata visit`: one visit through the whole cascade, into the archive."""

from __future__ import annotations

from typing import Any

import click

from pagestrata.cli.capture_options import capture_options, open_session
from pagestrata.cli.judge_options import judge_options, model_option, take_judging
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.segment_options import segment_options, take_segmentation
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.model.records import Stage


@click.command()
@click.argument("url")
@click.option("--force", is_flag=True, help="Keep a version whatever the changes are worth.")
@click.option(
    "--stage",
    type=click.Choice(["unchanged", "quick", "refill", "render"]),
    help="End the visit with this stage at the latest; 'render' asks no other. Only a rendering keeps a version.",
)
@judge_options
@model_option
@segment_options
@capture_options
@shared_options
@click.pass_obj
def visit(settings: Settings, /, url: str, force: bool, stage: Stage | None, **options: Any) -> None:
    """Visit a page and keep a version if it changed in a way that matters.

    Stages that need no browser are asked first: unchanged, quick (nothing that shows changed), refill (only contents
    changed, and they do not matter). What they cannot tell is rendered, and so is every page once in a while.

    How a page is cut and judged is taken from its watch where no option says otherwise. The partition's level is
    remembered from visit to visit and adjusted by what they showed.
    """
    segmentation, judging = take_segmentation(options), take_judging(options)
    with open_session(settings, options) as session:
        outcome = session.visit(url, force=force, segmentation=segmentation, judging=judging, stage=stage)
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
                "level": outcome.level,
                "seconds": {name: outcome.seconds.get(name, 0.0) for name in STEPS},
            }
        )
    )


STEPS = ("fetch", "render", "segment", "compare", "weigh", "store")
