"""Columns that all segmenters read, derived once per snapshot: sanitised boxes, content counts, visual children.

Three departures from the bare DOM (notes §1, 'Modern pages'): a row's box is the union of what is visible below it, so
zero-height wrappers of floated or absolutely placed content keep their place; `display: contents` is transparent; and
rows lifted into an overlay are cut off from the parent they hang under, so that they add nothing to the page's boxes.
Sums and extremes over subtrees are rolled up one depth at a time: siblings of one depth are neighbours in document
order, so each step is one `reduceat`, and the whole is linear in the number of rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import BoolColumn, NodeTable, Snapshot

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

FAR_PX = 1e7
"""Limit of coordinates, so that a broken recording does not produce infinite areas."""

CONTROL_TAGS = ("input", "select", "textarea", "button", "meter", "progress")
HEADING_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6")
OPAQUE_TAGS = ("iframe", "frame", "embed", "object", "video", "audio", "canvas", "svg", "img", "picture")
INLINE_DISPLAYS = frozenset(
    {"inline", "contents", "none", "inline-block", "inline-flex", "inline-grid", "inline-table", "ruby", "ruby-text"}
)


@dataclass(frozen=True, slots=True)
class Level:
    """Rows of one depth, grouped by parent: group k is rows[starts[k]:starts[k + 1]] and hangs under parents[k]."""

    rows: Ints
    starts: Ints
    parents: Ints


def codes(nodes: NodeTable, tags: Iterable[str]) -> list[int]:
    """The tag codes of those tags that the page has."""
    return [code for tag in tags if (code := nodes.tag_code(tag)) >= 0]


def has_tag(nodes: NodeTable, tags: Iterable[str]) -> BoolColumn:
    """Return a mask of the rows with one of these tags."""
    wanted = np.zeros(len(nodes.tags), np.bool_)
    wanted[codes(nodes, tags)] = True
    return wanted[nodes.tag]


@dataclass(frozen=True, eq=False)
class Layout:
    """The derived columns of one snapshot; `overlays` are the roots of the lifted layers."""

    nodes: NodeTable
    page: Box
    overlays: tuple[int, ...] = ()

    @classmethod
    def of(cls, snapshot: Snapshot, *, overlays: tuple[int, ...] = ()) -> Layout:
        assert snapshot.nodes is not None
        width, height = (float(size) if np.isfinite(size) else 0.0 for size in snapshot.page_size)
        return cls(nodes=snapshot.nodes, page=Box(0.0, 0.0, max(width, 0.0), max(height, 0.0)), overlays=overlays)

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def parent(self) -> Ints:
        """The visual parent: overlays have none, `display: contents` is skipped."""
        parent, transparent = self.nodes.parent.astype(np.int64), self._is_transparent
        while np.any(climbing := (parent >= 0) & transparent[parent]):
            parent[climbing] = self.nodes.parent[parent[climbing]]
        parent[list(self.overlays)] = -1
        return parent

    @cached_property
    def _is_transparent(self) -> BoolColumn:
        displays = self.nodes.displays
        return np.asarray(self.nodes.display == (displays.index("contents") if "contents" in displays else -1))

    @cached_property
    def child_rows(self) -> Ints:
        """All rows that are a visual child of some row."""
        return np.flatnonzero(self.valid & (self.parent >= 0) & ~self._is_transparent)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """Deepest first, without the roots."""
        hanging = self.nodes.parent.astype(np.int64)
        hanging[list(self.overlays)] = -1
        depth = self.nodes.depth
        order = np.argsort(depth, kind="stable")
        order = order[hanging[order] >= 0]
        bounds = np.flatnonzero(np.diff(depth[order])) + 1
        levels = []
        for rows in reversed(np.split(order, bounds)):
            if len(rows):
                above = hanging[rows]
                starts = np.flatnonzero(np.diff(above, prepend=-2))
                levels.append(Level(rows, starts, above[starts]))
        return tuple(levels)

    def roll_up(self, values: Floats, reduce: np.ufunc) -> Floats:
        """Each row's value combined with those of all rows below it (of its own layer)."""
        total = values.copy()
        for level in self.levels:
            total[level.parents] = reduce(
                total[level.parents], reduce.reduceat(total[level.rows], level.starts, axis=0)
            )
        return total

    @cached_property
    def own(self) -> Floats:
        """[n, 4] left, top, right, bottom of the visible part of each row's own box; finite, never negative."""
        box = np.nan_to_num(self.nodes.clipped.astype(np.float64), nan=0.0, posinf=0.0, neginf=0.0)
        box = np.clip(box, -FAR_PX, FAR_PX)
        box[:, 2:] = box[:, :2] + np.maximum(box[:, 2:], 0.0)
        return box

    @cached_property
    def shown(self) -> BoolColumn:
        """Rows the reader can see: visible, with a box that has an area."""
        own = self.own
        return np.asarray(self.nodes.visible & (own[:, 2] > own[:, 0]) & (own[:, 3] > own[:, 1]))

    @cached_property
    def chars(self) -> Ints:
        """Visible characters per text row, white space folded."""
        chars = np.zeros(len(self), np.int64)
        rows = np.flatnonzero(self.nodes.is_text & self.shown)
        text = self.nodes.text
        chars[rows] = [len(" ".join(text[row].split())) for row in rows.tolist()]
        return chars

    @cached_property
    def is_image(self) -> BoolColumn:
        marked = np.zeros(len(self), np.bool_)
        marked[list(self.nodes.images)] = True
        return np.asarray(marked & self.shown)

    @cached_property
    def is_control(self) -> BoolColumn:
        return np.asarray(has_tag(self.nodes, CONTROL_TAGS) & self.shown)

    @cached_property
    def is_content(self) -> BoolColumn:
        """Rows with visible content of their own: text, pictures, controls, opaque frames."""
        opaque = has_tag(self.nodes, OPAQUE_TAGS) & self.shown
        return np.asarray((self.chars > 0) | self.is_image | self.is_control | opaque)

    @cached_property
    def spread(self) -> Floats:
        """[n, 8] left, top, -right, -bottom of what is visible in the subtree, and extremes of its text's font."""
        far = np.full((len(self), 8), np.inf)
        shown = self.shown & self.is_content
        own = self.own
        far[shown, 0:2], far[shown, 2:4] = own[shown, 0:2], -own[shown, 2:4]
        texts = self.chars > 0
        size, weight = self.nodes.font_size[texts], self.nodes.font_weight[texts]
        far[texts, 4], far[texts, 5], far[texts, 6], far[texts, 7] = size, -size, weight, -weight
        return self.roll_up(far, np.minimum)

    @cached_property
    def counts(self) -> Floats:
        """[n, 4] characters, texts, pictures and controls of the subtree."""
        own = np.stack([self.chars, self.chars > 0, self.is_image, self.is_control], axis=1).astype(np.float64)
        return self.roll_up(own, np.add)

    @cached_property
    def valid(self) -> BoolColumn:
        """Rows that show something: the valid nodes of VIPS."""
        return np.asarray(np.isfinite(self.spread[:, 0]))

    @cached_property
    def content_extent(self) -> Floats:
        """Return [n, 4] left, top, right, bottom around the visible content below each row, without its own padding."""
        spread = self.spread[:, :4].copy()
        spread[~self.valid] = 0.0
        spread[:, 2:] *= -1.0
        return spread

    @cached_property
    def extent(self) -> Floats:
        """[n, 4] left, top, right, bottom: the own box where it is shown, around everything visible below it."""
        spread = self.content_extent.copy()
        shown = self.shown & self.valid
        own = self.own[shown]
        spread[shown, :2] = np.minimum(spread[shown, :2], own[:, :2])
        spread[shown, 2:] = np.maximum(spread[shown, 2:], own[:, 2:])
        return spread

    @cached_property
    def area(self) -> Floats:
        extent = self.extent
        return np.asarray((extent[:, 2] - extent[:, 0]) * (extent[:, 3] - extent[:, 1]))

    @cached_property
    def is_inline(self) -> BoolColumn:
        """Rows that break no line: text and inline elements."""
        inline = np.array([display in INLINE_DISPLAYS for display in self.nodes.displays])
        return np.asarray(self.nodes.is_text | inline[self.nodes.display])

    @cached_property
    def is_link(self) -> BoolColumn:
        marked = np.zeros(len(self), np.bool_)
        marked[list(self.nodes.links)] = True
        return np.asarray(marked & self.valid)

    @cached_property
    def in_link(self) -> BoolColumn:
        """Rows inside a link, the link itself included."""
        rows = np.array(sorted(self.nodes.links), np.int64)
        steps = np.zeros(len(self) + 1, np.int64)
        np.add.at(steps, rows, 1)
        np.add.at(steps, self.nodes.end[rows], -1)
        return np.asarray(np.cumsum(steps)[:-1] > 0)

    @cached_property
    def copyright_marks(self) -> BoolColumn:
        """Text rows with a copyright sign, which are typical of footers."""
        marked = np.zeros(len(self), np.bool_)
        text = self.nodes.text
        rows = np.flatnonzero(self.chars > 0).tolist()
        marked[[row for row in rows if "©" in text[row] or "copyright" in text[row].lower()]] = True
        return marked

    @cached_property
    def layer(self) -> Ints:
        """The number of the layer each row is in: 0 for the page, then the overlays."""
        layer = np.zeros(len(self), np.int64)
        for number, overlay in enumerate(self.overlays, start=1):
            # Overlays are never nested.
            layer[overlay : int(self.nodes.end[overlay])] = number
        return layer

    def foreign_rows(self, root: int) -> BoolColumn:
        """Return the rows that belong to another layer than a root."""
        return np.asarray(self.layer != self.layer[root])

    @cached_property
    def is_heading(self) -> BoolColumn:
        return np.asarray(has_tag(self.nodes, HEADING_TAGS))

    @cached_property
    def is_ruled_line(self) -> BoolColumn:
        return np.asarray((self.nodes.tag == self.nodes.tag_code("hr")) & self.shown)

    @cached_property
    def ruled_lines(self) -> Floats:
        """[k, 4] the extents of the <hr> elements."""
        return np.asarray(self.own[self.is_ruled_line])

    @cached_property
    def _child_index(self) -> tuple[list[int], list[int]]:
        """All children, grouped by parent, and where the group of each row begins."""
        rows = self.child_rows
        parents = self.parent[rows]
        order = np.argsort(parents, kind="stable")
        starts = np.searchsorted(parents[order], np.arange(len(self) + 1))
        return rows[order].tolist(), starts.tolist()

    def children(self, row: int) -> list[int]:
        """The valid visual children, in document order."""
        rows, starts = self._child_index
        return rows[starts[row] : starts[row + 1]]

    @cached_property
    def child_count(self) -> Ints:
        return np.bincount(self.parent[self.child_rows], minlength=len(self))

    def box(self, rows: Iterable[int]) -> Box:
        """The smallest box around those rows; empty without rows."""
        chosen = self.extent[list(rows)]
        if not len(chosen):
            return Box(0.0, 0.0, 0.0, 0.0)
        left, top = chosen[:, :2].min(axis=0).tolist()
        right, bottom = chosen[:, 2:].max(axis=0).tolist()
        return Box(left, top, right - left, bottom - top)
