"""Rendered documents as a layout and the mark-up of its blocks (paper 3, definition 5).

The layout is the document with a place left open for each block: it stays the same while blocks change, and a block
that comes back, here or on another page, is the same bytes. A leaf block may own several stretches of mark-up, and a
block may lie inside the stretch of another; stretches are cut so that none overlap, the inner one winning. Joining
puts the stretches back: plain slicing, so the document returns exactly, whatever its mark-up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pagestrata.errors import ArchiveError
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import NodeTable

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

MIN_SLICE_CHARACTERS = 48  # a shorter stretch costs more as an object than it saves


@dataclass(frozen=True, slots=True, kw_only=True)
class CutDocument:
    """A layout with its open places, and the stretches that fill them in document order."""

    layout: bytes
    slices: tuple[bytes, ...]
    owners: tuple[int, ...]  # per slice, the number of the leaf block it belongs to


def cut(dom: str, nodes: NodeTable | None, tree: BlockTree) -> CutDocument:
    """Cut a document along the leaf blocks of its tree."""
    stretches = _disjoint(_stretches(nodes, tree, len(dom))) if nodes is not None else []
    literal, slices, places, position = [], [], [], 0
    for start, end, _ in stretches:
        literal.append(_encode(dom[position:start]))
        places.append(len(literal[-1]))
        slices.append(_encode(dom[start:end]))
        position = end
    literal.append(_encode(dom[position:]))
    head = ",".join(map(str, places)).encode()
    return CutDocument(
        layout=head + b"\n" + b"".join(literal), slices=tuple(slices), owners=tuple(owner for *_, owner in stretches)
    )


def join(layout: bytes, slices: Sequence[bytes]) -> str:
    """Undo `cut`."""
    head, _, literal = layout.partition(b"\n")
    places = [int(place) for place in head.split(b",") if place]
    if len(places) != len(slices):
        raise ArchiveError(f"a layout has {len(places)} places for {len(slices)} blocks; run `pagestrata verify`")
    parts, position = [], 0
    for length, content in zip(places, slices, strict=True):
        parts += [literal[position : position + length], content]
        position += length
    parts.append(literal[position:])
    # Decoded piece by piece would split surrogates written as pairs; the whole is what was encoded.
    return b"".join(parts).decode("utf-8", "surrogatepass")


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _stretches(nodes: NodeTable, tree: BlockTree, length: int) -> Iterable[tuple[int, int, int]]:
    """Yield the stretches of mark-up of each leaf: those of its rows, with nested and touching ones joined."""
    import numpy as np  # not above: reading a document does not need it

    for owner, leaf in enumerate(tree.leaves()):
        rows = np.asarray([row for row in leaf.rows if 0 <= row < len(nodes)], np.intp)
        starts, ends = nodes.dom_start[rows], nodes.dom_end[rows]
        usable = (starts >= 0) & (ends > starts) & (ends <= length)
        current: tuple[int, int] | None = None
        for start, end in sorted(zip(starts[usable].tolist(), ends[usable].tolist(), strict=True)):
            if current is not None and start <= current[1]:
                current = (current[0], max(current[1], end))
                continue
            if current is not None:
                yield (*current, owner)
            current = (start, end)
        if current is not None:
            yield (*current, owner)


def _disjoint(stretches: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return disjoint stretches in document order; where two overlap, the shorter one wins."""
    kept: list[tuple[int, int, int]] = []
    for start, end, owner in sorted(stretches, key=lambda found: (found[1] - found[0], found)):
        if end - start < MIN_SLICE_CHARACTERS:
            continue
        place = bisect_left(kept, (start, end, owner))
        clear_before = place == 0 or kept[place - 1][1] <= start
        clear_behind = place == len(kept) or kept[place][0] >= end
        if clear_before and clear_behind:
            kept.insert(place, (start, end, owner))
    return kept
