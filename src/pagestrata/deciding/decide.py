"""Similar or dissimilar: is the new version worth keeping if the old one is? (paper 4)

Every change is a finding with a probability: edits of text and of links and pictures by the evidence (`judging`), styles by a
fixed chance. The most likely finding gives the probability that a person would keep the version (`chances`), and the reasons name
it. A model trained on a person's marks, over the features of the pair (`pair_features`), decides instead; an unusable model is
refused, and the reasons say so. Screenshots serve to find swapped pictures.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pagestrata.deciding.chances import probability_of, with_importance, with_operations
from pagestrata.deciding.features.pair_features import (
    FEATURE_NAMES,
    PICTURE_NAMES,
    HeardPair,
    PairFeatures,
    content_of_pair,
    has_screenshots,
    with_pictures,
)
from pagestrata.deciding.features.visual_blocks import could_be_swapped
from pagestrata.deciding.features.visual_words import VISUAL_NAMES
from pagestrata.deciding.learning.linear_model import DecisionModel, read_decision_model
from pagestrata.deciding.reasons import NO_CHANGE, place_names, reasons_of
from pagestrata.deciding.sides import Side, side_of
from pagestrata.errors import InputError, UsageError
from pagestrata.judging.context import NOTHING_KNOWN, Known
from pagestrata.judging.findings import Finding
from pagestrata.model.deltas import Delta
from pagestrata.model.reasons import Reason
from pagestrata.model.screenshots import is_same_file
from pagestrata.model.weights import Decision, Weights
from pagestrata.weighing.change_importance import PAPER_WEIGHTS, OperationWeights

log = logging.getLogger(__name__)

DEFAULT_THRESHOLD = 0.5
STRICT_THRESHOLD, RELAXED_THRESHOLD = 0.1, 0.85
NO_CHANGE_SCORE = -1.0
LOOKS = frozenset(("redesign", "style"))


def decide(
    old: Any,
    new: Any,
    *,
    delta: Delta | None = None,
    weights: Weights | None = None,
    known: Known = NOTHING_KNOWN,
    has_known_design: bool = False,
    threshold: float | None = None,
    strict: bool = False,
    relaxed: bool = False,
    importance: Mapping[str, float] | None = None,
    operation_weights: OperationWeights = PAPER_WEIGHTS,
    model: DecisionModel | bytes | None = None,
    found: HeardPair | None = None,
) -> Decision:
    """Decide whether `new`, seen after `old` was kept, is worth keeping.

    Each side is a `Side`, a `BlockTree`, or a record with a `tree`. `delta` pairs blocks as the comparison did. `known` is what
    the archive knows of the page; `has_known_design` silences fonts and colours that the page had before. Above the
    probability `threshold` the versions are dissimilar: a higher threshold keeps fewer versions, `strict` keeps every visible
    change except noise, `relaxed` only what clearly matters. `importance` maps a block's ref or a role to its worth,
    `operation_weights` operations to theirs. `weights` adds E of paper 1 to the reasons. `model` is a person's own model, or
    the bytes of its file. `found` is the result of `heard_pair` for the same versions. Screenshots are opened only if they can
    change the outcome.
    """
    limit = threshold_of(threshold, strict=strict, relaxed=relaxed)
    own, notes = _usable(model)
    before, after = side_of(old), side_of(new)
    if _are_same(before, after):
        return Decision(similar=True, score=NO_CHANGE_SCORE, probability=0.0, reasons=(NO_CHANGE, *notes))
    asked = _Asked(
        before=before,
        after=after,
        limit=limit,
        own_model=own,
        importance=checked_importance(importance or {}),
        operations=operation_weights,
        has_known_design=has_known_design,
    )
    content = content_of_pair(before, after, delta, importance=asked.importance, found=found, known=known)
    features, judged = _judged_with_pictures(content, asked)
    kept = judged.probability > limit
    return Decision(
        similar=not kept,
        score=_score(judged.probability),
        probability=judged.probability,
        reasons=(*_reasons(judged, features, asked, weights), *notes),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The two versions with the settings that apply to them."""

    before: Side
    after: Side
    limit: float  # the probability above which the new version is kept
    own_model: DecisionModel | None
    importance: Mapping[str, float]
    operations: OperationWeights
    has_known_design: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """The findings after settings, and the probability."""

    findings: tuple[Finding, ...]
    probability: float

    def is_by_amount(self, limit: float) -> bool:
        """Return whether a person's own model keeps the version though no single finding does."""
        return self.probability > limit and not any(finding.chance > limit for finding in self.findings)


