"""The options of every command that cuts pages into blocks, and the record that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.options import CUT, Function, given, option, option_record

if TYPE_CHECKING:
    from pagestrata.visit.cut import SegmentOptions

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

SETTINGS = ("segmenter", "pdoc", "level", "ignore")


class Granularity(click.ParamType[int | str]):
    """A degree of coherence from 1 to 10, or coarse or fine."""

    name = "N|coarse|fine"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        text = str(value).lower()
        if text in {"coarse", "fine"}:
            return text
        if not text.isdigit() or not 1 <= int(text) <= 10:
            self.fail(f"{value!r} is not a granularity; write 1 to 10, coarse or fine", param, ctx)
        return int(text)


_setting_options = (
    option("--ignore", section=CUT, metavar="CSS", multiple=True, help="Skip elements that match. Repeatable."),
    option(
        "--pdoc", section=CUT, type=Granularity(), metavar="N|coarse|fine",
        help="Size of the blocks: 1 (large) to 10 (small), coarse or fine.", show_default="fine",
    ),
    option(
        "--segmenter", section=CUT, rare=True, metavar="NAME",
        help="Segmenter: coherence, vips or partition.", show_default="the best one",
    ),
    option(
        "--level", section=CUT, rare=True, type=click.IntRange(1, 20), metavar="N",
        help="Depth of the block tree, for the partition segmenter.",
    ),
)  # fmt: skip


def segment_options(function: Function) -> Function:
    """--segmenter, --pdoc, --level and --ignore. The command receives `segmentation`, None if none was given."""
    return option_record("segmentation", _segmentation, *_setting_options)(function)


def segment_setting_options(function: Function) -> Function:
    """The options of `segment_options`, for a command that stores them. It receives `segmentation`, those given."""
    return option_record("segmentation", given_segmentation, *_setting_options)(function)


def given_segmentation(values: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given, after checking them together."""
    from pagestrata.visit.cut import SegmentOptions

    settings = given(values)
    if settings:
        SegmentOptions(**settings).check()
    return settings


def _segmentation(values: dict[str, Any]) -> SegmentOptions | None:
    from pagestrata.visit.cut import SegmentOptions

    settings = given_segmentation(values)
    return SegmentOptions(**settings) if settings else None
