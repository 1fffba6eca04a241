"""Similar or dissimilar: is the new version worth keeping beside the old one? (paper 4)

The features of the pair (`pair_features`) go into a linear model (`linear_model`), learned from labelled pairs by `training`
and shipped with the package; one model for pairs with screenshots, one without. Beside it every single change is looked at
as a person would (`findings`): a price, a negation, a deadline matter however small they are, a clock never does. Both
make one calibrated number, 'would a person keep this?' (`chances`); the reasons say what decided. A model that cannot be
used is refused, the shipped one decides (without it, a built-in rule), and the reasons say so.

Departures from paper 4: the per-block and noise-free
content features beside its 41, the calibration, and the findings. In the shipped model no visual feature has any weight;
screenshots serve to find swapped pictures.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from pagestrata.deciding.features.always_keep import could_be_swapped
from pagestrata.deciding.features.pair_features import (
    FEATURE_NAMES,
    LIKELIEST,
    PICTURE_NAMES,
    HeardPair,
    PairFeatures,
    content_of_pair,
    with_pictures,
)
from pagestrata.deciding.features.visual_words import VISUAL_NAMES
from pagestrata.deciding.findings.chances import probability_of, with_importance, with_operations
from pagestrata.deciding.findings.finding_record import Finding
from pagestrata.deciding.findings.volatile import silence_volatile
from pagestrata.deciding.learning.linear_model import DecisionModel, LinearModel, Term, read_decision_model
from pagestrata.deciding.reasons import NO_CHANGE, reasons_of
from pagestrata.deciding.surroundings.place_names import place_names
from pagestrata.deciding.surroundings.sides import Side, side_of
from pagestrata.errors import InputError, UsageError
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.reasons import Reason
from pagestrata.model.screenshots import is_same_file
from pagestrata.model.weights import Decision, Weights
from pagestrata.weighing.change_importance import PAPER_WEIGHTS, OperationWeights
from pagestrata.weighing.history.volatility import Volatility

log = logging.getLogger(__name__)

DEFAULT = "default"
"""The model shipped with the package."""
DEFAULT_THRESHOLD = 0.5
STRICT_THRESHOLD, RELAXED_THRESHOLD = 0.1, 0.85
NO_CHANGE_SCORE = -1.0
LOOKS = frozenset(("redesign", "style"))
MODEL_FILE = "decision.json"

RULE = LinearModel(
    terms=(
        Term(name="words changed, by worth", weight=1.0, mean=0.3, scale=0.1),
        Term(name="numbers changed, by worth", weight=0.5, mean=0.0, scale=0.5),
        Term(name="words changed in content", weight=0.5, mean=0.3, scale=0.25),
    ),
    bias=0.0,
)
"""What decides when there is no usable model: a handful of words in places that matter."""
RULES = DecisionModel(content=RULE)


def decide(
    old: Any,
    new: Any,
    *,
    delta: Delta | None = None,
    weights: Weights | None = None,
    history: Volatility | None = None,
    volatility: Volatility | None = None,
    has_known_design: bool = False,
    threshold: float | None = None,
    strict: bool = False,
    relaxed: bool = False,
    importance: Mapping[str, float] | None = None,
    operation_weights: OperationWeights = PAPER_WEIGHTS,
    model: DecisionModel | bytes | str | None = DEFAULT,
    found: HeardPair | None = None,
) -> Decision:
    """Decide about `new`, seen after `old` was kept.

    Each side is a `Side`, a `BlockTree`, or a record with a `tree`. `delta` lets blocks be paired as the comparison did,
    `volatility` (by its earlier name `history`) silences what changes at nearly every visit, `has_known_design` other fonts
    and colours that the page had before. Screenshots are opened only
    where they can still change the outcome. Above the probability `threshold` the two are dissimilar; a higher threshold
    keeps fewer versions, `strict` keeps any visible change but noise, `relaxed` only what surely matters. `importance` maps
    a block's ref or a role to what a person says it is worth, `operation_weights` says the same of operations. `weights`
    adds E of paper 1 to the reasons. `model` may be a model, the bytes of a model file, or None for the built-in rule.
    `found` is what `heard_pair` gave for the same two, where somebody asked already.
    """
    limit = threshold_of(threshold, strict=strict, relaxed=relaxed)
    usable, notes = _usable_or_rule(model)
    before, after = side_of(old), side_of(new)
    if _are_same(before, after):
        return Decision(similar=True, score=NO_CHANGE_SCORE, probability=0.0, reasons=(NO_CHANGE, *notes))
    asked = _Asked(
        trees=(before.tree, after.tree),
        importance=checked_importance(importance or {}),
        operations=operation_weights,
        volatility=volatility if volatility is not None else history,
        has_known_design=has_known_design,
    )
    features = content_of_pair(before, after, delta, history=asked.volatility, importance=asked.importance, found=found)
    judged = _judged(usable, features, asked)
    may_be_swapped = judged.probability <= limit and could_be_swapped(features.pairing, features.worths)
    if _uses(usable, PICTURE_NAMES) or may_be_swapped:
        features = with_pictures(features, before, after, visual_words=_uses(usable, VISUAL_NAMES))
        judged = _judged(usable, features, asked)
    kept = judged.probability > limit
    reasons = reasons_of(
        judged.findings,
        place_names(after.tree),
        kept=kept,
        amount=_amount(features) if judged.is_by_amount(limit) else "",
    )
    if weights is not None and weights.shares and kept:
        reasons.append(Reason(f"importance {weights.total:.2f}, most of it: {weights.shares[0].reason}", kind="E"))
    said = [*reasons, *(Reason(note) for note in features.notes), *notes]
    return Decision(
        similar=not kept, score=_score(judged.probability), probability=judged.probability, reasons=tuple(said)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The two versions, and what a person and the archive say beside them."""

    trees: tuple[BlockTree, BlockTree]
    importance: Mapping[str, float]
    operations: OperationWeights
    volatility: Volatility | None
    has_known_design: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """The findings as they count, the model's probability and the one number."""

    findings: tuple[Finding, ...]
    by_model: float
    probability: float

    def is_by_amount(self, limit: float) -> bool:
        """Whether only the amount of change speaks for keeping."""
        return self.probability > limit and not any(finding.chance > limit for finding in self.findings)


