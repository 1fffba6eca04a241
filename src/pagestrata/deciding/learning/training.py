"""Learning the decision from labelled pairs (paper 4 §3): a linear SVM over chosen features, leaving whole sites out.

Neighbouring versions of one site resemble each other, so every figure here comes from models that never saw the site
they are tested on. Features are chosen among all of them, the 41 of the paper included (`selection`), or are given by name, of
which the `keep` with the largest |w| stay. Choosing happens again inside every fold: choosing features on all pairs and
testing on some would flatter. Platt's calibration is fitted to the out-of-fold scores (`svm`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.deciding.features.pair_features import CONTENT_NAMES, LIKELIEST, PICTURE_NAMES, pair_features
from pagestrata.deciding.learning.linear_model import DecisionModel, LinearModel
from pagestrata.deciding.learning.selection import (
    LEAST_GAIN,
    MARKS_PER_FEATURE,
    Selection,
    joined_groups,
    most_added,
    select_features,
)
from pagestrata.deciding.learning.svm import Floats, fit, out_of_fold_scores, platt
from pagestrata.deciding.sides import Side
from pagestrata.errors import InputError, UsageError
from pagestrata.model.deltas import Delta
from pagestrata.model.plain_numbers import percent

SIMILAR, DISSIMILAR = "similar", "dissimilar"
FEWEST_PAIRS = 10
FEWEST_PER_LABEL = 3
CORE = (
    "words changed, by worth", "longest run of words changed, by worth", "numbers changed, by worth",
    "a linked title came or went", "share of words changed", "Jaccard of link addresses",
)  # fmt: skip
"""The features of the content model. Few and strong ones carry over to unseen sites better than any selection by |w| from
all of them, which `names` and `keep` still allow and the benchmark also reports."""
OWN = (*CORE, LIKELIEST)
"""A person's own marks also teach what single findings are worth to them."""
ALIKE_WITHIN = 0.02
"""Two marked changes whose features differ by no more than this are alike."""
SIGHT = ("look of equal blocks changed", "pictures in equal blocks changed")
"""Other features of the model with screenshots."""
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
    folds: int = 0  # in which sites were left out together; 0: one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainedModel:
    """The model and what is known about it."""

    model: DecisionModel
    content: Scores
    pictures: Scores | None
    table: tuple[tuple[str, float], ...] = field(default=())  # feature and weight, the weightiest first
    selection: Selection | None = None  # how the features of the content model were chosen; None: they were given

    def report(self, *, own: int | None = None) -> str:
        """Accuracy and the feature table, for a terminal; `own`: how many of the last pairs are a person's own."""
        lines = [_score_line("content alone", self.content)]
        if self.pictures is not None:
            lines.append(_score_line("content and screenshots", self.pictures))
        if own is not None:
            said, pairs = f"{self.own_right(own)} as you said", "pair" if own == 1 else "pairs"
            lines.append(
                f"of your own {own} marked {pairs}, each judged by a model without the marks of its page: {said}"
            )
        lines += _selection_lines(self.selection) if self.selection is not None else []
        lines += ["", f"{'feature':<42} weight", *(f"{name:<42} {weight:+.3f}" for name, weight in self.table)]
        return "\n".join(lines)

    def own_right(self, own: int) -> int:
        """How many of a person's own pairs, the last ones, are judged as that person said."""
        first = self.content.pairs - own
        return own - sum(place >= first for place in self.content.wrong)


def _score_line(name: str, scores: Scores) -> str:
    parted = f"cross-validation over sites in {scores.folds} groups" if scores.folds else "leave one site out"
    return (
        f"{name}: accuracy {percent(scores.accuracy, 1)}, recall of dissimilar {percent(scores.recall_dissimilar, 1)},"
        f" precision {percent(scores.precision_dissimilar, 1)} ({parted}, {scores.pairs} pairs)"
    )


