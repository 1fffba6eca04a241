"""What really imported versions take, beside the same pages as deduplicated gzip WARC.

    python -m benchmarks.quality.storage [SITE…] [--versions N] [--keep FOLDER]

Every version goes through the whole visit (`benchmarks.kept_imports`: blocks, refs, changes, importance, search index,
screenshot), then `gc` compacts the archive. Counted are raw pages, rendered documents, trees with changes, and the catalogue
with its search index, as files on the disk; screenshots have a benchmark of their own (`benchmarks.peers.storage`), but
what the catalogue notes about them counts here. The peer gets the raw pages only.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.kept_imports import import_kept_versions
from benchmarks.pages import sequence_index
from benchmarks.peers.storage import site_versions, warc_bytes
from pagestrata.store.archive import open_archive
from pagestrata.store.opening import CATALOG_FILE

MAX_SHARE_OF_WARC = 0.60


def measure() -> dict[str, float]:
    """For the pinned floors: all sites, in a folder that goes afterwards."""
    with tempfile.TemporaryDirectory(prefix="storage") as folder:
        found = measure_sites(sorted(sequence_index()), Path(folder), versions=None)
    return {"WARC over archive": 1 / found["of warc"], "versions": found["versions"]}


def measure_sites(sites: Sequence[str], folder: Path, *, versions: int | None) -> dict[str, Any]:
    with open_archive(folder / "archive") as archive:
        for site in sites:
            done = sum(1 for _ in import_kept_versions(archive, site, most=versions))
            print(f"{site}: {done} versions", flush=True)
        archive.upkeep.gc()
        found = archive.upkeep.stats()
    sizes = found["bytes"]
    counted = {name: sizes[name] for name in ("html", "dom", "trees", "database")}
    warc = warc_bytes({site: site_versions(site)[:versions] for site in sites}, folder / "peer.warc.gz")
    share = sum(counted.values()) / warc
    return {
        "versions": found["versions"],
        "bytes": counted,
        "bytes a version": {name: round(size / found["versions"]) for name, size in counted.items()},
        "warc": warc,
        "of warc": round(share, 4),
        "tables, bytes a version": tables(folder / "archive" / CATALOG_FILE, found["versions"]),
        "passed": share <= MAX_SHARE_OF_WARC,
    }


def tables(file: Path, versions: int) -> dict[str, int]:
    """What each table and index takes, largest first; nothing where this SQLite cannot tell."""
    query = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 25"
    with sqlite3.connect(file) as connection:
        try:
            return {name: round(size / versions) for name, size in connection.execute(query)}
        except sqlite3.OperationalError:
            return {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--versions", type=int)
    parser.add_argument("--keep", type=Path, help="make the archive here and leave it")
    options = parser.parse_args()
    sites = options.sites or sorted(sequence_index())
    if options.keep is not None:
        result = measure_sites(sites, options.keep, versions=options.versions)
    else:
        with tempfile.TemporaryDirectory(prefix="storage") as folder:
            result = measure_sites(sites, Path(folder), versions=options.versions)
    print(json.dumps(result, indent=2))
    raise SystemExit(0 if result["passed"] else 1)


if __name__ == "__main__":
    main()
