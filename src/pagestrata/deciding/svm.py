"""A linear SVM for few and fallible labels (paper 4 §3), with selection by |w| and Platt's calibration.

Departures from a plain SVM:
- weights may not go against the meaning of their feature: with few sites a free SVM finds that, say, many deletes speak
  for 'similar', because the one site where they occurred was so labelled;
- the loss grows linearly beyond the margin, and examples that the others contradict outright (a whole margin on the wrong
  side) are left out and the rest fitted again: some labels are wrong, or were given to another rendering of the page;
- examples may count more than once: a person's own marks more than the shipped pairs, and those are never left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.deciding.linear_model import LinearModel, Term
from pagestrata.deciding.structural_features import ALIKE

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]

PENALTY = 0.1
"""Weight of |w|^2 / 2 against the mean loss: large, since the pairs are few and the features many."""
CONTRADICTED = -1.0
"""Examples whose margin is below this are left out of the fit."""
ROUNDS = 3


def fit(
    table: Floats, labels: Labels, names: Sequence[str], *, keep: int, counts: Floats | None = None
) -> tuple[LinearModel, tuple[str, ...]]:
    """A linear SVM over the `keep` features with the largest |w| of one over all; `counts` is the weight of each row."""
    each = np.ones(len(labels)) if counts is None else counts
    signs = np.array([-1.0 if name in ALIKE else 1.0 for name in names])
    first = _trimmed(table, labels, signs, each)
    order = np.argsort(-np.abs(first.weights), kind="stable")[:keep]
    strong = np.abs(first.weights[order]) > 1e-6
    order = order[strong] if strong.any() else order[:1]
    found = _trimmed(table[:, order], labels, signs[order], each)
    chosen = tuple(names[i] for i in order.tolist())
    terms = tuple(
        Term(name=name, weight=float(weight), mean=float(mean), scale=float(scale))
        for name, weight, mean, scale in zip(chosen, found.weights, found.mean, found.scale, strict=True)
    )
    return LinearModel(terms=terms, bias=found.bias), chosen


class _Plane:
    """Weights on standardised features."""

    def __init__(self, table: Floats, labels: Labels, signs: Floats, counts: Floats) -> None:
        scale = table.std(axis=0)
        self.mean, self.scale = table.mean(axis=0), np.where(scale > 1e-9, scale, 1.0)
        self.weights, self.bias = _svm((table - self.mean) / self.scale * signs, labels, counts)
        self.weights *= signs

    def margins(self, table: Floats, labels: Labels) -> Floats:
        scores = (table - self.mean) / self.scale @ self.weights + self.bias
        return np.asarray(np.where(labels, scores, -scores))


def _trimmed(table: Floats, labels: Labels, signs: Floats, counts: Floats) -> _Plane:
    """Fitted to all examples, then again without those that the fit contradicts, until these stay the same."""
    kept = np.ones(len(labels), bool)
    plane = _Plane(table, labels, signs, counts)
    for _ in range(ROUNDS - 1):
        agreed = (plane.margins(table, labels) > CONTRADICTED) | (counts > 1.0)
        if (agreed == kept).all() or len(set(labels[agreed].tolist())) < 2:
            break
        kept = agreed
        plane = _Plane(table[kept], labels[kept], signs, counts[kept])
    return plane


def _svm(inputs: Floats, labels: Labels, counts: Floats) -> tuple[Floats, float]:
    """Weights of 0 or more, and the bias: Huber's hinge loss, both labels counting the same in sum."""
    from scipy.optimize import minimize

    side = np.where(labels, 1.0, -1.0)
    cost = 0.5 * counts / np.where(labels, max(1e-9, counts[labels].sum()), max(1e-9, counts[~labels].sum()))

    def loss(point: Floats) -> tuple[float, Floats]:
        short = np.maximum(0.0, 1.0 - side * (inputs @ point[:-1] + point[-1]))
        each = np.where(short < 1.0, short**2, 2.0 * short - 1.0)
        pull = -2.0 * cost * side * np.minimum(short, 1.0)
        value = float((cost * each).sum() + 0.5 * PENALTY * (point[:-1] ** 2).sum())
        return value, np.append(inputs.T @ pull + PENALTY * point[:-1], pull.sum())

    bounds = [(0.0, None)] * inputs.shape[1] + [(None, None)]
    found = minimize(loss, np.zeros(inputs.shape[1] + 1), jac=True, bounds=bounds, method="L-BFGS-B").x
    return np.asarray(found[:-1], np.float64), float(found[-1])


def out_of_fold_scores(
    table: Floats,
    labels: Labels,
    groups: npt.NDArray[Any],
    names: Sequence[str],
    *,
    keep: int,
    counts: Floats | None = None,
) -> Floats:
    """The score of every pair by a model that never saw its site (its pair, when there is one site only)."""
    folds = groups if len(set(groups.tolist())) > 1 else np.arange(len(labels))
    each = np.ones(len(labels)) if counts is None else counts
    scores = np.zeros(len(labels))
    for fold in dict.fromkeys(folds.tolist()):
        held = folds == fold
        if len(set(labels[~held].tolist())) < 2:
            scores[held] = 1.0 if labels[~held].any() else -1.0
            continue
        model, _ = fit(table[~held], labels[~held], names, keep=keep, counts=each[~held])
        rows = [dict(zip(names, row, strict=True)) for row in table[held].tolist()]
        scores[held] = [model.score(row) for row in rows]
    return scores


def platt(scores: Floats, labels: Labels, counts: Floats | None = None) -> tuple[float, float]:
    """Slope and offset of the logistic curve through out-of-fold scores, with Platt's smoothed targets (Newton)."""
    each = np.ones(len(labels)) if counts is None else counts
    positive, negative = float(each[labels].sum()), float(each[~labels].sum())
    targets = np.where(labels, (positive + 1) / (positive + 2), 1 / (negative + 2))
    design = np.column_stack((scores, np.ones(len(scores))))
    found = np.array([1.0, 0.0])
    for _ in range(100):
        chance = 1.0 / (1.0 + np.exp(-np.clip(design @ found, -40, 40)))
        gradient = design.T @ (each * (chance - targets))
        hessian = design.T @ (design * (each * chance * (1 - chance))[:, None]) + 1e-6 * np.eye(2)
        step = np.linalg.solve(hessian, gradient)
        found = found - np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-9:
            break
    slope, offset = found.tolist()
    return (slope, offset) if slope > 0 else (1.0, 0.0)
