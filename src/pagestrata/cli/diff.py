"""`pagestrata diff`: what changed between two versions, block by block. Exit 0: nothing, 1: something."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.capture_options import FILE, capture_options, open_session
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options

if TYPE_CHECKING:
    from pagestrata.assemble.session import Page
    from pagestrata.assemble.verdict import Verdict


@click.command()
@click.argument("old")
@click.argument("new")
@click.option("--format", "form", type=click.Choice(["text", "json", "videlta", "html", "png"]), default="text")
@click.option("--segmenter", metavar="NAME", help="vips, partition or coherence. [default: the best one]")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Dissimilar from this probability on. [default: 0.5]")
@click.option("--model", type=FILE, help="A decision model of your own, from `pagestrata train`.")
@click.option("--all", "show_all", is_flag=True, help="Do not fold unimportant changes.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@capture_options
@shared_options
@click.pass_obj
def diff(
    settings: Settings,
    /,
    old: str,
    new: str,
    form: str,
    segmenter: str | None,
    threshold: float | None,
    model: Path | None,
    show_all: bool,
    output: Path | None,
    **page: Any,
) -> int:
    """Compare two versions of a page: addresses, saved pages, WARC files, Vi-XML files or archived URL@TIME."""
    from pagestrata.assemble.verdict import judge

    with open_session(settings, page) as session:
        before = session.page(old, segmenter=segmenter)
        after = session.page(new, segmenter=segmenter)
        history = session.history(new)
    own_model = model.read_bytes() if model else None
    verdict = judge(before, after, history=history, threshold=threshold, model=own_model)
    verdict = replace(verdict, delta=replace(verdict.delta, from_version=old, to_version=new))
    coloured = form == "text" and output is None and sys.stdout.isatty()
    deliver(_answer(before, after, verdict, form, coloured=coloured, show_all=show_all), output)
    return 1 if verdict.delta.changes else 0


def _answer(before: Page, after: Page, verdict: Verdict, form: str, *, coloured: bool, show_all: bool) -> bytes | str:
    delta, weights, decision = verdict.delta, verdict.weights, verdict.decision
    if form == "json":
        from pagestrata.formats.delta_json import delta_to_json

        return as_json(delta_to_json(delta, weights, decision))
    if form == "videlta":
        from pagestrata.formats.videlta import write_videlta

        return write_videlta(delta)
    if form == "text":
        from pagestrata.report.diff_text import diff_text

        return diff_text(
            before.tree, after.tree, delta, weights=weights, decision=decision, coloured=coloured, show_all=show_all
        )
    pictures = {"old_png": before.screenshot_png, "new_png": after.screenshot_png}
    if form == "png":
        from pagestrata.report.diff_png import diff_png

        return diff_png(before.tree, after.tree, delta, weights=weights, **pictures)
    from pagestrata.report.diff_html import diff_html

    return diff_html(before.tree, after.tree, delta, weights=weights, decision=decision, **pictures)
