"""What the log costs: time and bytes a version, and the time of a proof in a log of a million entries.

    python -m benchmarks.speed.proofs [--versions 200] [--entries 1000000]

The same captures are stored with and without the log, in turns, by process time: other programs disturb it less. What is
printed is the median of the differences between the same captures. Pages are those of `tests/captures.py`, small and cheap
to store, so that the share of the log is larger than with real pages.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from captures import capture, visit_of
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog import log_entries
from pagestrata.store.catalog.log_entries import Kind, NewEntry

BLOCKS = 60


ENTERING = ("enter", "enter_new_version", "enter_new_visit")


def _enter_nothing(*_: object, **__: object) -> None:
    """Cheaper than a mock object, whose own time would count for the archive without a log."""


@contextmanager
def without_log() -> Iterator[None]:
    with contextlib.ExitStack() as patches:
        for name in ENTERING:
            patches.enter_context(mock.patch(f"pagestrata.store.merkle_log.entering.{name}", _enter_nothing))
        yield


def check_baseline(folder: Path) -> None:
    """End with a message where the archive without a log has one after all: then nothing would be compared."""
    with contextlib.closing(sqlite3.connect(folder / "catalog.sqlite")) as connection:
        ((entries,),) = connection.execute("SELECT count(*) FROM log_entry WHERE kind <> ?", (int(Kind.BEGIN),))
    if entries:
        sys.exit(f"the archive without a log has {entries} entries; add what enters them to ENTERING")


def store(archive: Archive, versions: int, first: int) -> list[float]:
    seconds = []
    for number in range(first, first + versions):
        texts = [f"block {block} says {number if block % 7 == 0 else 'the same'}" for block in range(BLOCKS)]
        taken, tree = capture(texts, hours=number)
        begin = time.process_time()
        archive.append(taken, tree, None, visit=visit_of(taken))
        seconds.append(time.process_time() - begin)
    return seconds


def bytes_of(folder: Path) -> int:
    """Return the size of a catalogue without free room. Opened by itself: the program would begin a missing log."""
    with contextlib.closing(sqlite3.connect(folder / "catalog.sqlite", isolation_level=None)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (folder / "catalog.sqlite").stat().st_size


def cost(versions: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_CONFIG_HOME"] = f"{place}/config"
        folders = {name: Path(place) / name for name in ("plain", "logged", "signed")}
        seconds: dict[str, list[float]] = {name: [] for name in folders}
        archives = {name: open_archive(folder) for name, folder in folders.items()}
        with without_log():
            store(archives["plain"], 5, 0)
        store(archives["logged"], 5, 0)
        store(archives["signed"], 5, 0)
        archives["signed"].proof.create_key(now=datetime.now(UTC))
        names = list(folders)
        for first in range(5, versions):
            for name in names[first % 3 :] + names[: first % 3]:  # who comes first finds colder caches
                with without_log() if name == "plain" else contextlib.nullcontext():
                    seconds[name] += store(archives[name], 1, first)
        for archive in archives.values():
            archive.close()
        check_baseline(folders["plain"])
        medians = {name: statistics.median(found) for name, found in seconds.items()}
        plain = medians["plain"]
        for name, found in seconds.items():
            more = statistics.median(one - other for one, other in zip(found, seconds["plain"], strict=True))
            print(
                f"{name:8} {1000 * medians[name]:7.2f} ms a version, {1000 * more:+.2f} ms, {100 * more / plain:+.1f} %"
            )
        sizes = {name: bytes_of(folder) for name, folder in folders.items()}
        for name in ("logged", "signed"):
            print(f"{name:8} {(sizes[name] - sizes['plain']) / versions:.0f} bytes a version more")


def proof_of_one(entries: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_CONFIG_HOME"] = f"{place}/config"
        with open_archive(Path(place) / "archive") as archive:
            store(archive, 3, 0)
            with archive._catalog.writing() as connection:
                for start in range(0, entries, 50_000):
                    made = [
                        NewEntry(kind=Kind.VERSION, subject=1000 + number, leaf=os.urandom(32))
                        for number in range(start, start + 50_000)
                    ]
                    log_entries.enter(connection, made)
            store(archive, 3, 3)
            archive.proof.create_key(now=datetime.now(UTC))
            versions = archive.versions.of("http://site.test/")
            seconds = []
            for version in versions * 5:
                begin = time.perf_counter()
                found = archive.proof.inclusion(version)
                seconds.append(time.perf_counter() - begin)
            print(
                f"a proof in {found.size:,} entries: {1000 * statistics.median(seconds):.1f} ms (median), "
                f"{1000 * max(seconds):.1f} ms (worst), {len(found.path)} hashes"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--versions", type=int, default=200)
    parser.add_argument("--entries", type=int, default=1_000_000)
    asked = parser.parse_args()
    cost(asked.versions)
    proof_of_one(asked.entries)
