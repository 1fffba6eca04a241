"""The path pattern: tags and same-tag indexes from the body to the block (paper 2 §4.1, §4.2, §5.2.1).

Similarity: 1 per equal tag and 1 more per equal index, counted from the top and from the bottom, each until the first
tag that differs; the larger count / (2 * the longer path).

Adaption keeps the longest common top and the longest common bottom of two paths (equal tags; indexes that differ
become *), once with the top first and once with the bottom first, and takes the richer of the two; what lies between
is '...' and matches any steps. A pattern with a gap scores both ends, again once per order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.errors import UsageError
from pagestrata.follow.page import Page, Scores

GAP = "..."


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
        """Of one path."""
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
        """Of the paths of many rows."""
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


def _merged(wanted: Sequence[Step], steps: Sequence[Step], limit: int) -> tuple[Step, ...]:
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
        bottom = _merged(bottom_steps[::-1], steps[::-1], shorter)[::-1]
        top = _merged(top_steps, steps, shorter - len(bottom))
    else:
        top = _merged(top_steps, steps, shorter)
        bottom = _merged(bottom_steps[::-1], steps[::-1], shorter - len(top))[::-1]
    whole = len(top) + len(bottom)
    if not pattern.has_gap and whole == len(steps) == len(pattern.top):
        return PathPattern(top + bottom)
    return PathPattern(top, bottom, has_gap=True)
