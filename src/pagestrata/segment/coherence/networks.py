"""Small neural networks as plain arrays, asked beside the trees: what the two kinds of models get wrong differs.

Trees decide by thresholds of single features, a network by weighted sums of all of them; the mean of their log odds is
right more often than either. Features enter a network by rank: their place among those of the training pages, as a
normal score, so that a page ten times as long as any seen is as far out as the longest one and no farther. Several
networks with one hidden layer each are evaluated side by side, as one product of arrays.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError
from pagestrata.learned import Ensemble
from pagestrata.segment.layout import Floats

Weights = npt.NDArray[np.float32]

ROWS_AT_ONCE = 256
_ARRAYS = ("knots", "scores", "inner", "inner_base", "outer", "outer_base")


@dataclass(frozen=True, kw_only=True, eq=False)
class Networks:
    """Several networks [n] over the same features [d], with as many hidden units [h] each."""

    knots: Floats  # [q, d] values of each feature, ascending; where it has fewer, the rest is infinite
    scores: Floats  # [q, d] their normal scores
    inner: Weights  # [n, d, h]
    inner_base: Weights  # [n, 1, h]
    outer: Weights  # [n, h, 1]
    outer_base: Weights  # [n, 1, 1]

    def predict(self, rows: Floats) -> Floats:
        """The mean of the networks' log odds for each row of [rows, features]."""
        slices = [self._predict(rows[i : i + ROWS_AT_ONCE]) for i in range(0, len(rows), ROWS_AT_ONCE)]
        return np.concatenate(slices) if slices else np.zeros(0)

    def _predict(self, rows: Floats) -> Floats:
        seen = normal_scores(rows, self.knots, self.scores).astype(np.float32)
        hidden = np.maximum(seen @ self.inner + self.inner_base, 0.0)
        return np.asarray((hidden @ self.outer + self.outer_base)[:, :, 0].mean(axis=0), np.float64)


def normal_scores(rows: Floats, knots: Floats, scores: Floats) -> Floats:
    """Each value's score: that of the knot it equals, between two knots interpolated, beyond the last ones theirs."""
    rows = np.nan_to_num(rows, posinf=1e30, neginf=-1e30)
    above = np.count_nonzero(rows[:, None, :] > knots, axis=1)
    columns = np.arange(rows.shape[1])
    high = np.minimum(above, len(knots) - 1)
    low = np.maximum(above - 1, 0)
    start, end = knots[low, columns], knots[high, columns]
    # A knot at infinity fills up a feature with few values: nothing comes nearer to it.
    share = np.clip((rows - start) / np.maximum(end - start, 1e-12), 0.0, 1.0)
    return np.asarray(scores[low, columns] + share * (scores[high, columns] - scores[low, columns]))


@dataclass(frozen=True, kw_only=True, eq=False)
class Blend:
    """Trees and networks asked together: the mean of both."""

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
    np.savez_compressed(target, **{name: getattr(networks, name) for name in _ARRAYS})
    return target.getvalue()


def read_networks(data: bytes) -> Networks:
    """The networks of such a file, checked so that they can be evaluated."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in _ARRAYS}
        count, features, units = arrays["inner"].shape
        wanted = {
            "knots": (len(arrays["knots"]), features),
            "scores": (len(arrays["knots"]), features),
            "inner_base": (count, 1, units),
            "outer": (count, units, 1),
            "outer_base": (count, 1, 1),
        }
        for name, shape in wanted.items():
            if arrays[name].shape != shape:
                raise ValueError(f"{name} has the shape {arrays[name].shape}, not {shape}")
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        raise InputError(f"not a file of networks ({error}); train them again") from error
    return Networks(**arrays)
