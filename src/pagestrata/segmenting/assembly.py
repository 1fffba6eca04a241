"""Turn outlines into blocks: contents, boxes, roles and refs, in one way for all segmenters.

A block's box is drawn around its elements, empty padding included, as an author or reader would draw it. But some
elements reach over their neighbours: a paragraph next to floats, the row of a table with a cell that spans several rows, a
wrapper around absolutely placed parts. If that box contains what another block of the same layer shows, the block's box is drawn
around its own visible content alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pagestrata.model.blocks import OVERLAY_LAYER, PAGE_LAYER, Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import BoolColumn, Snapshot
from pagestrata.segmenting.contents import NOBODY, Contents, assign_owners
from pagestrata.segmenting.layout import Floats, Ints, Layout
from pagestrata.segmenting.outline import Outline
from pagestrata.segmenting.refs import name_blocks
from pagestrata.segmenting.roles import Evidence, role_of


def build_tree(snapshot: Snapshot, layout: Layout | None, outlines: Sequence[Outline], *, segmenter: str) -> BlockTree:
    """Return the block tree. The first outline is that of the page, the others are those of overlays."""
    return BlockTree(
        blocks=_Builder(layout, outlines).blocks() if layout is not None else (),
        url=snapshot.url,
        title=snapshot.title,
        captured_at=snapshot.captured_at,
        viewport=snapshot.viewport,
        page_size=snapshot.page_size,
        segmenter=segmenter,
    )


def adopt_strays(layout: Layout, leaf_rows: list[tuple[int, ...]]) -> Ints:
    """Return the owner of each row. Content that no leaf covers goes to the leaf before it in its layer.

    No segmenter should leave such content; this guarantees that no text is lost if one does.
    """
    owner = assign_owners(layout, leaf_rows)
    # The picture of a divided row is a background, so it is not assigned to a leaf.
    stray = np.flatnonzero((owner == NOBODY) & layout.is_content & (layout.child_count == 0))
    if not len(stray) or not leaf_rows:
        return owner
    layer = layout.layer
    home = [int(layer[rows[0]]) if rows else 0 for rows in leaf_rows]
    firsts = [rows[0] if rows else 0 for rows in leaf_rows]
    for row in stray.tolist():
        same_layer = [leaf for leaf in range(len(leaf_rows)) if home[leaf] == layer[row]]
        before = [leaf for leaf in same_layer if firsts[leaf] <= row]
        chosen = max(before, key=firsts.__getitem__) if before else min(same_layer, key=firsts.__getitem__, default=0)
        leaf_rows[chosen] = (*leaf_rows[chosen], row)
    return assign_owners(layout, leaf_rows)


def _drawn(leaf: Outline, rows: tuple[int, ...]) -> tuple[int, ...]:
    """Return the rows a leaf's box is drawn around: its frame, or else its own rows, and the rows it adopted."""
    return (*(leaf.frame or leaf.rows), *rows[len(leaf.rows) :])


class _Builder:
    def __init__(self, layout: Layout, outlines: Sequence[Outline]) -> None:
        self._layout = layout
        self._outlines = outlines
        self._refs = name_blocks(layout, outlines)
        leaves = [leaf for outline in outlines for leaf in outline.leaves()]
        self._leaf_of = {id(leaf): number for number, leaf in enumerate(leaves)}
        self._rows = [leaf.rows for leaf in leaves]
        owner = adopt_strays(layout, self._rows)
        self._boxes = draw_boxes(
            layout, [_drawn(leaf, rows) for leaf, rows in zip(leaves, self._rows, strict=True)]
        ).tolist()
        self._contents = Contents(layout, owner, len(leaves))
        self._owned = self._tallies(owner, len(leaves))

    def _tallies(self, owner: Ints, count: int) -> Floats:
        """[leaves, 6] characters, link characters, links, pictures, picture area and controls."""
        layout = self._layout
        own = layout.own
        area = (own[:, 2] - own[:, 0]) * (own[:, 3] - own[:, 1]) * layout.is_image
        columns = (
            layout.chars,
            layout.chars * layout.in_link,
            layout.is_link,
            layout.is_image,
            area,
            layout.is_control,
        )
        owned = owner != NOBODY
        sums = [np.bincount(owner[owned], weights=column[owned], minlength=count) for column in columns]
        return np.stack(sums, axis=1) if count else np.zeros((0, 6))

    def blocks(self) -> tuple[Block, ...]:
        layers = [PAGE_LAYER, *([OVERLAY_LAYER] * (len(self._outlines) - 1))]
        return tuple(self._block(outline, layer)[0] for outline, layer in zip(self._outlines, layers, strict=True))

    def _block(self, outline: Outline, layer: str) -> tuple[Block, Floats]:
        """The block and its tallies."""
        ref = self._refs[id(outline)]
        if not outline.children:
            return self._leaf(outline, ref, layer)
        built = [self._block(child, layer) for child in outline.children]
        tallies = np.sum([found for _, found in built], axis=0)
        children = tuple(block for block, _ in built)
        box = children[0].box
        for child in children[1:]:
            box = box.union(child.box)
        role = self._role(outline.rows, box, tallies, layer, is_leaf=False)
        block = Block(ref=ref, children=children, layer=layer, box=box, doc=outline.doc, role=role, rows=outline.rows)
        return block, tallies

    def _leaf(self, outline: Outline, ref: str, layer: str) -> tuple[Block, Floats]:
        leaf, contents = self._leaf_of[id(outline)], self._contents
        rows, tallies = self._rows[leaf], self._owned[leaf]
        left, top, right, bottom = self._boxes[leaf]
        box = Box(left, top, right - left, bottom - top)
        block = Block(
            ref=ref,
            links=contents.links(leaf),
            images=contents.images(leaf),
            text=contents.text(leaf),
            line_ends=contents.line_ends(leaf),
            signs=contents.signs(leaf, rows),
            layer=layer,
            box=box,
            doc=outline.doc,
            role=self._role(rows, box, tallies, layer, is_leaf=True),
            style=contents.style(leaf),
            rows=rows,
        )
        return block, tallies

    def _role(self, rows: Sequence[int], box: Box, tallies: Floats, layer: str, *, is_leaf: bool) -> str:
        chars, link_chars, links, images, image_area, controls = tallies.tolist()
        evidence = Evidence(
            rows=rows,
            box=box,
            chars=int(chars),
            link_chars=int(link_chars),
            links=int(links),
            images=int(images),
            image_area=image_area,
            controls=int(controls),
            is_overlay=layer == OVERLAY_LAYER,
            is_leaf=is_leaf,
        )
        return role_of(self._layout, evidence)


