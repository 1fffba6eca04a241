"""Which features a model learns from: forward selection, judged by sites that a model has not seen.

Paper 4 chooses 10 to 15 of its 41 features by |w|. On our pairs that carries over to unseen sites worse than the few strong
features a model begins with here; what a page's own marks ask for beyond them is added one by one, as long as the loss on
held-back sites falls by enough. Few marks add few features, however well they fit: with six marks and forty features
something always does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.deciding.learning.svm import Floats, Labels, out_of_fold_scores

MARKS_PER_FEATURE = 8
"""So many marks of a person's own are needed for each feature more than the usual ones."""
LEAST_GAIN = 0.02
"""The share by which the loss must fall for a feature to be added."""
TRIED = 4
"""Features that are tried at each step: those that go best with what the model still gets wrong."""
FOLDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """One feature that was added, and the loss on unseen sites before and after."""

    name: str
    before: float
    after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The features to learn from, the usual ones first."""

    names: tuple[str, ...]
    added: tuple[Added, ...] = ()
    allowed: int = 0  # how many could have been added, by the number of marks


def most_added(marks: int) -> int:
    """How many features so many marks may add."""
    return marks // MARKS_PER_FEATURE


def select_features(
    table: Floats,
    labels: Labels,
    groups: npt.NDArray[Any],
    names: Sequence[str],
    *,
    usual: Sequence[str],
    most: int,
    counts: Floats | None = None,
) -> Selection:
    """The usual features and those that unseen sites are judged better with, at most so many."""
    each = np.ones(len(labels)) if counts is None else counts
    chosen, added = [name for name in names if name in set(usual)], list[Added]()
    if most < 1:
        return Selection(names=tuple(chosen), allowed=most)
    folds = joined_groups(groups)
    loss, scores = _loss(table, labels, folds, names, chosen, each)
    while len(added) < most:
        tried = [
            (_loss(table, labels, folds, names, [*chosen, name], each), name)
            for name in _most_telling(table, labels, names, chosen, scores)
        ]
        if not tried:
            break
        (lower, scores), best = min(tried, key=lambda one: one[0][0])
        if lower > loss * (1.0 - LEAST_GAIN):
            break
        added.append(Added(name=best, before=loss, after=lower))
        chosen.append(best)
        loss = lower
    return Selection(names=tuple(chosen), added=tuple(added), allowed=most)


def joined_groups(groups: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Sites in a few folds: enough to choose by, and quick. The pairs of one site alone are parted as well."""
    order = {group: place for place, group in enumerate(dict.fromkeys(groups.tolist()))}
    places = [order[group] for group in groups.tolist()] if len(order) > 1 else range(len(groups))
    return np.array([place % FOLDS for place in places])


def _loss(
    table: Floats, labels: Labels, folds: npt.NDArray[Any], names: Sequence[str], chosen: Sequence[str], counts: Floats
) -> tuple[float, Floats]:
    """Huber's hinge loss of held-back sites, and their scores."""
    columns = [names.index(name) for name in chosen]
    scores = out_of_fold_scores(table[:, columns], labels, folds, list(chosen), keep=len(chosen), counts=counts)
    short = np.maximum(0.0, 1.0 - np.where(labels, scores, -scores))
    return float(np.average(np.where(short < 1.0, short**2, 2.0 * short - 1.0), weights=counts)), scores


def _most_telling(
    table: Floats, labels: Labels, names: Sequence[str], chosen: Sequence[str], scores: Floats
) -> list[str]:
    """The features not chosen yet that go with what the scores get wrong, the most telling first."""
    wrong = np.where(labels, 1.0, -1.0) * np.minimum(1.0, np.maximum(0.0, 1.0 - np.where(labels, scores, -scores)))
    spread = table.std(axis=0)
    centred = (table - table.mean(axis=0)) / np.where(spread > 1e-9, spread, 1.0)
    pull = np.abs(centred.T @ wrong)
    order = [names[place] for place in np.argsort(-pull, kind="stable").tolist() if spread[place] > 1e-9]
    return [name for name in order if name not in chosen][:TRIED]
