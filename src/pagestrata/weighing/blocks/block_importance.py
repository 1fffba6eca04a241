"""Importance of every leaf block of a page, summing to 1.

Each block is given one of four levels (Song et al., WWW 2004): 1 noise, 2 navigation, 3 related but not prominent,
4 main content; by a learned model over `block_features`, or by rules on role and position without a model. A block's
importance is the expected value of its level times the square root of its share of the page (half by area, half by
text), so that a large article outweighs a one-line one without silencing it. Overlays weigh almost nothing.

The learned model is trees and networks as plain arrays. Every leaf of a tree of the forests holds the shares of the four levels
among the blocks that reached it; a block's chances are the mean over the trees. For the leaves of a page there are also boosted
trees, whose leaves add up to a score of each level, and networks that score the types people call blocks by (menu, logo,
article): the chances are the mean of what the three say. Most of a leaf's chance of main content is then decided by further
boosted trees, which also see the page around the block (`page_context`); the other levels keep their proportions.

Trained on hand-annotated pages by `benchmarks/quality/importance.py` (data, date and scores: `data/blocks.md`); the trees
for main content also on a benchmark of content extraction, by `benchmarks/training/train_main_content.py`
(`data/main_content.md`). A file that is damaged or was made for other features is refused; rules then do the work, and a
warning says so.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError, UsageError
from pagestrata.learned.networks import Networks, read_networks
from pagestrata.learned.trees import Ensemble, read_ensembles
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.weighing.blocks.block_features import FEATURES, Frame, block_features, finite_boxes
from pagestrata.weighing.blocks.block_hints import Features
from pagestrata.weighing.blocks.page_context import CONTEXT, page_context

log = logging.getLogger(__name__)

MODEL_FILE, NETWORKS_FILE, MAIN_FILE = "blocks.trees", "blocks_networks.npz", "main_content.trees"
LEAVES, PARTS = "leaves", "parts"
"""Names of the forests: for the leaves of a page, and for a page cut into a few large parts."""
BOOSTED = "leaves boosted"
"""Name of the boosted trees, which score the levels of leaves."""
MAIN = "main content"
"""Name of the trees for the log odds that a leaf is main content, from `MAIN_FEATURES`."""
MAIN_FEATURES = (*FEATURES, *CONTEXT)
MAIN_SHARE = 0.75
"""Share of these trees in a leaf's chance of main content; the rest comes from the models that see the leaf alone."""
LEVELS = 4
TYPES_PER_LEVEL = (4, 4, 6, 2)
"""Number of types of blocks that the networks score, for each level."""
_FIRST_TYPES = np.cumsum((0, *TYPES_PER_LEVEL[:-1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockModel:
    """The shipped trees and networks, or others of the same shape."""

    leaves: Ensemble
    parts: Ensemble
    boosted: Ensemble | None = None  # for leaves: sums are log chances of levels
    networks: Networks | None = None  # for leaves: log chances of types
    main: Ensemble | None = None  # for leaves: log odds of main content, from `MAIN_FEATURES`

    def probabilities(self, leaves: Sequence[Block], frame: Frame) -> Features:
        """Return [blocks, 4]: how likely each block has each level."""
        return self.with_main_chances(leaves, frame)[0]

    def with_main_chances(self, leaves: Sequence[Block], frame: Frame) -> tuple[Features, Features | None]:
        """Return the `probabilities`, and how likely each block is main content by the trees that see the page.

        The latter is None where these trees have no part in it.
        """
        if not leaves:
            return np.zeros((0, LEVELS)), None
        rows = block_features(leaves, frame)
        chances = self.chances(rows, coarse=frame.coarse)
        if frame.coarse or self.main is None:
            return chances, None
        odds = self.main.predict(np.hstack([rows, page_context(leaves, frame.title)]))
        main = np.asarray(1.0 / (1.0 + np.exp(-odds)))
        return with_main_chance(chances, main), main

    def chances(self, rows: Features, *, coarse: bool = False) -> Features:
        """Return [blocks, 4]: the chances of levels without the trees for main content, from rows of `FEATURES`."""
        found = [_shares((self.parts if coarse else self.leaves).predict(rows))]
        if not coarse and self.boosted is not None:
            found.append(_chances(self.boosted.predict(rows)))
        if not coarse and self.networks is not None:
            found.append(np.add.reduceat(_chances(self.networks.predict(rows)), _FIRST_TYPES, axis=1))
        return np.asarray(np.mean(found, axis=0))


def with_main_chance(chances: Features, main: Features, share: float = MAIN_SHARE) -> Features:
    """Return [blocks, 4] with another chance of main content mixed in; the other levels keep their proportions."""
    fourth = (1.0 - share) * chances[:, -1] + share * main
    others = _shares(np.maximum(1e-9, chances[:, :-1]))
    return np.column_stack([others * (1.0 - fourth)[:, None], fourth])


def _chances(scores: Features) -> Features:
    return _shares(np.exp(scores - scores.max(axis=1, keepdims=True)))


def _shares(values: Features) -> Features:
    return np.asarray(values / values.sum(axis=1, keepdims=True))


def read_block_model(trees: bytes, networks: bytes | None = None, main: bytes | None = None) -> BlockModel:
    """Read the files of a model. Raise InputError if one is damaged or was made for other features."""
    found = read_ensembles(trees)
    forests = [_checked(found.get(name)) for name in (LEAVES, PARTS)]
    if not all((forest.value >= 0).all() for forest in forests):
        raise InputError("block importance model: not a model of four levels; train it again")
    return BlockModel(
        leaves=forests[0],
        parts=forests[1],
        boosted=_checked(found[BOOSTED]) if BOOSTED in found else None,
        networks=_checked_networks(read_networks(networks)) if networks is not None else None,
        main=_checked_main(read_ensembles(main).get(MAIN)) if main is not None else None,
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


def _checked_main(trees: Ensemble | None) -> Ensemble:
    if trees is None or trees.value.shape != (len(trees.feature),) or not np.isfinite(trees.value).all():
        raise InputError("block importance model: not trees for main content; train them again")
    if trees.names != MAIN_FEATURES:
        raise InputError("block importance model: made for other features than this version has; train it again")
    return trees


@cache
def default_block_model() -> BlockModel | None:
    """Return the shipped model, or None (with one warning) if it cannot be used."""
    try:
        folder = resources.files("pagestrata.weighing") / "data"
        return read_block_model(*((folder / name).read_bytes() for name in (MODEL_FILE, NETWORKS_FILE, MAIN_FILE)))
    except (InputError, OSError) as error:
        log.warning("%s; blocks are weighed by rules", error)
        return None


DEFAULT = "default"
"""The model shipped with the package."""

LEVEL_VALUES = np.array([0.05, 0.25, 0.6, 1.0])
"""The worth of blocks of the levels 1 to 4."""

OVERLAY_VALUE = 0.001

ROLE_VALUES: Mapping[str, float] = {
    "article": 1.0, "other": 0.6, "table": 0.6, "image": 0.6, "comments": 0.6, "form": 0.4,
    "link list": 0.3, "sidebar": 0.25, "header": 0.25, "menu": 0.2, "search": 0.05, "footer": 0.05, "ad": 0.02,
    "overlay": OVERLAY_VALUE,
}  # fmt: skip


def weigh_blocks(
    tree: BlockTree, *, overrides: Mapping[str, float] | None = None, model: BlockModel | str | None = DEFAULT
) -> dict[str, float]:
    """Return ref -> importance of every leaf block; the values sum to 1.

    `overrides` maps a block's ref or a role to a value from 0 (never matters) to 1 (main content) that replaces
    the model's; a ref takes precedence over a role. `model` is the shipped one, another one, or None for rules alone.
    """
    leaves = list(tree.leaves())
    raw = raw_importance(leaves, Frame.of(tree), overrides=overrides, model=model)
    total = float(raw.sum())
    if total <= 0.0:
        return {leaf.ref: 1.0 / len(leaves) for leaf in leaves}
    return {leaf.ref: float(value) / total for leaf, value in zip(leaves, raw, strict=True)}


def raw_importance(
    leaves: Sequence[Block],
    frame: Frame,
    *,
    overrides: Mapping[str, float] | None = None,
    model: BlockModel | str | None = DEFAULT,
) -> Features:
    """Return the importance of blocks on a common scale, not normalised."""
    return np.asarray(block_values(leaves, frame, overrides=overrides, model=model) * np.sqrt(size_shares(leaves)))


def block_values(
    leaves: Sequence[Block],
    frame: Frame,
    *,
    overrides: Mapping[str, float] | None = None,
    model: BlockModel | str | None = DEFAULT,
) -> Features:
    """Return the worth of each block regardless of its size: 0 (noise) to 1 (main content)."""
    chosen = _model(model)
    if chosen is None or not leaves:
        values = np.array([_rule_value(leaf, frame) for leaf in leaves])
    else:
        values = np.asarray(chosen.probabilities(leaves, frame) @ LEVEL_VALUES)
        values = np.where([leaf.is_overlay for leaf in leaves], OVERLAY_VALUE, values)
    return _overridden(values, leaves, overrides or {})


def block_levels(
    leaves: Sequence[Block], frame: Frame, *, model: BlockModel | str | None = DEFAULT
) -> npt.NDArray[np.int64]:
    """Return the level of each block, 1 (noise) to 4 (main content): the likeliest, or by rules the nearest in worth."""
    return levels_and_main_chances(leaves, frame, model=model)[0]


def levels_and_main_chances(
    leaves: Sequence[Block], frame: Frame, *, model: BlockModel | str | None = DEFAULT
) -> tuple[npt.NDArray[np.int64], Features | None]:
    """Return the `block_levels`, and how likely each block is main content by the trees that see the page, if used."""
    if not leaves:
        return np.zeros(0, np.int64), None
    chosen, main = _model(model), None
    if chosen is None:
        worths = np.array([_rule_value(leaf, frame) for leaf in leaves])
        levels = np.abs(worths[:, None] - LEVEL_VALUES).argmin(axis=1) + 1
    else:
        chances, main = chosen.with_main_chances(leaves, frame)
        levels = chances.argmax(axis=1) + 1
    return np.where([leaf.is_overlay for leaf in leaves], 1, levels), main


def _model(model: BlockModel | str | None) -> BlockModel | None:
    return default_block_model() if isinstance(model, str) else model


def _rule_value(leaf: Block, frame: Frame) -> float:
    """Return the worth of a block by role and position alone."""
    if leaf.is_overlay:
        return OVERLAY_VALUE
    value = ROLE_VALUES.get(leaf.role, ROLE_VALUES["other"])
    if leaf.role != "other":
        return value
    link_words = sum(len(link.name) for link in leaf.links)
    link_share = link_words / max(1, len(leaf.text)) if leaf.text else float(bool(leaf.links))
    middle = leaf.box.x + leaf.box.width / 2
    off_centre = abs(middle / frame.page_width - 0.5) > 0.3
    at_bottom = leaf.box.y > 0.92 * frame.page_height and frame.page_height > frame.window_height
    if at_bottom:
        return 0.1
    if link_share > 0.7:
        return 0.25
    return value * (0.6 if off_centre else 1.0)


def _overridden(values: Features, leaves: Sequence[Block], overrides: Mapping[str, float]) -> Features:
    if not overrides:
        return values
    for key, value in overrides.items():
        if not (math.isfinite(value) and 0.0 <= value <= 1.0):
            raise UsageError(f"importance of {key!r}: {value} is not in 0 to 1; give 0 for 'never', 1 for 'main'")
    chosen = [overrides.get(leaf.ref, overrides.get(leaf.role)) for leaf in leaves]
    return np.array([old if new is None else new for old, new in zip(values, chosen, strict=True)])


def size_shares(leaves: Sequence[Block]) -> Features:
    """Return each block's share of the page: half by area, half by text. A picture counts as a line of text."""
    boxes = finite_boxes(leaves)
    area = boxes[:, 2] * boxes[:, 3]
    text = np.array([len(leaf.text) + 80.0 * len(leaf.images) + 1.0 for leaf in leaves])
    total_area, total_text = area.sum(), text.sum()
    by_text = text / total_text if total_text > 0 else text
    return np.asarray(0.5 * area / total_area + 0.5 * by_text if total_area > 0 else by_text)
