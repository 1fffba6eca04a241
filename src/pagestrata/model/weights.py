"""How important blocks and changes are, and what was decided about a version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The part one block's changes have in the total, with the sentence that explains it."""

    block: str
    importance: float  # of the block itself
    amount: float  # how much of the block changed, 0 to 1
    share: float  # importance times amount, after damping
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Importance of a change between two versions, `total` in 0 to 1, and what it is made of."""

    total: float
    shares: tuple[Share, ...] = ()
    change_importance: tuple[float, ...] = ()  # one number per change of the delta, in its order
    block_importance: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Similar (an archive need not keep both) or not. `score` below 0 says similar, above 0 dissimilar."""

    similar: bool
    score: float
    probability: float  # that the two are dissimilar, calibrated where a model says so
    reasons: tuple[str, ...] = ()
