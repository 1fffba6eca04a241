"""The options of every command that cuts pages into blocks, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pagestrata.visit.cut import SegmentOptions

Function = TypeVar("Function", bound=Callable[..., Any])
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
    """--segmenter, --pdoc, --level and --ignore, which the command receives with its other options."""
    for option in (
        click.option("--ignore", metavar="CSS", multiple=True, help="Do not look at these elements. Repeatable."),
        click.option("--level", type=click.IntRange(1, 20), help="Depth of the block tree (partition)."),
        click.option("--pdoc", type=Granularity(), help="How fine the blocks are. [default: fine]"),
        click.option("--segmenter", metavar="NAME", help="vips, partition or coherence. [default: the best one]"),
    ):
        function = option(function)
    return function


def given_segmentation(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, checked together."""
    from pagestrata.visit.cut import SegmentOptions

    given = {name: values[name] for name in SETTINGS if values[name] not in (None, ())}
    if given:
        SegmentOptions(**given).check()
    return given


def take_segmentation(values: dict[str, Any]) -> SegmentOptions | None:
    """Takes the options out of a command's; None where none was given."""
    from pagestrata.visit.cut import SegmentOptions

    given = given_segmentation({name: values.pop(name) for name in SETTINGS})
    return SegmentOptions(**given) if given else None
