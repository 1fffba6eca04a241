"""The features of blocks for the block importance model, after Song et al. (WWW 2004).

Spatial features: centre, width and height of the block, in pixels, relative to the page, and relative to the window
with the header and footer zones of the paper (a block near the top or bottom keeps its distance from that border;
everything between is 'middle'). Content features: number of images, links, link text, inner text, as they are and as a
share of the page's total. Everything comes from `Block` alone, so that a tree read back from Vi-XML is weighed like a
fresh one. Departures: blocks do not store the size of images or the number of form elements, so these are omitted. Added
are fonts, colours, kinds of words and neighbours (`block_hints`), and signs (`model.signs`) by the share of text they cover.
Roles are omitted: they did not help, and a model without them stays valid when the segmenter assigns roles better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import EMPTY_BOX
from pagestrata.model.signs import SIGNS
from pagestrata.weighing.blocks.block_hints import HINTS, Features, hints_of

CALLED: tuple[str, ...] = tuple(f"called {name}" for name in SIGNS)
_COLUMN = {name: place for place, name in enumerate(SIGNS)}


def sign_features(leaves: Sequence[Block]) -> npt.NDArray[np.float64]:
    """Return a row for each name in `CALLED` with a number per block; zeros for blocks from archives without signs."""
    shares = np.zeros((len(CALLED), len(leaves)))
    for place, leaf in enumerate(leaves):
        length = max(1, len(leaf.text))
        for name, start, end in leaf.signs:
            shares[_COLUMN[name], place] += 1.0 if end > length else (end - start) / length
    return np.minimum(shares, 1.0)


Columns = tuple[Features, ...]

HEADER_ZONE_PX = 200.0
FOOTER_ZONE_PX = 200.0
FAR_PX = 1e7
MOST_PARTS = 9
"""Maximum number of parts of a coarse page. All annotated pages but one have no more top-level blocks."""
MOST_WITH_ALL, STRIDE, REACH = 4_000, 1_000, 2_000
"""Up to this number all blocks are compared with each other; above it, `STRIDE` at a time with `REACH` before and after."""

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
FEATURES: tuple[str, ...] = (*SPATIAL, *CONTENT, *AROUND, *HINTS, *CALLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The page around the blocks. Its area is never 0."""

    page_width: float
    page_height: float
    window_height: float
    url: str = ""
    title: str = ""
    coarse: bool = False  # the page is cut into a few large parts only

    @classmethod
    def of(cls, tree: BlockTree) -> Frame:
        width, height = tree.page_size[0] or tree.viewport[0], tree.page_size[1]
        if not (width and height):
            boxes = [leaf.box for leaf in tree.leaves() if leaf.box.is_finite]
            width = width or max((box.right for box in boxes), default=0.0)
            height = height or max((box.bottom for box in boxes), default=0.0)
        return cls(
            page_width=max(1.0, width),
            page_height=max(1.0, height),
            window_height=max(1.0, float(tree.viewport[1] or 768)),
            url=tree.url,
            title=tree.title,
            coarse=_is_coarse(tree),
        )


def _is_coarse(tree: BlockTree) -> bool:
    """Return whether the page is cut once, into a few large parts."""
    parts = [part for block in tree.blocks for part in block.children or (block,)]
    return len(parts) <= MOST_PARTS and not any(part.children for part in parts)


def block_features(leaves: Sequence[Block], frame: Frame) -> Features:
    """Return a row of `FEATURES` for each block."""
    if not leaves:
        return np.zeros((0, len(FEATURES)))
    boxes = finite_boxes(leaves)
    contents = _Contents.of(leaves)
    columns = (
        *_spatial(boxes, frame),
        *_content(contents),
        *_around(contents, boxes),
        *_context(contents, boxes),
        *hints_of(leaves, boxes, frame.url),
        *sign_features(leaves),
    )
    return np.array(columns, np.float64).T


def finite_boxes(leaves: Sequence[Block]) -> Features:
    """Return [blocks, 4] boxes, finite even for a broken recording."""
    flat = chain.from_iterable([leaf.box for leaf in leaves])
    boxes = np.fromiter(flat, np.float64, 4 * len(leaves)).reshape(-1, 4)
    boxes[~np.isfinite(boxes).all(axis=1)] = EMPTY_BOX
    return np.clip(boxes, [-FAR_PX, -FAR_PX, 0.0, 0.0], FAR_PX)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Contents:
    """Amounts of content in each block."""

    images: Features
    links: Features
    link_characters: Features
    characters: Features

    @classmethod
    def of(cls, leaves: Sequence[Block]) -> _Contents:
        links = [leaf.links for leaf in leaves]
        count = np.array([len(some) for some in links])
        lengths = np.array([len(name) for some in links for name, _ in some], np.float64)
        owner = np.repeat(np.arange(len(leaves)), count)
        return cls(
            images=np.array([len(leaf.images) for leaf in leaves], np.float64),
            links=count.astype(np.float64),
            link_characters=np.bincount(owner, lengths, minlength=len(leaves)).astype(np.float64),
            characters=np.array([len(leaf.text) for leaf in leaves], np.float64),
        )


