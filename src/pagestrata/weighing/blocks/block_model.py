"""The learned levels of blocks: trees and networks over `block_features` as plain arrays.

Every leaf of a tree of the forests holds the shares of the four levels among the blocks that reached it; a block's chances
are the mean over the trees. For the leaves of a page there are also boosted trees, whose leaves add up to a score of each
level, and networks that score the types people call blocks by (menu, logo, article): the chances are the mean of what the
three say.

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
from pagestrata.learned.networks import Networks, read_networks
from pagestrata.learned.trees import Ensemble, read_ensembles
from pagestrata.model.blocks import Block
from pagestrata.weighing.blocks.block_features import FEATURES, Frame, block_features
from pagestrata.weighing.blocks.block_hints import Features

log = logging.getLogger(__name__)

MODEL_FILE, NETWORKS_FILE = "blocks.trees", "blocks_networks.npz"
LEAVES, PARTS = "leaves", "parts"
"""The forest for the leaves of a page, and the one for a page cut into a few large parts."""
BOOSTED = "leaves boosted"
"""What gives scores for the leaves of a page."""
LEVELS = 4
TYPES_PER_LEVEL = (4, 4, 6, 2)
"""The networks score so many types of blocks of each level, in the order of the levels."""
_FIRST_TYPES = np.cumsum((0, *TYPES_PER_LEVEL[:-1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockModel:
    """Trees whose leaves hold a number per level, noise to main content, and networks with one per type."""

    leaves: Ensemble
    parts: Ensemble
    boosted: Ensemble | None = None  # for leaves, too: sums are logarithms of chances
    networks: Networks | None = None  # for leaves, too: the same, of types

    def probabilities(self, leaves: Sequence[Block], frame: Frame) -> Features:
        """[blocks, 4] how likely each block is of each level."""
        if not leaves:
            return np.zeros((0, LEVELS))
        return self.chances(block_features(leaves, frame), coarse=frame.coarse)

    def chances(self, rows: Features, *, coarse: bool = False) -> Features:
        """The same from rows of `FEATURES`."""
        found = [_shares((self.parts if coarse else self.leaves).predict(rows))]
        if not coarse and self.boosted is not None:
            found.append(_chances(self.boosted.predict(rows)))
        if not coarse and self.networks is not None:
            found.append(np.add.reduceat(_chances(self.networks.predict(rows)), _FIRST_TYPES, axis=1))
        return np.asarray(np.mean(found, axis=0))


def _chances(scores: Features) -> Features:
    return _shares(np.exp(scores - scores.max(axis=1, keepdims=True)))


def _shares(values: Features) -> Features:
    return np.asarray(values / values.sum(axis=1, keepdims=True))


def read_block_model(trees: bytes, networks: bytes | None = None) -> BlockModel:
    """Read the files of a model; InputError when one is damaged or was made for other features."""
    found = read_ensembles(trees)
    forests = [_checked(found.get(name)) for name in (LEAVES, PARTS)]
    if not all((forest.value >= 0).all() for forest in forests):
        raise InputError("block importance model: not a model of four levels; train it again")
    return BlockModel(
        leaves=forests[0],
        parts=forests[1],
        boosted=_checked(found[BOOSTED]) if BOOSTED in found else None,
        networks=_checked_networks(read_networks(networks)) if networks is not None else None,
    )


def _checked(forest: Ensemble | None) -> Ensemble:
    shape = forest is not None and forest.value.shape == (len(forest.feature), LEVELS)
    if forest is None or not shape or not np.isfinite(forest.value).all():
        raise InputError("block importance model: not a model of four levels; train it again")
    if forest.names != FEATURES:
        raise InputError("block importance model: made for other features than this version has; train it again")
    return forest


def _checked_networks(networks: Networks) -> Networks:
    if networks.outer.shape[1:] != (sum(TYPES_PER_LEVEL),) or not np.isfinite(networks.outer).all():
        raise InputError("block importance model: not networks over the types of blocks; train it again")
    if len(networks.inner) != len(FEATURES):
        raise InputError("block importance model: made for other features than this version has; train it again")
    return networks


@cache
def default_block_model() -> BlockModel | None:
    """The shipped model, or None (with a warning, once) when it cannot be used."""
    try:
        folder = resources.files("pagestrata.weighing") / "data"
        return read_block_model(*((folder / name).read_bytes() for name in (MODEL_FILE, NETWORKS_FILE)))
    except (InputError, OSError) as error:
        log.warning("%s; blocks are weighed by rules", error)
        return None
