"""Where a block in doubt is expected, by where it stood to those blocks of its page that were found.

After a redesign a block may have other words, classes and wrappers, while it still stands behind the same blocks and as far
from them in the tree of the page. Two measures of a candidate say how much of that it kept:

    order     the share of the found blocks that stand on the same side of it in the document
    nesting   how alike the ways through the tree from it to the nearest found blocks are in length

The distance in pixels is no measure: with the other two known it added nothing on sites left out. It only suggests more
candidates, namely elements of about the block's size that stand where the found blocks moved it to.

Only what was seen in one version of the page can be compared. The caller leaves out blocks that were not found in the
version before this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.follow.portraits.anchors import middles
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.items import Counts
from pagestrata.follow.portraits.portrait import Portrait

Rows = npt.NDArray[np.intp]

NEAREST = 4
"""Found blocks that say where a block is expected; on a page with a hundred the far ones know nothing of it."""
MOST_EXPECTED = 8
FARTHEST_PX = 300.0
SIZE_PX = 60.0
"""Distance that counts as much as a side that is e times as long."""
BASE_LOGIT, ORDER_LOGIT, NESTING_LOGIT = -3.5, 1.2, 3.05
"""By `benchmarks/training/tune_neighbours`. A candidate that kept order and nesting gains a little, any other one loses."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Neighbour:
    """A block that was found: its portrait of the version before, and its row in this version."""

    portrait: Portrait
    row: int


def others(portrait: Portrait, found: Sequence[Neighbour]) -> list[Neighbour]:
    """The found blocks that are not the block itself, followed a second time."""
    return [neighbour for neighbour in found if neighbour.portrait.place != portrait.place]


def logits_beside(portrait: Portrait, page: ItemPage, rows: Rows, neighbours: Sequence[Neighbour]) -> Counts:
    """What the places of found blocks add to the log-odds of each candidate; nothing where none was found."""
    if not neighbours:
        return np.zeros(len(rows))
    order, nesting = order_kept(portrait, rows, neighbours), nesting_kept(portrait, page, rows, neighbours)
    return BASE_LOGIT + ORDER_LOGIT * order + NESTING_LOGIT * nesting


def order_kept(portrait: Portrait, rows: Rows, neighbours: Sequence[Neighbour]) -> Counts:
    """Per candidate the share of the neighbours that stand before or behind it as they did for the block."""
    found = np.array([neighbour.row for neighbour in neighbours])
    stood_before = np.array([neighbour.portrait.row_share < portrait.row_share for neighbour in neighbours])
    return np.asarray(((found < rows[:, None]) == stood_before).mean(axis=1))


def nesting_kept(portrait: Portrait, page: ItemPage, rows: Rows, neighbours: Sequence[Neighbour]) -> Counts:
    """1 for candidates that are as many steps through the tree from the nearest neighbours as the block was, else less."""
    steps = np.array([_steps_between(portrait, neighbour.portrait) for neighbour in neighbours])
    nearest = np.argsort(steps, kind="stable")[:NEAREST]
    found = np.array([neighbours[place].row for place in nearest.tolist()])
    ratios = np.log((_steps_on(page, rows, found) + 1.0) / (steps[nearest] + 1.0))
    return np.asarray(np.exp(-np.abs(ratios).mean(axis=1)))


def _steps_between(one: Portrait, other: Portrait) -> int:
    """Steps up and down the tree from one block to another in the version in which both were seen."""
    depth = min(len(one.lineage_tags), len(other.lineage_tags))
    same = (one.lineage_tags[:depth] == other.lineage_tags[:depth]) & (
        one.lineage_indexes[:depth] == other.lineage_indexes[:depth]
    )
    shared = int(np.logical_and.accumulate(same).sum())
    return len(one.lineage_tags) + len(other.lineage_tags) - 2 * shared


def _steps_on(page: ItemPage, rows: Rows, found: Rows) -> Counts:
    """[rows, found] steps up and down the tree between elements of a page."""
    depth, lineage = page.nodes.depth, page.lineage
    ancestors = lineage[found]
    shared = ((lineage[rows][:, None] == ancestors) & (ancestors >= 0)).sum(axis=2)
    return np.asarray(depth[rows][:, None] + depth[found] + 2.0 - 2.0 * shared)


def rows_expected(portrait: Portrait, page: ItemPage, neighbours: Sequence[Neighbour]) -> Rows:
    """Elements of about the block's size that stand where the nearest of its neighbours moved it to."""
    if not neighbours or not any(portrait.box[2:]):
        return np.zeros(0, np.intp)
    box = np.array(portrait.box)
    old = middles(np.array([neighbour.portrait.box for neighbour in neighbours])) - middles(box[None])
    nearest = np.argsort(np.abs(old).sum(axis=1), kind="stable")[:NEAREST]
    found = np.array([neighbours[place].row for place in nearest.tolist()])
    shown = page.candidates[page.is_shown[page.candidates]]
    boxes = page.nodes.box[shown].astype(np.float64)
    expected = middles(page.nodes.box[found].astype(np.float64)) - old[nearest]
    distance = np.abs(middles(boxes)[:, None] - expected).sum(axis=2).min(axis=1)
    distance += SIZE_PX * np.abs(np.log((boxes[:, 2:] + 1.0) / (box[2:] + 1.0))).sum(axis=1)
    best = np.argsort(distance, kind="stable")[:MOST_EXPECTED]
    return np.sort(shown[best[distance[best] < FARTHEST_PX]])
