"""How sure it is that a candidate is the followed block: a small ensemble of decision trees over the features.

Trained by `benchmarks/training/follow.py` on pairs of versions in which an element keeps its unique id (the id hidden),
a third of them with the element taken out, so that 'none of these' is learned as well. Shipped as plain arrays and
evaluated here with numpy; the names of the features are stored with the trees and checked on loading.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError
from pagestrata.follow.features import FEATURES

Logits = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranker:
    """Trees as matrices [trees, nodes]; a leaf points at itself. The sum of leaf values is a log-odds."""

    feature: npt.NDArray[np.int32]
    threshold: npt.NDArray[np.float32]
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    value: npt.NDArray[np.float64]
    depth: int
    baseline: float

    def logits(self, features: npt.NDArray[np.float32]) -> Logits:
        """The log-odds of each row of features."""
        count, width = self.feature.shape
        first = (np.arange(count, dtype=np.int32) * width)[None, :]
        at = np.broadcast_to(first, (len(features), count))
        feature, threshold = self.feature.ravel(), self.threshold.ravel()
        left, right = (self.left + first.T).ravel(), (self.right + first.T).ravel()
        samples = np.arange(len(features))[:, None]
        for _ in range(self.depth):
            goes_left = features[samples, feature[at]] <= threshold[at]
            at = np.where(goes_left, left[at], right[at])
        return np.asarray(self.value.ravel()[at].sum(axis=1) + self.baseline)


@cache
def default_ranker() -> Ranker:
    """The trees that ship with the package."""
    source = files("pagestrata.follow").joinpath("data", "ranker.npz")
    with source.open("rb") as file, np.load(file, allow_pickle=False) as stored:
        arrays = dict(stored)
    return ranker_from(arrays)


def ranker_from(arrays: dict[str, npt.NDArray[np.generic]]) -> Ranker:
    """Check and wrap stored arrays. Raises InputError for trees over other features."""
    names = tuple(str(name) for name in arrays["names"])
    if names != FEATURES:
        odd = sorted(set(names) ^ set(FEATURES)) or ["another order"]
        raise InputError(
            f"the stored ranker was trained on other features ({', '.join(odd[:5])}); "
            "train it again with benchmarks/training/follow.py"
        )
    return Ranker(
        feature=arrays["feature"].astype(np.int32),
        threshold=arrays["threshold"].astype(np.float32),
        left=arrays["left"].astype(np.int32),
        right=arrays["right"].astype(np.int32),
        value=arrays["value"].astype(np.float64),
        depth=int(arrays["depth"]),
        baseline=float(arrays["baseline"]),
    )
