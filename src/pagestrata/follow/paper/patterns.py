"""The four patterns of paper 2: where a block is (area), what leads to it (path), what is in and what is around it.

The area pattern: the rectangle of a block on the rendered page (paper 2 §4.1, §4.2, §5.2.1).

A = (left, right, width, top, bottom, height). Per axis a candidate scores 2 if at least two of the three components
agree, 1 for one, 0 otherwise; the similarity is the sum over both axes / 4. Where one area lies inside the other the
overlap ratio counts instead if it is larger.

Adaption keeps the components that two samples share within 10 px, as their mean, and empties the others (None). A
pattern with empty components is compared over its other components only: agreeing / non-empty, within the same 10 px.

The context pattern: the texts and images around a block (paper 2 §4.1, §4.2, §5.2.1).

X is the set of texts and image addresses outside the block whose distance on the page is below 50 px. The similarity
is the share of X found around a candidate; an empty X has similarity 0 with everything. Adaption keeps what all
samples share. Distance (left open in the paper) is the gap between the two rectangles, 0 where they touch.

The content pattern: the texts and images inside a block (paper 2 §4.1, §4.2, §5.2.1).

N is a set of pairs (text or image address, tag path from the block's root). The similarity is the share of N that a
candidate has, not the Jaccard measure: a block with more new content is no worse. An empty N has similarity 0 with
everything. Adaption keeps the pairs that all samples share.

The path pattern: tags and same-tag indexes from the body to the block (paper 2 §4.1, §4.2, §5.2.1).

Similarity: 1 per equal tag and 1 more per equal index, counted from the top and from the bottom, each until the first
tag that differs; the larger count / (2 * the longer path).

Adaption keeps the longest common top and the longest common bottom of two paths (equal tags; indexes that differ
become *), once with the top first and once with the bottom first, and takes the richer of the two; what lies between
is '...' and matches any steps. A pattern with a gap scores both ends, again once per order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pagestrata.errors import UsageError
from pagestrata.follow.page import PATH_BASE, Page, Scores, gaps, tag_mark
from pagestrata.model.geometry import Box

ADAPTION_PX = 10.0
EXACT_PX = 0.5
"""Browsers report fractions of a pixel; the paper's 'same' means the same pixel."""


RADIUS_PX = 50.0


GAP = "..."


@dataclass(frozen=True, slots=True)
class AreaPattern:
    """left, right, width, top, bottom, height; None is the paper's * (not fixed)."""

    components: tuple[float | None, ...]

    @classmethod
    def of_box(cls, box: Box) -> AreaPattern:
        """The pattern of a box; one without area (not in the paper) says nothing, since all of them would agree."""
        if not box.area:
            return cls((None,) * 6)
        return cls((box.x, box.right, box.width, box.y, box.bottom, box.height))

    @property
    def is_complete(self) -> bool:
        return None not in self.components

    def adapted(self, sample: AreaPattern) -> AreaPattern:
        """The vague pattern that both fit."""
        pairs = zip(self.components, sample.components, strict=True)
        return AreaPattern(tuple(_merged(old, new) for old, new in pairs))

    def similarity(self, boxes: npt.NDArray[np.floating]) -> Scores:
        """Return the similarity of each box [n, 4] (x, y, width, height)."""
        components = _components(boxes)
        if not self.is_complete:
            return self._vague_similarity(components)
        wanted = np.array(self.components, np.float64)
        agree = np.abs(components - wanted) <= EXACT_PX
        scores = (_axis_score(agree[:, :3]) + _axis_score(agree[:, 3:])) / 4.0
        return np.maximum(scores, _nested_overlap(wanted, components))

    def candidates(self, page: Page) -> npt.NDArray[np.intp]:
        """Elements that agree in every component that is not empty."""
        fixed = [number for number, value in enumerate(self.components) if value is not None]
        if not fixed:
            return np.empty(0, np.intp)
        wanted = np.array([self.components[number] for number in fixed], np.float64)
        tolerance = EXACT_PX if self.is_complete else ADAPTION_PX
        agree = np.abs(_components(page.nodes.box)[:, fixed] - wanted) <= tolerance
        return np.flatnonzero(agree.all(axis=1) & page.is_element)

    def _vague_similarity(self, components: Scores) -> Scores:
        fixed = [number for number, value in enumerate(self.components) if value is not None]
        if not fixed:
            return np.zeros(len(components))
        wanted = np.array([self.components[number] for number in fixed], np.float64)
        return np.asarray((np.abs(components[:, fixed] - wanted) <= ADAPTION_PX).mean(axis=1))


