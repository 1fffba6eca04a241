"""Similar or dissimilar: is the new version worth keeping beside the old one? (paper 4)"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.weights import Decision, Weights
from pagestrata.weigh.blocks import is_overlay
from pagestrata.weigh.sides import side_of

DEFAULT = None
DEFAULT_THRESHOLD = 0.5


def decide(
    old: Any,
    new: Any,
    *,
    delta: Delta | None = None,  # noqa: ARG001
    weights: Weights | None = None,  # noqa: ARG001
    threshold: float = DEFAULT_THRESHOLD,
    model: Any = DEFAULT,  # noqa: ARG001
) -> Decision:
    """Decide about `new`, seen after `old` was kept. At a probability above `threshold` the two are dissimilar."""
    before, after = side_of(old), side_of(new)
    first, second = _words(before.tree), _words(after.tree)
    added, removed = (second - first).total(), (first - second).total()
    score = math.log((added + removed + 0.5) / 3.0)
    probability = 1.0 / (1.0 + math.exp(-score))
    similar = probability <= threshold
    reason = f"{added} words added, {removed} removed" if added + removed else "no visible text changed"
    return Decision(similar=similar, score=score, probability=probability, reasons=(reason,))


def _words(tree: BlockTree) -> Counter[str]:
    return Counter(word for leaf in tree.leaves() if not is_overlay(leaf) for word in leaf.text.split())
