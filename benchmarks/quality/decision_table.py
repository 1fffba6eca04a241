"""Ways to decide, side by side on the same pairs, each tested on sites it has not seen, and each calibrated alike.

Beyond accuracy: how well the scores rank (area under the curve), how well the probabilities hold (Brier score, log loss),
and how much the figures depend on the sites at hand (learned on half of the sites, tested on the other half).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.deciding.always_keep import PROBABILITY
from pagestrata.deciding.svm import fit, platt

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]
Sites = npt.NDArray[np.str_]

HALVES = 100


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


def row(decided: Labels, scores: Floats, labels: Labels, lifted: Labels | None = None) -> Row:
    """`decided` is the verdict, `scores` rank the pairs; `lifted` pairs are at least as probable as the rules say."""
    slope, offset = platt(scores, labels)
    chance = 1.0 / (1.0 + np.exp(-np.clip(slope * scores + offset, -30, 30)))
    if lifted is not None:
        chance = np.where(lifted, np.maximum(chance, PROBABILITY), chance)
    hits = int((decided & labels).sum())
    return Row(
        accuracy=float((decided == labels).mean()),
        recall=hits / max(1, int(labels.sum())),
        precision=hits / max(1, int(decided.sum())),
        ranking=ranking(chance, labels),
        brier=float(((chance - labels) ** 2).mean()),
        log_loss=float(-np.log(np.clip(np.where(labels, chance, 1 - chance), 1e-9, 1)).mean()),
        wrong=tuple(np.flatnonzero(decided != labels).tolist()),
    )


def calibrated_row(scores: Floats, labels: Labels, lifted: Labels | None = None) -> Row:
    """The row of out-of-fold scores that are decided at probability one half."""
    slope, offset = platt(scores, labels)
    decided = slope * scores + offset > 0
    return row(decided | lifted if lifted is not None else decided, scores, labels, lifted)


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


def threshold_scores(values: Floats, labels: Labels, sites: Sites) -> Floats:
    """Value minus the threshold that is best on all other sites."""
    scores = np.zeros(len(values))
    for site in dict.fromkeys(sites.tolist()):
        held = sites == site
        scores[held] = values[held] - best_cut(values[~held], labels[~held])
    return scores


def halves(
    table: Floats, names: Sequence[str], lifted: Labels, other: Floats, labels: Labels, sites: Sites
) -> dict[str, float]:
    """Mean accuracy of ours and of another value when learned on random halves of the sites and tested on the rest."""
    chance = np.random.default_rng(0)
    every = np.array(list(dict.fromkeys(sites.tolist())))
    ours, theirs = [], []
    for _ in range(HALVES):
        train = np.isin(sites, chance.permutation(every)[: len(every) // 2])
        if len(set(labels[train].tolist())) < 2:
            continue
        model, _ = fit(table[train], labels[train], names, keep=len(names))
        learned = np.array([model.score(dict(zip(names, line, strict=True))) for line in table.tolist()])
        cut = best_cut(learned[train], labels[train])
        ours.append(float((((learned > cut) | lifted) == labels)[~train].mean()))
        cut = best_cut(other[train], labels[train])
        theirs.append(float(((other > cut) == labels)[~train].mean()))
    ahead = [mine - yours for mine, yours in zip(ours, theirs, strict=True)]
    return {
        "ours": float(np.mean(ours)),
        "other": float(np.mean(theirs)),
        "ours not behind": float(np.mean(np.array(ahead) >= 0)),
    }


def rendered(rows: dict[str, Row]) -> str:
    head = f"{'by':34} accuracy  recall  precision  ranking  Brier  log loss"
    lines = [
        f"{name:34} {one.accuracy:8.3f} {one.recall:7.3f} {one.precision:10.3f} {one.ranking:8.3f} {one.brier:6.3f}"
        f" {one.log_loss:9.3f}"
        for name, one in sorted(rows.items(), key=lambda item: (item[1].accuracy, -item[1].brier))
    ]
    return "\n".join([head, *lines])
