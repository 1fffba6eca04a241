"""Ways to decide, side by side on the same pairs, each tested on organisations it has not seen, and each calibrated alike.

Sites of one organisation are never parted, and everything that is chosen (threshold, calibration, features) is chosen inside
the split. Beyond accuracy: how well the probabilities rank (area under the curve) and hold (Brier score, log loss).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.deciding.learning.svm import fit, out_of_fold_scores, platt

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]
Groups = npt.NDArray[np.str_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One way to decide."""

    accuracy: float
    recall: float  # of 'dissimilar'
    precision: float
    ranking: float  # area under the curve
    brier: float
    log_loss: float
    wrong: tuple[int, ...] = ()


def row(decided: Labels, chance: Floats, labels: Labels) -> Row:
    """`decided` is the verdict, `chance` the probability of 'dissimilar'."""
    hits = int((decided & labels).sum())
    return Row(
        accuracy=float((decided == labels).mean()),
        recall=hits / max(1, int(labels.sum())),
        precision=hits / max(1, int(decided.sum())),
        ranking=ranking(chance, labels),
        brier=float(((chance - labels) ** 2).mean()),
        log_loss=float(-np.log(np.clip(np.where(labels, chance, 1 - chance), 1e-3, 1)).mean()),
        wrong=tuple(np.flatnonzero(decided != labels).tolist()),
    )


def threshold_row(values: Floats, labels: Labels, groups: Groups) -> Row:
    """The row of a single value: cut where it is most often right, and calibrated, on all other organisations."""
    decided, chance = np.zeros(len(labels), bool), np.zeros(len(labels))
    for held in _folds(groups):
        decided[held] = values[held] > best_cut(values[~held], labels[~held])
        slope, offset = platt(values[~held], labels[~held])
        chance[held] = _logistic(slope * values[held] + offset)
    return row(decided, chance, labels)


def threshold_inside_splits(values: Floats, labels: Labels, groups: Groups) -> float:
    """One threshold for all: the median of those that `threshold_row` chooses without each organisation."""
    return float(np.median([best_cut(values[~held], labels[~held]) for held in _folds(groups)]))


def nested_chances(table: Floats, labels: Labels, groups: Groups, names: Sequence[str], *, keep: int) -> Floats:
    """The probability of each pair by a model that was learned, and calibrated, without its organisation."""
    chance = np.zeros(len(labels))
    for held in _folds(groups):
        inner = out_of_fold_scores(table[~held], labels[~held], groups[~held], names, keep=keep)
        slope, offset = platt(inner, labels[~held])
        model, _ = fit(table[~held], labels[~held], names, keep=keep)
        scores = np.array([model.score(dict(zip(names, line, strict=True))) for line in table[held].tolist()])
        chance[held] = _logistic(slope * scores + offset)
    return chance


def _folds(groups: Groups) -> list[Labels]:
    return [groups == group for group in dict.fromkeys(groups.tolist())]


def _logistic(values: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -30, 30))))


def ranking(scores: Floats, labels: Labels) -> float:
    """How often a dissimilar pair scores above a similar one; ties count half."""
    above = scores[labels][:, None] - scores[~labels][None, :]
    return float(((above > 0) + 0.5 * (above == 0)).mean())


def best_cut(values: Floats, labels: Labels) -> float:
    """The threshold that is most often right; the lowest of several."""
    cuts = np.unique(values)
    cuts = np.append((cuts[1:] + cuts[:-1]) / 2, [cuts[0] - 1, cuts[-1] + 1])
    right = [float(((values > cut) == labels).mean()) for cut in cuts]
    return float(cuts[int(np.argmax(right))])


def rendered(rows: dict[str, Row]) -> str:
    head = f"{'by':34} accuracy  recall  precision  ranking  Brier  log loss"
    lines = [
        f"{name:34} {one.accuracy:8.3f} {one.recall:7.3f} {one.precision:10.3f} {one.ranking:8.3f} {one.brier:6.3f}"
        f" {one.log_loss:9.3f}"
        for name, one in sorted(rows.items(), key=lambda item: (item[1].accuracy, -item[1].brier))
    ]
    return "\n".join([head, *lines])
