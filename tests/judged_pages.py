"""Small pages as block trees, for tests of `judging` without a browser."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pagestrata.judging.context import NOTHING_KNOWN, Context, Known, pair_blocks
from pagestrata.judging.edits import Edit, edits_of_block, edits_of_pair
from pagestrata.judging.findings import all_edits
from pagestrata.judging.model import NAMES, Evidence, evidence_of
from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Link
from pagestrata.model.geometry import Box

NOON = datetime(2026, 11, 17, 12, 0, tzinfo=UTC)


def block(
    ref: str, *lines: str, role: str = "article", x: float = 100.0, width: float = 600.0, links: tuple[Link, ...] = ()
) -> Block:
    """A leaf whose text has these lines."""
    text, ends = " ".join(lines), []
    for line in lines[:-1]:
        ends.append((ends[-1] + 1 if ends else 0) + len(line))
    box = Box(x, 100.0 * float(ref.rpartition(".")[2]), width, 80.0)
    return Block(
        ref=ref, text=text, line_ends=tuple(ends), role=role, box=box, style=BlockStyle(font_size=16.0), links=links
    )


def page(*blocks: Block, hours: float = 0.0) -> BlockTree:
    """A page that was seen so many hours after noon."""
    seen = NOON + timedelta(hours=hours)
    return BlockTree(blocks=blocks, captured_at=seen, viewport=(1366, 768), page_size=(1366.0, 2_000.0))


def edits(old: Block | None, new: Block | None) -> list[Edit]:
    """What changed from one block to the other."""
    if old is not None and new is not None:
        return edits_of_pair(old, new)
    return edits_of_block(old, "delete") if old is not None else edits_of_block(new, "insert")  # type: ignore[arg-type]


def evidence(old: BlockTree, new: BlockTree, known: Known = NOTHING_KNOWN) -> Evidence:
    return evidence_of(all_edits(pair_blocks(old, new)), Context(old, new, known))


def numbers(old: BlockTree, new: BlockTree, known: Known = NOTHING_KNOWN, *, edit: int = 0) -> dict[str, float]:
    """The evidence of one edit by name."""
    return dict(zip(NAMES, evidence(old, new, known).rows[edit].tolist(), strict=True))
