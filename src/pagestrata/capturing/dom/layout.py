"""Boxes on the page: frame offsets, clipping by overflow, visibility and effective background.

Properties that flow down the tree are computed level by level: all rows of one depth at once.

Clipping follows the containing block (CSS 2.1, 11.1.1): an ancestor with overflow other than visible clips its
content, but not an absolutely positioned element whose containing block lies further up, nor a fixed one. So three clip
rectangles are handed down: for content in the flow, for absolute and for fixed elements. Transformed boxes are taken as
the rectangle around them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.capturing.dom.row_tree import RowTree
from pagestrata.capturing.dom.styles import Styles
from pagestrata.model.snapshot import BoolColumn, ColourColumn, IntColumn

Floats = npt.NDArray[np.float64]
Indexes = npt.NDArray[np.int64]
_WHITE = 0xFFFFFFFF
_UNCLIPPED_TAGS = frozenset({"HTML", "html"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    offset: Floats  # [n, 2] added to the coordinates of the row's own document
    box: Floats  # [n, 4]
    clipped: Floats  # [n, 4]
    visible: BoolColumn
    displays: tuple[str, ...]
    display: IntColumn
    background: ColourColumn


def lay_out(tree: RowTree, styles: Styles, *, page_size: tuple[float, float]) -> Layout:
    levels = list(_levels(tree.depth))
    laid_out = tree.layout >= 0
    box = _boxes(tree)
    offset = _frame_offsets(tree, styles, box)
    box[laid_out, :2] += offset[laid_out]
    contents = _fill_contents(tree, box, laid_out)
    clips = _clip_edges(tree, styles, box, levels, page_size)
    clipped = _intersection(box, clips)
    opaque = _cumulative_opacity(tree, styles, levels) > 0.001
    has_area = (clipped[:, 2] > 0) & (clipped[:, 3] > 0)
    shown = (laid_out & styles.visible) | contents
    displays, display = _displays(styles, laid_out, contents)
    return Layout(
        offset=offset,
        box=box,
        clipped=clipped,
        visible=np.asarray(shown & opaque & has_area),
        displays=displays,
        display=display,
        background=_effective_background(tree, styles, levels),
    )


def _levels(depth: Indexes) -> Iterator[Indexes]:
    """The rows of each depth, from the root down."""
    order = np.argsort(depth, kind="stable")
    bounds = np.flatnonzero(np.diff(depth[order])) + 1
    yield from np.split(order, bounds)


def _boxes(tree: RowTree) -> Floats:
    bounds = np.concatenate([np.asarray(d["layout"]["bounds"], np.float64).reshape(-1, 4) for d in tree.documents])
    box = np.where((tree.layout >= 0)[:, None], bounds[tree.layout], 0.0)
    return np.nan_to_num(box, nan=0.0, posinf=0.0, neginf=0.0)


def _frame_offsets(tree: RowTree, styles: Styles, box: Floats) -> Floats:
    """Where the origin of each row's document lies on the page: the frame's content box less its scroll position."""
    offset = np.zeros((len(tree), 2))
    roots = np.flatnonzero((tree.document != tree.document[tree.parent]) & (tree.parent >= 0))
    for root in roots.tolist():  # in document order: an outer frame comes before the frames inside it
        frame, number = int(tree.parent[root]), int(tree.document[root])
        document = tree.documents[number]
        inset = styles.border_width[frame, [3, 0]] + styles.padding[frame, [3, 0]]
        scrolled = (document.get("scrollOffsetX", 0.0), document.get("scrollOffsetY", 0.0))
        origin = box[frame, :2] + offset[frame] + inset - np.asarray(scrolled)
        offset[tree.document == number] = origin
    return offset


def _fill_contents(tree: RowTree, box: Floats, laid_out: BoolColumn) -> BoolColumn:
    """Elements without a box of their own around laid out ones (display: contents) get the union of those."""
    contents = np.zeros(len(tree), np.bool_)
    before = np.concatenate([[0], np.cumsum(laid_out)])
    inside = before[tree.end] - before[np.arange(len(tree)) + 1]
    for row in np.flatnonzero(~laid_out & ~tree.is_text & (inside > 0))[::-1].tolist():
        below = slice(row + 1, int(tree.end[row]))
        found = box[below][(box[below, 2] > 0) & (box[below, 3] > 0)]
        contents[row] = True
        if len(found):
            left, top = found[:, :2].min(axis=0)
            right, bottom = (found[:, :2] + found[:, 2:]).max(axis=0)
            box[row] = (left, top, right - left, bottom - top)
    return contents


def _clip_edges(
    tree: RowTree, styles: Styles, box: Floats, levels: list[Indexes], page_size: tuple[float, float]
) -> Floats:
    """[n, 4] left, top, right, bottom of what clips each row."""
    edges = np.column_stack([box[:, :2], box[:, :2] + box[:, 2:]])
    inner = edges + styles.border_width[:, [3, 0, 1, 2]] * np.array([1, 1, -1, -1])
    clips_x, clips_y, frames = _clipping(tree, styles)
    inner[frames] += styles.padding[frames][:, [3, 0, 1, 2]] * np.array([1, 1, -1, -1])
    tiny = (box[:, 2] <= 1) & (box[:, 3] <= 1) & (tree.layout >= 0) & (tree.end > np.arange(len(tree)) + 1)
    nothing_left = styles.cut_away | (clips_x & clips_y & tiny)  # a pixel for screen readers only
    bound = np.column_stack([
        np.where(clips_x, inner[:, 0], -np.inf), np.where(clips_y, inner[:, 1], -np.inf),
        np.where(clips_x, inner[:, 2], np.inf), np.where(clips_y, inner[:, 3], np.inf),
    ])  # fmt: skip
    bound[nothing_left] = (0.0, 0.0, 0.0, 0.0)
    absolute = _coded(styles.positions, styles.position, "absolute")
    fixed = _coded(styles.positions, styles.position, "fixed")
    static = _coded(styles.positions, styles.position, "static")
    page = np.array([0.0, 0.0, *page_size])
    applied = np.tile(page, (len(tree), 1))
    in_flow, for_absolute, for_fixed = applied.copy(), applied.copy(), applied.copy()
    for rows in levels:
        above = tree.parent[rows]
        if above[0] >= 0:
            taken = np.where(absolute[rows, None], for_absolute[above], in_flow[above])
            taken = np.where(fixed[rows, None], for_fixed[above], taken)
            applied[rows] = taken
        applied[rows] = np.where(nothing_left[rows, None], 0.0, applied[rows])
        own = _narrowed(applied[rows], bound[rows])
        in_flow[rows] = own
        contains = frames[rows] | styles.transformed[rows]
        for_absolute[rows] = np.where((contains | ~static[rows])[:, None], own, for_absolute[above])
        for_fixed[rows] = np.where(contains[:, None], own, for_fixed[above])
    return applied


def _clipping(tree: RowTree, styles: Styles) -> tuple[BoolColumn, BoolColumn, BoolColumn]:
    """Which rows clip their content sideways and vertically, and which are frames with a document inside."""
    frames = np.zeros(len(tree), np.bool_)
    roots = np.flatnonzero((tree.parent < 0) | (tree.document != tree.document[tree.parent]))
    frames[tree.parent[roots[tree.parent[roots] >= 0]]] = True
    inline = _coded(styles.display_names, styles.display, "inline") & ~frames
    replaced = np.asarray([name.lower() in {"img", "svg", "video", "canvas", "iframe"} for name in tree.names])
    clips_x, clips_y = styles.clips_x & (~inline | replaced), styles.clips_y & (~inline | replaced)
    for root in roots.tolist():  # the overflow of html, or else of body, belongs to the viewport
        passed_on = [root]
        if not (clips_x[root] or clips_y[root]):
            passed_on += [r for r in range(root + 1, int(tree.end[root])) if tree.names[r].lower() == "body"][:1]
        clips_x[passed_on] = clips_y[passed_on] = False
    return clips_x | frames, clips_y | frames, frames


def _coded(names: tuple[str, ...], column: IntColumn, wanted: str) -> BoolColumn:
    found: BoolColumn = np.equal(column, names.index(wanted) if wanted in names else -1)
    return found


def _narrowed(outer: Floats, bound: Floats) -> Floats:
    return np.column_stack([np.maximum(outer[:, :2], bound[:, :2]), np.minimum(outer[:, 2:], bound[:, 2:])])


def _intersection(box: Floats, clips: Floats) -> Floats:
    start = np.maximum(box[:, :2], clips[:, :2])
    stop = np.minimum(box[:, :2] + box[:, 2:], clips[:, 2:])
    size = stop - start
    empty = np.any(size <= 0, axis=1)
    return np.where(np.expand_dims(empty, 1), 0.0, np.column_stack([start, size]))


def _cumulative_opacity(tree: RowTree, styles: Styles, levels: list[Indexes]) -> Floats:
    opacity = styles.opacity.astype(np.float64)
    for rows in levels[1:]:
        opacity[rows] *= opacity[tree.parent[rows]]
    return opacity


def _displays(styles: Styles, laid_out: BoolColumn, contents: BoolColumn) -> tuple[tuple[str, ...], IntColumn]:
    codes = {name: code for code, name in enumerate(styles.display_names)}
    none, union = codes.setdefault("none", len(codes)), codes.setdefault("contents", len(codes))
    display = np.where(laid_out, styles.display, none)
    return tuple(codes), np.where(contents, union, display).astype(np.int32)


def _effective_background(tree: RowTree, styles: Styles, levels: list[Indexes]) -> ColourColumn:
    """Own colour over that of the ancestors, down to white."""
    channels = np.stack([(styles.background >> shift) & 0xFF for shift in (24, 16, 8)], axis=1).astype(np.float64)
    alpha = (styles.background & 0xFF).astype(np.float64)[:, None] / 255.0
    shown = np.full_like(channels, 255.0)
    for rows in levels:
        above = tree.parent[rows]
        under = np.where((above < 0)[:, None], 255.0, shown[above])
        shown[rows] = channels[rows] * alpha[rows] + under * (1 - alpha[rows])
    red, green, blue = np.round(shown).astype(np.uint32).T
    return np.asarray(red << 24 | green << 16 | blue << 8 | np.uint32(0xFF), np.uint32)
