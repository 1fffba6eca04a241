"""Small neural networks as plain arrays, evaluated together with trees because the two kinds of models err differently.

Trees decide by thresholds of single features, networks by weighted sums of all of them; the mean of their log odds is right more
often than either. Features enter a network by rank among the training pages, as a normal score, so that outliers are no
farther out than the largest known value. The mean of several networks with one hidden layer is stored as one network with a
wide layer.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError
from pagestrata.learned.trees import Ensemble

Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[np.float32]

ROWS_AT_ONCE = 16
"""Few enough for one thread: larger products run in several, which takes four to eight times the processor time. One thread is a
sixth slower than all rows at once, with bit-identical results."""
_ARRAYS = ("knots", "scores", "inner", "inner_base", "outer", "outer_base")


@dataclass(frozen=True, kw_only=True, eq=False)
class Scale:
    """Maps features to normal scores by interpolation between knots; constant beyond the outermost ones."""

    knots: Floats  # [q, d] values of each feature, ascending; where it has fewer, the rest is infinite
    scores: Floats  # [q, d] their normal scores

    def of(self, rows: Floats) -> Floats:
        # fmin and fmax: NaN becomes the lowest known value.
        inside = np.fmax(np.fmin(rows, self._last), self.knots[0])
        segment = np.count_nonzero(inside[:, None, :] >= self.knots[1:], axis=1)
        at = segment * rows.shape[1] + np.arange(rows.shape[1])
        return np.asarray(self.scores.take(at) + self._slopes.take(at) * (inside - self.knots.take(at)))

    @cached_property
    def _last(self) -> Floats:
        last = np.where(np.isfinite(self.knots), self.knots, -np.inf).max(axis=0)
        return np.asarray(last)

    @cached_property
    def _slopes(self) -> Floats:
        steps = np.diff(np.minimum(self.knots, self._last), axis=0)
        slopes = np.where(steps > 0, np.diff(self.scores, axis=0) / np.where(steps > 0, steps, 1.0), 0.0)
        return np.concatenate([slopes, np.zeros((1, slopes.shape[1]))])


@dataclass(frozen=True, kw_only=True, eq=False)
class Networks:
    """The mean of some networks over the same features [d], with [u] hidden units together."""

    scale: Scale
    inner: Weights  # [d, u]
    inner_base: Weights  # [u]
    outer: Weights  # [u], or [u, answers]: there are then as many log odds per row
    outer_base: float | Floats

    def predict(self, rows: Floats) -> Floats:
        """The log odds for each row of [rows, features]."""
        slices = [self._predict(rows[i : i + ROWS_AT_ONCE]) for i in range(0, len(rows), ROWS_AT_ONCE)]
        return np.concatenate(slices) if slices else np.zeros(0)

    def _predict(self, rows: Floats) -> Floats:
        hidden = self.scale.of(rows).astype(np.float32) @ self.inner + self.inner_base
        return np.asarray(np.maximum(hidden, 0.0) @ self.outer + self.outer_base, np.float64)


@dataclass(frozen=True, kw_only=True, eq=False)
class Blend:
    """The mean of trees and networks."""

    trees: Ensemble
    networks: Networks

    @property
    def names(self) -> tuple[str, ...]:
        return self.trees.names

    def predict(self, rows: Floats) -> Floats:
        return (self.trees.predict(rows) + self.networks.predict(rows)) / 2


def write_networks(networks: Networks) -> bytes:
    """The arrays as one file, without pickle; the same networks give the same bytes."""
    target = io.BytesIO()
    np.savez_compressed(
        target,
        knots=networks.scale.knots,
        scores=networks.scale.scores,
        inner=networks.inner,
        inner_base=networks.inner_base,
        outer=networks.outer,
        outer_base=np.asarray(networks.outer_base, np.float64),
    )
    return target.getvalue()


def read_networks(data: bytes) -> Networks:
    """Read networks from a file, checked so that they can be evaluated."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            knots, scores, inner, inner_base, outer, outer_base = (stored[name] for name in _ARRAYS)
        features, units = inner.shape
        wanted = {
            "knots": (knots, (len(knots), features)),
            "scores": (scores, (len(knots), features)),
            "inner_base": (inner_base, (units,)),
            "outer": (outer, (units, *outer_base.shape)),
        }
        for name, (array, shape) in wanted.items():
            if array.shape != shape:
                raise ValueError(f"{name} has the shape {array.shape}, not {shape}")
        scale = Scale(knots=knots, scores=scores)
        base = outer_base if outer_base.ndim else float(outer_base)
        return Networks(scale=scale, inner=inner, inner_base=inner_base, outer=outer, outer_base=base)
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError) as error:
        raise InputError(f"not a file of networks ({error}); train them again") from error
