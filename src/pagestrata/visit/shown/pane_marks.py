"""Where things are on the pictures of two versions: marks over blocks, arrows between them, pairs of blocks that stayed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.geometry import Box
from pagestrata.report.diff_groups import Group

GAP_SHARE = 0.06
"""Of the wider picture, between the two: room for arrows."""
MOST_PAIRS = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A block that changed, on one of the pictures; in pixels of that picture."""

    change: int  # number of the change it belongs to
    kind: str
    box: Box
    label: str = ""
    is_arrival: bool = False  # where elements of the block moved to
    is_folded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pane:
    """One of the two pages: its picture, and a sketch of the blocks below the end of the picture or where there is none."""

    side: str
    version: str
    width: float
    height: float
    has_picture: bool
    marks: tuple[Mark, ...]
    picture_height: float = 0.0

    @property
    def goes_on(self) -> bool:
        """Whether the page goes on below its picture."""
        return self.has_picture and self.height > self.picture_height


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """The way of a block, or of something in it, from the old picture to the new one, as an SVG path."""

    change: int
    kind: str
    path: str


def pane_of(side: str, version: str, shown: Side, groups: Sequence[Group], kinds: Sequence[str]) -> Pane:
    """One picture with the marks of the groups, numbered from 1."""
    picture = shown.picture
    size = picture.size if picture is not None else None
    (width, height), picture_height = size or page_size(shown.tree), size[1] if size else 0
    if size is not None and is_taller(shown.tree, size):
        height = page_size(shown.tree)[1]
    blocks = shown.tree.by_ref()
    frame = Box(0.0, 0.0, float(width), float(height))
    marks = [
        mark
        for number, (group, kind) in enumerate(zip(groups, kinds, strict=True), 1)
        for mark in _marks(number, kind, group, side, blocks, frame)
    ]
    return Pane(
        side=side,
        version=version,
        width=frame.width,
        height=frame.height,
        has_picture=picture is not None,
        marks=tuple(marks),
        picture_height=float(picture_height),
    )


def is_taller(tree: BlockTree, size: tuple[int, int]) -> bool:
    """Whether a page goes on below its picture, by more than a rounded pixel."""
    return tree.page_size[1] > size[1] + 1


def page_size(tree: BlockTree) -> tuple[float, float]:
    """Width and height that hold the page and whatever reaches out of it."""
    edges = [(x + width, y + height) for x, y, width, height in (block.box for block in tree.walk())]
    finite = [edge for edge in edges if math.isfinite(edge[0] + edge[1])]
    width, height = tree.page_size
    return max([1.0, width, *[right for right, _ in finite]]), max([1.0, height, *[bottom for _, bottom in finite]])


def _marks(number: int, kind: str, group: Group, side: str, blocks: Mapping[str, Block], frame: Box) -> Iterator[Mark]:
    arrivals = group.arrivals if side == "new" else ()
    for place, ref in enumerate((*group.refs(side), *arrivals)):
        block = blocks.get(ref)
        box = visible_part(block.box, frame) if block is not None else None
        if box is not None:
            is_arrival = place >= len(group.refs(side))
            yield Mark(
                change=number,
                kind="move" if is_arrival else kind,
                box=box,
                label=str(number) if place == 0 else "",
                is_arrival=is_arrival,
                is_folded=group.folded,
            )


def visible_part(box: Box, frame: Box) -> Box | None:
    """The part of a box that is on the picture; None where there is nothing to see."""
    if not box.is_finite:
        return None
    inside = box.intersection(frame)
    return Box(*(round(value, 1) for value in inside)) if inside.area else None


def arrows_between(panes: tuple[Pane, Pane], *, gap: float) -> tuple[Arrow, ...]:
    """From the old mark of each change to its new ones: where blocks moved, were split, or joined."""
    old, new = panes
    starts = _by_change(mark for mark in old.marks)
    ends = _by_change(mark for mark in new.marks)
    ways = (
        (number, source, target)
        for number, sources in starts.items()
        for source in sources
        for target in ends.get(number, ())
        if target.is_arrival or source.kind in {"move", "split", "merge"}
    )
    return tuple(
        Arrow(change=number, kind=target.kind, path=_path(source, target, old.width + gap))
        for number, source, target in ways
    )


def _by_change(marks: Iterable[Mark]) -> dict[int, list[Mark]]:
    found: dict[int, list[Mark]] = {}
    for mark in marks:
        found.setdefault(mark.change, []).append(mark)
    return found


def _path(source: Mark, target: Mark, shift: float) -> str:
    """A curve that leaves a block to the right and reaches the other from the left."""
    x1, y1 = source.box.right, source.box.y + min(source.box.height / 2, 60)
    x2, y2 = target.box.x + shift, target.box.y + min(target.box.height / 2, 60)
    bend = max(40.0, (x2 - x1) / 2)
    return f"M{x1:.0f} {y1:.0f}C{x1 + bend:.0f} {y1:.0f} {x2 - bend:.0f} {y2:.0f} {x2:.0f} {y2:.0f}"


def partners_of(before: BlockTree, after: BlockTree, delta: Delta) -> dict[str, str]:
    """ref of the old version -> ref of the same block in the new one."""
    if delta.matches:
        return {match.old: match.new for match in delta.matches}
    renames, known = dict(delta.patch.renames), after.by_ref()
    gone = {c.block for c in delta.changes if c.element == "block" and c.op in {"delete", "split", "merge"}}
    came = {c.block for c in delta.changes if c.element == "block" and c.op == "insert"}
    pairs = ((block.ref, renames.get(block.ref, block.ref)) for block in before.walk() if block.ref not in gone)
    return {old: new for old, new in pairs if new in known and new not in came}


def pairs_of_leaves(before: Side, after: Side, delta: Delta) -> list[list[int]]:
    """The leaf blocks that are in both pictures, each as eight numbers: its box in the old one and in the new one."""
    old, new = before.tree.by_ref(), after.tree.by_ref()
    found = []
    for ref, other in partners_of(before.tree, after.tree, delta).items():
        if ref in old and other in new and old[ref].is_leaf and old[ref].box.area and new[other].box.area:
            found.append([round(value) for value in (*old[ref].box, *new[other].box) if abs(value) < 1e7])
    return [pair for pair in found if len(pair) == 8][:MOST_PAIRS]
