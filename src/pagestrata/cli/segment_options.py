"""The options of every command that cuts pages into blocks, and what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.options import CUT, Function, into_record, option, option_group

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


def segment_options(function: Function) -> Function:
    """--segmenter, --pdoc, --level and --ignore. The command receives `segmentation`, None if none was given."""
    return segment_setting_options(into_record(function, "segmentation", _segmentation))


def segment_setting_options(function: Function) -> Function:
    """The options of `segment_options`, each on its own, for a command that stores them."""
    return option_group(
        option(
            "--ignore", section=CUT, metavar="CSS", multiple=True, help="Skip elements that match. Repeatable."
        ),
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
    )(function)  # fmt: skip


def given_segmentation(
    segmenter: str | None, pdoc: int | str | None, level: int | None, ignore: tuple[str, ...]
) -> dict[str, Any]:
    """Return the options that were given, after checking them together."""
    from pagestrata.visit.cut import SegmentOptions

    named = {"segmenter": segmenter, "pdoc": pdoc, "level": level, "ignore": ignore}
    given: dict[str, Any] = {name: value for name, value in named.items() if value not in (None, ())}
    if given:
        SegmentOptions(**given).check()
    return given


def _segmentation(
    segmenter: str | None, pdoc: int | str | None, level: int | None, ignore: tuple[str, ...]
) -> SegmentOptions | None:
    from pagestrata.visit.cut import SegmentOptions

    given = given_segmentation(segmenter, pdoc, level, ignore)
    return SegmentOptions(**given) if given else None