def _spatial(boxes: Features, frame: Frame) -> Columns:
    x, y, width, height = boxes.T
    middle_x, middle_y = x + width / 2, y + height / 2
    page_width, page_height = frame.page_width, frame.page_height
    from_bottom = np.maximum(0.0, page_height - middle_y)
    zones = np.where(middle_y < HEADER_ZONE_PX, middle_y / (2 * HEADER_ZONE_PX), 0.5)
    zones = np.where(from_bottom < FOOTER_ZONE_PX, 1.0 - from_bottom / (2 * FOOTER_ZONE_PX), zones)
    return (
        middle_x, middle_y, width, height,
        middle_x / page_width, middle_y / page_height, width / page_width, height / page_height,
        zones, height / frame.window_height, from_bottom, width * height / (page_width * page_height),
        np.log((width + 1) / (height + 1)), y / frame.window_height,
    )  # fmt: skip


def _content(contents: _Contents) -> Columns:
    columns = (contents.images, contents.links, contents.link_characters, contents.characters)
    shares = [column / max(1.0, column.sum()) for column in columns]
    density = np.minimum(1.0, contents.link_characters / np.maximum(1.0, contents.characters))
    per_link = contents.link_characters / np.maximum(1.0, contents.links)
    return (*columns, *shares, density, per_link)


def _around(contents: _Contents, boxes: Features) -> Columns:
    """Compare each block with the others: ranks, how many are above and beside it, and how many have the same size."""
    characters = contents.characters
    count = len(characters)
    _, y, width, height = boxes.T
    area = width * height
    above = np.searchsorted(np.sort(y + height), y + 2, side="right")
    beside_count, largest, like_count, like_characters = np.zeros((4, count))
    for rows, others in _neighbourhoods(count):
        beside = _overlaps(y, height, rows, others) > 0.5 * np.minimum(height[rows, None], height[None, others])
        np.fill_diagonal(beside[:, rows.start - others.start :], False)
        like = np.abs(width[rows, None] - width[None, others]) <= 3
        like &= np.abs(height[rows, None] - height[None, others]) <= 0.25 * np.maximum(1.0, height[rows, None])
        beside_count[rows], largest[rows] = beside.sum(axis=1), (beside * area[others]).max(axis=1)
        like_count[rows], like_characters[rows] = like.sum(axis=1), like.astype(np.float64) @ characters[others]
    return (
        _ranks(-characters) / count,
        _ranks(-area) / count,
        np.arange(count) / count,
        above / count,
        beside_count,
        np.log((largest + 1) / (area + 1)),
        like_count,
        like_characters / max(1.0, characters.sum()),
        characters / np.maximum(1.0, area) * 1000,
    )


def _ranks(values: Features) -> Features:
    ranks = np.empty(len(values))
    ranks[np.argsort(values, kind="stable")] = np.arange(len(values))
    return ranks


def _context(contents: _Contents, boxes: Features) -> Columns:
    """Describe the position relative to the longest text of the page, the column, and the blocks before and after."""
    x, y, width, height = boxes.T
    characters, links, images = contents.characters, contents.links, contents.images
    plain = np.maximum(0.0, characters - contents.link_characters)
    main = int(np.argmax(plain))
    of_width, counted = np.log(width + 1), np.column_stack((characters, links))
    in_column, column_count = np.zeros((len(x), 2)), np.zeros(len(x))
    for rows, others in _neighbourhoods(len(x)):
        across = _overlaps(x, width, rows, others)
        same_column = across > 0.7 * np.maximum(1.0, np.minimum(width[rows, None], width[None, others]))
        same_column &= np.abs(of_width[rows, None] - of_width[None, others]) < 0.7
        in_column[rows], column_count[rows] = same_column.astype(np.float64) @ counted[others], same_column.sum(axis=1)
    beside_main = np.minimum(x + width, x[main] + width[main]) - np.maximum(x, x[main])
    density = 1.0 - plain / np.maximum(1.0, characters)
    gaps = np.clip(np.append(y[1:] - (y + height)[:-1], 0.0), -2000, 2000)
    down = np.minimum(y + height, y[main] + height[main]) - np.maximum(y, y[main])
    return (
        np.maximum(0.0, beside_main) / np.maximum(1.0, width),
        np.maximum(0.0, down) / np.maximum(1.0, height),
        y + height <= y[main] + 2,
        y >= y[main] + height[main] - 2,
        width / max(1.0, width[main]),
        *(in_column / np.maximum(1.0, (characters.sum(), links.sum()))).T,
        column_count,
        _before(characters), _after(characters), _before(density), _after(density), _before(images), _after(images),
        _before(gaps), gaps,
    )  # fmt: skip


def _neighbourhoods(count: int) -> Iterator[tuple[slice, slice]]:
    """Yield which blocks are compared with which: all with all on ordinary pages.

    In a table of a hundred thousand cells each is compared with those around it in the document only, so that time and
    memory grow linearly with the number of blocks.
    """
    if count <= MOST_WITH_ALL:
        yield slice(0, count), slice(0, count)
        return
    for start in range(0, count, STRIDE):
        end = min(count, start + STRIDE)
        yield slice(start, end), slice(max(0, start - REACH), min(count, end + REACH))


def _overlaps(start: Features, length: Features, rows: slice, others: slice) -> Features:
    """Return how far each of the rows overlaps each of the others; negative for a gap."""
    end = start + length
    ends, starts = np.minimum(end[rows, None], end[None, others]), np.maximum(start[rows, None], start[None, others])
    return np.asarray(ends - starts)


def _before(column: Features) -> Features:
    """Return the value of the previous block, -1 for the first."""
    return np.concatenate(((-1.0,), column[:-1]))


def _after(column: Features) -> Features:
    """Return the value of the next block, -1 for the last."""
    return np.concatenate((column[1:], (-1.0,)))
