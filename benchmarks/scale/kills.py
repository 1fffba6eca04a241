"""Nodes and leaders killed with -9 in mid-run: what is in the archive afterwards, held against an undisturbed process.

`analyse --into-archive` loses a node, then the program that leads, and is started again. `run` loses a node, then its leader,
and the deputy that waits beside it goes on. Nothing here needs a browser: the pages are recorded snapshots and feeds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psutil

from benchmarks.scale.figures import Figure
from benchmarks.scale.loopback_cluster import loopback_cluster
from benchmarks.soak.faulty_site import faulty_site
from benchmarks.speed.schedule import place
from pagestrata.app.daemon.daemon import Daemon
from pagestrata.app.planning.planning import Planner
from pagestrata.app.recordings.collection import read_collection, recordings_among
from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.crawl.politeness import HostTurns
from pagestrata.engine.local import LocalEngine
from pagestrata.engine.on_ray import BROWSER
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.model.records import Version
from pagestrata.schedule.budget import Budget
from pagestrata.store.archive import Archive, open_archive

PATIENCE_SECONDS = 900.0
DELAY_SECONDS = 0.05
HOSTS = 12
Content = dict[str, list[tuple[Any, ...]]]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--versions", type=int, default=3, help="of each site, for analyse")
    parser.add_argument("--pages", type=int, default=400, help="feeds, for run")
    parser.add_argument("--only", choices=["run", "analyse"], help="one of the two")


def content(archive: Archive, urls: Sequence[str], *, with_times: bool) -> Content:
    """What an archive holds of pages: for each version the bytes of page, DOM and blocks; visits with what they found."""
    found: Content = {}
    for url in urls:
        versions = sorted(archive.versions.of(url), key=lambda version: version.captured_at)
        visits = sorted(archive.visits.of(url), key=lambda visit: visit.visited_at)
        found[url] = [
            *((v.captured_at if with_times else "", v.title, *map(_digest, _bytes_of(archive, v))) for v in versions),
            *((v.visited_at if with_times else "", v.kept, v.changes, v.fault, v.error) for v in visits),
        ]
    return found


def _bytes_of(archive: Archive, version: Version) -> tuple[bytes, bytes, bytes]:
    """Page, DOM and blocks, these without the name and the time of the version, which two runs cannot share."""
    blocks = write_vixml(replace(archive.contents.tree(version), captured_at=None, version=""))
    return archive.contents.response(version).body, archive.contents.dom(version).encode(), blocks


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass
class Program:
    """One call of the command line, and the visits it reported."""

    words: Sequence[str]
    lines: list[dict[str, Any]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def __enter__(self) -> Program:
        command = [sys.executable, "-m", "pagestrata.cli.main", *self.words]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()
        return self

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if line.startswith('{"time"'):
                self.lines.append(json.loads(line))
            else:
                self.others.append(line.strip()[:300])

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.wait()
        self._listening.join()
        if self.process.stderr is not None:
            self.process.stderr.close()

    @property
    def processor(self) -> float:
        """Seconds of processor time so far."""
        spent = psutil.Process(self.process.pid).cpu_times()
        return float(spent.user + spent.system)

    def wait(self) -> int:
        code = self.process.wait(PATIENCE_SECONDS)
        self._listening.join()
        return code


def until(is_reached: Callable[[], bool], program: Program) -> None:
    """Waits for something that a program does; raises when it ends without it, or never does it."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_reached():
        if program.process.poll() is not None and not is_reached():
            raise RuntimeError(f"it ended with {program.process.returncode}: {program.others[-5:]}")
        if time.monotonic() > end:
            raise TimeoutError(f"nothing for {PATIENCE_SECONDS} s: {program.others[-5:]}")
        time.sleep(0.02)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What was found after the kills."""

    is_same: bool
    pages: int
    doubled: int
    done_when_node_died: int
    done_when_leader_died: int
    impolite: int = 0
    leader_ms: float = 0.0  # of its processor time, for a visit


def analysis(sources: Path, database: str, folder: Path) -> Outcome:
    """A node, then the leader, are killed while recordings are analysed into an archive."""
    from pagestrata.app.recordings.analysis import analyse

    pages = read_collection(LocalEngine(1), recordings_among([sources])).pages
    open_archive(folder / "alone").close()
    for done in analyse(LocalEngine(1), pages, folder / "tables", archive=str(folder / "alone")):
        assert not done.problems, done.problems
    out = folder / "out"

    def parts() -> int:
        return len(list((out / "visits").glob("*.parquet")))

    with loopback_cluster(2) as (cluster, nodes):
        words = ["--archive", database, "analyse", str(sources), "-o", str(out), "--into-archive"]
        words += ["--engine", "ray", "--address", cluster.address]
        with Program(words) as leader:
            until(lambda: parts() >= max(1, len(pages) // 5), leader)
            at_node = parts()
            cluster.remove_node(nodes[0], allow_graceful=False)
            cluster.add_node(num_cpus=1, resources={BROWSER: 1})
            until(lambda: parts() >= len(pages) // 2, leader)
            at_leader = parts()
        with Program(words) as again:
            assert again.wait() == 0, again.others
    urls = [page.url for page in pages]
    with open_archive(folder / "alone") as one, open_archive(database) as other:
        alone, together = content(one, urls, with_times=True), content(other, urls, with_times=True)
        doubled = sum(len(other.visits.of(url)) - len({v.visited_at for v in other.visits.of(url)}) for url in urls)
    return Outcome(
        is_same=alone == together and tables(out) == tables(folder / "tables"),
        pages=len(urls),
        doubled=doubled,
        done_when_node_died=at_node,
        done_when_leader_died=at_leader,
    )


def tables(output: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of an analysis without the seconds, which are never the same."""
    import pyarrow.parquet

    found = {}
    for table in ("visits", "blocks", "changes", "importance"):
        parts = [pyarrow.parquet.read_table(part) for part in sorted((output / table).glob("*.parquet"))]
        found[table] = [
            {k: v for k, v in row.items() if "seconds" not in k} for part in parts for row in part.to_pylist()
        ]
    return found


