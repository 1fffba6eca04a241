"""What a monitor's visits to real histories cost: processor time of this program and of its browser, and how often it rendered.

    python -m benchmarks.speed.served [SITE…] [--versions 5]

The versions of each history are served on loopback, as `benchmarks.peers` serves them, by a process of its own, which is not
counted. To compare two programs, run them in turns. The first visit to each page is listed, but left out of the means.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from benchmarks.peers.histories import histories
from benchmarks.peers.monitors.served_versions import serving_versions
from pagestrata.app.session import Session
from pagestrata.cli.main import CALM_COLLECTOR
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.plan import VisitRequest

SITES = ("activemq.apache.org", "flink.apache.org_index", "mpv.io_installation", "openbsd.org_index")


class Cost(NamedTuple):
    """Processor seconds of one visit, and how often the page was rendered."""

    own: float
    browser: float
    rendered: int


def serve(site: str, versions: int, caller: Connection) -> None:
    """Send the address and the number of versions; show the version whose number comes, until None comes."""
    (history,) = histories([site], versions)
    with serving_versions(history) as server:
        caller.send((server.url, history.count))
        while (number := caller.recv()) is not None:
            server.shown = number
            caller.send(number)


@contextmanager
def served(site: str, versions: int) -> Iterator[tuple[Connection, int]]:
    """The connection to the process that serves a history, and the number of that process."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(site, versions, there))
    process.start()
    try:
        yield here, process.pid or 0
        here.send(None)
    finally:
        process.join(timeout=10)
        process.kill()


def seconds_of_others(without: int) -> float:
    """Processor seconds of the processes that this one started, but one."""
    total = 0.0
    for child in psutil.Process().children(recursive=True):
        try:
            used = child.cpu_times()
        except psutil.Error:
            continue
        if child.pid != without:
            total += used.user + used.system + used.children_user + used.children_system
    return total


def visits(session: Session, site: str, versions: int) -> Iterator[Cost]:
    """Visit every version of a history."""
    rendered: list[Snapshot] = []
    capture = session.pool.capture

    def counted(*place: Any, **options: Any) -> Snapshot:
        rendered.append(capture(*place, **options))
        return rendered[-1]

    session.pool.capture = counted  # type: ignore[method-assign]
    with served(site, versions) as (server, server_pid):
        url, count = server.recv()
        for number in range(count):
            server.send(number)
            server.recv()
            rendered.clear()
            own, browser = time.process_time(), seconds_of_others(server_pid)
            session.visit(VisitRequest(url))
            yield Cost(time.process_time() - own, seconds_of_others(server_pid) - browser, len(rendered))
    session.pool.capture = capture  # type: ignore[method-assign]


def report(name: str, costs: Sequence[Cost]) -> None:
    own, browser, rendered = (statistics.fmean(column) for column in zip(*costs, strict=True))
    print(f"{name:28} {len(costs):3} visits  own {own:.3f} s  browser {browser:.3f} s  all {own + browser:.3f} s  rendered {rendered:.2f} times")  # fmt: skip # noqa: E501


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*", default=SITES)
    parser.add_argument("--versions", type=int, default=5)
    options = parser.parse_args()
    gc.set_threshold(*CALM_COLLECTOR)  # as every command does
    every: list[Cost] = []
    with (
        tempfile.TemporaryDirectory(prefix="served") as folder,
        Session(archive=Path(folder) / "archive", allow_private=True) as session,
    ):
        for site in options.sites:
            first, *later = visits(session, site, options.versions)
            report(f"{site} 1st", [first])
            report(site, later)
            every += later
    report("all but the first", every)


if __name__ == "__main__":
    main()
