"""`pagestrata simulate`: new versions of a page, each with the true delta to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from pagestrata.capturing.options import CaptureOptions
from pagestrata.cli.archive_options import format_option
from pagestrata.cli.capture_options import capture_options, open_session
from pagestrata.cli.options import FOLDER_PATH, SectionedCommand, Settings, rarely_needed, with_settings
from pagestrata.cli.output import deliver, deliver_as
from pagestrata.cli.segment_options import segment_options
from pagestrata.comparing.simulate.simulator import Proportions
from pagestrata.comparing.simulate.simulator import simulate as changed
from pagestrata.errors import InputError, UsageError
from pagestrata.formats.deltas.videlta import write_videlta
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.model.blocks import BlockTree
from pagestrata.visit.cut import BEST_AND_FINE, SegmentOptions


@click.command(cls=SectionedCommand)
@click.argument("source")
@click.option("-o", "--output", type=FOLDER_PATH, required=True, help="Output folder.")
@click.option("--versions", type=click.IntRange(1, 1000), default=1, metavar="N", help="Number of versions.")
@click.option("--seed", type=int, default=1, metavar="N", help="Random seed; the same seed makes the same versions.")
@click.option(
    "--share", "shares", metavar="OPERATION=SHARE", multiple=True,
    help="Share of leaf blocks that an operation changes, 0 to 1. Repeatable.", show_default=".1 for each operation on elements",
)  # fmt: skip
@click.option("--renumber", is_flag=True, help="Renumber all blocks by position, as a new segmentation would.")
@segment_options
@format_option("text", "json", default="text")
@rarely_needed(capture_options)
@with_settings
def simulate(
    settings: Settings,
    /,
    source: str,
    output: Path,
    versions: int,
    seed: int,
    shares: tuple[str, ...],
    renumber: bool,
    form: str,
    segmentation: SegmentOptions | None,
    page: CaptureOptions,
) -> None:
    """Simulate new versions of a page: Vi-XML files 0.vixml, 1.vixml, … and the true deltas between them,
    1.videlta, …
    """
    proportions = proportions_of(shares)
    if output.exists() and any(output.iterdir()):
        raise InputError(f"{output} is not empty; name a new folder with -o")
    with open_session(settings, page) as session:
        tree = session.page(source, segmentation or BEST_AND_FINE).tree
    deliver_as(form, _write(tree, output, proportions, range(seed, seed + versions), renumber=renumber))


def _write(
    tree: BlockTree, folder: Path, proportions: Proportions, seeds: Sequence[int], *, renumber: bool
) -> list[dict[str, Any]]:
    """Write the versions, each made from the one before it; return the files and the number of changes of each."""
    deliver(write_vixml(tree), folder / "0.vixml")
    made = []
    for number, seed in enumerate(seeds, start=1):
        tree, delta = changed(tree, proportions, seed=seed, renumber=renumber)
        new, way = folder / f"{number}.vixml", folder / f"{number}.videlta"
        deliver(write_vixml(tree), new)
        deliver(write_videlta(delta), way)
        made.append({"version": str(new), "delta": str(way), "seed": seed, "changes": len(delta.changes)})
    return made


def proportions_of(shares: Sequence[str]) -> Proportions:
    """The given shares and 0 for all other operations; without any, those of the paper. Raises UsageError."""
    known = [field.name for field in fields(Proportions)]
    found = dict.fromkeys(known, 0.0) if shares else {}
    for text in shares:
        name, _, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in known:
            listed = ", ".join(known).replace("_", "-")
            raise UsageError(f"--share {text!r}: unknown operation; use one of {listed}")
        try:
            found[name] = float(value)
        except ValueError as error:
            raise UsageError(f"--share {text!r}: write OPERATION=SHARE, for example insert=.1") from error
        if not 0.0 <= found[name] <= 1.0:
            raise UsageError(f"--share {text!r}: a share is a number from 0 to 1, for example insert=.1")
    return Proportions(**found)
