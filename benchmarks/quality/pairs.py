"""Every pair of consecutive versions of the real sites: whether deltas are exact, and how large and slow they are.

A delta is exact when it leads from the old tree to the new one and back, and forward again after it was written and
read, to the byte of their Vi-XML: boxes, styles and roles included. Its size is that of the Vi-Delta file over that of
the new version's Vi-XML file; redesigns are in the figures. A file that leads both ways, as `diff` writes by default, holds
what was deleted, too, and is held against both versions together; the compact one, which leads forward only, against the new one.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from benchmarks.pages import load_sequence_snapshots, sequence_index
from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.vidiff import compare
from pagestrata.formats.deltas.videlta import read_videlta, write_videlta
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.model.blocks import BlockTree
from pagestrata.segmenting import segment


class Measured(NamedTuple):
    exact: bool
    delta_bytes: int
    compact_bytes: int
    old_bytes: int
    new_bytes: int
    milliseconds: float


def measure() -> dict[str, float]:
    found = list(_pairs())
    shares = [pair.delta_bytes / pair.new_bytes for pair in found]
    compact = [pair.compact_bytes / pair.new_bytes for pair in found]
    for name, values in (
        ("compare and write, ms", [pair.milliseconds for pair in found]),
        ("Vi-Delta, bytes", [float(pair.delta_bytes) for pair in found]),
        ("Vi-Delta over Vi-XML", shares),
        ("the same, compact", compact),
    ):
        print(f"  {name:24} p50 {_quantile(values, 50):10.2f}   p95 {_quantile(values, 95):10.2f}")
    return {
        "pairs": len(found),
        "exact both ways": statistics.fmean(pair.exact for pair in found),
        "delta smaller than the new version": statistics.fmean(share < 1 for share in compact),
        "delta both ways smaller than both versions": statistics.fmean(
            pair.delta_bytes < pair.old_bytes + pair.new_bytes for pair in found
        ),
        "median share saved": 1 - statistics.median(shares),
    }


def _pairs() -> Iterator[Measured]:
    for site in sequence_index():
        trees = [segment(snapshot) for snapshot in load_sequence_snapshots(site)]
        for old, new in pairwise(trees):
            yield _measured(old, new)


def _measured(old: BlockTree, new: BlockTree) -> Measured:
    began = time.process_time()
    delta = compare(old, new)
    data = write_videlta(delta)
    taken = time.process_time() - began
    before, after = write_vixml(old), write_vixml(new)
    again = write_vixml(apply(read_videlta(data), old))
    exact = write_vixml(apply(delta, old)) == again == after and write_vixml(apply(invert(delta), new)) == before
    compact = write_videlta(delta, reversible=False)
    return Measured(exact, len(data), len(compact), len(before), len(after), 1_000 * taken)


def _quantile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]
