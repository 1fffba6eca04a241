"""Recorded snapshots of the real pages through `analyse` on one node and on two, and what the engine itself takes.

The runs take turns, so that whatever else the machine does meets both. Where its processors are shared, the clock says
little, and two workers can share what one was given: so the ratio is given in processor time, too, as the work of one node
divided by that of the busier of two, and the clock is held against what was asked only where every worker had a processor to
itself.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.pages import cache_folder, sequence_index
from benchmarks.scale.figures import Figure
from benchmarks.scale.loopback_cluster import loopback_cluster
from pagestrata.app.recordings.analysis import PageAnalysis, largest_first
from pagestrata.app.recordings.collection import read_collection
from pagestrata.app.recordings.imports import RecordedPage
from pagestrata.engine.dispatch import dispatch
from pagestrata.engine.on_ray import RayEngine
from pagestrata.interfaces import Work

EMPTY_PIECES = 400
LEAST_RATIO = 1.7
QUIET = 0.95
"""Of a processor, what a worker got while it had work in hand, where nobody else used the machine to speak of."""
LARGEST_INLINE = 100 * 1024
"""Bytes of a result above which Ray puts it into its object store."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--versions", type=int, default=6, help="of each site, at most")
    parser.add_argument("--rounds", type=int, default=2, help="each with one node and with two")


@dataclass(frozen=True)
class Timed:
    """Work that also says where and when it was done, and in how much processor time.

    A worker does one piece when it starts, which counts for nothing: it loads the program.
    """

    work: Work
    first: Any = None

    @contextmanager
    def __call__(self) -> Iterator[Callable[[Any], Any]]:
        with self.work() as do:
            do(self.first)

            def timed(item: Any) -> tuple[Any, int, float, float, float]:
                began, processor = time.monotonic(), time.process_time()
                result = do(item)
                return result, os.getpid(), began, time.monotonic(), time.process_time() - processor

            yield timed


@contextmanager
def nothing() -> Iterator[Callable[[Any], Any]]:
    """Work that is none."""
    yield lambda item: item


