"""`--judge evidence`: a version is kept when its likeliest edit is worth telling, by the evidence alone."""

from __future__ import annotations

import math

from pagestrata.judging.context import NOTHING_KNOWN, Known
from pagestrata.judging.findings import findings_of
from pagestrata.judging.reasons import reasons_of
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.weights import Decision

DEFAULT_THRESHOLD = 0.5
NOTHING_CHANGED = 0.02
"""The probability of a page on which no text changed."""


def judge_by_evidence(
    old: BlockTree,
    new: BlockTree,
    *,
    delta: Delta | None = None,
    known: Known = NOTHING_KNOWN,
    threshold: float | None = None,
) -> Decision:
    """What the evidence says of two versions; `known` is what the archive knows beside them."""
    findings = findings_of(old, new, delta, known=known)
    probability = findings[0].probability if findings else NOTHING_CHANGED
    kept = probability > (DEFAULT_THRESHOLD if threshold is None else threshold)
    inside = min(1.0 - 1e-6, max(1e-6, probability))
    return Decision(
        similar=not kept,
        score=math.log(inside / (1.0 - inside)),
        probability=probability,
        reasons=tuple(reasons_of(findings, kept=kept)),
    )
