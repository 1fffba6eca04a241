"""Similar or dissimilar: is the new version worth keeping beside the old one? (paper 4)

The features of the pair (`pair_features`) go into a linear model (`linear`), learned from labelled pairs by `training`
and shipped with the package; one model for pairs with screenshots, one without. Score and calibrated probability say
how sure it is, and the reasons tell what it saw. A model that cannot be used is refused, a built-in rule decides, and
the reasons say so. Departures from paper 4: the per-block and noise-free content features beside its 41, the calibration,
and rules that lift the decision for what an amount of change does not show (`lifts`): a price, a swapped picture. In the
shipped model no visual feature has any weight; screenshots serve those rules and the reasons.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from functools import cache
from importlib import resources
from typing import Any

from pagestrata.deciding.always_keep import PROBABILITY, could_be_swapped
from pagestrata.deciding.linear_model import DecisionModel, LinearModel, Term, read_decision_model
from pagestrata.deciding.pair_features import FEATURE_NAMES, PICTURE_NAMES, PairFeatures, content_of_pair, with_pictures
from pagestrata.deciding.reasons import NO_CHANGE, content_reasons, silenced_reasons
from pagestrata.deciding.sides import Side, side_of
from pagestrata.deciding.visual_words import VISUAL_NAMES
from pagestrata.errors import InputError
from pagestrata.model.deltas import Delta
from pagestrata.model.weights import Decision, Weights
from pagestrata.weighing.volatility import Volatility

log = logging.getLogger(__name__)

DEFAULT = "default"
"""The model shipped with the package."""
DEFAULT_THRESHOLD = 0.5
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
    threshold: float = DEFAULT_THRESHOLD,
    model: DecisionModel | bytes | str | None = DEFAULT,
) -> Decision:
    """Decide about `new`, seen after `old` was kept.

    Each side is a `Side`, a `BlockTree`, or a record with a `tree`. `delta` lets blocks be paired as the comparison did,
    `history` silences what changes at nearly every visit. Screenshots are opened only where they can still change the
    outcome: where there are pictures that may have been swapped, and nothing has spoken for 'dissimilar' yet. Above the
    probability `threshold` the two are dissimilar; a higher threshold keeps fewer versions. `model` may be a model, the
    bytes of a model file, or None for the built-in rule.
    """
    usable, notes = _usable_or_rule(model)
    before, after = side_of(old), side_of(new)
    if _are_same(before, after):
        return Decision(similar=True, score=-1.0, probability=0.0, reasons=(NO_CHANGE, *notes))
    features = content_of_pair(before, after, delta, history=history)
    score, probability = _judged(usable, features)
    if _uses(usable, PICTURE_NAMES) or (
        probability <= threshold and could_be_swapped(features.pairing, features.worths)
    ):
        features = with_pictures(features, before, after, visual_words=_uses(usable, VISUAL_NAMES))
        score, probability = _judged(usable, features)
    reasons = [*features.lifts, *content_reasons(features)]
    if weights is not None and weights.shares:
        reasons.append(f"importance {weights.total:.2f}, most of it: {weights.shares[0].reason}")
    reasons += [sentence for sentence in silenced_reasons(features, history) if not _is_told(sentence, reasons)]
    return Decision(
        similar=probability <= threshold,
        score=score,
        probability=probability,
        reasons=(*reasons, *features.notes, *notes),
    )


def _are_same(before: Side, after: Side) -> bool:
    """Whether nothing at all differs, whatever a model makes of it: equal blocks, and equal pictures where both have one."""
    seen = before.screenshot_png is not None and after.screenshot_png is not None
    return before.tree == after.tree and (not seen or before.screenshot_png == after.screenshot_png)


def _is_told(sentence: str, reasons: list[str]) -> bool:
    """Whether the sentence about the importance already ends with the same note on the same block."""
    block, note = sentence.split(" (", 1)[0], sentence.split(") ", 1)[-1]
    return any(f"{block} " in reason and reason.endswith(note) for reason in reasons)


def _judged(model: DecisionModel, features: PairFeatures) -> tuple[float, float]:
    """Score and probability by the model, lifted where a rule says so (`lifts`)."""
    linear = model.pictures if features.pictures is not None and model.pictures is not None else model.content
    score = linear.score(features.all())
    if features.lifts:
        score = max(score, linear.score_at(PROBABILITY))
    return score, linear.probability(score)


def _uses(model: DecisionModel, names: Collection[str]) -> bool:
    return model.pictures is not None and any(term.name in names for term in model.pictures.terms)


def _usable_or_rule(model: DecisionModel | bytes | str | None) -> tuple[DecisionModel, tuple[str, ...]]:
    """The model to decide by, and what has to be said about it."""
    try:
        return _usable(model) or RULES, ()
    except InputError as error:
        log.warning("%s; a built-in rule decides", error)
        return RULES, (f"{error}; decided by the built-in rule",)


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
