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

from pagestrata.deciding.features.content_change import ALIKE
from pagestrata.deciding.learning.linear_model import LinearModel, Term

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]

PENALTY = 0.1
"""Weight of |w|^2 / 2 against the mean loss: large, since the pairs are few and the features many."""
CONTRADICTED = -1.0
"""Examples whose margin is below this are left out of the fit."""
ROUNDS = 3
MOST_STEPS = 100
FLAT = 1e-7
"""A slope this small is that of the lowest point."""


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
    """Weights of 0 or more, and the bias: Huber's hinge loss, both labels counting the same in sum.

    Newton's method, with weights that would go below 0 held there: a few steps, each a small system of equations.
    """
    problem = _Hinge(inputs, labels, counts)
    point = np.zeros(inputs.shape[1] + 1)
    value = problem.loss(point)
    for _ in range(MOST_STEPS):
        slope = problem.slope(point)
        free = (point > problem.lowest) | (slope < 0.0)
        if np.abs(slope[free]).max(initial=0.0) < FLAT:
            break
        step = np.zeros(len(point))
        step[free] = -np.linalg.solve(problem.curvature(point, free), slope[free])
        point, lower = problem.walk(point, step, slope, value)
        if value - lower < FLAT**2:
            break
        value = lower
    return point[:-1], float(point[-1])


class _Hinge:
    """The loss over weights and bias (the last number), its slope and its curvature."""

    def __init__(self, inputs: Floats, labels: Labels, counts: Floats) -> None:
        sums = np.where(labels, max(1e-9, counts[labels].sum()), max(1e-9, counts[~labels].sum()))
        self._cost = 0.5 * counts / sums
        self._design = np.column_stack((inputs, np.ones(len(labels)))) * np.where(labels, 1.0, -1.0)[:, None]
        self._penalty = np.append(np.full(inputs.shape[1], PENALTY), 1e-9)
        self.lowest = np.append(np.zeros(inputs.shape[1]), -np.inf)

    def _short(self, point: Floats) -> Floats:
        return np.asarray(np.maximum(0.0, 1.0 - self._design @ point))

    def loss(self, point: Floats) -> float:
        short = self._short(point)
        each = np.where(short < 1.0, short**2, 2.0 * short - 1.0)
        return float((self._cost * each).sum() + 0.5 * (self._penalty * point**2).sum())

    def slope(self, point: Floats) -> Floats:
        pull = self._cost * np.minimum(self._short(point), 1.0)
        return np.asarray(-2.0 * self._design.T @ pull + self._penalty * point)

    def curvature(self, point: Floats, free: Labels) -> Floats:
        short, design = self._short(point), self._design[:, free]
        curved = self._cost * ((short > 0.0) & (short < 1.0))
        return np.asarray(2.0 * design.T @ (design * curved[:, None]) + np.diag(self._penalty[free] + 1e-6))

    def walk(self, point: Floats, step: Floats, slope: Floats, value: float) -> tuple[Floats, float]:
        """The next point, on the way of the step as far as the loss falls, and its loss."""
        size = 1.0
        while True:
            there = np.maximum(self.lowest, point + size * step)
            lower = self.loss(there)
            if lower <= value + 1e-4 * float(slope @ (there - point)) or size < 1e-8:
                return there, lower
            size /= 2.0


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
