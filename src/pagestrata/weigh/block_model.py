"""The learned levels of blocks: four boosted-tree ensembles over `block_features`, one per level, as plain arrays.

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
from pagestrata.weigh.block_features import FEATURES, Frame, block_features
from pagestrata.weigh.block_hints import Features

log = logging.getLogger(__name__)

MODEL_FILE = "blocks.trees"
LEVEL_NAMES = ("level 1", "level 2", "level 3", "level 4")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockModel:
    """One ensemble per level, noise to main content."""

    levels: tuple[Ensemble, ...]

    def probabilities(self, leaves: Sequence[Block], frame: Frame) -> Features:
        """[blocks, 4] how likely each block is of each level."""
        rows = block_features(leaves, frame)
        raw = np.column_stack([ensemble.predict(rows) for ensemble in self.levels])
        raw = np.exp(raw - raw.max(axis=1, keepdims=True)) if len(raw) else raw
        return np.asarray(raw / raw.sum(axis=1, keepdims=True))


def read_block_model(data: bytes) -> BlockModel:
    """Read a model file; InputError when it is damaged or was made for other features."""
    found = read_ensembles(data)
    if set(found) != set(LEVEL_NAMES):
        raise InputError("block importance model: not a model of four levels; train it again")
    if any(ensemble.names != FEATURES for ensemble in found.values()):
        raise InputError("block importance model: made for other features than this version has; train it again")
    return BlockModel(levels=tuple(found[name] for name in LEVEL_NAMES))


@cache
def default_block_model() -> BlockModel | None:
    """The shipped model, or None (with a warning, once) when it cannot be used."""
    try:
        return read_block_model(resources.files("pagestrata.weigh").joinpath("data", MODEL_FILE).read_bytes())
    except (InputError, OSError) as error:
        log.warning("%s; blocks are weighed by rules", error)
        return None
