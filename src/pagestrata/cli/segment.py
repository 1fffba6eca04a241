"""`pagestrata segment`: pages cut into visual blocks."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from pagestrata.app.sources import Source, parse_source
from pagestrata.capturing.options import CaptureOptions
from pagestrata.cli.archive_options import format_option
from pagestrata.cli.capture_options import capture_options, open_session
from pagestrata.cli.judge_options import checked_importance, importance_option
from pagestrata.cli.options import OUTPUT, SectionedCommand, Settings, option, with_settings
from pagestrata.cli.output import as_json, complain, deliver
from pagestrata.cli.segment_options import segment_options
from pagestrata.deciding.sides import Side
from pagestrata.errors import InputError, PagestrataError, UsageError
from pagestrata.formats.trees.tree_json import tree_to_json
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.report.blocks_html import blocks_html
from pagestrata.report.blocks_png import blocks_png
from pagestrata.visit.cut import BEST_AND_FINE, SegmentOptions, weighed
from pagestrata.weighing.blocks.main_content import main_text

SUFFIXES = {"json": ".json", "text": ".txt", "main": ".txt", "vixml": ".xml", "png": ".png", "html": ".html"}
OUTLINE_WORDS = 80


class FileNames:
    """Names of answers after their sources: PAGE, for other versions of the same file PAGE@TIME, and PAGE-2 at last."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, source: Source) -> str:
        timed = f"{source.stem}@{re.sub(r'[^0-9A-Za-z~]', '', source.time)}" if source.time else source.stem
        wanted = (source.stem, timed, *(f"{timed}-{number}" for number in range(2, len(self._taken) + 3)))
        name = next(name for name in wanted if name.casefold() not in self._taken)
        self._taken.add(name.casefold())
        return name


@click.command(cls=SectionedCommand)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@segment_options
@importance_option
@format_option(*SUFFIXES, default="json")
@option(
    "--colour-by",
    section=OUTPUT,
    type=click.Choice(["depth", "importance"]),
    default="depth",
    help="With --format png: what the colours of blocks mean.",
)
@option(
    "-o",
    "--output",
    section=OUTPUT,
    type=click.Path(path_type=Path),
    help="Output file, or folder for several sources.",
)
@capture_options
@with_settings
def segment(
    settings: Settings,
    /,
    sources: tuple[str, ...],
    importance: tuple[tuple[str, float], ...],
    form: str,
    colour_by: str,
    output: Path | None,
    segmentation: SegmentOptions | None,
    page: CaptureOptions,
) -> int:
    """Cut pages into visual blocks.

    `--format main` prints the text of the main content: what a person opens the page for, without menus, lists of
    other pages, advertisements and footers.
    """
    wanted = checked_importance(importance)
    folder = _folder(output, several=len(sources) > 1)
    failed, names = 0, FileNames()
    with open_session(settings, page, creates_archive=False) as session:
        for text in sources:
            try:
                source = parse_source(text)
                found = session.page(source, segmentation or BEST_AND_FINE, importance=wanted)
                answer = _answer(found, form, colour_by=colour_by)
            except PagestrataError as error:
                if len(sources) == 1:
                    raise
                failed = failed or _report_failure(text, error)
            else:
                deliver(answer, folder / f"{names.new(source)}{SUFFIXES[form]}" if folder else output)
    return failed


def _folder(output: Path | None, *, several: bool) -> Path | None:
    """The folder that answers go to; None for a single file or standard output."""
    if output is None:
        if several:
            raise UsageError("several sources need an output folder; add -o FOLDER")
        return None
    if several and output.is_file():
        raise UsageError(f"-o {output} is a file; name a folder for several sources")
    return output if several or output.is_dir() else None


def _report_failure(text: str, error: PagestrataError) -> int:
    """Say which of several sources failed; the exit code."""
    message = str(error)
    complain(message if message.startswith(text) else f"{text}: {message}")
    return error.exit_code


def _answer(page: Side, form: str, *, colour_by: str) -> bytes | str:
    if form in {"json", "text"}:
        blocks = tree_to_json(weighed(page.tree))
        return as_json(blocks) if form == "json" else _outline(blocks["blocks"])
    if form == "main":
        return main_text(page.tree) + "\n"
    if form == "vixml":
        return write_vixml(page.tree)
    if page.screenshot_png is None:
        raise InputError(
            f"--format {form} needs a rendered page; this source has block data only: use json, text, main or vixml"
        )
    if form == "png":
        scale = page.snapshot.device_pixel_ratio if page.snapshot else 1.0
        return blocks_png(page.tree, page.screenshot_png, device_pixel_ratio=scale, colour_by=colour_by)

    return blocks_html(page.tree, page.screenshot_png)


def _outline(blocks: Iterable[dict[str, Any]]) -> str:
    """A line a block: its ref, role and importance, and how its words begin, below the block it is part of."""
    depths: dict[str | None, int] = {None: -1}
    lines = []
    for block in blocks:
        depths[block["ref"]] = depth = depths[block["parent"]] + 1
        words = textwrap.shorten(block["text"], OUTLINE_WORDS, placeholder="…") if block["leaf"] else ""
        name = f"{'  ' * depth}{block['ref']}"
        lines.append(f"{name:<24} {block['role'] or '-':<12} {block['importance'] or 0:4.2f}  {words}".rstrip() + "\n")
    return "".join(lines)