def threshold_of(threshold: float | None, *, strict: bool = False, relaxed: bool = False) -> float:
    """The probability above which a version is kept."""
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
    """Whether nothing at all differs, whatever a model makes of it: equal blocks, and equal pictures where both have one."""
    if before.tree != after.tree:
        return False
    old, new = before.picture, after.picture
    return old is None or new is None or is_same_file(old, new)


def _judged(model: DecisionModel, found: PairFeatures, asked: _Asked) -> _Judged:
    """The findings as a person and the history value them, and the number made of them and the model's probability."""
    linear = model.pictures if found.pictures is not None and model.pictures is not None else model.content
    by_model = linear.probability(linear.score(found.all()))
    findings = list(found.findings)
    if asked.volatility is not None:
        findings = silence_volatile(findings, asked.volatility, *asked.trees)
    if asked.has_known_design:
        findings = [one.silenced("design") if one.kind in LOOKS else one for one in findings]
    findings = with_operations(with_importance(findings, asked.importance), asked.operations)
    findings.sort(key=lambda finding: -finding.chance)
    return _Judged(
        findings=tuple(findings),
        by_model=by_model,
        probability=probability_of(findings, by_model, asked.operations, learned=_has_learned_findings(linear)),
    )


def _has_learned_findings(linear: LinearModel) -> bool:
    return any(term.name == LIKELIEST for term in linear.terms)


def _score(probability: float) -> float:
    """Below 0 for 'similar', above 0 for 'dissimilar', on the logistic scale."""
    inside = min(1.0 - 1e-6, max(1e-6, probability))
    return math.log(inside / (1.0 - inside))


def _amount(found: PairFeatures) -> str:
    came, went = found.change.words_added, found.change.words_removed
    return f"much changed ({came} words came, {went} went)"


def _uses(model: DecisionModel, names: Collection[str]) -> bool:
    return model.pictures is not None and any(term.name in names for term in model.pictures.terms)


def _usable_or_rule(model: DecisionModel | bytes | str | None) -> tuple[DecisionModel, tuple[Reason, ...]]:
    """The model to decide by, and what has to be said about it: a refused one gives way to the shipped one."""
    try:
        return _usable(model) or RULES, ()
    except InputError as error:
        try:
            other, called = default_model(), "the shipped model"
        except InputError:
            other, called = RULES, "the built-in rule"
        log.warning("%s; %s decides", error, called)
        return other, (Reason(f"{error}; decided by {called}", kind="model"),)


def _usable(model: DecisionModel | bytes | str | None) -> DecisionModel | None:
    if model is None or isinstance(model, DecisionModel):
        return model
    if isinstance(model, bytes):
        return read_decision_model(model, known_features=FEATURE_NAMES)
    if model != DEFAULT:
        raise InputError(f"decision model {model!r}: unknown; pass the bytes of a model file, or leave it out")
    return default_model()


@cache
def default_model() -> DecisionModel:
    """The shipped model."""
    file = resources.files("pagestrata.deciding").joinpath("data", MODEL_FILE)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError("decision model: the shipped file is missing; install the package again") from error
    return read_decision_model(data, known_features=FEATURE_NAMES)
