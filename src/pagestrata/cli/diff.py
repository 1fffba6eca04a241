"""`pagestrata diff`: what changed between two versions, block by block. Exit 0: nothing, 1: something."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagestrata.cli.archive_options import format_option, output_option, say
from pagestrata.cli.capture_options import capture_options, open_session
from pagestrata.cli.judge_options import judge_options
from pagestrata.cli.options import OUTPUT, SectionedCommand, Settings, option, rarely_needed, with_settings
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.segment_options import segment_options
from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.deciding.sides import Side
    from pagestrata.model.deltas import Delta
    from pagestrata.visit.cut import SegmentOptions
    from pagestrata.visit.judge import JudgeOptions, Verdict

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command(cls=SectionedCommand)
@click.argument("old")
@click.argument("new")
@format_option("text", "json", "videlta", "html", "png", default="text")
@segment_options
@judge_options
@option("--compact", section=OUTPUT, is_flag=True, help="With --format videlta: omit the text of deleted blocks.")
@option("--all", "show_all", section=OUTPUT, is_flag=True, help="Do not fold unimportant changes.")
@output_option
@rarely_needed(capture_options)
@with_settings
def diff(
    settings: Settings,
    /,
    old: str,
    new: str,
    form: str,
    compact: bool,
    show_all: bool,
    output: Path | None,
    segmentation: SegmentOptions | None,
    judging: JudgeOptions,
    page: CaptureOptions,
) -> int:
    """Compare two versions of a page, block by block. Exit 0 if they are the same, 1 if they differ.

    OLD and NEW are addresses, saved pages, WARC files, Vi-XML files or archived versions (URL@TIME).
    """
    from pagestrata.visit.cut import BEST_AND_FINE
    from pagestrata.visit.judge import judge

    if compact and form != "videlta":
        raise UsageError("--compact works only with --format videlta; omit it")
    with open_session(settings, page, creates_archive=False) as session:
        needs_file = form in {"png", "html"}
        before, after = (
            session.page(source, segmentation or BEST_AND_FINE, picture_file=needs_file) for source in (old, new)
        )
        volatility, judging = session.volatility(new), session.judging(new, judging)
    verdict = judge(before, after, judging, volatility=volatility)
    verdict = replace(verdict, delta=replace(verdict.delta, from_version=old, to_version=new))
    coloured = form == "text" and output is None and sys.stdout.isatty()
    if form == "videlta":
        deliver(_videlta(verdict.delta, compact=compact), output)
    else:
        deliver(
            _answer(before, after, verdict, form, coloured=coloured, show_all=show_all), output, is_painted=coloured
        )
    return 1 if verdict.delta.changes else 0


def _videlta(delta: Delta, *, compact: bool) -> bytes:
    from pagestrata.formats.deltas.videlta import deleted_characters, write_videlta

    if compact and (lost := deleted_characters(delta)):
        say(
            f"compact: {lost:,} characters of deleted blocks are omitted; the old version cannot be restored from this file"
        )
    return write_videlta(delta, reversible=not compact)


def _answer(before: Side, after: Side, verdict: Verdict, form: str, *, coloured: bool, show_all: bool) -> bytes | str:
    delta, weights, decision = verdict.delta, verdict.weights, verdict.decision
    if form == "json":
        from pagestrata.formats.trees.tree_json import delta_to_json

        return as_json(delta_to_json(delta, weights, decision))
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
