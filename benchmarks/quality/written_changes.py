"""`small_changes` and `phrases` in seconds: the same cases on renderings kept in the repository, without a browser.

    python -m benchmarks.quality written_changes
    python -m benchmarks.quality.written_changes --record     render what is missing in the file and add it

`data/written_pages.tar.xz` has what the browser made of every written page, without screenshots (of which these cases need
none). Remove the file before `--record` to render all of them again. Division, comparison and decision run as in a visit;
what is not measured is the capture: that is what the rendered benchmarks `small_changes` and `phrases` are for. A case of a
recorded set whose pages are not in the file fails here, it is never left out.
"""

from __future__ import annotations

import io
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.pages import Renderer
from benchmarks.quality import phrases, small_changes
from benchmarks.quality.made_pages import Case, Result, key_of, snapshot_of, verdict_on
from pagestrata.formats.snapshots import read_snapshot, write_snapshot
from pagestrata.model.snapshot import Snapshot

FILE = Path(__file__).parent / "data" / "written_pages.tar.xz"
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def all_cases() -> Iterator[Case]:
    yield from small_changes.all_cases()
    yield from phrases.all_cases()


def recorded() -> dict[str, Snapshot]:
    """The kept renderings by the key of their page."""
    return {key: read_snapshot(data) for key, data in entries().items()}


def judged() -> list[Result]:
    pages, found = recorded(), []
    for case in all_cases():
        decision = verdict_on(*(pages[key_of(html)] for html in (case.old_html, case.new_html)))
        found.append(Result(case, not decision.similar, str(decision.reasons[0])))
    return found


def measure() -> dict[str, float]:
    return small_changes.figures_of(judged())


def _all_pages() -> dict[str, None]:
    """Every page of every case once."""
    shown = (html for case in all_cases() for html in (case.old_html, case.new_html, case.second_html))
    return dict.fromkeys(html for html in shown if html is not None)


def record() -> None:
    """Write the file again: what it has stays, what is missing comes from the cache or the browser."""
    kept = entries()
    partial = FILE.with_suffix(".partial")
    with Renderer() as renderer, tarfile.open(partial, "w:xz") as archive:
        for html in _all_pages():
            key = key_of(html)
            data = kept.get(key) or _plainly_stored(write_snapshot(_stripped(snapshot_of(renderer, html))))
            entry = tarfile.TarInfo(key)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    partial.replace(FILE)


def entries() -> dict[str, bytes]:
    """What the file holds, by the key of the page; nothing where there is no file."""
    if not FILE.is_file():
        return {}
    with tarfile.open(FILE, "r:xz") as archive:
        return {one.name: archive.extractfile(one).read() for one in archive}  # type: ignore[union-attr]


def _stripped(snapshot: Snapshot) -> Snapshot:
    """Without pictures, bytes and what differs from run to run."""
    return replace(
        snapshot, screenshot_png=None, responses=(), dom="", seconds={}, captured_at=FIRST_DAY, url="", requested_url=""
    )


def _plainly_stored(data: bytes) -> bytes:
    """The same archive without compression: a thousand nearly equal pages compress better together."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as plain:
        for name in source.namelist():
            plain.writestr(zipfile.ZipInfo(name), source.read(name))
    return target.getvalue()


if __name__ == "__main__":
    if sys.argv[1:] == ["--record"]:
        record()
    else:
        small_changes.report(judged())
