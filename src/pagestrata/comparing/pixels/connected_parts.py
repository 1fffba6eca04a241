"""Parts of a mask that hang together, by their edges and not by their corners.

Each row is read as runs of neighbouring cells. A run belongs to the part of every run above that it touches; parts that
meet become one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectedPart:
    """The bounding box of a part, its last edges exclusive, and how many cells it has."""

    left: int
    top: int
    right: int
    bottom: int
    size: int


@dataclass(frozen=True, slots=True)
class _Run:
    row: int
    first: int
    last: int  # exclusive


def connected_parts(mask: npt.NDArray[np.bool_]) -> list[ConnectedPart]:
    """The parts, in the order of their first cells."""
    runs = _runs(mask)
    leader = list(range(len(runs)))
    above, current = 0, 0  # the runs of the row above begin there, and end where those of this row begin
    for number, run in enumerate(runs):
        if number and run.row != runs[number - 1].row:
            above, current = (current if runs[number - 1].row == run.row - 1 else number), number
        for other in range(above, current):
            if runs[other].first < run.last and run.first < runs[other].last:
                one, two = sorted((_leader(leader, other), _leader(leader, number)))
                leader[two] = one
    members: dict[int, list[_Run]] = {}
    for number, run in enumerate(runs):
        members.setdefault(_leader(leader, number), []).append(run)
    return [_part(found) for found in members.values()]


def _runs(mask: npt.NDArray[np.bool_]) -> list[_Run]:
    steps = np.diff(mask.astype(np.int8), axis=1, prepend=0, append=0)
    starts, ends = np.argwhere(steps == 1), np.argwhere(steps == -1)
    return [_Run(row, first, last) for (row, first), last in zip(starts.tolist(), ends[:, 1].tolist(), strict=True)]


def _leader(leader: list[int], number: int) -> int:
    while leader[number] != number:
        leader[number] = number = leader[leader[number]]
    return number


def _part(runs: Iterable[_Run]) -> ConnectedPart:
    members = list(runs)
    return ConnectedPart(
        left=min(run.first for run in members),
        top=members[0].row,
        right=max(run.last for run in members),
        bottom=members[-1].row + 1,
        size=sum(run.last - run.first for run in members),
    )
