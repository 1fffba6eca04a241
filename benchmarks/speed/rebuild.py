"""How long it takes to rebuild any version of a page from a chain of 60.

    python -m benchmarks.speed.rebuild [SITE…] [--versions 60]

The raw pages of a real sequence are stored as versions of one page. Where a sequence is shorter than the chain, its
versions are stored again from the first on, with a comment that makes them differ from the earlier round, so that
every version is a new link. Then every version is read once, in random order. Floor: p95 of processor time at most
30 ms over all versions of all sites. `links` is how many stored objects the longest chain goes through.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from benchmarks.pages import sequence_index
from benchmarks.peers.storage import percentile, raw_capture, rebuild_ms, site_versions
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.schema import version as version_table
from pagestrata.store.objects.stored_bytes import ancestry, with_ancestry

MAX_REBUILD_MS = 30.0


def long_sequence(site: str, count: int) -> list[tuple[datetime, Response]]:
    found = site_versions(site)
    rounds = [
        (
            when + number * (found[-1][0] - found[0][0] + timedelta(days=1)),
            replace(response, body=response.body + f"<!-- round {number} -->".encode() * bool(number)),
        )
        for number in range(-(-count // len(found)))
        for when, response in found
    ]
    return rounds[:count]


def longest_chain(archive: Archive) -> int:
    with archive._catalog.reading() as connection:
        numbers = connection.execute(sql.select(version_table.c.body_id)).scalars().all()
        rows = with_ancestry(connection, numbers)
    return max(len(ancestry(rows, number)) for number in numbers)


def measure(site: str, count: int, folder: Path) -> dict[str, Any]:
    with open_archive(folder / site) as archive:
        kept = []
        for when, response in long_sequence(site, count):
            snapshot, tree, visit = raw_capture(response, when)
            snapshot, visit = replace(snapshot, url="http://page.test/"), replace(visit, url="http://page.test/")
            kept.append((archive.append(snapshot, tree, None, visit=visit), response))
        archive.upkeep.gc()
        links, stored = longest_chain(archive), archive.upkeep.stats()["bytes"]["html"]
        random.Random(5).shuffle(kept)
        wall, cpu = [], []
        for version, response in kept:
            took, worked, body = rebuild_ms(archive, version)
            assert body == response.body
            wall.append(took)
            cpu.append(worked)
    size = sum(len(response.body) for _, response in kept) // len(kept)
    return {"bytes per version": size, "links": links, "stored": stored, "wall": wall, "cpu": cpu}


def line(found: dict[str, Any]) -> dict[str, Any]:
    shown = {key: found[key] for key in ("bytes per version", "links", "stored") if key in found}
    for kind in ("wall", "cpu"):
        shown[f"{kind} ms p50 p95 max"] = [round(percentile(found[kind], p), 1) for p in (0.5, 0.95, 1.0)]
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--versions", type=int, default=60)
    options = parser.parse_args()
    total: dict[str, Any] = {"wall": [], "cpu": []}
    for site in options.sites or sorted(sequence_index()):
        with tempfile.TemporaryDirectory(prefix="rebuild", dir=os.environ.get("PAGESTRATA_SCRATCH")) as folder:
            found = measure(site, options.versions, Path(folder))
        print(json.dumps({site: line(found)}), flush=True)
        for kind in ("wall", "cpu"):
            total[kind] += found[kind]
    print(json.dumps({"all": line(total), "versions": len(total["cpu"])}))
    raise SystemExit(0 if percentile(total["cpu"], 0.95) <= MAX_REBUILD_MS else 1)


if __name__ == "__main__":
    main()