ROOMY = 1.02
"""Relative margin. A box that exceeds its content by less than this holds nothing else."""


def draw_boxes(layout: Layout, blocks: Sequence[tuple[int, ...]]) -> Floats:
    """[k, 4] left, top, right, bottom of blocks given by their top rows; zeros for a block without rows."""
    drawn = np.zeros((len(blocks), 4))
    filled = [number for number, rows in enumerate(blocks) if rows]
    if not filled:
        return drawn
    tops = [blocks[number] for number in filled]
    rows = np.array([row for some in tops for row in some], np.int64)
    counts = np.array([len(some) for some in tops])
    starts = np.cumsum(counts) - counts
    whole = _around(layout.extent[rows], starts)
    tight = _around(layout.content_extent[rows], starts)
    roomy = _area(whole) > ROOMY * _area(tight)
    crowded = np.zeros(len(filled), np.bool_)
    crowded[roomy] = _Contents(layout).hold_others(whole[roomy], [tops[i] for i in np.flatnonzero(roomy).tolist()])
    drawn[filled] = np.where(crowded[:, None], tight, whole)
    return drawn


def _around(corners: Floats, starts: Ints) -> Floats:
    lower = np.minimum.reduceat(corners[:, :2], starts, axis=0)
    return np.concatenate([lower, np.maximum.reduceat(corners[:, 2:], starts, axis=0)], axis=1)


def _area(corners: Floats) -> Floats:
    return np.asarray((corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1]))


class _Contents:
    """The middles of all pieces of content, from the top of the page down."""

    def __init__(self, layout: Layout) -> None:
        self._ends = layout.nodes.end
        self._layer = layout.layer
        # A row with children counts through its children; its own picture is their background.
        shown = layout.is_content & (layout.child_count == 0)
        self._before = np.concatenate([[0], np.cumsum(shown)])
        rows = np.flatnonzero(shown)
        left, top, right, bottom = layout.own[rows].T
        order = np.argsort(top + bottom, kind="stable")
        self._rows, self._x, self._y = rows[order], ((left + right) / 2)[order], ((top + bottom) / 2)[order]

    def hold_others(self, corners: Floats, blocks: Sequence[tuple[int, ...]]) -> BoolColumn:
        """Return whether each box contains the middle of content that its block does not own."""
        first = np.searchsorted(self._y, corners[:, 1], side="right")
        last = np.searchsorted(self._y, corners[:, 3], side="left")
        found = np.zeros(len(blocks), np.bool_)
        # Fast path: most blocks have no neighbour to the left or right, so all pieces at their height are their own.
        for number in np.flatnonzero(last - first > self._owned(blocks)).tolist():
            begins = np.sort(np.array(blocks[number], np.int64))
            rows, x = self._rows[first[number] : last[number]], self._x[first[number] : last[number]]
            at = np.searchsorted(begins, rows, side="right") - 1
            foreign = (at < 0) | (rows >= self._ends[begins[at]])
            across = (x > corners[number, 0]) & (x < corners[number, 2])
            found[number] = bool(np.any(foreign & across & (self._layer[rows] == self._layer[begins[0]])))
        return found

    def _owned(self, blocks: Sequence[tuple[int, ...]]) -> Ints:
        counts = np.array([len(rows) for rows in blocks], np.int64)
        rows = np.array([row for some in blocks for row in some], np.int64)
        pieces = np.concatenate([[0], np.cumsum(self._before[self._ends[rows]] - self._before[rows])])
        stops = np.cumsum(counts)
        return np.asarray(pieces[stops] - pieces[stops - counts])
