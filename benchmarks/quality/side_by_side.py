"""Several modules of this package measured at the same time, on as many processors as there are."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from benchmarks.pages import load_page_snapshots


def measured(name: str) -> tuple[float, dict[str, float]]:
    """What a module measures, and the seconds it took."""
    begin = time.perf_counter()
    figures = importlib.import_module(f"benchmarks.quality.{name}").measure()
    return time.perf_counter() - begin, figures


def side_by_side(names: Sequence[str]) -> Iterator[tuple[float, dict[str, float]]]:
    """Each measured in a process of its own, as many at once as there are processors; in the order of the names."""
    for _ in load_page_snapshots():  # rendered here, once for all of them
        pass
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1), mp_context=spawn) as processes:
        yield from processes.map(measured, names)
