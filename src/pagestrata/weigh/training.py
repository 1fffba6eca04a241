"""Learning the decision from labelled pairs (paper 4 §3): a linear SVM, selection by |w|, leaving whole sites out.

Neighbouring versions of one site resemble each other, so every figure here comes from models that never saw the site
they are tested on. The order of features is by the mean |w| of an SVM over all of them; the best `keep` stay. Selection
happens anew inside every fold: choosing features on all pairs and testing on some would flatter. Platt's calibration is
fitted to the out-of-fold scores.

Departure: weights may not go against the meaning of their feature. With few sites a free SVM finds that, say, many
deletes speak for 'similar', because the one site where they occurred was so labelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError, UsageError
from pagestrata.model.deltas import Delta
from pagestrata.weigh.linear import DecisionModel, LinearModel, Term
from pagestrata.weigh.pair_features import pair_features
from pagestrata.weigh.sides import Side
from pagestrata.weigh.structural import ALIKE

Floats = npt.NDArray[np.float64]

SIMILAR, DISSIMILAR = "similar", "dissimilar"
FEWEST_PAIRS = 10
FEWEST_PER_LABEL = 3
CORE = (
    "words changed, by worth", "longest run of words changed", "numbers changed, by worth", "new linked titles, by worth",
    "Jaccard of link addresses",
)  # fmt: skip
"""The features of the content model. Few and strong ones carry over to unseen sites better than any selection by |w| from
all of them, which `names` and `keep` still allow and the benchmark reports beside."""
SIGHT = ("look of equal blocks changed", "pictures in equal blocks changed")
"""What the model with screenshots looks at beside them."""
KEEP = 12
"""How many features stay; paper 4 finds its best between 10 and 15."""
PENALTY = 0.1
"""Weight of |w|^2 / 2 against the mean loss: large, since the pairs are few and the features many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPair:
    """Two versions of a page and what a person said of them, as in pairs.json."""

    site: str
    url: str
    old: str
    new: str
    label: str
    certainty: int = 3
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One pair as numbers; `pictures` is None where a screenshot is missing."""

    site: str
    dissimilar: bool
    content: Mapping[str, float]
    pictures: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """How well a model does on sites it has not seen."""

    accuracy: float
    recall_dissimilar: float
    precision_dissimilar: float
    pairs: int
    features: tuple[str, ...]
    wrong: tuple[int, ...] = ()  # places of the misjudged pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainedModel:
    """The model and what is known about it."""

    model: DecisionModel
    content: Scores
    pictures: Scores | None
    table: tuple[tuple[str, float], ...] = field(default=())  # feature and weight, the weightiest first

    def report(self) -> str:
        """Accuracy and the feature table, for a terminal."""
        lines = [_score_line("content alone", self.content)]
        if self.pictures is not None:
            lines.append(_score_line("content and screenshots", self.pictures))
        lines += ["", f"{'feature':<42} weight", *(f"{name:<42} {weight:+.3f}" for name, weight in self.table)]
        return "\n".join(lines)


def _score_line(name: str, scores: Scores) -> str:
    return (
        f"{name}: accuracy {scores.accuracy:.1%}, recall of dissimilar {scores.recall_dissimilar:.1%},"
        f" precision {scores.precision_dissimilar:.1%} (leave one site out, {scores.pairs} pairs)"
    )


def read_pairs(records: Iterable[Mapping[str, Any]]) -> tuple[LabelledPair, ...]:
    """Labelled pairs from parsed JSON; InputError says which record does not fit."""
    pairs = []
    for number, record in enumerate(records, start=1):
        try:
            names = LabelledPair.__dataclass_fields__
            pair = LabelledPair(**{key: record[key] for key in names if key in record})
        except (TypeError, KeyError, AttributeError) as error:
            raise InputError(f"pair {number}: {error}; a pair has site, url, old, new and label") from error
        if pair.label not in (SIMILAR, DISSIMILAR):
            raise InputError(f"pair {number}: label {pair.label!r}; use '{SIMILAR}' or '{DISSIMILAR}'")
        pairs.append(pair)
    return tuple(pairs)


def train(
    pairs: Sequence[LabelledPair | Mapping[str, Any]],
    load: Callable[[LabelledPair], tuple[Side, Side, Delta | None]],
    *,
    base: Sequence[Example] = (),
    names: tuple[Sequence[str], Sequence[str]] = (CORE, SIGHT),
    keep: int = KEEP,
    card: Mapping[str, Any] | None = None,
) -> TrainedModel:
    """Learn a model. `load` fetches the two sides of a pair; `base` are examples to learn from beside the pairs."""
    read = [pair if isinstance(pair, LabelledPair) else read_pairs([pair])[0] for pair in pairs]
    examples = [*base, *(example_of(pair, *load(pair)) for pair in read)]
    return train_examples(examples, names=names, keep=keep, card=card)


def example_of(pair: LabelledPair, old: Side, new: Side, delta: Delta | None = None) -> Example:
    features = pair_features(old, new, delta)
    return Example(
        site=pair.site, dissimilar=pair.label == DISSIMILAR, content=features.content, pictures=features.pictures
    )


def train_examples(
    examples: Sequence[Example],
    *,
    names: tuple[Sequence[str], Sequence[str]] = (CORE, SIGHT),
    keep: int = KEEP,
    card: Mapping[str, Any] | None = None,
) -> TrainedModel:
    """Learn from pairs that are numbers already. `names`: the content features to choose from, and the visual ones."""
    check_examples(examples)
    content, content_scores = _learned(examples, names[0], keep)
    seen = [example for example in examples if example.pictures is not None]
    pictures = picture_scores = None
    if len(seen) >= 0.5 * len(examples) and _is_enough(seen):
        pictures, picture_scores = _learned(seen, (*names[0], *names[1]), keep)
    best = pictures or content
    table = sorted(((term.name, term.weight) for term in best.terms), key=lambda item: -abs(item[1]))
    model = DecisionModel(content=content, pictures=pictures, card=dict(card or {}))
    return TrainedModel(model=model, content=content_scores, pictures=picture_scores, table=tuple(table))


def _is_enough(examples: Sequence[Example]) -> bool:
    dissimilar = sum(example.dissimilar for example in examples)
    enough = min(dissimilar, len(examples) - dissimilar) >= FEWEST_PER_LABEL
    return enough and len(examples) >= FEWEST_PAIRS


def check_examples(examples: Sequence[Example]) -> None:
    """Refuse sets nothing can be learned from."""
    dissimilar = sum(example.dissimilar for example in examples)
    if _is_enough(examples):
        return
    raise UsageError(
        f"training needs at least {FEWEST_PAIRS} pairs with {FEWEST_PER_LABEL} of each label; these are {len(examples)}"
        f" ({dissimilar} dissimilar, {len(examples) - dissimilar} similar); label more pairs"
    )


def feature_table(examples: Sequence[Example], names: Sequence[str]) -> Floats:
    return np.array([[_value(example, name) for name in names] for example in examples], np.float64)


def _value(example: Example, name: str) -> float:
    return example.content[name] if name in example.content else (example.pictures or {})[name]


def _learned(examples: Sequence[Example], names: Sequence[str], keep: int) -> tuple[LinearModel, Scores]:
    table = feature_table(examples, names)
    labels = np.array([example.dissimilar for example in examples])
    groups = np.array([example.site for example in examples])
    scores = out_of_fold_scores(table, labels, groups, names, keep=keep)
    slope, offset = platt(scores, labels)
    model, chosen = fit(table, labels, names, keep=keep)
    model = LinearModel(terms=model.terms, bias=model.bias, platt_slope=slope, platt_offset=offset)
    return model, scored(scores * slope + offset, labels, chosen)


def scored(scores: Floats, labels: npt.NDArray[np.bool_], chosen: Sequence[str] = ()) -> Scores:
    """Accuracy and recall of 'score above 0 means dissimilar'."""
    said = scores > 0
    hits = int((said & labels).sum())
    return Scores(
        accuracy=float((said == labels).mean()),
        recall_dissimilar=hits / max(1, int(labels.sum())),
        precision_dissimilar=hits / max(1, int(said.sum())),
        pairs=len(labels),
        features=tuple(chosen),
        wrong=tuple(np.flatnonzero(said != labels).tolist()),
    )


def out_of_fold_scores(
    table: Floats, labels: npt.NDArray[np.bool_], groups: npt.NDArray[Any], names: Sequence[str], *, keep: int
) -> Floats:
    """The score of every pair by a model that never saw its site (its pair, when there is one site only)."""
    folds = groups if len(set(groups.tolist())) > 1 else np.arange(len(labels))
    scores = np.zeros(len(labels))
    for fold in dict.fromkeys(folds.tolist()):
        held = folds == fold
        if len(set(labels[~held].tolist())) < 2:
            scores[held] = 1.0 if labels[~held].any() else -1.0
            continue
        model, _ = fit(table[~held], labels[~held], names, keep=keep)
        rows = [dict(zip(names, row, strict=True)) for row in table[held].tolist()]
        scores[held] = [model.score(row) for row in rows]
    return scores


def fit(
    table: Floats, labels: npt.NDArray[np.bool_], names: Sequence[str], *, keep: int
) -> tuple[LinearModel, tuple[str, ...]]:
    """A linear SVM over the `keep` features with the largest |w| of one over all."""
    signs = np.array([-1.0 if name in ALIKE else 1.0 for name in names])
    weights, _ = _svm(table, labels, signs)
    order = np.argsort(-np.abs(weights), kind="stable")[:keep]
    order = order[np.abs(weights[order]) > 1e-6] if np.abs(weights).max() > 1e-6 else order[:1]
    weights, bias = _svm(table[:, order], labels, signs[order])
    mean, scale = _standard(table[:, order])
    chosen = tuple(names[i] for i in order.tolist())
    terms = tuple(
        Term(name=name, weight=float(w), mean=float(m), scale=float(s))
        for name, w, m, s in zip(chosen, weights, mean, scale, strict=True)
    )
    return LinearModel(terms=terms, bias=bias), chosen


def _standard(table: Floats) -> tuple[Floats, Floats]:
    scale = table.std(axis=0)
    return table.mean(axis=0), np.where(scale > 1e-9, scale, 1.0)


def _svm(table: Floats, labels: npt.NDArray[np.bool_], signs: Floats) -> tuple[Floats, float]:
    """Weights on standardised features, and the bias: squared hinge loss, both labels counting the same in sum.

    A weight may not go against the meaning of its feature: no amount of change makes two versions more alike.
    """
    from scipy.optimize import minimize

    mean, scale = _standard(table)
    inputs = (table - mean) / scale * signs
    side = np.where(labels, 1.0, -1.0)
    cost = np.where(labels, 0.5 / max(1, labels.sum()), 0.5 / max(1, (~labels).sum()))

    def loss(point: Floats) -> tuple[float, Floats]:
        short = np.maximum(0.0, 1.0 - side * (inputs @ point[:-1] + point[-1]))
        pull = -2.0 * cost * side * short
        value = float((cost * short**2).sum() + 0.5 * PENALTY * (point[:-1] ** 2).sum())
        return value, np.append(inputs.T @ pull + PENALTY * point[:-1], pull.sum())

    bounds = [(0.0, None)] * table.shape[1] + [(None, None)]
    found = minimize(loss, np.zeros(table.shape[1] + 1), jac=True, bounds=bounds, method="L-BFGS-B").x
    return np.asarray(found[:-1] * signs, np.float64), float(found[-1])


def platt(scores: Floats, labels: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of the logistic curve through out-of-fold scores, with Platt's smoothed targets (Newton)."""
    positive, negative = int(labels.sum()), int((~labels).sum())
    targets = np.where(labels, (positive + 1) / (positive + 2), 1 / (negative + 2))
    design = np.column_stack((scores, np.ones(len(scores))))
    found = np.array([1.0, 0.0])
    for _ in range(100):
        chance = 1.0 / (1.0 + np.exp(-np.clip(design @ found, -40, 40)))
        gradient = design.T @ (chance - targets)
        hessian = design.T @ (design * (chance * (1 - chance))[:, None]) + 1e-6 * np.eye(2)
        step = np.linalg.solve(hessian, gradient)
        found = found - np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-9:
            break
    slope, offset = found.tolist()
    return (slope, offset) if slope > 0 else (1.0, 0.0)
