"""The learned levels of blocks: forests of random trees over `block_features` as plain arrays.

Every leaf of a tree holds the shares of the four levels among the blocks that reached it; a block's chances are the mean
over the trees.

Trained on hand-annotated pages by `benchmarks/quality/importance.py`; data, date and scores are in `data/blocks.md`. A
file that is damaged or was made for other features is refused; rules then do the work, and a warning says so.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from pagestrata.errors import InputError
from pagestrata.learned import Ensemble, read_ensembles
from pagestrata.model.blocks import Block
from pagestrata.weighing.block_features import FEATURES, Frame, block_features
from pagestrata.weighing.block_hints import Features

log = logging.getLogger(__name__)

MODEL_FILE = "blocks.trees"
LEAVES, PARTS = "leaves", "parts"
"""The forest for the leaves of a page, and the one for a page cut into a few large parts."""
LEVELS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockModel:
    """Two forests whose leaves hold a number per level, noise to main content."""

    leaves: Ensemble
    parts: Ensemble

    def probabilities(self, leaves: Sequence[Block], frame: Frame) -> Features:
        """[blocks, 4] how likely each block is of each level."""
        if not leaves:
            return np.zeros((0, LEVELS))
        forest = self.parts if frame.coarse else self.leaves
        raw = forest.predict(block_features(leaves, frame))
        return np.asarray(raw / raw.sum(axis=1, keepdims=True))


def read_block_model(data: bytes) -> BlockModel:
    """Read a model file; InputError when it is damaged or was made for other features."""
    found = read_ensembles(data)
    return BlockModel(leaves=_checked(found.get(LEAVES)), parts=_checked(found.get(PARTS)))


def _checked(forest: Ensemble | None) -> Ensemble:
    if forest is None or forest.value.shape != (len(forest.feature), LEVELS) or not (forest.value >= 0).all():
        raise InputError("block importance model: not a model of four levels; train it again")
    if forest.names != FEATURES:
        raise InputError("block importance model: made for other features than this version has; train it again")
    return forest


@cache
def default_block_model() -> BlockModel | None:
    """The shipped model, or None (with a warning, once) when it cannot be used."""
    try:
        return read_block_model(resources.files("pagestrata.weighing").joinpath("data", MODEL_FILE).read_bytes())
    except (InputError, OSError) as error:
        log.warning("%s; blocks are weighed by rules", error)
        return None
