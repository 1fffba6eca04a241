"""Similar or dissimilar: is the new version worth keeping if the old one is? (paper 4)

Every change is a finding with a probability: edits of text and of links and pictures by the evidence (`judging`), styles by a
fixed chance. The most likely finding gives the probability that a person would keep the version, and the reasons name it. A
model trained on a person's marks, over the features of the pair (`pair_features`), decides instead; an unusable model is refused,
and the reasons say so. Screenshots serve to find swapped pictures.

Settings change chances: the importance of a block (0 silences it, 1 keeps every change in it except noise, in between the
probability rises with the importance) and the weights of operations. Noise alone is below every threshold.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pagestrata.deciding.features.pair_features import (
    FEATURE_NAMES,
    PICTURE_NAMES,
    WORD_DISTANCES,
    PairFeatures,
    redesigns_between,
    said_importance,
    with_notes,
    with_pictures,
)
from pagestrata.deciding.features.visual_blocks import could_be_swapped
from pagestrata.deciding.learning.linear_model import DecisionModel, read_decision_model
from pagestrata.deciding.reasons import NO_CHANGE, place_names, reasons_of
from pagestrata.deciding.sides import Side, side_of
from pagestrata.errors import InputError, UsageError
from pagestrata.judging.context import NOTHING_KNOWN, Known
from pagestrata.judging.findings import REGROUPED_CHANCE, Finding, HeardPair, heard_pair, likeliest, speaking
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
NOISE_PROBABILITY = 0.04
NEUTRAL_IMPORTANCE = 0.5
"""The importance that does not change a chance. Far below it even a certain change is silent."""


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
    found = found or heard_pair(before.tree, after.tree, delta, known=known)
    features, judged = _judged_with_pictures(_content_of(found, known, asked), asked)
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


def _content_of(found: HeardPair, known: Known, asked: _Asked) -> PairFeatures:
    """Return what is found between two versions without their screenshots."""
    redesigned = redesigns_between(found, asked.before, asked.after) if found.has_new_styles else ()
    return PairFeatures(
        old=asked.before,
        new=asked.after,
        pairing=found.pairing,
        known=known,
        said_importance=asked.importance,
        findings=(*found.findings, *redesigned),
        heard=tuple(with_importance(found.findings, asked.importance)),
    )


def _judged_with_pictures(content: PairFeatures, asked: _Asked) -> tuple[PairFeatures, _Judged]:
    """Return the features and the judgement. Screenshots are opened only if they can change the outcome."""
    judged, own = _judged(content, asked), asked.own_model
    if asked.before.picture is None or asked.after.picture is None:  # one alone says nothing
        return content, judged
    content = with_notes(content)
    may_be_swapped = judged.probability <= asked.limit and could_be_swapped(content.pairing, content.worths)
    if not _uses(own, PICTURE_NAMES) and not may_be_swapped:
        return content, judged
    features = with_pictures(content, asked.before, asked.after, visual_words=_uses(own, WORD_DISTANCES))
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


def with_importance(findings: Iterable[Finding], importance: Mapping[str, float]) -> list[Finding]:
    """Return the findings with the importance that a person gave to their blocks."""
    if not importance:
        return list(findings)
    return [_valued(finding, said_importance(finding.block, finding.old_ref, importance)) for finding in findings]


def _valued(finding: Finding, said: float | None) -> Finding:
    if said is None or finding.is_noise:
        return finding
    if said <= 0.0:
        return finding.silenced("importance")
    strength = NEUTRAL_IMPORTANCE / said
    return replace(finding, chance=1.0 if said >= 1.0 else finding.chance ** (strength * strength))


def with_operations(findings: Iterable[Finding], weights: OperationWeights) -> list[Finding]:
    """Return the findings with a person's weights of operations and elements, relative to those of the paper."""
    if weights == PAPER_WEIGHTS:
        return list(findings)
    found = []
    for finding in findings:
        ratio = weight_ratio(finding, weights)
        if finding.is_noise or finding.chance >= 1.0:
            found.append(finding)
        else:
            found.append(
                replace(finding, chance=finding.chance ** (1.0 / ratio)) if ratio else finding.silenced("weight")
            )
    return found


def weight_ratio(finding: Finding, weights: OperationWeights) -> float:
    return weights.of(finding.op, finding.element) / max(1e-9, PAPER_WEIGHTS.of(finding.op, finding.element))


def probability_of(
    findings: Sequence[Finding], by_own_model: float | None = None, weights: OperationWeights = PAPER_WEIGHTS
) -> float:
    """Return the probability. A person's own model decides, except about noise and blocks of importance 1."""
    heard = [finding for finding in speaking(findings) if not _is_only_regrouped(finding)]
    if not heard:
        return NOISE_PROBABILITY if by_own_model is None else min(by_own_model, NOISE_PROBABILITY)
    most = likeliest(heard)
    if most >= 1.0:
        return 1.0
    if by_own_model is None:
        return max(most, NOISE_PROBABILITY)
    ratio = max(weight_ratio(finding, weights) for finding in heard)
    return max(by_own_model ** (1.0 / ratio) if ratio > 0.0 else 0.0, NOISE_PROBABILITY)


def _is_only_regrouped(finding: Finding) -> bool:
    """Return whether a block only moved or was cut differently, and no setting gives it more importance."""
    return finding.kind == "moved" and finding.element == "block" and finding.chance <= REGROUPED_CHANCE