@dataclass
class Run:
    """What one pass over the pages took."""

    elapsed: float = 0.0
    visits: int = 0
    leading: float = 0.0  # processor time of this program
    sent_bytes: list[int] = field(default_factory=list)
    received_bytes: list[int] = field(default_factory=list)
    clock_by_worker: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    processor_by_worker: dict[int, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def processor(self) -> float:
        return sum(self.processor_by_worker.values())

    @property
    def busiest(self) -> float:
        return max(self.processor_by_worker.values())

    @property
    def overhead_ms(self) -> float:
        """Per visit: what passed while the only worker had nothing in hand."""
        return 1000 * (self.elapsed - sum(self.clock_by_worker.values())) / self.visits

    @property
    def got(self) -> float:
        """Of a processor, what the worker got that got least of it while it had work in hand."""
        return min(self.processor_by_worker[worker] / clock for worker, clock in self.clock_by_worker.items())

    @property
    def idle(self) -> float:
        """For how long the worker that had least in hand had nothing: others began before it, or ended behind it."""
        return self.elapsed - min(self.clock_by_worker.values())

    def sentence(self) -> str:
        return (
            f"{self.visits} visits in {self.elapsed:.1f} s, {self.processor:.1f} s of processor time, "
            f"{self.leading:.2f} s of the leader's, one worker idle for {self.idle:.1f} s, "
            f"workers got {self.got:.2f} of a processor"
        )


def kept_snapshots(most: int) -> list[Path]:
    """The recorded snapshots of the first versions of every site, as far as they are kept."""
    folder = cache_folder() / "sequences"
    found = [path for site in sequence_index() for path in sorted((folder / site).glob("*.snapshot"))[:most]]
    if not found:
        raise SystemExit(f"no recorded snapshots under {folder}; `python -m benchmarks.quality pairs` renders them")
    return found


def analysed(engine: RayEngine, pages: tuple[RecordedPage, ...]) -> Run:
    """One pass over the pages, into a new folder."""
    from ray import cloudpickle

    run, began, ended = Run(), list[float](), list[float]()
    spent = time.process_time()
    with tempfile.TemporaryDirectory(prefix="scale") as folder:
        work = Timed(PageAnalysis(output=Path(folder)), first=pages[-1])
        for done in dispatch(engine, work, largest_first(pages)):
            if done.error is not None:
                raise done.error
            page, worker, start, end, processor = done.result
            size = len(cloudpickle.dumps(page))
            began.append(start)
            ended.append(end)
            run.visits += page.captures
            run.sent_bytes.append(len(cloudpickle.dumps(done.item)))
            run.received_bytes.append(size)
            run.clock_by_worker[worker] += end - start
            run.processor_by_worker[worker] += processor
    run.elapsed = max(ended) - min(began)
    run.leading = time.process_time() - spent
    return run


def empty_piece_ms(engine: RayEngine) -> tuple[float, float]:
    """What the engine takes for a piece of no work: by the clock, and of this program's processor time."""
    began, spent = 0.0, 0.0
    for count, _ in enumerate(dispatch(engine, Timed(nothing), range(EMPTY_PIECES + 1))):
        if not count:
            began, spent = time.perf_counter(), time.process_time()
    return 1000 * (time.perf_counter() - began) / EMPTY_PIECES, 1000 * (time.process_time() - spent) / EMPTY_PIECES


def measure(arguments: argparse.Namespace) -> list[Figure]:
    runs: dict[int, list[Run]] = {1: [], 2: []}
    empty: list[tuple[float, float]] = []
    with loopback_cluster(2) as (cluster, _nodes):
        for _ in range(arguments.rounds):
            for workers, found in runs.items():
                with RayEngine(cluster.address, workers=workers) as engine:
                    pages = read_collection(engine, kept_snapshots(arguments.versions)).pages
                    found.append(analysed(engine, pages))
                    if workers == 1:
                        empty.append(empty_piece_ms(engine))
                print(f"{workers} node{'s' * (workers > 1)}: {found[-1].sentence()}", flush=True)
    return figures(runs, empty)


def figures(runs: dict[int, list[Run]], empty: list[tuple[float, float]]) -> list[Figure]:
    one, two = runs[1], runs[2]
    by_clock = [alone.elapsed / together.elapsed for alone, together in zip(one, two, strict=True)]
    is_quiet = min(run.got for run in [*one, *two]) >= QUIET
    by_processor = [alone.processor / together.busiest for alone, together in zip(one, two, strict=True)]
    sent = [size for run in one for size in run.sent_bytes]
    received = [size for run in one for size in run.received_bytes]
    return [
        Figure("visits of a run", one[0].visits),
        Figure("pieces of a run (pages)", len(one[0].sent_bytes)),
        Figure("of a processor, what a worker got (least)", min(run.got for run in [*one, *two]), ""),
        Figure("two nodes against one, by the clock (best round)", max(by_clock), "times"),
        Figure(
            "two nodes against one, by the clock (median round)",
            median(by_clock),
            "times",
            least=LEAST_RATIO if is_quiet else None,
        ),
        Figure("two nodes against one, by processor time (median)", median(by_processor), "times", least=LEAST_RATIO),
        Figure("one of two workers idle (median round)", median(100 * run.idle / run.elapsed for run in two), "%"),
        Figure(
            "processor time of the leader, of the work's", median(100 * run.leading / run.processor for run in two), "%"
        ),
        Figure("processor time of the work of a visit", 1000 * one[0].processor / one[0].visits, "ms"),
        Figure("an empty piece, by the clock (best round)", min(clock for clock, _ in empty), "ms", most=5.0),
        Figure("an empty piece, processor time of the leader", min(own for _, own in empty), "ms", most=5.0),
        Figure(
            "total minus work per visit, one node (best round)", min(run.overhead_ms for run in one), "ms", most=5.0
        ),
        Figure("sent per piece", median(sent), "bytes"),
        Figure("largest piece sent", max(sent), "bytes"),
        Figure("received per piece", median(received), "bytes"),
        Figure("results that go through the object store", sum(size > LARGEST_INLINE for size in received)),
    ]
