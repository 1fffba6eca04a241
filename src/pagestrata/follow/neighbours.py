"""Judge the candidates of a block in doubt by their position relative to the blocks that were found.

After a redesign a block may have other words, classes and wrappers, but it often still follows the same blocks and is as far
from them in the tree. Two measures of a candidate:

    order     share of the found blocks that are before or after it in the document as they were before or after the block
    nesting   similarity of the numbers of tree steps to the nearest found blocks

The distance in pixels is not used: it added nothing to these two on sites left out. It only suggests more candidates, namely
elements of about the block's size where the movement of the found blocks would put it.

All positions must come from one version of the page, so the caller omits blocks that were not found in the version before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pagestrata.follow.portraits.anchors import middles
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.items import Counts, Hashes
from pagestrata.follow.portraits.portrait import Portrait
from pagestrata.follow.portraits.portrait_columns import NOTHING, padded
from pagestrata.follow.states import THRESHOLDS, PositionWeights

Rows = npt.NDArray[np.intp]

NEAREST = 4
"""Number of found blocks used to predict a position; distant ones are no evidence."""
MOST_EXPECTED = 8
FARTHEST_PX = 300.0
SIZE_PX = 60.0
"""Distance in px that counts as much as a difference in size by a factor of e."""
MOST_DOUBTFUL = 16
"""Maximum number of blocks judged again; with more in doubt too little of the page is left as evidence."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Neighbour:
    """A block that was found: its portrait of the version before, and its row in this version."""

    portrait: Portrait
    row: int


class FoundBlocks:
    """The blocks of a page that were found, in both versions."""

    def __init__(
        self, page: ItemPage, neighbours: Sequence[Neighbour], weights: PositionWeights = THRESHOLDS.position
    ) -> None:
        self._page, self._neighbours, self._weights = page, neighbours, weights
        self._rows = np.array([neighbour.row for neighbour in neighbours], np.intp)
        self._others: dict[tuple[int, bytes, bytes], Rows] = {}  # once it was asked for

    def others_than(self, portrait: Portrait) -> Rows:
        """Return the indexes of the found blocks, except of the block itself if it is followed twice."""
        own = portrait.place
        if own not in self._others:
            self._others[own] = np.array([number for number, place in enumerate(self._places) if place != own], np.intp)
        return self._others[own]

    def logits(self, portrait: Portrait, rows: Rows) -> Counts:
        """Return what the found blocks add to the log-odds of each candidate; zeros without found blocks."""
        if not len(self.others_than(portrait)):
            return np.zeros(len(rows))
        order, nesting = self.order_kept(portrait, rows), self.nesting_kept(portrait, rows)
        weights = self._weights
        return weights.base + weights.order * order + weights.nesting * nesting

    def order_kept(self, portrait: Portrait, rows: Rows) -> Counts:
        """Return for each candidate the share of the found blocks on the same side of it as of the block."""
        others = self.others_than(portrait)
        was_before = self._shares[others] < portrait.row_share
        return np.asarray(((self._rows[others] < rows[:, None]) == was_before).mean(axis=1))

    def nesting_kept(self, portrait: Portrait, rows: Rows) -> Counts:
        """Return for each candidate how alike its tree distances to the nearest found blocks are to the block's; at most 1."""
        others = self.others_than(portrait)
        steps = self._steps_from(portrait)[others]
        nearest = np.argsort(steps, kind="stable")[:NEAREST]
        now = _steps_between(self._page, rows, self._rows[others[nearest]])
        ratios = np.log((now + 1.0) / (steps[nearest] + 1.0))
        return np.asarray(np.exp(-np.abs(ratios).mean(axis=1)))

    def is_where_it_was(self, portrait: Portrait, row: int) -> bool:
        """Whether an element keeps more than half of the order and of the nesting. False without other blocks."""
        rows = np.array([row], np.intp)
        if not len(self.others_than(portrait)):
            return False
        return bool(self.order_kept(portrait, rows)[0] > 0.5 and self.nesting_kept(portrait, rows)[0] > 0.5)

    def rows_expected(self, portrait: Portrait) -> Rows:
        """Return elements of about the block's size where the movement of the nearest found blocks would put it."""
        others = self.others_than(portrait)
        if not len(others) or not any(portrait.box[2:]):
            return np.zeros(0, np.intp)
        box = np.array(portrait.box)
        old = self._old_middles[others] - middles(box[None])
        nearest = np.argsort(np.abs(old).sum(axis=1), kind="stable")[:NEAREST]
        boxes = self._page.nodes.box[self._rows[others[nearest]]].astype(np.float64)
        expected = middles(boxes) - old[nearest]
        shown, there, sizes = self._shown
        distance = np.abs(there[:, None] - expected).sum(axis=2).min(axis=1)
        distance += SIZE_PX * np.abs(sizes - np.log(box[2:] + 1.0)).sum(axis=1)
        near = np.flatnonzero(distance < FARTHEST_PX)
        return np.sort(shown[near[np.argsort(distance[near], kind="stable")[:MOST_EXPECTED]]])

    def _steps_from(self, portrait: Portrait) -> Counts:
        """Steps up and down the tree from a block to each found one in the version in which both were seen."""
        tags, indexes = self._lineages
        depth = min(len(portrait.lineage_tags), tags.shape[1])
        same = (tags[:, :depth] == portrait.lineage_tags[:depth]) & (
            indexes[:, :depth] == portrait.lineage_indexes[:depth]
        )
        shared = np.logical_and.accumulate(same, axis=1).sum(axis=1)
        return np.asarray((tags != NOTHING).sum(axis=1) + len(portrait.lineage_tags) - 2.0 * shared)

    @cached_property
    def _places(self) -> list[tuple[int, bytes, bytes]]:
        return [neighbour.portrait.place for neighbour in self._neighbours]

    @cached_property
    def _shares(self) -> Counts:
        return np.array([neighbour.portrait.row_share for neighbour in self._neighbours])

    @cached_property
    def _lineages(self) -> tuple[Hashes, Hashes]:
        """[blocks, deepest + 1] the tags and the indexes on the way down to each."""
        portraits = [neighbour.portrait for neighbour in self._neighbours]
        width = max(len(portrait.lineage_tags) for portrait in portraits)
        tags, indexes = ([getattr(one, f"lineage_{name}") for one in portraits] for name in ("tags", "indexes"))
        return padded(tags, width, fill=NOTHING), padded(indexes, width, fill=NOTHING)

    @cached_property
    def _old_middles(self) -> Counts:
        return middles(np.array([neighbour.portrait.box for neighbour in self._neighbours]))

    @cached_property
    def _shown(self) -> tuple[Rows, Counts, Counts]:
        """Elements that can be seen, their middles and the logarithms of their sizes."""
        page = self._page
        rows = page.candidates[page.is_shown[page.candidates]]
        boxes = page.nodes.box[rows].astype(np.float64)
        return rows, middles(boxes), np.log(boxes[:, 2:] + 1.0)


def _steps_between(page: ItemPage, rows: Rows, found: Rows) -> Counts:
    """[rows, found] steps up and down the tree between elements of a page."""
    depth, lineage = page.nodes.depth, page.lineage
    ancestors = lineage[found]
    shared = ((lineage[rows][:, None] == ancestors) & (ancestors >= 0)).sum(axis=2)
    return np.asarray(depth[rows][:, None] + depth[found] + 2.0 - 2.0 * shared)
