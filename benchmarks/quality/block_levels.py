"""Boosted trees over the levels of leaf blocks and networks over their types: with the forest of `importance`, what is shipped.

The three err differently: the mean is right more often than each of them (`data/blocks.md`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.quality.annotated import LEVELS
from benchmarks.training.train_networks import Lessons, fit_networks_of_classes
from pagestrata.learned.networks import Networks
from pagestrata.learned.trees import Ensemble
from pagestrata.weighing.blocks import block_importance
from pagestrata.weighing.blocks.block_features import FEATURES

BOOSTING = {
    "max_iter": 50, "learning_rate": 0.12, "max_depth": 4, "max_leaf_nodes": 10, "min_samples_leaf": 12,
    "l2_regularization": 5.0,
    "max_features": 0.3,
}  # fmt: skip
LESSONS = Lessons(networks=6, epochs=60, batch=128)
NEVER = -20.0
"""The score of a level that no block has."""


def networked(rows: npt.NDArray[np.float64], types: npt.NDArray[np.int64], seed: int) -> Networks:
    """Networks that score the annotated types, by their numbers in `LEVELS`, which are in the order of the levels."""
    levels = list(LEVELS.values())
    assert [levels.count(level + 1) for level in range(block_importance.LEVELS)] == [*block_importance.TYPES_PER_LEVEL]
    return fit_networks_of_classes(rows, types, len(levels), lessons=LESSONS, seed=seed)


def boosted(rows: npt.NDArray[np.float64], levels: npt.NDArray[np.int64], seed: int) -> Ensemble:
    """Trees whose leaves add up to a score per level, to be made chances by their exponentials."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):  # a thousand blocks: threads would wait for each other
        model = HistGradientBoostingClassifier(**BOOSTING, random_state=seed).fit(rows, levels)
    trees = [
        (int(level) - 1, tree.nodes)
        for stage in model._predictors
        for level, tree in zip(model.classes_, stage, strict=True)
    ]
    base = np.full(block_importance.LEVELS, NEVER)
    base[model.classes_ - 1] = model._baseline_prediction.ravel()
    return _joined(trees, base)


def _joined(trees: list[tuple[int, Any]], base: npt.NDArray[np.float64]) -> Ensemble:
    """One table of nodes, the first of them a tree that is nothing but a leaf with the base scores."""
    starts = 1 + np.cumsum([0, *(len(nodes) for _, nodes in trees)])
    nodes = np.concatenate([nodes for _, nodes in trees])
    sizes = [len(one) for _, one in trees]
    shift, level = np.repeat(starts[:-1], sizes), np.repeat([level for level, _ in trees], sizes)
    leaf, places = nodes["is_leaf"].astype(bool), 1 + np.arange(len(nodes))
    value = np.zeros((len(nodes), block_importance.LEVELS))
    value[np.arange(len(nodes)), level] = np.where(leaf, np.round(nodes["value"], 4), 0.0)
    return Ensemble(
        names=FEATURES,
        feature=np.append(0, np.where(leaf, 0, nodes["feature_idx"])).astype(np.int32),
        threshold=np.append(0.0, np.where(leaf, 0.0, nodes["num_threshold"])),
        left=np.append(0, np.where(leaf, places, nodes["left"] + shift)).astype(np.int32),
        right=np.append(0, np.where(leaf, places, nodes["right"] + shift)).astype(np.int32),
        value=np.vstack([np.round(base, 4), value]).astype(np.float32),
        roots=np.append(0, starts[:-1]).astype(np.int32),
        depth=int(nodes["depth"].max()),
    )
