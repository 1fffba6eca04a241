"""What a block looks like in numbers: the features of Song et al. (WWW 2004) for the block importance model.

Spatial features: centre, width and height of the block, in pixels, relative to the page, and relative to the window
with the header and footer zones of the paper (a block near the top or bottom keeps its distance from that border; what
lies between is all 'middle'). Content features: number of images, links, link text, inner text, as they are and as a
share of the page's total. Everything comes from `Block` alone, so that a tree read back from Vi-XML is weighed like a
fresh one. Departures: the size of images and the number of form elements are not in a block and are left out; fonts,
colours, kinds of words and neighbours, which the paper did not have, are added (`block_hints`). Roles are left
out: they did not help, and a model without them stays valid when the segmenter learns to name blocks better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import EMPTY_BOX
from pagestrata.weigh.block_hints import HINTS, Features, hints_of

HEADER_ZONE_PX = 200.0
FOOTER_ZONE_PX = 200.0
FAR_PX = 1e7

SPATIAL = (
    "centre x", "centre y", "width", "height", "centre x of page", "centre y of page", "width of page",
    "height of page", "centre y by zones", "height of window", "distance from bottom", "area of page", "aspect",
    "top of window",
)  # fmt: skip
CONTENT = (
    "images", "links", "link characters", "characters", "share of images", "share of links",
    "share of link characters", "share of characters", "link density", "characters per link",
)  # fmt: skip
AROUND = (
    "rank by characters", "rank by area", "order", "blocks above", "blocks beside", "largest beside", "similar blocks",
    "characters of similar blocks", "density", "over main column", "beside main", "above main", "below main",
    "width of main", "characters in column", "links in column", "column width", "characters before", "characters after",
    "link density before", "link density after", "images before", "images after", "gap before", "gap after",
)  # fmt: skip
FEATURES: tuple[str, ...] = (*SPATIAL, *CONTENT, *AROUND, *HINTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The page around the blocks, never without area."""

    page_width: float
    page_height: float
    window_height: float
    url: str = ""

    @classmethod
    def of(cls, tree: BlockTree) -> Frame:
        boxes = [leaf.box for leaf in tree.leaves() if leaf.box.is_finite]
        right = max((box.right for box in boxes), default=0.0)
        bottom = max((box.bottom for box in boxes), default=0.0)
        return cls(
            page_width=max(1.0, tree.page_size[0] or tree.viewport[0] or right),
            page_height=max(1.0, tree.page_size[1] or bottom),
            window_height=max(1.0, float(tree.viewport[1] or 768)),
            url=tree.url,
        )


def block_features(leaves: Sequence[Block], frame: Frame) -> Features:
    """One row of `FEATURES` per block."""
    if not leaves:
        return np.zeros((0, len(FEATURES)))
    boxes = np.array([leaf.box if leaf.box.is_finite else EMPTY_BOX for leaf in leaves], np.float64)
    boxes = np.clip(boxes, [-FAR_PX, -FAR_PX, 0.0, 0.0], FAR_PX)  # a broken recording must not turn into infinities
    parts = (
        _spatial(boxes, frame),
        _content(leaves),
        _around(leaves, boxes),
        _context(leaves, boxes),
        hints_of(leaves, boxes, frame.url),
    )
    return np.column_stack(parts)


def _spatial(boxes: Features, frame: Frame) -> Features:
    x, y, width, height = boxes.T
    middle_x, middle_y = x + width / 2, y + height / 2
    page_width, page_height = frame.page_width, frame.page_height
    from_bottom = np.maximum(0.0, page_height - middle_y)
    zones = np.where(middle_y < HEADER_ZONE_PX, middle_y / (2 * HEADER_ZONE_PX), 0.5)
    zones = np.where(from_bottom < FOOTER_ZONE_PX, 1.0 - from_bottom / (2 * FOOTER_ZONE_PX), zones)
    return np.column_stack(
        (
            middle_x, middle_y, width, height,
            middle_x / page_width, middle_y / page_height, width / page_width, height / page_height,
            zones, height / frame.window_height, from_bottom, width * height / (page_width * page_height),
            np.log((width + 1) / (height + 1)), y / frame.window_height,
        )
    )  # fmt: skip