def _merged(old: float | None, new: float | None) -> float | None:
    if old is None or new is None or abs(old - new) > ADAPTION_PX:
        return None
    return (old + new) / 2


def _components(boxes: npt.NDArray[np.floating]) -> Scores:
    x, y, width, height = boxes.astype(np.float64).T
    return np.stack([x, x + width, width, y, y + height, height], axis=1)


def _axis_score(agree: npt.NDArray[np.bool_]) -> npt.NDArray[np.int_]:
    return np.asarray(np.minimum(agree.sum(axis=1), 2))


def _nested_overlap(wanted: Scores, components: Scores) -> Scores:
    """Smaller area / larger area where one lies inside the other, else 0."""
    left, right, _, top, bottom, _ = components.T
    inside = (left >= wanted[0]) & (right <= wanted[1]) & (top >= wanted[3]) & (bottom <= wanted[4])
    around = (left <= wanted[0]) & (right >= wanted[1]) & (top <= wanted[3]) & (bottom >= wanted[4])
    own, theirs = wanted[2] * wanted[5], components[:, 2] * components[:, 5]
    larger = np.maximum(own, theirs)
    ratio = np.minimum(own, theirs) / np.where(larger > 0, larger, 1.0)
    return np.where(inside | around, ratio, 0.0)


@dataclass(frozen=True, slots=True)
class ContextPattern:
    texts: frozenset[str]

    @classmethod
    def of_row(cls, page: Page, row: int) -> ContextPattern:
        nodes = page.nodes
        if not nodes.visible[row]:
            return cls(frozenset())
        leaves = page.leaf_rows[nodes.visible[page.leaf_rows]]
        outside = leaves[(leaves < row) | (leaves >= nodes.end[row])]
        near = outside[gaps(nodes.box[outside], nodes.box[row]) < RADIUS_PX]
        return cls(frozenset(page.leaves[int(leaf)] for leaf in near))

    def adapted(self, sample: ContextPattern) -> ContextPattern:
        return ContextPattern(self.texts & sample.texts)

    def similarity(self, page: Page) -> Scores:
        """Return the similarity of every row."""
        nodes, scores = page.nodes, np.zeros(len(page))
        for text in self.texts:
            leaves = [leaf for leaf in page.rows_of_leaf.get(text, ()) if nodes.visible[leaf]]
            if leaves:
                near = np.concatenate([page.rows_near(leaf, RADIUS_PX) for leaf in leaves])
                scores[near if len(leaves) == 1 else np.unique(near)] += 1.0
        return scores / len(self.texts) if self.texts else scores

    def candidates(self, page: Page) -> npt.NDArray[np.intp]:
        """Elements with at least one of the texts around them."""
        return np.flatnonzero((self.similarity(page) > 0) & page.is_element)


@dataclass(frozen=True, slots=True)
class ContentPattern:
    elements: frozenset[tuple[str, str]]

    @classmethod
    def of_row(cls, page: Page, row: int) -> ContentPattern:
        leaves = page.leaves
        return cls(frozenset((leaves[int(leaf)], page.tag_path(row, int(leaf))) for leaf in page.leaves_below(row)))

    def adapted(self, sample: ContentPattern) -> ContentPattern:
        return ContentPattern(self.elements & sample.elements)

    def similarity(self, page: Page) -> Scores:
        """Return the similarity of every row. A leaf supports one row per pair: the ancestor at the tag path's other end."""
        found = [
            (number, leaf, *_measured(path))
            for number, (content, path) in enumerate(self.elements)
            for leaf in page.rows_of_leaf.get(content, ())
        ]
        if not found:
            return np.zeros(len(page))
        numbers, leaves, lengths = np.array([entry[:3] for entry in found], np.intp).T
        rows, there = _ancestors(page, leaves, lengths, np.array([entry[3] for entry in found], np.uint64))
        pairs = np.unique(numbers[there] * len(page) + rows[there])
        return np.bincount(pairs % len(page), minlength=len(page)) / len(self.elements)

    def candidates(self, page: Page) -> npt.NDArray[np.intp]:
        """Elements with at least one of the pairs."""
        return np.flatnonzero((self.similarity(page) > 0) & page.is_element)


@lru_cache(maxsize=1 << 14)
def _measured(path: str) -> tuple[int, int]:
    """How many tags a path has, and their hash."""
    steps, key = path.split("/")[1:], 0
    for tag in steps:
        key = (key * int(PATH_BASE) + tag_mark(tag)) & 0xFFFFFFFFFFFFFFFF
    return len(steps), key


