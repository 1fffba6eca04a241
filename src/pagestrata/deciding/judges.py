"""The papers' own judges, to compare with: `paper1` is E with a threshold, `paper4` the linear SVM over the comparator of
paper 4 (§4.1: dense SIFT and colour words of whole page and top, and the Jaccard indices of links).

The SVM of paper 4 is learned by `benchmarks.quality.decision --train` from the same labelled pairs as ours. Without screenshots
of both versions it cannot say anything and is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from pagestrata.deciding.features.pair_features import FEATURE_NAMES, pair_features
from pagestrata.deciding.features.visual_words import VISUAL_NAMES
from pagestrata.deciding.learning.linear_model import DecisionModel, read_decision_model
from pagestrata.deciding.sides import side_of
from pagestrata.errors import InputError, UsageError
from pagestrata.model.deltas import Delta
from pagestrata.model.reasons import Reason
from pagestrata.model.watch_settings import Judge
from pagestrata.model.weights import Decision, Weights

JUDGES: tuple[Judge, ...] = ("paper1", "paper4")
"""Those of the papers."""
PAPER4_FILE = "paper4.json"
PAPER4_NAMES = (
    *VISUAL_NAMES, "Jaccard of link addresses", "Jaccard of links", "Jaccard of image addresses", "Jaccard of images",
)  # fmt: skip
PAPER1_THRESHOLD = 0.019
"""Paper 1 gives none: the median of the cuts through E that are most often right inside the splits by organisation, as
`benchmarks.quality.decision` prints it (accuracy .80 on organisations not seen). `--threshold` gives another."""


def judge_by_paper(
    judge: Judge,
    old: Any,
    new: Any,
    *,
    weights: Weights | None = None,
    delta: Delta | None = None,
    threshold: float | None = None,
) -> Decision:
    """What the judge of one of the papers says of two versions."""
    if judge == "paper1":
        if weights is None:
            raise UsageError("the judge of paper 1 decides by E; weigh the delta first and pass its weights")
        return paper1(weights, threshold=PAPER1_THRESHOLD if threshold is None else threshold)
    if judge == "paper4":
        return paper4(old, new, delta=delta, threshold=0.5 if threshold is None else threshold)
    raise UsageError(f"unknown judge {judge!r}; use one of {', '.join(JUDGES)}")


def paper1(weights: Weights, *, threshold: float = PAPER1_THRESHOLD) -> Decision:
    """E of paper 1 §6 with a threshold; the probability is E itself, which is not calibrated."""
    kept = weights.total > threshold
    verdict = "Kept" if kept else "Skipped"
    reason = Reason(f"{verdict}: E is {weights.total:.3f}, the threshold {threshold:.3f}", kind="E")
    shares = tuple(Reason(share.reason, kind="E", block=share.block) for share in weights.shares[:3] if share.reason)
    return Decision(
        similar=not kept, score=weights.total - threshold, probability=weights.total, reasons=(reason, *shares)
    )


def paper4(old: Any, new: Any, *, delta: Delta | None = None, threshold: float = 0.5) -> Decision:
    """The linear SVM of paper 4 over visual words and Jaccard indices."""
    found = pair_features(side_of(old), side_of(new), delta)
    if found.pictures is None:
        raise UsageError("the judge of paper 4 looks at screenshots; give both versions with theirs")
    linear = paper4_model().content
    features = found.all()
    score = linear.score(features)
    probability = linear.probability(score)
    kept = probability > threshold
    said = Reason(f"{'Kept' if kept else 'Skipped'}: {_weightiest(features)}", kind="paper4")
    return Decision(similar=not kept, score=score, probability=probability, reasons=(said,))


def _weightiest(features: Mapping[str, float]) -> str:
    terms = sorted(paper4_model().content.terms, key=lambda term: -abs(term.share(features)))[:3]
    return ", ".join(f"{term.name} {features[term.name]:.2f}" for term in terms)


@cache
def paper4_model() -> DecisionModel:
    """The shipped SVM."""
    file = resources.files("pagestrata.deciding").joinpath("data", PAPER4_FILE)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError("decision model of paper 4: the shipped file is missing; install the package again") from error
    return read_decision_model(data, known_features=FEATURE_NAMES)
