"""Small neural networks for the coherence segmenter and for the levels of blocks, trained with numpy.

One hidden layer of rectified units, trained with Adam on weighted log loss. Eighty pages are few: features and hidden
units are left out at random while training, weights decay, and the mean of several networks is what is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from pagestrata.learned.networks import Networks, Scale

HIDDEN = 48
QUANTILES = 25
FARTHEST = 3.0
"""The normal score of what lies at or beyond the last value of the training pages."""
STEP, DECAY = 4e-3, 0.1
LEFT_OUT_FEATURES, LEFT_OUT_UNITS = 0.2, 0.3
MOMENTUM, SPREAD = 0.9, 0.99


@dataclass(frozen=True, kw_only=True)
class Lessons:
    """How many networks learn, and how often they see what."""

    networks: int = 4
    epochs: int = 20
    batch: int = 256


@dataclass
class _Adam:
    """One array of weights and its running moments."""

    weights: np.ndarray
    decay: float
    steps: int = 0

    def __post_init__(self) -> None:
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)

    def move(self, gradient: np.ndarray, step: float) -> None:
        self.steps += 1
        self.mean += np.float32(1 - MOMENTUM) * (gradient - self.mean)
        self.square += np.float32(1 - SPREAD) * (gradient**2 - self.square)
        mean = self.mean / np.float32(1 - MOMENTUM**self.steps)
        square = self.square / np.float32(1 - SPREAD**self.steps)
        direction = mean / (np.sqrt(square) + np.float32(1e-8)) + np.float32(self.decay) * self.weights
        self.weights -= np.float32(step) * direction


def fit_networks(table: np.ndarray, labels: np.ndarray, weights: np.ndarray, *, seed: int = 0) -> Networks:
    """Networks that say the log odds of label 1."""
    scale, layers = _fitted(table, labels[:, None], weights, Lessons(), seed)
    inner, inner_base, outer, outer_base = layers
    return Networks(
        scale=scale,
        inner=inner,
        inner_base=inner_base,
        outer=outer.ravel(),
        outer_base=float(outer_base.mean()),
    )


def fit_networks_of_classes(
    table: np.ndarray, classes: np.ndarray, count: int, *, lessons: Lessons, seed: int = 0
) -> Networks:
    """Networks that say a score for each of so many classes, to be made chances by their exponentials."""
    labels = np.eye(count)[classes]
    scale, layers = _fitted(table, labels, np.ones(len(table)), lessons, seed)
    inner, inner_base, outer, outer_base = layers
    return Networks(scale=scale, inner=inner, inner_base=inner_base, outer=outer, outer_base=outer_base.mean(axis=0))


def _fitted(
    table: np.ndarray, labels: np.ndarray, weights: np.ndarray, lessons: Lessons, seed: int
) -> tuple[Scale, tuple[np.ndarray, ...]]:
    """The scale, and the layers of one network that says the mean of what all say."""
    scale = _scale(table)
    inner, inner_base, outer, outer_base = _trained(
        scale.of(table).astype(np.float32), labels.astype(np.float32),
        (weights / weights.mean()).astype(np.float32)[:, None], lessons, seed,
    )  # fmt: skip
    together = outer.reshape(-1, outer.shape[2]) / np.float32(lessons.networks)
    return scale, (np.concatenate(list(inner), axis=1), inner_base.ravel(), together, outer_base[:, 0])


def _scale(table: np.ndarray) -> Scale:
    """Knots at equal steps through the values of each feature; one that many examples share is at the middle of them."""
    steps = np.linspace(0, 1, QUANTILES)
    normal = np.array([-FARTHEST, *(NormalDist().inv_cdf(step) for step in steps[1:-1]), FARTHEST])
    knots, scores = np.full((QUANTILES, table.shape[1]), np.inf), np.zeros((QUANTILES, table.shape[1]))
    for column, quantiles in enumerate(np.quantile(table, steps, axis=0).T):
        values, first, counts = np.unique(quantiles, return_index=True, return_counts=True)
        knots[: len(values), column] = values
        scores[: len(values), column] = np.interp(first + (counts - 1) / 2, np.arange(QUANTILES), normal)
    return Scale(knots=knots, scores=scores)


def _trained(
    seen: np.ndarray, labels: np.ndarray, weights: np.ndarray, lessons: Lessons, seed: int
) -> list[np.ndarray]:
    chance = np.random.default_rng(seed)
    networks, features, answers = lessons.networks, seen.shape[1], labels.shape[1]
    layers = [
        _Adam(chance.standard_normal((networks, features, HIDDEN), np.float32) / np.float32(features**0.5), DECAY),
        _Adam(np.zeros((networks, 1, HIDDEN), np.float32), 0.0),
        _Adam(chance.standard_normal((networks, HIDDEN, answers), np.float32) / np.float32(HIDDEN**0.5), DECAY),
        _Adam(np.zeros((networks, 1, answers), np.float32), 0.0),
    ]
    batches = max(1, len(seen) // lessons.batch)
    for epoch in range(lessons.epochs):
        order = chance.permutation(len(seen))
        for number in range(batches):
            chosen = order[number * lessons.batch : (number + 1) * lessons.batch]
            gradients = _gradients(layers, seen[chosen], labels[chosen], weights[chosen], chance)
            step = STEP * (1 - (epoch * batches + number) / (lessons.epochs * batches))
            for layer, gradient in zip(layers, gradients, strict=True):
                layer.move(gradient, step)
    return [layer.weights for layer in layers]


def _gradients(
    layers: list[_Adam], seen: np.ndarray, labels: np.ndarray, weights: np.ndarray, chance: np.random.Generator
) -> tuple[np.ndarray, ...]:
    """Of the weighted log loss of one batch, with some features and units left out."""
    inner, inner_base, outer, outer_base = (layer.weights for layer in layers)
    seen = seen * _kept(chance, seen.shape, LEFT_OUT_FEATURES)
    sums = seen @ inner + inner_base
    kept = _kept(chance, sums.shape, LEFT_OUT_UNITS)
    hidden = np.maximum(sums, 0) * kept
    chances = _chances(hidden @ outer + outer_base)
    wrong = ((chances - labels) * weights / len(seen)).astype(np.float32)
    back = wrong @ outer.transpose(0, 2, 1) * kept * (sums > 0)
    return (
        seen.T @ back, back.sum(axis=1, keepdims=True),
        hidden.transpose(0, 2, 1) @ wrong, wrong.sum(axis=1, keepdims=True),
    )  # fmt: skip


def _chances(odds: np.ndarray) -> np.ndarray:
    """[networks, rows, answers]: of yes where there is one answer, else of each among all."""
    if odds.shape[2] == 1:
        return np.asarray(1 / (1 + np.exp(-odds)))
    shares = np.exp(odds - odds.max(axis=2, keepdims=True))
    return np.asarray(shares / shares.sum(axis=2, keepdims=True))


def _kept(chance: np.random.Generator, shape: tuple[int, ...], left_out: float) -> np.ndarray:
    return (chance.random(shape, np.float32) >= left_out) / np.float32(1 - left_out)
