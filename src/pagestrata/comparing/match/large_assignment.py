"""The assignment problem on a dense matrix: one column for each row so that the scores add up to the most.

Shortest augmenting paths after Jonker and Volgenant, in the form of Crouse (On implementing 2D rectangular assignment
algorithms, 2016), which SciPy's `linear_sum_assignment` has, too: of several best assignments both choose the same one.
A row is added in as many steps as its path has columns, each a few operations of numpy on a row of the matrix.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

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
