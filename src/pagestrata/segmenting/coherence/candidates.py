"""The rows that may become a block, as a tree.

A candidate is a row, or a run: neighbouring inline siblings between line-break nodes, which is what a reader sees as one
paragraph. Both are contiguous in document order, so each candidate is a range of rows. Wrappers around a single child are
candidates too: the model chooses among several boxes around the same content.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pagestrata.model.snapshot import BoolColumn
from pagestrata.segmenting.layout import Floats, Ints, Layout


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidates, parents first; candidate 0 is the root. `start` and `stop` bound the rows of each."""

    start: Ints
    stop: Ints
    parent: Ints  # index of the parent candidate, -1 for the root
    is_run: BoolColumn
    rows: tuple[tuple[int, ...], ...]  # the top rows, several for a run
    kind: Ints  # number of the tag path from the root: candidates with the same path are one kind

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def children(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(len(self))]
        for index, parent in enumerate(self.parent.tolist()):
            if parent >= 0:
                found[parent].append(index)
        return found

    @cached_property
    def child_count(self) -> Ints:
        return np.bincount(self.parent[1:], minlength=len(self))


def find_candidates(layout: Layout, root: int) -> Candidates:
    """Return all candidates below one root in document order, parents before children."""
    inline = layout.is_inline
    breaking = layout.roll_up((layout.valid & ~inline).astype(np.float64), np.add)
    runs_on = (inline & (breaking == 0)).tolist()
    end = layout.nodes.end.tolist()
    rows: list[tuple[int, ...]] = []
    parents: list[int] = []
    is_run: list[bool] = []
    kinds: list[int] = []
    numbers: dict[tuple[int, int, bool], int] = {}
    tags = layout.nodes.tag.tolist()
    waiting: list[tuple[tuple[int, ...], int, bool]] = [((root,), -1, False)]
    while waiting:
        top, parent, run = waiting.pop()
        index = len(rows)
        rows.append(top)
        parents.append(parent)
        is_run.append(run)
        way = (kinds[parent] if parent >= 0 else -1, tags[top[0]], run)
        kinds.append(numbers.setdefault(way, len(numbers)))
        groups = [((row,), False) for row in top] if run else _groups(layout.children(top[0]), runs_on)
        waiting.extend((group, index, joined) for group, joined in reversed(groups))
    return Candidates(
        start=np.array([top[0] for top in rows], np.int64),
        stop=np.array([end[top[-1]] for top in rows], np.int64),
        parent=np.array(parents, np.int64),
        is_run=np.array(is_run, np.bool_),
        rows=tuple(rows),
        kind=np.array(kinds, np.int64),
    )


def _groups(children: list[int], runs_on: list[bool]) -> list[tuple[tuple[int, ...], bool]]:
    """Return the children, with neighbouring inline ones joined unless all are inline."""
    groups: list[tuple[tuple[int, ...], bool]] = []
    run: list[int] = []
    for child in children:
        if runs_on[child]:
            run.append(child)
            continue
        if run:
            groups.append((tuple(run), len(run) > 1))
            run = []
        groups.append(((child,), False))
    if not groups:
        return [((child,), False) for child in run]
    if run:
        groups.append((tuple(run), len(run) > 1))
    return groups


def candidate_boxes(layout: Layout, candidates: Candidates) -> Floats:
    """[k, 4] left, top, right, bottom of each candidate."""
    boxes = layout.extent[candidates.start]
    for index in np.flatnonzero(candidates.is_run).tolist():
        chosen = layout.extent[list(candidates.rows[index])]
        boxes[index, :2] = chosen[:, :2].min(axis=0)
        boxes[index, 2:] = chosen[:, 2:].max(axis=0)
    return boxes