def _ancestors(
    page: Page, leaves: npt.NDArray[np.intp], lengths: npt.NDArray[np.intp], keys: npt.NDArray[np.uint64]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """The rows from which paths lead to leaves, and whether there are such."""
    nodes = page.nodes
    holders = np.where(nodes.is_text[leaves], nodes.parent[leaves], leaves)
    top_depth = nodes.depth[holders] - lengths + 1
    there = (top_depth >= 0) & (nodes.depth[holders] < page.lineage.shape[1])
    rows = page.lineage[holders, np.where(there, top_depth, 0)].astype(np.intp)
    above = nodes.parent[rows]
    # The polynomial of a lower part of a lineage: that of the whole less that of what is above, moved up.
    powers = np.array([pow(int(PATH_BASE), int(length), 1 << 64) for length in lengths.tolist()], np.uint64)
    upper = np.where(above >= 0, page.path_hash[above] * powers, np.uint64(0))
    return rows, there & (page.path_hash[holders] - upper == keys)


@dataclass(frozen=True, slots=True)
class Step:
    tag: str
    index: int | None  # None is the paper's *

    def __str__(self) -> str:
        return f"{self.tag}[{'*' if self.index is None else self.index}]"


@dataclass(frozen=True, slots=True)
class PathPattern:
    """`top`, then any steps if `has_gap`, then `bottom`. A plain path has everything in `top`."""

    top: tuple[Step, ...]
    bottom: tuple[Step, ...] = ()
    has_gap: bool = False

    @classmethod
    def parse(cls, path: str) -> PathPattern:
        """'body[1]/div[2]/.../a[*]'; an index left out is 1."""
        parts = [part for part in path.split("/") if part]
        if parts.count(GAP) > 1 or not parts:
            raise UsageError(f"{path!r} is not a path; write steps like body[1]/div[2] with at most one '...'")
        if GAP not in parts:
            return cls(tuple(map(_step, parts)))
        gap = parts.index(GAP)
        return cls(tuple(map(_step, parts[:gap])), tuple(map(_step, parts[gap + 1 :])), has_gap=True)

    def __str__(self) -> str:
        middle = [GAP] if self.has_gap else []
        return "/".join([*map(str, self.top), *middle, *map(str, self.bottom)])

    def __len__(self) -> int:
        return len(self.top) + len(self.bottom)

    @property
    def richness(self) -> int:
        """How many tags and indexes are not empty."""
        return len(self) + sum(step.index is not None for step in (*self.top, *self.bottom))

    def adapted(self, sample: PathPattern) -> PathPattern:
        """The pattern that this one and a plain path both fit."""
        top_first, bottom_first = (
            _common(self, sample.top, bottom_first=False),
            _common(self, sample.top, bottom_first=True),
        )
        return max(bottom_first, top_first, key=lambda pattern: pattern.richness)

    def similarity_to(self, path: str | Sequence[Step]) -> float:
        """Return the similarity of one path."""
        steps = PathPattern.parse(path).top if isinstance(path, str) else tuple(path)
        longer = 2 * max(len(self), len(steps))
        return self._score(steps) / longer if longer else 0.0

    def _score(self, steps: Sequence[Step]) -> int:
        if not self.has_gap:
            return max(_run(self.top, steps), _run(reversed(self.top), reversed(steps)))
        top, bottom = _run_length(self.top, steps), _run_length(self.bottom[::-1], steps[::-1])
        top_first = _run(self.top, steps) + _run(reversed(self.bottom), reversed(steps[top:]))
        below = steps[: len(steps) - bottom]
        bottom_first = _run(reversed(self.bottom), reversed(steps)) + _run(self.top, below)
        return max(top_first, bottom_first)

    def similarity(self, page: Page, rows: npt.NDArray[np.intp]) -> Scores:
        """Return the similarity of the paths of many rows."""
        return PathMatcher(page).similarity(self, rows)

    def candidates(self, page: Page) -> npt.NDArray[np.intp]:
        """Elements whose path fits the whole pattern."""
        rows = np.flatnonzero(page.is_element)
        if not self.has_gap:
            rows = rows[page.nodes.depth[rows] == len(self.top)]
        else:
            rows = rows[page.nodes.depth[rows] >= len(self)]
        matcher = PathMatcher(page)
        top = matcher.run(self.top, rows, from_top=True)
        bottom = matcher.run(self.bottom[::-1], rows, from_top=False)
        return np.asarray(rows[(top + bottom) == 2 * len(self)])


class PathMatcher:
    """Runs of equal steps for many rows at once, over the lineage columns of a page."""

    def __init__(self, page: Page) -> None:
        self._nodes, self._lineage = page.nodes, page.lineage
        self._index = page.nodes.same_tag_index

    def similarity(self, pattern: PathPattern, rows: npt.NDArray[np.intp]) -> Scores:
        depth = self._nodes.depth[rows]
        if pattern.has_gap:
            score = self._gap_score(pattern, rows)
        else:
            downward = self.run(pattern.top, rows, from_top=True)
            score = np.maximum(downward, self.run(pattern.top[::-1], rows, from_top=False))
        return np.asarray(score / (2.0 * np.maximum(depth, max(len(pattern), 1))))

    def _gap_score(self, pattern: PathPattern, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.int_]:
        depth, upward = self._nodes.depth[rows], pattern.bottom[::-1]
        top = self.run(pattern.top, rows, from_top=True)
        top_length = self.run(pattern.top, rows, from_top=True, lengths=True)
        bottom = self.run(upward, rows, from_top=False)
        bottom_length = self.run(upward, rows, from_top=False, lengths=True)
        rest_bottom = self.run(upward, rows, from_top=False, limit=depth - top_length)
        rest_top = self.run(pattern.top, rows, from_top=True, limit=depth - bottom_length)
        return np.asarray(np.maximum(top + rest_bottom, bottom + rest_top))

    def run(
        self,
        steps: Sequence[Step],
        rows: npt.NDArray[np.intp],
        *,
        from_top: bool,
        limit: npt.NDArray[np.int_] | None = None,
        lengths: bool = False,
    ) -> npt.NDArray[np.int_]:
        """The score (or the length) of the run of equal tags from one end of each row's path, at most `limit` steps."""
        nodes, depth = self._nodes, self._nodes.depth[rows]
        reach = depth if limit is None else np.minimum(depth, limit)
        total, alive = np.zeros(len(rows), np.int64), np.arange(len(rows))
        for number, step in enumerate(steps):
            alive = alive[number < reach[alive]]
            at = self._lineage[rows[alive], number + 1 if from_top else depth[alive] - number]
            same_tag = nodes.tag[at] == nodes.tag_code(step.tag)
            alive, at = alive[same_tag], at[same_tag]
            if not len(alive):
                break
            same_index = 0 if lengths else (step.index is None) | (self._index[at] == step.index)
            total[alive] += 1 + same_index
        return total


def _step(part: str) -> Step:
    tag, bracket, index = part.partition("[")
    number = index.rstrip("]")
    if not tag or (bracket and number != "*" and not number.isdigit()):
        raise UsageError(f"{part!r} is not a step of a path; write a tag with its index, like div[2] or div[*]")
    return Step(tag, None if number == "*" else int(number) if bracket else 1)


def _run(pattern: Iterable[Step], steps: Iterable[Step]) -> int:
    score = 0
    for wanted, step in zip(pattern, steps, strict=False):
        if wanted.tag != step.tag:
            break
        score += 1 + (wanted.index is None or wanted.index == step.index)
    return score


def _run_length(pattern: Sequence[Step], steps: Sequence[Step]) -> int:
    return next(
        (number for number, (one, other) in enumerate(zip(pattern, steps, strict=False)) if one.tag != other.tag),
        min(len(pattern), len(steps)),
    )


def _merged_paths(wanted: Sequence[Step], steps: Sequence[Step], limit: int) -> tuple[Step, ...]:
    """The common run of two step sequences, at most `limit` long, indexes that differ emptied."""
    length = min(_run_length(wanted, steps), max(limit, 0))
    pairs = zip(wanted[:length], steps[:length], strict=True)
    return tuple(Step(one.tag, one.index if one.index == other.index else None) for one, other in pairs)


def _common(pattern: PathPattern, steps: tuple[Step, ...], *, bottom_first: bool) -> PathPattern:
    top_steps = pattern.top
    bottom_steps = pattern.bottom if pattern.has_gap else pattern.top
    # Without a gap both ends are cut from the same steps and must not overlap there either.
    shorter = len(steps) if pattern.has_gap else min(len(steps), len(pattern.top))
    if bottom_first:
        bottom = _merged_paths(bottom_steps[::-1], steps[::-1], shorter)[::-1]
        top = _merged_paths(top_steps, steps, shorter - len(bottom))
    else:
        top = _merged_paths(top_steps, steps, shorter)
        bottom = _merged_paths(bottom_steps[::-1], steps[::-1], shorter - len(top))[::-1]
    whole = len(top) + len(bottom)
    if not pattern.has_gap and whole == len(steps) == len(pattern.top):
        return PathPattern(top + bottom)
    return PathPattern(top, bottom, has_gap=True)
