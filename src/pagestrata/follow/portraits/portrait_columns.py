"""Many portraits as columns, so that all followed blocks of a page are compared in one go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.follow.portraits.anchors import MOST_ANCHORS, NO_ANCHOR
from pagestrata.follow.portraits.items import RUN, Counts, Hashes
from pagestrata.follow.portraits.portrait import Portrait

NOTHING = -2
"""Fills up columns of different length; no hash, index or row is equal to it."""
_NUMBERS = (
    "tag", "signature", "text_bag", "shape_bag", "parent_text_bag", "heading", "element_count", "child_count",
    "sibling_index", "sibling_count", "tag_rank", "tag_count", "signature_rank", "signature_count", "depth",
    "family", "landmark", "address", "field_name", "control", "said_count",
    "address_count",
)  # fmt: skip


class Stack:
    """One row per portrait."""

    def __init__(self, portraits: Sequence[Portrait]) -> None:
        self.portraits = portraits
        table = np.array([[getattr(portrait, name) for name in _NUMBERS] for portrait in portraits], np.int64)
        self.numbers = dict(zip(_NUMBERS, table.T, strict=True))
        self.sibling_signatures = np.array([portrait.sibling_signatures for portrait in portraits], np.int64)
        self.sibling_bags = np.array([portrait.sibling_bags for portrait in portraits], np.int64)
        self.shares = np.array([(portrait.row_share, portrait.text_share) for portrait in portraits])
        self.boxes = np.array([portrait.box for portrait in portraits])
        self.page_heights = np.array([portrait.page_size[1] for portrait in portraits])
        self.totals, self.counts, self.sampled = (
            np.array([getattr(portrait.items, name) for portrait in portraits], np.float64)
            for name in ("total", "count", "sampled")
        )  # [portraits, kinds]
        self.anchors, self.anchor_steps = _anchors(portraits)
        self.texts_before = _padded([portrait.texts_before[:RUN] for portrait in portraits], RUN, fill=-1)
        self.texts_after = _padded([portrait.texts_after[:RUN] for portrait in portraits], RUN, fill=-1)

    def __len__(self) -> int:
        return len(self.portraits)

    def lineages(self, name: str) -> Hashes:
        """[two ends, portraits, deepest + 1] the lineages from the root down, and from the block up."""
        columns = [getattr(portrait, name) for portrait in self.portraits]
        width = max(len(column) for column in columns)
        return np.stack(
            [_padded(columns, width, fill=NOTHING), _padded([column[::-1] for column in columns], width, fill=NOTHING)]
        )


def _anchors(portraits: Sequence[Portrait]) -> tuple[Hashes, Counts]:
    """[portraits, MOST_ANCHORS] the anchors, and [.., 2] where each stands from its block."""
    hashes = _padded([portrait.anchors for portrait in portraits], MOST_ANCHORS, fill=NO_ANCHOR)
    steps = _padded([portrait.anchor_steps for portrait in portraits], 2 * MOST_ANCHORS, fill=0)
    return hashes, steps.reshape(-1, MOST_ANCHORS, 2).astype(np.float64)


def distinct_rows(stack: Stack, rows: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp]]:
    """The different ones of some rows, and the place of each row among them; those of a single portrait are different."""
    if len(stack) == 1:
        return rows, np.arange(len(rows))
    return np.unique(rows, return_inverse=True)


def _padded(columns: Sequence[npt.NDArray[np.int64]], width: int, *, fill: int) -> Hashes:
    table = np.full((len(columns), width), fill, np.int64)
    for row, column in zip(table, columns, strict=True):
        row[: len(column)] = column
    return table
