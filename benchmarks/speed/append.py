"""What storing one more version costs, part by part, on the real sequences.

    python -m benchmarks.speed.append [SITE…] [--versions 12] [--without-screenshots] [--profile FILE]

Every version of a site is segmented and compared with the one before (not timed) and appended to one archive on
SQLite. The processor time of each append is split, every moment counted once:

    blob writing     read       decoding the screenshot's PNG, and the stored bases that zstd compresses against
                     cut        cutting document and screenshot into what is stored, laying out sheets
                     hash       naming contents by their digest, pieces of screenshots too
                     compress   zstd of documents, lossless WebP of sheets
                     write      putting the bundle on the disk: write, sync, rename
    beyond           trees      topics, Vi-XML and Vi-Delta as text
                     catalog    everything else: looking up what is there, rows, indexes, commit

The floor is on the median of what is beyond blob writing: at most 20 ms. The same with cutting counted as beyond is
printed too. First versions of a page, where everything is new, are counted like all others.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.pages import load_sequence_snapshots, sequence_index
from pagestrata.comparing.vidiff import compare
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Visit
from pagestrata.segmenting import segment
from pagestrata.store import chains
from pagestrata.store.archive import open_archive
from pagestrata.store.history import writing
from pagestrata.store.objects import encoding, folder_blobs, layouts, responses, stored_bytes, trees
from pagestrata.store.screenshots import block_pictures, piece_sheets
from pagestrata.store.search import topics

MAX_BEYOND_MS = 20.0
BLOB_WRITING = ("read", "cut", "hash", "compress", "write")
BEYOND = ("trees", "catalog")


@dataclass(slots=True)
class Parts:
    """Processor time by part; a part called from another is taken off it."""

    seconds: dict[str, float] = field(default_factory=dict)
    _inside: list[float] = field(default_factory=lambda: [0.0])

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def measured(*values: Any, **options: Any) -> Any:
            begin = time.process_time()
            self._inside.append(0.0)
            try:
                return function(*values, **options)
            finally:
                took, inner = time.process_time() - begin, self._inside.pop()
                self.seconds[part] = self.seconds.get(part, 0.0) + took - inner
                self._inside[-1] += took

        return measured

    def taken(self) -> dict[str, float]:
        found, self.seconds = self.seconds, {}
        return found


def instrument(parts: Parts) -> None:
    """Puts a watch on every function that is a part."""
    for name, owner, part in (
        ("digest_of", stored_bytes, "hash"), ("digest_of", encoding, "hash"), ("digest_of", responses, "hash"),
        ("checksum_of", stored_bytes, "hash"), ("checksum_of", writing, "hash"),
        ("picture_name", encoding, "hash"),
        ("piece_digest", block_pictures, "hash"), ("compress", chains, "compress"), ("write_sheet", piece_sheets, "compress"),
        ("put", folder_blobs.FolderBlobs, "write"), ("read_png", block_pictures, "read"), ("decode", encoding, "read"),
        ("cut", layouts, "cut"), ("cut", block_pictures, "cut"), ("_sheet", piece_sheets, "cut"),
        ("with_topics", topics, "trees"), ("write_tree", trees, "trees"), ("write_delta", trees, "trees"),
        ("_picture", encoding.Encoder, "cut"), ("_chained", encoding.Encoder, "catalog"),
        ("ids_of", encoding, "catalog"), ("append", writing, "catalog"),
    ):  # fmt: skip
        setattr(owner, name, parts.timed(part, getattr(owner, name)))


def captures(site: str, count: int | None, *, screenshots: bool) -> Iterator[tuple[Any, Any, Delta | None]]:
    before = None
    for number, snapshot in enumerate(load_sequence_snapshots(site)):
        if count is not None and number >= count:
            return
        tree = segment(snapshot)
        kept = snapshot if screenshots else replace(snapshot, screenshot_png=None)
        yield kept, tree, compare(before, tree) if before is not None else None
        before = tree


def measure(sites: list[str], folder: Path, count: int | None, *, screenshots: bool) -> list[dict[str, float]]:
    parts, found = Parts(), []
    instrument(parts)
    with open_archive(folder / "archive") as archive:
        for site in sites:
            for snapshot, tree, delta in captures(site, count, screenshots=screenshots):
                visit = Visit(
                    url=f"http://{site}.test/", visited_at=snapshot.captured_at, stage="render", version=None,
                    kept=True, block_ids={leaf.ref: leaf.id for leaf in tree.leaves()},
                )  # fmt: skip
                archive.append(snapshot, tree, delta, visit=visit)
                found.append({part: 1000 * seconds for part, seconds in parts.taken().items()})
    return found


def summary(found: list[dict[str, float]]) -> dict[str, Any]:
    def line(values: list[float]) -> str:
        ordered = sorted(values)
        return f"p50 {statistics.median(ordered):.1f}  p95 {ordered[int(0.95 * len(ordered))]:.1f}"

    beyond = [sum(append.get(part, 0.0) for part in BEYOND) for append in found]
    return {
        "versions": len(found),
        **{f"{part} ms": line([append.get(part, 0.0) for append in found]) for part in (*BLOB_WRITING, *BEYOND)},
        "blob writing ms": line([sum(append.get(part, 0.0) for part in BLOB_WRITING) for append in found]),
        "beyond blob writing ms": line(beyond),
        "beyond, with cutting, ms": line(
            [more + append.get("cut", 0.0) for more, append in zip(beyond, found, strict=True)]
        ),
        "passed": statistics.median(beyond) <= MAX_BEYOND_MS,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--versions", type=int)
    parser.add_argument("--without-screenshots", action="store_true")
    options = parser.parse_args()
    sites = options.sites or sorted(sequence_index())
    with tempfile.TemporaryDirectory(prefix="append", dir=os.environ.get("PAGESTRATA_SCRATCH")) as folder:
        found = measure(sites, Path(folder), options.versions, screenshots=not options.without_screenshots)
    result = summary(found)
    print(json.dumps(result, indent=2))
    raise SystemExit(0 if result["passed"] else 1)


if __name__ == "__main__":
    main()
