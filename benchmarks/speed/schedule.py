"""Speed of the schedule with many watches, on SQLite in a temporary folder.

python -m benchmarks.speed.schedule [WATCHES]
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from pagestrata.model.due import Due
from pagestrata.schedule.policies import price_of, visits_at
from pagestrata.store.archive import Archive, open_archive

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@contextmanager
def timed(what: str) -> Iterator[None]:
    begin = time.perf_counter()
    yield
    print(f"{what:52} {1000 * (time.perf_counter() - begin):10.1f} ms", flush=True)


def fill(archive: Archive, count: int) -> None:
    """Enter pages with rates and weights of all sizes."""
    random = np.random.default_rng(1)
    rates, weights = random.lognormal(-4, 2, count).tolist(), (random.random(count) + 0.01).tolist()
    lasts = random.uniform(0, 100, count).tolist()
    for begin in range(0, count, 50_000):
        archive.due.add(
            [
                Due(
                    watch_id=f"{number:012x}",
                    host=f"h{number % 5000}.test",
                    due_at=NOW + timedelta(hours=lasts[number] - 10),
                    last_at=NOW - timedelta(hours=lasts[number]),
                    rate=rates[number],
                    weight=weights[number],
                    cost=1.0,
                )
                for number in range(begin, min(count, begin + 50_000))
            ]
        )


def replan(archive: Archive, count: int) -> None:
    """The price from the numbers of every page, and when each is due."""
    rows = archive.due.numbers()
    columns = np.array([row[3:] for row in rows], np.float64)
    rates, weights, costs = columns.T
    price = price_of("urgency", count / 100, rates, weights, costs)
    periods = 3_600_000_000 / visits_at("urgency", price, rates, weights, costs)
    lasts = np.array([row[2] for row in rows], np.float64)
    moments = (lasts + np.minimum(periods, 30 * 86_400_000_000.0)).astype(np.int64).tolist()
    archive.due.move([(moment, row[0], row[1]) for moment, row in zip(moments, rows, strict=True)])


def best(task: Callable[[], object], times: int = 5) -> float:
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        task()
        taken.append(time.perf_counter() - begin)
    return 1000 * min(taken)


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder, open_archive(Path(folder) / "archive") as archive:
        with timed(f"entering {count} pages"):
            fill(archive, count)
        print(
            f"{'choosing the next 1,000 visits (best of 5)':52} {best(lambda: archive.due.next(limit=1000)):10.1f} ms"
        )
        print(f"{'leasing 1 (best of 5)':52} {best(lambda: archive.due.take(now=NOW, holder='x')):10.1f} ms")
        (one,) = archive.due.take(now=NOW, holder="y")
        print(f"{'settling 1':52} {best(lambda: archive.due.settle(one, holder='y'), 1):10.1f} ms")
        with timed("a full plan again"):
            replan(archive, count)
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
