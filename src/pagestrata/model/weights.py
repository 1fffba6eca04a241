"""How important blocks and changes are, and what was decided about a version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pagestrata.model.reasons import Reason


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
    """Similar (an archive need not keep both) or not, and why: what decided first.

    `probability`, 'would a person keep this?', is the one number to compare with a threshold; `score` is the same on the
    logistic scale, below 0 for similar.
    """

    similar: bool
    score: float
    probability: float
    reasons: tuple[Reason, ...] = ()
