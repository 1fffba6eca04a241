"""What dividing a candidate is worth, by the annotation of its page.

Extended BCubed of disjoint blocks is a sum over blocks (precision: squared overlaps over the block's mass; recall: over
the truth's), so the division of a page that scores best is found exactly by dynamic programming over the candidates.
Three things make that sum the measure's own. A candidate's texts and nodes are those it owns, not those its box
happens to cover (boxes of siblings overlap, what they own never does). F = 2PR / (P + R) is linear near where the
segmenter works, at a precision of .65 and a recall of .9 for the innermost blocks (much of a page is not annotated),
and precision then counts almost twice as much as recall. And pixels are those of the box that the block will have.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.pages import require_data
from pagestrata.segmenting.assembly import draw_boxes
from pagestrata.segmenting.coherence.candidates import Candidates
from pagestrata.segmenting.layout import Layout

LEVELS = {"coarse": "top", "fine": "sub"}
WORKING_POINT = {"coarse": (0.9, 0.95), "fine": (0.65, 0.9)}
"""Precision and recall at which a little more of one is weighed against a little more of the other."""


def tools() -> Any:
    """The scoring script that comes with the data."""
    folder = str(require_data().parent / "tools")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    import score_segmentation

    return score_segmentation


@dataclass(frozen=True, kw_only=True)
class BlockTerms:
    """What each candidate as a block adds to the sums of the measure; columns: characters, nodes, pixels."""

    precision: np.ndarray  # squared overlaps over the block's mass
    mass: np.ndarray
    recall: np.ndarray  # squared overlaps over the truth's masses, as a share of all of those
    working_point: tuple[float, float]

    def values(self) -> np.ndarray:
        """What each block is worth: its share of F, summed over the three kinds."""
        at_precision, at_recall = self.working_point
        precision = self.precision / np.maximum(self.mass[:1], 1e-9)
        worth = at_recall**2 * precision + at_precision**2 * self.recall
        return np.asarray(2 / (at_precision + at_recall) ** 2 * worth.sum(axis=1))

    def f(self, blocks: Sequence[int]) -> float:
        """F of those blocks as a division of the page, the mean of the three kinds."""
        precision = self.precision[blocks].sum(axis=0) / np.maximum(self.mass[blocks].sum(axis=0), 1e-9)
        recall = self.recall[blocks].sum(axis=0)
        return float((2 * precision * recall / np.maximum(precision + recall, 1e-9)).mean())


def gains_of_dividing(candidates: Candidates, kept: np.ndarray) -> np.ndarray:
    """For each candidate the best that dividing it can be worth, less what keeping it is; nan without children."""
    best, gains = kept.copy(), np.full(len(kept), np.nan)
    for index in range(len(kept) - 1, -1, -1):
        if candidates.children[index]:
            inside = sum(best[child] for child in candidates.children[index])
            gains[index] = inside - kept[index]
            best[index] = max(best[index], inside)
    return gains


def block_terms(layout: Layout, candidates: Candidates, truth: dict[str, Any], preset: str) -> BlockTerms | None:
    """The terms of all candidates by the annotated blocks of a preset's level; None where there are none."""
    wanted = np.asarray(tools().truth_boxes(truth, LEVELS[preset]), float)
    if not len(wanted):
        return None
    own = layout.own
    places = np.concatenate([own[:, :2], own[:, 2:] - own[:, :2]], axis=1)
    inside = tools().box_membership(places, wanted).astype(float)
    ours = ~layout.foreign_rows(int(candidates.start[0]))
    kinds = []
    for amount in (layout.chars * ours, layout.shown & ours):
        weight = np.asarray(amount, float)[:, None]
        mass = _summed(weight, candidates)[:, 0]
        kinds.append((_summed(inside * weight, candidates), mass, (inside * weight).sum(axis=0)))
    kinds.append(overlapping_areas(draw_boxes(layout, candidates.rows), wanted, truth["size"]))
    columns = [
        (
            (found**2).sum(axis=1) / np.maximum(mass, 1e-9),
            mass,
            (found**2 / np.maximum(all_of_it, 1e-9)).sum(axis=1) / max(float(all_of_it.sum()), 1e-9),
        )
        for found, mass, all_of_it in kinds
    ]
    precision, mass, recall = (np.stack(column, axis=1) for column in zip(*columns, strict=True))
    return BlockTerms(precision=precision, mass=mass, recall=recall, working_point=WORKING_POINT[preset])


def _summed(values: np.ndarray, candidates: Candidates) -> np.ndarray:
    """Sums over the rows of each candidate."""
    sums = np.concatenate([np.zeros((1, values.shape[1])), np.cumsum(values, axis=0)])
    return np.asarray(sums[candidates.stop] - sums[candidates.start])


def overlapping_areas(
    corners: np.ndarray, wanted: np.ndarray, size: Sequence[float]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[ours, wanted] what each box of ours shares with each wanted one, and the areas of both."""
    ours = np.clip(corners, 0.0, np.array([*size, *size], float))
    theirs = np.concatenate([wanted[:, :2], wanted[:, :2] + wanted[:, 2:]], axis=1)
    lower = np.maximum(ours[:, None, :2], theirs[None, :, :2])
    upper = np.minimum(ours[:, None, 2:], theirs[None, :, 2:])
    overlap = np.clip(upper - lower, 0.0, None).prod(axis=2)
    return overlap, (ours[:, 2:] - ours[:, :2]).prod(axis=1), (theirs[:, 2:] - theirs[:, :2]).prod(axis=1)
