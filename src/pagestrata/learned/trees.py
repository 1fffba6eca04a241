"""Ensembles of trees as plain arrays: trained elsewhere (see benchmarks/quality), evaluated here with numpy alone.

An ensemble is a forest in one table: node `i` asks whether feature[i] <= threshold[i] and goes to left[i] or right[i]; a
leaf points to itself, so that all rows and all trees take the same number of steps and one step is one indexing of
the whole [rows, trees] array. The answer is the base value plus the sum of the leaves reached; leaves may hold several
values ([nodes, answers]), there are then as many answers per row.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError

FORMAT = 1
ROWS_AT_ONCE = 512
"""Rows are evaluated in slices that fit the processor's cache: a page of 50,000 nodes would need gigabytes."""
DEEP = 8  # deeper trees are lopsided: every few steps, paths that have ended are set aside
STEPS_TOGETHER = 3

_INTEGERS = ("feature", "left", "right", "roots")
_COLUMNS = (*_INTEGERS, "threshold", "value")

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Places = npt.NDArray[np.intp]


@dataclass(frozen=True, kw_only=True, eq=False)
class Ensemble:
    """One forest with one answer per row."""

    names: tuple[str, ...]  # of the features, in the order of the columns
    feature: Ints
    threshold: Floats
    left: Ints
    right: Ints
    value: Floats
    roots: Ints
    depth: int  # steps until every path has reached its leaf
    base: float = 0.0

    def predict(self, rows: Floats) -> Floats:
        """The raw answer for each row of [rows, features]."""
        if rows.ndim != 2 or rows.shape[1] != len(self.names):
            raise InputError(
                f"the model wants {len(self.names)} features and got an array of shape {rows.shape}; "
                "train it again after a change of the features"
            )
        slices = [self._predict(rows[i : i + ROWS_AT_ONCE]) for i in range(0, len(rows), ROWS_AT_ONCE)]
        return np.concatenate(slices) if slices else np.zeros(0)

    def _predict(self, rows: Floats) -> Floats:
        width = rows.shape[1]
        flat = np.ascontiguousarray(rows).ravel()
        offset = (np.arange(len(rows), dtype=np.int32) * width)[:, None]
        if self.depth > DEEP:
            shape = len(rows), len(self.roots)
            at = self._leaves_of_deep_trees(flat, np.broadcast_to(offset, shape), np.broadcast_to(self.roots, shape))
            return np.asarray(self.base + self.value[at].sum(axis=1))
        feature, branches, roots = self._places
        at = np.broadcast_to(roots, (len(rows), len(roots)))
        for step in range(self.depth):
            if step:
                goes_left = flat.take(feature.take(at) + offset) <= self.threshold.take(at)
            else:  # all rows are at the same nodes
                goes_left = rows[:, feature[roots]] <= self.threshold[roots]
            at = branches.take(2 * at + goes_left)
        return np.asarray(self.base + self.value[at].sum(axis=1))

    @cached_property
    def _places(self) -> tuple[Places, Places, Places]:
        """Features, branches and roots as numpy's index type, to avoid a conversion at every step."""
        return self.feature.astype(np.intp), self._branches.astype(np.intp), self.roots.astype(np.intp)

    @cached_property
    def _branches(self) -> Ints:
        """The children of node i: at 2 i the right one (also for NaN), at 2 i + 1 the left one."""
        return np.stack([self.right, self.left], axis=1).ravel()

    def _leaves_of_deep_trees(self, flat: Floats, offset: Ints, roots: Ints) -> Ints:
        """The leaf of each path; every few steps, paths that have ended are set aside."""
        ends = roots.flatten()
        node, start, path = ends.copy(), offset.flatten(), np.arange(len(ends))
        for step in range(1, self.depth + 1):
            goes_left = flat.take(self.feature.take(node) + start) <= self.threshold.take(node)
            node = self._branches.take(2 * node + goes_left)
            if step >= DEEP and step % STEPS_TOGETHER == 0:
                going = np.flatnonzero(self.left.take(node) != node)
                ends[path] = node
                node, start, path = node.take(going), start.take(going), path.take(going)
                if not len(path):
                    break
        ends[path] = node
        return ends.reshape(roots.shape)


def write_ensembles(ensembles: Mapping[str, Ensemble]) -> bytes:
    """Named ensembles as one file (numpy arrays and JSON in a zip archive, no pickle)."""
    target = io.BytesIO()
    head = {
        "format": FORMAT,
        "ensembles": {
            name: {"names": found.names, "depth": found.depth, "base": found.base} for name, found in ensembles.items()
        },
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("ensembles.json"), json.dumps(head))
        for name, found in ensembles.items():
            for column in _COLUMNS:
                stored = io.BytesIO()
                np.save(stored, getattr(found, column), allow_pickle=False)
                # A fixed date: training twice on the same data gives the same bytes.
                archive.writestr(
                    zipfile.ZipInfo(f"{name}/{column}.npy"), stored.getvalue(), compress_type=zipfile.ZIP_DEFLATED
                )
    return target.getvalue()


def read_ensembles(data: bytes) -> dict[str, Ensemble]:
    """Read ensembles from a file, checked so that evaluation cannot leave the tables."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            head = json.loads(archive.read("ensembles.json"))
            if head["format"] != FORMAT:
                raise ValueError(f"format {head['format']!r}, this program reads format {FORMAT}")
            return {name: _read(archive, name, entry) for name, entry in head["ensembles"].items()}
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError) as error:
        raise InputError(f"not a file of learned trees ({error}); train it again") from error


def _read(archive: zipfile.ZipFile, name: str, entry: Mapping[str, object]) -> Ensemble:
    columns = {}
    for column in _COLUMNS:
        values = np.load(io.BytesIO(archive.read(f"{name}/{column}.npy")), allow_pickle=False)
        columns[column] = values.astype(np.int32 if column in _INTEGERS else np.float64)
    count, names = len(columns["feature"]), tuple(str(part) for part in list(entry["names"]))  # type: ignore[call-overload]
    for column in ("left", "right", "roots"):
        if len(columns[column]) and not (columns[column].min() >= 0 and columns[column].max() < count):
            raise ValueError(f"{name}: {column} points outside the table of {count} nodes")
    if count and not (columns["feature"].min() >= 0 and columns["feature"].max() < len(names)):
        raise ValueError(f"{name}: a feature outside the {len(names)} known ones")
    return Ensemble(names=names, depth=int(str(entry["depth"])), base=float(str(entry["base"])), **columns)