def threshold_of(threshold: float | None, *, strict: bool = False, relaxed: bool = False) -> float:
    """Return the probability above which a version is kept."""
    if strict and relaxed:
        raise UsageError("strict and relaxed exclude each other; give one of them")
    if threshold is not None:
        return threshold
    return STRICT_THRESHOLD if strict else RELAXED_THRESHOLD if relaxed else DEFAULT_THRESHOLD


def checked_importance(importance: Mapping[str, float]) -> Mapping[str, float]:
    for key, value in importance.items():
        if not (math.isfinite(value) and 0.0 <= value <= 1.0):
            raise UsageError(f"importance of {key!r}: {value} is not in 0 to 1; give 0 for 'never', 1 for 'always'")
    return importance


def _are_same(before: Side, after: Side) -> bool:
    """Return whether nothing differs: equal blocks, and equal screenshots if both have one."""
    if before.tree != after.tree:
        return False
    old, new = before.picture, after.picture
    return old is None or new is None or is_same_file(old, new)


def _judged_with_pictures(content: PairFeatures, asked: _Asked) -> tuple[PairFeatures, _Judged]:
    """Return the features and the judgement. Screenshots are opened only if they can change the outcome."""
    judged, own = _judged(content, asked), asked.own_model
    if not has_screenshots(asked.before, asked.after):
        return content, judged
    may_be_swapped = judged.probability <= asked.limit and could_be_swapped(content.pairing, content.worths)
    if not _uses(own, PICTURE_NAMES) and not may_be_swapped:
        return content, judged
    features = with_pictures(content, asked.before, asked.after, visual_words=_uses(own, VISUAL_NAMES))
    return features, _judged(features, asked)


def _reasons(judged: _Judged, features: PairFeatures, asked: _Asked, weights: Weights | None) -> list[Reason]:
    """Return what decided, E of paper 1 for a kept version, and what could not be examined."""
    kept = judged.probability > asked.limit
    reasons = reasons_of(
        judged.findings,
        place_names(asked.after.tree),
        limit=asked.limit,
        kept=kept,
        amount=_amount(features) if judged.is_by_amount(asked.limit) else "",
    )
    if weights is not None and weights.shares and kept:
        reasons.append(Reason(f"importance {weights.total:.2f}, most of it: {weights.shares[0].reason}", kind="E"))
    return [*reasons, *(Reason(note) for note in features.notes)]


def _judged(found: PairFeatures, asked: _Asked) -> _Judged:
    """Apply the settings to the findings, and compute the probability."""
    findings = list(found.findings)
    if asked.has_known_design:
        findings = [one.silenced("design") if one.kind in LOOKS else one for one in findings]
    findings = with_operations(with_importance(findings, asked.importance), asked.operations)
    findings.sort(key=lambda finding: -finding.chance)
    by_own = _by_own_model(asked.own_model, found) if asked.own_model is not None else None
    return _Judged(findings=tuple(findings), probability=probability_of(findings, by_own, asked.operations))


def _by_own_model(own: DecisionModel, found: PairFeatures) -> float:
    linear = own.pictures if found.pictures is not None and own.pictures is not None else own.content
    return linear.probability(linear.score(found.all()))


def _score(probability: float) -> float:
    """Return the log odds: below 0 for 'similar', above 0 for 'dissimilar'."""
    inside = min(1.0 - 1e-6, max(1e-6, probability))
    return math.log(inside / (1.0 - inside))


def _amount(found: PairFeatures) -> str:
    came, went = found.change.words_added, found.change.words_removed
    return f"much changed ({came} words came, {went} went)"


def _uses(model: DecisionModel | None, names: Collection[str]) -> bool:
    if model is None or model.pictures is None:
        return False
    return any(term.name in names for term in model.pictures.terms)


def _usable(model: DecisionModel | bytes | None) -> tuple[DecisionModel | None, tuple[Reason, ...]]:
    """Return a person's own model, or None and a reason if it cannot be used; then the evidence decides."""
    if not isinstance(model, bytes):
        return model, ()
    try:
        return read_decision_model(model, known_features=FEATURE_NAMES), ()
    except InputError as error:
        log.warning("%s; the evidence decides", error)
        return None, (Reason(f"{error}; decided by the evidence", kind="model"),)