RUN = ["run", "--allow-private", "--budget", "10000000/hour", "--host-delay", str(DELAY_SECONDS), "--timeout", "30"]


def run(pages: int, database: str, folder: Path, finish: Callable[[Archive], None] | None = None) -> Outcome:
    """A node, then the leader, are killed while feeds are visited; a deputy goes on, or whatever `finish` does."""
    with faulty_site(HOSTS) as (hosts, log):
        urls = [f"{hosts[number % HOSTS]}/feed/{number}/{number}.xml" for number in range(pages)]
        _watch(folder / "alone", urls)
        with Program(["--archive", str(folder / "alone"), *RUN, "--once"]) as single:
            assert single.wait() == 0, single.others
        log.asked.clear()
        _watch(database, urls)
        with loopback_cluster(2) as (cluster, nodes):
            words = ["--archive", database, *RUN, "--engine", "ray", "--address", cluster.address]
            with ExitStack() as deputies:
                with Program(words) as leader:
                    until(lambda: len(leader.lines) >= pages // 5, leader)
                    deputy = deputies.enter_context(Program(words)) if finish is None else None
                    at_node, spent = len(leader.lines), leader.processor
                    cluster.remove_node(nodes[0], allow_graceful=False)
                    cluster.add_node(num_cpus=1, resources={BROWSER: 1})
                    until(lambda: len(leader.lines) >= pages // 2, leader)
                    at_leader, spent = len(leader.lines), leader.processor - spent
                if deputy is not None:
                    with open_archive(database) as archive:
                        until(lambda: _is_all_settled(archive, pages), deputy)
        is_same, doubled = held_against(folder / "alone", database, urls, finish)
        impolite = log.impolite(DELAY_SECONDS)
    return Outcome(
        is_same=is_same,
        pages=pages,
        doubled=doubled,
        done_when_node_died=at_node,
        done_when_leader_died=at_leader,
        impolite=len(impolite),
        leader_ms=1000 * spent / max(1, at_leader - at_node),
    )


def held_against(
    undisturbed: Path, disturbed: str, urls: Sequence[str], finish: Callable[[Archive], None] | None = None
) -> tuple[bool, int]:
    """Whether both archives have the same content, and how many visits the second, where `finish` ends its run, has twice."""
    with open_archive(undisturbed) as one, open_archive(disturbed) as other:
        if finish is not None:
            finish(other)
        alone, together = (content(archive, urls, with_times=False) for archive in (one, other))
        return alone == together, sum(len(other.visits.of(url)) - 1 for url in urls)


def _watch(place: str | Path, urls: Sequence[str]) -> None:
    with open_archive(place) as archive:
        for url in urls:
            watch_for(archive, url, {"interval_seconds": 30 * 86400})


def _is_all_settled(archive: Archive, pages: int) -> bool:
    """Whether every page was visited and given back; looked at once a second."""
    time.sleep(1.0)
    found = archive.due.next()
    return len(found) == pages and all(due.last_at is not None for due in found)


def finish_later(archive: Archive) -> None:
    """What a program does that starts when the leases of those that died are over."""
    later = timedelta(minutes=30)
    for holder in archive.due.turn_holders():
        archive.due.end_turns(holder=holder, now=datetime.now(UTC))
    with Session(allow_private=True) as session:
        session._archive = archive
        planner = Planner(budget=Budget(per_hour=1e7))
        turns = HostTurns(delay_seconds=DELAY_SECONDS)
        Daemon(session=session, planner=planner, turns=turns, clock=lambda: datetime.now(UTC) + later).run(once=True)


@contextmanager
def recorded(versions: int) -> Iterator[Path]:
    """A folder with the recorded snapshots of every site."""
    from benchmarks.scale.analysis import kept_snapshots

    with tempfile.TemporaryDirectory(prefix="scale") as folder:
        for number, file in enumerate(kept_snapshots(versions)):
            os.symlink(file, Path(folder) / f"{number}.snapshot")
        yield Path(folder)


def measured_run(arguments: argparse.Namespace, database: str, folder: Path) -> Outcome:
    (folder / "run").mkdir()
    return run(arguments.pages, database, folder / "run")


def measured_analysis(arguments: argparse.Namespace, database: str, folder: Path) -> Outcome:
    with recorded(arguments.versions) as sources:
        return analysis(sources, database, folder)


def measure(arguments: argparse.Namespace) -> list[Figure]:
    measured = {"run": measured_run, "analyse": measured_analysis}
    outcomes = {}
    for name, measure_one in measured.items():
        if arguments.only in {None, name}:
            with tempfile.TemporaryDirectory() as folder, place("postgresql", folder) as database:
                outcomes[name] = measure_one(arguments, database, Path(folder))
            print(f"{name}:", outcomes[name], flush=True)
    return [
        figure
        for name, outcome in outcomes.items()
        for figure in (
            Figure(f"{name}: pages", outcome.pages),
            Figure(f"{name}: done when a node was killed", outcome.done_when_node_died),
            Figure(f"{name}: done when the leader was killed", outcome.done_when_leader_died),
            Figure(f"{name}: content equals the undisturbed run's", float(outcome.is_same), least=1.0),
            Figure(f"{name}: visits doubled", outcome.doubled, most=0.0),
            Figure(f"{name}: hosts asked within their pause", outcome.impolite, most=0.0),
            Figure(f"{name}: processor time of the leader for a visit", outcome.leader_ms, "ms"),
        )
    ]
