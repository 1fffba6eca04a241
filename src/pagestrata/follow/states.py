"""The three answers of a follower (found, uncertain, lost), and how they follow from log-odds.

The finalists and 'none of them' share one unit of belief: with the odds o_i of the ranker, candidate i gets
o_i / (0.1 + sum of all odds). The share of the best candidate is the confidence, its lead over the second is the gap. Two
equally good candidates thus halve each other's confidence, and on a page without a good candidate the belief stays with
'none'. The ranker is calibrated for this: in part of its examples the element was removed (`benchmarks/quality/follow`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from pagestrata.model.geometry import Box
from pagestrata.model.records import TrailCandidate

State = Literal["found", "uncertain", "lost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionWeights:
    """Weights of the position among the found blocks in the log-odds of a candidate (`neighbours`).

    By `benchmarks/training/tune_neighbours`. A candidate that keeps order and nesting gains a little, any other loses.
    """

    base: float = -3.5
    order: float = 1.2
    nesting: float = 3.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The beliefs from which a block counts as found, uncertain or learned.

    Sites left out (`benchmarks/training/tune_follow`) are worth 0.965 with these and 0.972 with twice the odds of 'none',
    which call nearly twice as many blocks lost that are there; a false alarm costs more trust than a question.
    """

    none_odds: float = 0.1
    """Odds of 'none of them'. In training the block is missing in every third example, in practice far less often."""
    found_from: float = 0.85
    far_found_from: float = 0.89
    """Like `found_from`, on a page of which less than `near_from` is left. Chosen without the sites that are judged
    (`benchmarks/training/tune_found`), both vary from 0.88 to 0.91; `near_from` was chosen once, on all sites."""
    near_from: float = 0.95
    lost_below: float = 0.08
    doubt_from: float = 0.2
    """Belief from which the reasons against the best candidate are reported."""
    own_words_from: float = 0.3
    """Belief from which the block's own words make a match sure on a page that changed much."""
    learn_from: float = 0.85
    """A match below this is not learned from until a person confirms it."""
    position: PositionWeights = field(default_factory=PositionWeights)

    def on_page(self, kept: float) -> Thresholds:
        """Return the thresholds for a page of which the share `kept` is still there."""
        return self if kept >= self.near_from else _for_far_page(self)

    def state_of(self, confidence: float) -> State:
        if confidence >= self.found_from:
            return "found"
        return "lost" if confidence < self.lost_below else "uncertain"


@lru_cache(maxsize=8)
def _for_far_page(limits: Thresholds) -> Thresholds:
    """The thresholds for a page of which less than `near_from` is left."""
    sure = max(limits.far_found_from, limits.found_from), max(limits.far_found_from, limits.learn_from)
    return replace(limits, found_from=sure[0], learn_from=sure[1])


THRESHOLDS = Thresholds()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The answer about a followed block in one version. A lost block has no row, path, box or text."""

    state: State
    confidence: float
    gap: float
    row: int | None = None
    path: str | None = None
    box: Box | None = None
    text: str = ""
    id: str | None = None  # the element's real id attribute, also where it was hidden from the follower
    reasons: tuple[str, ...] = field(default=())
    alerts: tuple[str, ...] = field(default=())  # those of the reasons that a person should look at
    other: TrailCandidate | None = None  # of an uncertain block: the second best

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "state": self.state,
            "confidence": round(self.confidence, 4),
            "gap": round(self.gap, 4),
            "path": self.path,
            "box": None if self.box is None else [round(value, 2) for value in self.box],
            "text": self.text,
            "reasons": list(self.reasons),
            "alerts": list(self.alerts),
            **({} if self.other is None else {"other": asdict(self.other)}),
        }


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """Candidate rows with their log-odds."""

    rows: npt.NDArray[np.intp]
    logits: npt.NDArray[np.float64]

    def beliefs(self, none_odds: float = THRESHOLDS.none_odds) -> npt.NDArray[np.float64]:
        """Return the share of each candidate; the rest up to 1 belongs to 'none of them'."""
        odds = np.exp(np.minimum(np.maximum(self.logits, -30.0), 30.0))  # clip() would take longer than all the rest
        return np.asarray(odds / (none_odds + odds.sum()))

    def with_evidence(self, logits: npt.NDArray[np.float64]) -> Ranking:
        """Return the ranking with more evidence added to its log-odds."""
        return Ranking(rows=self.rows, logits=self.logits + logits)

    def without(self, rows: Sequence[int]) -> Ranking:
        """The candidates that are not among these rows."""
        kept = ~np.isin(self.rows, rows)
        return Ranking(rows=self.rows[kept], logits=self.logits[kept])

    def best(self, none_odds: float = THRESHOLDS.none_odds) -> tuple[int | None, float, float]:
        """Row, confidence and gap of the best candidate."""
        if not len(self.rows):
            return None, 0.0, 0.0
        beliefs = self.beliefs(none_odds)
        order = np.argsort(-beliefs, kind="stable")
        second = float(beliefs[order[1]]) if len(order) > 1 else 0.0
        confidence = float(beliefs[order[0]])
        return int(self.rows[order[0]]), confidence, confidence - second


def merged(rankings: list[Ranking]) -> Ranking:
    """Merge rankings: each row with its best log-odds."""
    rows = np.concatenate([ranking.rows for ranking in rankings])
    logits = np.concatenate([ranking.logits for ranking in rankings])
    distinct, codes = np.unique(rows, return_inverse=True)
    best = np.full(len(distinct), -np.inf)
    np.maximum.at(best, codes, logits)
    return Ranking(rows=distinct, logits=best)
