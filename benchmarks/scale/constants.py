"""What one version takes: rows and bytes of every table of PostgreSQL, objects and bytes of blobs, bytes of Parquet, time.

Measured on the recorded snapshots of the real pages, analysed into an archive; `docs/explanation/scale.md` multiplies them.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from benchmarks.scale.analysis import kept_snapshots
from benchmarks.scale.figures import Figure
from benchmarks.speed.schedule import place
from pagestrata.app.recordings.analysis import PageAnalysis
from pagestrata.app.recordings.collection import _listing
from pagestrata.app.recordings.imports import RecordedCapture, RecordedPage
from pagestrata.store.archive import open_archive

_SIZES = """
    SELECT relname, pg_total_relation_size(oid) FROM pg_class
    WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--versions", type=int, default=6, help="of each site, at most")


def pages_of(files: list[Path]) -> list[RecordedPage]:
    found: dict[str, list[RecordedCapture]] = {}
    with _listing() as listed:
        for file in files:
            for url, moment in listed(str(file))[0]:
                found.setdefault(url, []).append(RecordedCapture(moment, str(file)))
    return [RecordedPage(url=url, captures=tuple(sorted(captures))) for url, captures in found.items()]


def measure(arguments: argparse.Namespace) -> list[Figure]:
    pages = pages_of(kept_snapshots(arguments.versions))
    with tempfile.TemporaryDirectory() as folder, place("postgresql", folder) as database:
        blobs, tables = Path(folder) / "blobs", Path(folder) / "tables"
        open_archive(database).close()
        empty = table_sizes(database)
        with PageAnalysis(output=tables, archive=database)() as do:
            do(pages[0])  # the program is loaded; what it does again is known
            spent = time.process_time()
            visits = sum(do(page).captures for page in pages[1:])
            processor = time.process_time() - spent
        with open_archive(database) as archive:
            versions = sum(len(archive.versions.of(page.url)) for page in pages)
            before = blob_figures(blobs, versions, "as written")
            sizes = table_sizes(database)
            archive.upkeep.gc()
            after = blob_figures(blobs, versions, "after gc")
        written = sum(file.stat().st_size for file in tables.rglob("*.parquet"))
    grown = {name: (rows - empty[name][0], size - empty[name][1]) for name, (rows, size) in sizes.items()}
    all_visits = sum(len(page.captures) for page in pages)
    largest = sorted(grown.items(), key=lambda entry: -entry[1][1])[:12]
    return [
        Figure("pages", len(pages)),
        Figure("visits", all_visits),
        Figure("versions kept", versions),
        Figure("processor time of a visit, archived and tabled", 1000 * processor / visits, "ms"),
        Figure("rows of a version, all tables", sum(rows for rows, _ in grown.values()) / versions),
        Figure("bytes of a version in PostgreSQL, with indexes", sum(size for _, size in grown.values()) / versions),
        *(Figure(f"  {name}: rows of a version", rows / versions) for name, (rows, _) in largest),
        *(Figure(f"  {name}: bytes of a version", size / versions) for name, (_, size) in largest),
        *before,
        *after,
        Figure("bytes of Parquet of a visit, four tables", written / all_visits),
    ]


def table_sizes(database: str) -> dict[str, tuple[int, int]]:
    """Rows and bytes, indexes included, of every table."""
    import psycopg

    with psycopg.connect(database.partition("&blobs")[0], autocommit=True) as connection:
        found = connection.execute(_SIZES).fetchall()
        rows = {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone() for name, _ in found}
    return {name: (int(rows[name][0]), int(size)) for name, size in found}  # type: ignore[index]


def blob_figures(blobs: Path, versions: int, when: str) -> list[Figure]:
    files = [file for file in blobs.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    return [
        Figure(f"objects of a version, {when}", len(files) / versions),
        Figure(f"bytes of a version in objects, {when}", size / versions),
    ]
