"""Which of several boxes around the same content is the block's, by the annotation of its page.

The content is the same, so only two kinds of the measure differ: the pixels of the box, and the nodes that lie in it
(the scoring script counts a wrapper to a block when three quarters of it do). A box is worth what it adds to F where the
segmenter works; unlike for dividing, less box is worth something by itself where nothing is annotated: precision is a
share of what the boxes cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.training.division_labels import LEVELS, overlapping_areas, tools
from pagestrata.segmenting.assembly import draw_boxes
from pagestrata.segmenting.coherence.candidates import Candidates
from pagestrata.segmenting.coherence.outline import chain_of
from pagestrata.segmenting.layout import Layout

WORKING_POINT = {"nodes": (0.68, 0.89), "pixels": (0.65, 0.86)}
"""Precision and recall of the fine segmentation."""


def gains_of_going_in(
    layout: Layout, candidates: Candidates, truth: dict[str, Any], leaves: Sequence[int]
) -> np.ndarray:
    """For each candidate in the chain of a leaf the best that a box farther in is worth, less what its own is; else nan."""
    gains = np.full(len(candidates), np.nan)
    chains = [chain_of(candidates, leaf) for leaf in leaves]
    members = sorted({0, *(index for chain in chains for index in chain)})
    worth = dict(zip(members, _worth(layout, candidates, truth, members).tolist(), strict=True))
    for chain in chains:
        best = worth[chain[-1]]
        for index in reversed(chain[:-1]):
            gains[index] = best - worth[index]
            best = max(best, worth[index])
    return gains


def _worth(layout: Layout, candidates: Candidates, truth: dict[str, Any], members: Sequence[int]) -> np.ndarray:
    """The share of F of each member's box, the first one being the whole page."""
    wanted = np.asarray(tools().truth_boxes(truth, LEVELS["fine"]), float)
    corners = draw_boxes(layout, [candidates.rows[index] for index in members])
    nodes = np.array([node[:4] for node in (*truth["texts"], *truth["elements"])], float).reshape(-1, 4)
    ours = tools().box_membership(nodes, np.concatenate([corners[:, :2], corners[:, 2:] - corners[:, :2]], axis=1))
    theirs = tools().box_membership(nodes, wanted).astype(float)
    kinds = {
        "nodes": (ours.T.astype(float) @ theirs, ours.sum(axis=0), theirs.sum(axis=0)),
        "pixels": overlapping_areas(corners, wanted, truth["size"]),
    }
    worth = np.zeros(len(members))
    for kind, (found, mass, all_of_it) in kinds.items():
        at_precision, at_recall = WORKING_POINT[kind]
        precise = (found**2).sum(axis=1) / np.maximum(mass, 1e-9) - at_precision * mass
        recall = (found**2 / np.maximum(all_of_it, 1e-9)).sum(axis=1) / max(float(all_of_it.sum()), 1e-9)
        share = at_recall**2 * precise / max(float(mass[0]), 1e-9) + at_precision**2 * recall
        worth += 2 / (at_precision + at_recall) ** 2 * share
    return worth
