"""The daemon among faults, killed and started again. Exit 1 when a visit is lost or doubled, or a host was not left its pause.

python -m benchmarks.soak.daemon --visits 10000 [--kills 5] [--workers 4] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil

from benchmarks.soak.faulty_site import FAULTS, Log, faulty_site
from pagestrata.app.watches import watch_for, watch_id
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.due.due_visits import LEASE

HOSTS = 24
DELAY_SECONDS = 0.05
INTERVAL_SECONDS = 3
"""Of ordinary pages: as soon again as may be. Faults are tried again in their own time."""
VISITS_PER_PAGE = 4
PATIENCE_SECONDS = 900.0
SOURCE = Path(__file__).parents[2] / "src"


@dataclass(slots=True)
class Run:
    """One daemon from its start to its end: what it reported, and its memory on the way."""

    archive: Path
    workers: int
    lines: list[dict[str, Any]] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    seen: dict[int, psutil.Process] = field(default_factory=dict)
    process: subprocess.Popen[str] | None = None

    def visit(self, count: int, *, kill: bool) -> None:
        """Let it make so many visits, then end it."""
        environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PAGESTRATA_ARCHIVE": str(self.archive)}
        command = [
            sys.executable, "-m", "pagestrata.cli.main", "run", "--allow-private", "--budget", "10000000/hour",
            "--host-delay", str(DELAY_SECONDS), "--workers", str(self.workers), "--timeout", "5",
        ]  # fmt: skip
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        watchdog = threading.Timer(PATIENCE_SECONDS, self.process.kill)
        watchdog.start()
        try:
            self._listen(count, kill=kill)
        finally:
            watchdog.cancel()

    def _listen(self, count: int, *, kill: bool) -> None:
        assert self.process is not None
        assert self.process.stderr is not None
        is_ending = False
        for line in self.process.stderr:
            if not line.startswith('{"time"'):
                self.others.append(line.strip()[:300])
                continue
            self.lines.append(json.loads(line))
            if len(self.lines) % 50 == 1:
                self._look()
            if len(self.lines) >= count and not is_ending:
                self._look()
                is_ending = True
                self.process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
        self.process.wait()

    def _look(self) -> None:
        assert self.process is not None
        try:
            me = psutil.Process(self.process.pid)
            self.memory_mb.append(me.memory_info().rss / 2**20)
            self.seen.update((child.pid, child) for child in me.children(recursive=True))
        except psutil.Error:
            return

    @property
    def grown_mb(self) -> float:
        """Between the first third and the end: what was loaded when it was needed first is not growth."""
        return (
            max(0.0, self.memory_mb[-1] - max(self.memory_mb[: len(self.memory_mb) // 3 + 1]))
            if self.memory_mb
            else 0.0
        )


def fill(archive: Archive, hosts: list[str], pages: int) -> list[str]:
    """Watch the pages: feeds, and every fault on one host."""
    urls = []
    for number in range(pages):
        urls.append(f"{hosts[number % len(hosts)]}/feed/{number}/feed.xml")
        watch_for(archive, urls[-1], {"interval_seconds": INTERVAL_SECONDS})
    for number, kind in enumerate(FAULTS):
        urls.append(f"{hosts[number % len(hosts)]}/{kind}/feed.xml")
        watch_for(archive, urls[-1])
    return urls


def soak(visits: int, kills: int, workers: int, folder: Path) -> dict[str, Any]:
    """The figures of a soak."""
    begin, runs = time.monotonic(), list[Run]()
    with faulty_site(HOSTS) as (hosts, log):
        with open_archive(folder / "archive") as archive:
            urls = fill(archive, hosts, max(1, visits // VISITS_PER_PAGE - len(FAULTS)))
        for number in range(kills + 1):
            runs.append(Run(folder / "archive", workers))
            runs[-1].visit(-(-visits // (kills + 1)), kill=number < kills)
        seconds = time.monotonic() - begin
        left = left_behind(runs)
        with open_archive(folder / "archive") as archive:
            figures = judged(archive, urls, runs, log)
    return {"visits": visits, "kills": kills, "seconds": round(seconds, 1), **figures, "left": left}


def judged(archive: Archive, urls: list[str], runs: list[Run], log: Log) -> dict[str, Any]:
    """What the archive knows, held against what the daemons reported and what the site noted."""
    known = {url: sorted(visit.visited_at for visit in archive.visits.of(url)) for url in urls}
    recorded = {(url, moment.replace(microsecond=0)) for url, moments in known.items() for moment in moments}
    reported = [line for run in runs for line in run.lines]
    said = [(line["url"], datetime.fromisoformat(line["time"]).replace(microsecond=0)) for line in reported]
    # A daemon that was killed keeps its few pages until its leases are over; then they are free, too.
    now, far = datetime.now(UTC), datetime.now(UTC) + timedelta(days=60)
    free = archive.due.take(now=now, due_by=far, holder="the end", limit=len(urls) + 1)
    leased = archive.due.take(now=now + 2 * LEASE, due_by=far, holder="much later", limit=len(urls) + 1)
    is_free = {entry.watch_id for entry in free}
    return {
        "reported": len(reported),
        "recorded": sum(map(len, known.values())),
        "stages": dict(
            Counter(f"{line['fault'] or (line['error'] and 'error') or line['stage']}" for line in reported)
        ),
        "lost": [f"{url} {moment}" for url, moment in said if (url, moment) not in recorded],
        "never_visited": [url for url, moments in known.items() if not moments and watch_id(url) in is_free],
        "leased_by_the_dead": len(leased) - len(free),
        "not_in_schedule": len(urls) - len(leased),
        "doubled": [url for url, moments in known.items() if is_doubled(moments)],
        "impolite": log.impolite(DELAY_SECONDS),
        "grown_mb": [round(run.grown_mb, 1) for run in runs],
        "highest_mb": round(max(max(run.memory_mb, default=0.0) for run in runs)),
        "messages": [line for run in runs for line in run.others if "ending when" not in line][:20],
        "ended_well": runs[-1].process is not None and runs[-1].process.returncode == 0,
    }


def is_doubled(moments: list[datetime]) -> bool:
    """Whether a page was visited again before its interval was over."""
    least = timedelta(seconds=INTERVAL_SECONDS)
    return any(after - before < least for before, after in pairwise(moments))


def left_behind(runs: list[Run], patience_seconds: float = 120.0) -> list[str]:
    """Processes of any of the daemons that are still there, once those that are ending have ended."""
    processes = [process for run in runs for process in run.seen.values()]
    _, alive = psutil.wait_procs(processes, timeout=patience_seconds)
    return [str(process.pid) for process in alive if process.is_running() and process.status() != psutil.STATUS_ZOMBIE]


def is_sound(figures: dict[str, Any]) -> bool:
    wrong = ("lost", "never_visited", "doubled", "impolite", "left", "not_in_schedule")
    return figures["ended_well"] and not any(figures[name] for name in wrong)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        figures = soak(arguments.visits, arguments.kills, arguments.workers, Path(folder))
    print(json.dumps(figures) if arguments.json else "\n".join(f"{name:18} {value}" for name, value in figures.items()))
    return 0 if is_sound(figures) else 1


if __name__ == "__main__":
    sys.exit(main())
