"""Learning the decision from labelled pairs (paper 4 §3): a linear SVM, selection by |w|, leaving whole sites out.

Neighbouring versions of one site resemble each other, so every figure here comes from models that never saw the site
they are tested on. The order of features is by the mean |w| of an SVM over all of them; the best `keep` stay. Selection
happens again inside every fold: choosing features on all pairs and testing on some would flatter. Platt's calibration is
fitted to the out-of-fold scores (`svm`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.deciding.linear_model import DecisionModel, LinearModel
from pagestrata.deciding.pair_features import LIKELIEST, pair_features
from pagestrata.deciding.sides import Side
from pagestrata.deciding.svm import Floats, fit, out_of_fold_scores, platt
from pagestrata.errors import InputError, UsageError
from pagestrata.model.deltas import Delta

SIMILAR, DISSIMILAR = "similar", "dissimilar"
FEWEST_PAIRS = 10
FEWEST_PER_LABEL = 3
CORE = (
    "words changed, by worth", "longest run of words changed, by worth", "numbers changed, by worth",
    "a linked title came or went", "share of words changed", "Jaccard of link addresses",
)  # fmt: skip
"""The features of the content model. Few and strong ones carry over to unseen sites better than any selection by |w| from
all of them, which `names` and `keep` still allow and the benchmark reports beside."""
OWN = (*CORE, LIKELIEST)
"""A person's own marks also teach what single findings are worth to them."""
SIGHT = ("look of equal blocks changed", "pictures in equal blocks changed")
"""What the model with screenshots looks at beside them."""
KEEP = 12
"""How many features stay; paper 4 finds its best between 10 and 15."""
OWN_COUNT = 8.0
"""How many of the shipped pairs one of a person's own marks counts for."""


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
    """One pair as numbers; `pictures` is None where a screenshot is missing. `count`: how many pairs it counts for."""

    site: str
    dissimilar: bool
    content: Mapping[str, float]
    pictures: Mapping[str, float] | None = None
    count: float = 1.0


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

    def report(self, *, own: int | None = None) -> str:
        """Accuracy and the feature table, for a terminal; `own`: how many of the last pairs are a person's own."""
        lines = [_score_line("content alone", self.content)]
        if self.pictures is not None:
            lines.append(_score_line("content and screenshots", self.pictures))
        if own is not None:
            first = self.content.pairs - own
            right = own - sum(place >= first for place in self.content.wrong)
            lines.append(f"of your own {own} marked pairs, each judged without those of its page: {right} as you said")
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
    names: tuple[Sequence[str], Sequence[str]] = (OWN, SIGHT),
    keep: int = KEEP,
    card: Mapping[str, Any] | None = None,
) -> TrainedModel:
    """Learn a model. `load` fetches the two sides of a pair; `base` are examples to learn from beside the pairs."""
    read = [pair if isinstance(pair, LabelledPair) else read_pairs([pair])[0] for pair in pairs]
    own = [example_of(pair, *load(pair)) for pair in read]
    return train_examples(beside(base, own), names=names, keep=keep, card=card)


def beside(base: Sequence[Example], own: Sequence[Example]) -> list[Example]:
    """A person's own examples last, each counting for several of the base, if there is one."""
    return [*base, *(replace(one, count=OWN_COUNT) for one in own)] if base else list(own)


def example_of(pair: LabelledPair, old: Side, new: Side, delta: Delta | None = None) -> Example:
    features = pair_features(old, new, delta)
    return Example(
        site=pair.site, dissimilar=pair.label == DISSIMILAR, content=features.content, pictures=features.pictures
    )


def train_examples(
    examples: Sequence[Example],
    *,
    names: tuple[Sequence[str], Sequence[str]] = (OWN, SIGHT),
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
    counts = np.array([example.count for example in examples])
    scores = out_of_fold_scores(table, labels, groups, names, keep=keep, counts=counts)
    slope, offset = platt(scores, labels, counts)
    model, chosen = fit(table, labels, names, keep=keep, counts=counts)
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