def _selection_lines(selection: Selection) -> list[str]:
    """Which features were used, and why no others."""
    usual = len(selection.names) - len(selection.added)
    begun = f"begun with the {usual} usual features" if usual > 1 else f"begun with '{selection.names[0]}'"
    others = len(CONTENT_NAMES) + len(PICTURE_NAMES) - usual
    if not selection.allowed:
        why = f"with fewer than {MARKS_PER_FEATURE} marks none of the other {others} is added, to avoid overfitting"
    elif len(selection.added) < selection.allowed:
        why = f"no other of {others} made the loss on pages held back fall by {percent(LEAST_GAIN)}"
    else:
        why = f"so many marks may choose {selection.allowed} of {others}; more marks may choose more"
    grown = [f"'{one.name}': loss on pages held back {one.before:.3f} -> {one.after:.3f}" for one in selection.added]
    return [f"features: {begun}; {why}", *grown]


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
    names: tuple[Sequence[str], Sequence[str]] | None = None,
    keep: int = KEEP,
    card: Mapping[str, Any] | None = None,
) -> TrainedModel:
    """Learn a model. `load` fetches the two sides of a pair; `base` are examples to learn from in addition to the pairs."""
    read = [pair if isinstance(pair, LabelledPair) else read_pairs([pair])[0] for pair in pairs]
    own = [example_of(pair, *load(pair)) for pair in read]
    return train_examples(beside(base, own), names=names, keep=keep, card=card)


def contradictions(examples: Sequence[Example]) -> list[tuple[int, int]]:
    """The pairs of examples that changed alike and were marked as opposites."""
    tables = np.array([[example.content[name] for name in CONTENT_NAMES] for example in examples]).reshape(
        len(examples), len(CONTENT_NAMES)
    )
    found = []
    for place, example in enumerate(examples):
        for other in range(place):
            if example.dissimilar != examples[other].dissimilar:
                apart = float(np.abs(tables[place] - tables[other]).max(initial=0.0))
                found += [(other, place)] if apart <= ALIKE_WITHIN else []
    return found


def beside(base: Sequence[Example], own: Sequence[Example]) -> list[Example]:
    """A person's own examples last, each counting for several of the base, if there is one."""
    return [*base, *(replace(one, count=OWN_COUNT) for one in own)] if base else list(own)


def example_of(
    pair: LabelledPair, old: Side, new: Side, delta: Delta | None = None, *, visual_words: bool = True
) -> Example:
    """A pair as numbers; without `visual_words`, the expensive part of paper 4's features, none of them can be chosen."""
    features = pair_features(old, new, delta, visual_words=visual_words)
    return Example(
        site=pair.site, dissimilar=pair.label == DISSIMILAR, content=features.content, pictures=features.pictures
    )


def train_examples(
    examples: Sequence[Example],
    *,
    names: tuple[Sequence[str], Sequence[str]] | None = None,
    keep: int = KEEP,
    card: Mapping[str, Any] | None = None,
) -> TrainedModel:
    """Learn from pairs that are numbers already.

    `names`: the content features to learn from, and the visual ones; None: chosen among all there are.
    """
    check_examples(examples)

    def learn(some: Sequence[Example], *, sighted: bool) -> _Learned:
        if names is None:
            return _learned_by_selection(some, sighted=sighted)
        return _learned(some, (*names[0], *names[1]) if sighted else names[0], keep=keep)

    content = learn(examples, sighted=False)
    seen = [example for example in examples if example.pictures is not None]
    pictures = learn(seen, sighted=True) if _are_mostly_seen(examples, seen) and _is_enough(seen) else None
    best = (pictures or content).model
    table = sorted(((term.name, term.weight) for term in best.terms), key=lambda item: -abs(item[1]))
    return TrainedModel(
        model=DecisionModel(
            content=content.model, pictures=pictures.model if pictures else None, card=dict(card or {})
        ),
        content=content.scores,
        pictures=pictures.scores if pictures else None,
        table=tuple(table),
        selection=(pictures or content).selection,
    )