def _content(leaves: Sequence[Block]) -> Features:
    images = np.array([len(leaf.images) for leaf in leaves], np.float64)
    links = np.array([len(leaf.links) for leaf in leaves], np.float64)
    link_characters = np.array([sum(len(link.name) for link in leaf.links) for leaf in leaves], np.float64)
    characters = np.array([len(leaf.text) for leaf in leaves], np.float64)
    columns = (images, links, link_characters, characters)
    shares = [column / max(1.0, column.sum()) for column in columns]
    density = np.minimum(1.0, link_characters / np.maximum(1.0, characters))
    return np.column_stack((*columns, *shares, density, link_characters / np.maximum(1.0, links)))


def _around(leaves: Sequence[Block], boxes: Features) -> Features:
    """A block among the others: ranks, how many stand above and beside it, and how many look just like it."""
    count = len(leaves)
    characters = np.array([len(leaf.text) for leaf in leaves], np.float64)
    _, y, width, height = boxes.T
    area = width * height
    above = (y + height)[None, :] <= y[:, None] + 2
    beside = _overlaps(y, height) > 0.5 * np.minimum(height[:, None], height[None, :])
    np.fill_diagonal(beside, False)
    like_widths = np.abs(width[:, None] - width[None, :]) <= 3
    like_heights = np.abs(height[:, None] - height[None, :]) <= 0.25 * np.maximum(1.0, height[:, None])
    like = like_widths & like_heights
    largest = np.where(beside, area[None, :], 0.0).max(axis=1)
    return np.column_stack(
        (
            np.argsort(np.argsort(-characters, kind="stable")) / count,
            np.argsort(np.argsort(-area, kind="stable")) / count,
            np.arange(count) / count,
            above.sum(axis=1) / count,
            beside.sum(axis=1),
            np.log((largest + 1) / (area + 1)),
            like.sum(axis=1),
            (like @ characters) / max(1.0, characters.sum()),
            characters / np.maximum(1.0, area) * 1000,
        )
    )


def _context(leaves: Sequence[Block], boxes: Features) -> Features:
    """Where a block stands to the page's longest text, in which column, and what comes before and after it."""
    x, y, width, height = boxes.T
    plain = np.array([max(0, len(leaf.text) - sum(len(link.name) for link in leaf.links)) for leaf in leaves], float)
    characters = np.array([len(leaf.text) for leaf in leaves], np.float64)
    links = np.array([len(leaf.links) for leaf in leaves], np.float64)
    images = np.array([len(leaf.images) for leaf in leaves], np.float64)
    main = int(np.argmax(plain))
    across = _overlaps(x, width)
    same_column = across > 0.7 * np.maximum(1.0, np.minimum(width[:, None], width[None, :]))
    same_column &= np.abs(np.log((width[:, None] + 1) / (width[None, :] + 1))) < 0.7
    density = 1.0 - plain / np.maximum(1.0, characters)
    gaps = np.append(y[1:] - (y + height)[:-1], 0.0)
    return np.column_stack(
        (
            np.maximum(0.0, across[:, main]) / np.maximum(1.0, width),
            np.maximum(0.0, _overlaps(y, height)[:, main]) / np.maximum(1.0, height),
            y + height <= y[main] + 2,
            y >= y[main] + height[main] - 2,
            width / max(1.0, width[main]),
            (same_column @ characters) / max(1.0, characters.sum()),
            (same_column @ links) / max(1.0, links.sum()),
            same_column.sum(axis=1),
            _shifted(characters, 1), _shifted(characters, -1), _shifted(density, 1), _shifted(density, -1),
            _shifted(images, 1), _shifted(images, -1),
            np.clip(_shifted(gaps, 1), -2000, 2000), np.clip(gaps, -2000, 2000),
        )
    )  # fmt: skip


def _overlaps(start: Features, length: Features) -> Features:
    """How far each pair of intervals overlaps; negative for a gap."""
    end = start + length
    return np.asarray(np.minimum(end[:, None], end[None, :]) - np.maximum(start[:, None], start[None, :]))


def _shifted(column: Features, by: int) -> Features:
    """The value of the block before (1) or after (-1), -1 at the ends."""
    moved = np.roll(column, by)
    moved[0 if by > 0 else -1] = -1.0
    return moved
