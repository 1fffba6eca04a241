"""The learned model of how likely a candidate is the followed block: a small ensemble of decision trees.

Trained by `benchmarks/training/train_follow.py` on pairs of versions in which an element keeps its unique id (the id
hidden), part of them with the element taken out, so that 'none of these' is learned as well. Its answers are log-odds.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError
from pagestrata.follow.portraits.features import FEATURES
from pagestrata.learned.trees import Ensemble, read_ensembles

NAME = "block"


class Ranker:
    """The trees. Raises InputError if they were trained on other features."""

    def __init__(self, trees: Ensemble) -> None:
        if trees.names != FEATURES:
            odd = sorted(set(trees.names) ^ set(FEATURES)) or ["another order"]
            raise InputError(
                f"the stored ranker was trained on other features ({', '.join(odd[:5])}); "
                "train it again with benchmarks/training/train_follow.py"
            )
        self.trees = trees

    def logits(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The log-odds of each row of features."""
        return self.trees.predict(features.astype(np.float64))


@cache
def default_ranker() -> Ranker:
    """The trees that ship with the package."""
    return Ranker(read_ensembles(files("pagestrata.follow").joinpath("data", "ranker.zip").read_bytes())[NAME])
