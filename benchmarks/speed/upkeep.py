"""How fast an archive is checked and written out: `verify` in MB a second, `export` in seconds a version.

    python -m benchmarks.speed.upkeep ARCHIVE [--versions 50] [--of TEXT]

ARCHIVE is any archive on SQLite, for example one that `python -m benchmarks.quality.storage --keep FOLDER` left in
FOLDER/archive; it is only read. MB are those of its files. Exported are the first versions of each page in turn, or with
`--of` those of the pages with that text in their addresses, one behind the other. Times are of the processor; what Python
takes to load the program is not in them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import defaultdict
from itertools import chain, islice, zip_longest
from pathlib import Path

from pagestrata.model.records import Version
from pagestrata.replay.export_warc import chosen_versions, export_warc
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.screenshots.stored_screenshot import many_sheets_unpacked

MIN_VERIFIED_MB = 20.0
MAX_EXPORT_SECONDS = 0.024


def verified(archive: Archive, folder: Path) -> dict[str, float]:
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    upkeep = archive.upkeep
    begun = time.process_time()
    report = upkeep.verify()
    seconds = time.process_time() - begun
    assert report.is_sound, report.problems
    return {"MB": round(size, 1), "verify s": round(seconds, 2), "verify MB a second": round(size / seconds, 1)}


def chosen(archive: Archive, count: int, of: str | None) -> list[Version]:
    by_page: defaultdict[str, list[Version]] = defaultdict(list)
    for version in chosen_versions(archive):
        by_page[version.url].append(version)
    if of is not None:
        return list(islice(chain.from_iterable(found for url, found in by_page.items() if of in url), count))
    share = -(-count // max(1, len(by_page)))
    in_turn = chain.from_iterable(zip_longest(*(found[:share] for found in by_page.values())))
    wanted = set(islice((version.id for version in in_turn if version is not None), count))
    return [version for found in by_page.values() for version in found if version.id in wanted]


def exported(archive: Archive, versions: list[Version]) -> dict[str, float]:
    with tempfile.TemporaryFile() as file, many_sheets_unpacked():  # as the command does
        begun = time.process_time()
        for _ in export_warc(archive, versions, file, filename="pages.warc.gz", software="benchmark"):
            pass
        seconds = time.process_time() - begun
        size = file.tell() / 1e6
    return {
        "versions": len(versions), "export s": round(seconds, 2),
        "export s a version": round(seconds / len(versions), 4), "WARC MB": round(size, 1),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--versions", type=int, default=50)
    parser.add_argument("--of", help="only pages with this in their addresses")
    options = parser.parse_args()
    with open_archive(options.archive, read_only=True) as archive:
        found = verified(archive, options.archive)
        found |= exported(archive, chosen(archive, options.versions, options.of))
    print(json.dumps(found, indent=2))
    kept = found["verify MB a second"] >= MIN_VERIFIED_MB and found["export s a version"] <= MAX_EXPORT_SECONDS
    raise SystemExit(0 if kept else 1)


if __name__ == "__main__":
    main()