def _are_mostly_seen(examples: Sequence[Example], seen: Sequence[Example]) -> bool:
    """Whether half of the pairs have screenshots, and half of a person's own: a model may not ignore their marks."""
    own = sum(example.count > 1.0 for example in examples)
    return 2 * len(seen) >= len(examples) and 2 * sum(example.count > 1.0 for example in seen) >= own


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Columns:
    """Examples as arrays."""

    table: Floats
    labels: npt.NDArray[np.bool_]
    groups: npt.NDArray[np.str_]
    counts: Floats

    @classmethod
    def of(cls, examples: Sequence[Example], names: Sequence[str]) -> _Columns:
        return cls(
            table=feature_table(examples, names),
            labels=np.array([example.dissimilar for example in examples]),
            groups=np.array([example.site for example in examples]),
            counts=np.array([example.count for example in examples]),
        )

    def rows(self, chosen: npt.NDArray[np.bool_]) -> _Columns:
        return _Columns(
            table=self.table[chosen],
            labels=self.labels[chosen],
            groups=self.groups[chosen],
            counts=self.counts[chosen],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Learned:
    model: LinearModel
    scores: Scores
    selection: Selection | None = None


def _learned(examples: Sequence[Example], names: Sequence[str], *, keep: int) -> _Learned:
    """A model over features that were given."""
    given = _Columns.of(examples, names)
    scores = out_of_fold_scores(given.table, given.labels, given.groups, names, keep=keep, counts=given.counts)
    model, chosen = fit(given.table, given.labels, names, keep=keep, counts=given.counts)
    return _calibrated(model, chosen, scores, given)


def _learned_by_selection(examples: Sequence[Example], *, sighted: bool) -> _Learned:
    """A model over features chosen among all that every example has."""
    usual, names = _choices(examples, sighted=sighted)
    given = _Columns.of(examples, names)
    most = most_added(sum(example.count > 1.0 for example in examples) or len(examples))
    folds = joined_groups(given.groups) if most or len(set(given.groups.tolist())) == 1 else given.groups
    scores = np.zeros(len(examples))
    for fold in dict.fromkeys(folds.tolist()):
        held = folds == fold
        scores[held] = _scores_of_held(given, held, names, usual, most)
    model, selection = _fit_selected(given, names, usual, most)
    found = _calibrated(model, selection.names, scores, given)
    parts = len(set(folds.tolist()))
    figures = replace(found.scores, folds=parts if parts < len(set(given.groups.tolist())) else 0)
    return replace(found, scores=figures, selection=selection)


def _choices(examples: Sequence[Example], *, sighted: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The features a model begins with, and all that it may learn from."""
    seen = [set(example.pictures or ()) for example in examples] if sighted else []
    visual = tuple(name for name in PICTURE_NAMES if seen and all(name in one for one in seen))
    if not any(example.count > 1.0 for example in examples):
        return (LIKELIEST,), (*CONTENT_NAMES, *visual)
    return (*OWN, *(name for name in SIGHT if name in visual)), (*CONTENT_NAMES, *visual)


def _scores_of_held(
    given: _Columns, held: npt.NDArray[np.bool_], names: Sequence[str], usual: Sequence[str], most: int
) -> Floats:
    """The scores of held-back pairs by a model whose features were chosen without them."""
    rest = given.rows(~held)
    if len(set(rest.labels.tolist())) < 2:
        return np.full(int(held.sum()), 1.0 if rest.labels.any() else -1.0)
    model, _ = _fit_selected(rest, names, usual, most)
    return np.array([model.score(dict(zip(names, row, strict=True))) for row in given.table[held].tolist()])


def _fit_selected(
    given: _Columns, names: Sequence[str], usual: Sequence[str], most: int
) -> tuple[LinearModel, Selection]:
    selection = select_features(
        given.table, given.labels, given.groups, names, usual=usual, most=most, counts=given.counts
    )
    columns = [names.index(name) for name in selection.names]
    model, _ = fit(given.table[:, columns], given.labels, selection.names, keep=len(columns), counts=given.counts)
    return model, selection


def _calibrated(model: LinearModel, chosen: Sequence[str], scores: Floats, given: _Columns) -> _Learned:
    slope, offset = platt(scores, given.labels, given.counts)
    found = replace(model, platt_slope=slope, platt_offset=offset)
    return _Learned(model=found, scores=scored(scores * slope + offset, given.labels, chosen))


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
