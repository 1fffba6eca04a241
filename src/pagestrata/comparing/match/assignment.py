"""The best one-to-one assignment of old to new blocks among scored candidates.

Candidates fall into connected components (blocks that compete with each other). Each is solved optimally, unless it is so large
that the cubic step would show: then pairs are taken greedily, best first. Most components are tiny and solved in plain Python
(`cheapest`). The others use numpy (`largest_total`): shortest augmenting paths after Jonker and Volgenant, in the form of Crouse
(On implementing 2D rectangular assignment algorithms, 2016), as in SciPy's `linear_sum_assignment`: of several best assignments
both choose the same one. Adding a row takes as many steps as its path has columns, each a few operations of numpy on a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

LARGEST_OPTIMAL = 200  # blocks per side and component that are assigned optimally; takes up to 50 ms
LARGEST_BY_HAND = 1_000  # the smaller side squared times the larger one, up to which plain Python is faster than numpy

Scored = tuple[float, int, int]


def assign(candidates: list[Scored]) -> list[Scored]:
    """The chosen (score, old, new), each old and each new at most once."""
    chosen: list[Scored] = []
    for component in _components(candidates):
        olds = {old for _, old, _ in component}
        news = {new for _, _, new in component}
        if len(olds) == 1 or len(news) == 1:
            chosen.append(max(component, key=lambda scored: (scored[0], -scored[1], -scored[2])))
        elif max(len(olds), len(news)) > LARGEST_OPTIMAL:
            chosen.extend(_greedy(component))
        else:
            chosen.extend(_optimal(component, sorted(olds), sorted(news)))
    return chosen


def _components(candidates: list[Scored]) -> Iterator[list[Scored]]:
    """Union-find over the two kinds of block numbers; new ones are negative."""
    leader: dict[int, int] = {}

    def find(member: int) -> int:
        root = member
        while leader.setdefault(root, root) != root:
            root = leader[root]
        while leader[member] != root:
            leader[member], member = root, leader[member]
        return root

    for _, old, new in candidates:
        leader[find(old)] = find(-new - 1)
    groups: dict[int, list[Scored]] = {}
    for scored in candidates:
        groups.setdefault(find(scored[1]), []).append(scored)
    return iter(groups.values())


def _greedy(component: list[Scored]) -> list[Scored]:
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    chosen = []
    for scored in sorted(component, key=lambda scored: (-scored[0], scored[1], scored[2])):
        _, old, new = scored
        if old not in taken_old and new not in taken_new:
            taken_old.add(old)
            taken_new.add(new)
            chosen.append(scored)
    return chosen


def _optimal(component: list[Scored], olds: list[int], news: list[int]) -> list[Scored]:
    sides = sorted((len(olds), len(news)))
    if sides[0] ** 2 * sides[1] <= LARGEST_BY_HAND:
        return _by_hand(component, olds, news)
    rows = {old: i for i, old in enumerate(olds)}
    columns = {new: j for j, new in enumerate(news)}
    scores = np.zeros((len(olds), len(news)))
    for score, old, new in component:
        scores[rows[old], columns[new]] = score
    return [(float(scores[i, j]), olds[i], news[j]) for i, j in largest_total(scores) if scores[i, j] > 0]


def _by_hand(component: list[Scored], olds: list[int], news: list[int]) -> list[Scored]:
    scores = {(old, new): score for score, old, new in component}
    if len(olds) <= len(news):
        columns = cheapest([[-scores.get((old, new), 0.0) for new in news] for old in olds])
        pairs = [(old, news[column]) for old, column in zip(olds, columns, strict=True)]
    else:
        columns = cheapest([[-scores.get((old, new), 0.0) for old in olds] for new in news])
        pairs = [(olds[column], new) for new, column in zip(news, columns, strict=True)]
    return [(scores[pair], *pair) for pair in pairs if scores.get(pair, 0.0) > 0]


def cheapest(costs: list[list[float]]) -> list[int]:
    """The column of every row so that the sum is least, no column twice; at most as many rows as columns.

    Hungarian method with potentials: rows are added one by one, each along a shortest augmenting path.
    """
    width = len(costs[0])
    of_rows, of_columns = [0.0] * len(costs), [0.0] * width
    taken_by = [-1] * width
    for added in range(len(costs)):
        nearest, came_from, done = [float("inf")] * width, [-1] * width, [False] * width
        row, column = added, -1
        while True:
            step, following = float("inf"), -1
            for j in range(width):
                if not done[j]:
                    reduced = costs[row][j] - of_rows[row] - of_columns[j]
                    if reduced < nearest[j]:
                        nearest[j], came_from[j] = reduced, column
                    if nearest[j] < step:
                        step, following = nearest[j], j
            of_rows[added] += step
            for j in range(width):
                if done[j]:
                    of_rows[taken_by[j]] += step
                    of_columns[j] -= step
                else:
                    nearest[j] -= step
            column = following
            done[column] = True
            if taken_by[column] == -1:
                break
            row = taken_by[column]
        while column != -1:  # back along the path
            previous = came_from[column]
            taken_by[column] = added if previous == -1 else taken_by[previous]
            column = previous
    rows = {row: column for column, row in enumerate(taken_by) if row != -1}
    return [rows[row] for row in range(len(costs))]


Matrix = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]


def largest_total(scores: Matrix) -> list[tuple[int, int]]:
    """The chosen (row, column), in the order of rows; each row and column at most once, as many as there can be."""
    rows, columns = scores.shape
    if columns < rows:
        return sorted((row, column) for column, row in _solve(-scores.T))
    return _solve(-scores)


def _solve(costs: Matrix) -> list[tuple[int, int]]:
    """The cheapest assignment; at most as many rows as columns."""
    rows, columns = costs.shape
    of_rows, of_columns = np.zeros(rows), np.zeros(columns)
    column_of = np.full(rows, -1, np.intp)
    row_of = np.full(columns, -1, np.intp)
    for added in range(rows):
        path = _Path(costs, of_rows, of_columns, row_of, start=added)
        before = path.rows[1:]
        of_rows[added] += path.length
        of_rows[before] += path.length - path.distances[column_of[before]]
        of_columns[path.columns] -= path.length - path.distances[path.columns]
        column = path.columns[-1]
        row = -1
        while row != added:  # back along the path: each row takes the column that it was reached from
            row = int(path.came_from[column])
            row_of[column] = row
            column_of[row], column = column, int(column_of[row])
    return list(enumerate(column_of.tolist()))


class _Path:
    """The shortest path from a row that has no column to a column that has no row."""

    def __init__(self, costs: Matrix, of_rows: Matrix, of_columns: Matrix, row_of: Numbers, *, start: int) -> None:
        self.length: Any = 0.0
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.distances = np.full(len(of_columns), np.inf)
        self.came_from = np.full(len(of_columns), -1, np.intp)
        left = np.arange(len(of_columns))[::-1].copy()  # the last first, so that equal scores give the diagonal
        row = start
        while row != -1:
            self.rows.append(row)
            reached = self.length + costs[row, left] - of_rows[row] - of_columns[left]
            is_nearer = reached < self.distances[left]
            nearer = left[is_nearer]
            self.came_from[nearer] = row
            self.distances[nearer] = reached[is_nearer]
            index = _nearest(self.distances[left], row_of[left])
            column = int(left[index])
            self.length = self.distances[column]
            self.columns.append(column)
            row = int(row_of[column])
            left[index] = left[-1]
            left = left[:-1]


def _nearest(distances: Matrix, row_of: Numbers) -> int:
    """Where the least distance is; of several the last that ends the path, else the first."""
    nearest = np.flatnonzero(distances == distances.min())
    if len(nearest) > 1:
        free = nearest[row_of[nearest] == -1]
        return int(free[-1] if len(free) else nearest[0])
    return int(nearest[0])
