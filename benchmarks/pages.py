"""The real pages that benchmarks and tests read, rendered once and kept as recorded snapshots.

They are read from `PAGESTRATA_DATA` (default `../shared/data` beside the project), never committed. Rendered snapshots
are cached in `PAGESTRATA_CACHE` (default `~/.cache/pagestrata/bench`) under a key of the capture code, so that a
change of the capture renders them again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from pagestrata.errors import BrowserError
from pagestrata.formats.snapshots import read_snapshot, write_snapshot
from pagestrata.model.snapshot import Snapshot

ROOT = Path(__file__).parents[1]


def data_folder() -> Path | None:
    """The folder with the real data, or None when it is not there."""
    folder = Path(os.environ.get("PAGESTRATA_DATA", ROOT.parent / "shared" / "data"))
    return folder if (folder / "sequences" / "index.json").is_file() else None


def require_data() -> Path:
    folder = data_folder()
    if folder is None:
        raise SystemExit(
            "the real pages are not here; set PAGESTRATA_DATA to the folder with segmentation/ and sequences/"
        )
    return folder


def cache_folder() -> Path:
    base = Path(os.environ.get("PAGESTRATA_CACHE", Path.home() / ".cache" / "pagestrata" / "bench"))
    digest = hashlib.sha256()
    for path in sorted((ROOT / "src" / "pagestrata" / "capturing").rglob("*.py")):
        digest.update(path.read_bytes())
    return base / digest.hexdigest()[:16]


def segmentation_pages() -> list[str]:
    """Names of the annotated pages."""
    folder = require_data() / "segmentation"
    return sorted(path.name.removesuffix(".truth.json") for path in folder.glob("*.truth.json"))


def truth_of(page: str) -> dict[str, Any]:
    """The hand-made annotation of a page."""
    truth: dict[str, Any] = json.loads((require_data() / "segmentation" / f"{page}.truth.json").read_text())
    return truth


def sequence_index() -> dict[str, Any]:
    """The sites with versions over time, by name: url, kind, versions (time, html_bytes, sha1)."""
    index = json.loads((require_data() / "sequences" / "index.json").read_text())
    return index if isinstance(index, dict) else {entry["site"]: entry for entry in index}


def monitor_index() -> dict[str, Any]:
    """The sites of `monitor/`, scraped minutes to a day apart, by name: as in `sequence_index`."""
    entries = json.loads((require_data() / "monitor" / "sequences" / "index.json").read_text())
    return {entry["site"]: entry for entry in entries}


def monitor_labels() -> list[dict[str, Any]]:
    """The labelled pairs of `monitor/`: site, url, old, new, label, certainty, why, noise."""
    labels: list[dict[str, Any]] = json.loads((require_data() / "monitor" / "pairs.json").read_text())
    return labels


class Renderer:
    """Renders recorded pages with one browser, started only when something is not cached."""

    def __init__(self) -> None:
        self._closing = ExitStack()
        self._pool: Any = None
        self._cache = cache_folder()

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def page(self, page: str) -> Snapshot:
        """The snapshot of an annotated page."""
        warc = require_data() / "segmentation" / f"{page}.warc.gz"
        return self._cached(self._cache / "segmentation" / f"{page}.snapshot", warc, url=truth_of(page)["url"])

    def version(self, site: str, url: str, time: str) -> Snapshot:
        """The snapshot of one version in a sequence."""
        warc = require_data() / "sequences" / f"{site}.warc.gz"
        name = time.replace(":", "")
        return self._cached(self._cache / "sequences" / site / f"{name}.snapshot", warc, url=url, at=time)

    def monitor_version(self, site: str, url: str, time: str) -> Snapshot:
        """The snapshot of one version of a site in `monitor/`, without scripts where the browser cannot draw it with them.

        One of the sites leaves its page by a script for another that was not recorded.
        """
        warc = require_data() / "monitor" / "sequences" / f"{site}.warc.gz"
        file = self._cache / "monitor" / site / f"{time.replace(':', '')}.snapshot"
        try:
            return self._cached(file, warc, url=url, at=time)
        except BrowserError:
            return self._cached(file, warc, url=url, at=time, javascript=False)

    def saved(
        self,
        path: Path,
        *,
        url: str | None = None,
        at: str | None = None,
        javascript: bool = True,
        screenshot: bool = True,
    ) -> Snapshot:
        """A saved page or a version in a recording, rendered now."""
        from pagestrata.capturing.options import CaptureOptions
        from pagestrata.capturing.recorded.recordings import capture_recorded

        if self._pool is None:
            from pagestrata.capturing.browser.pool import BrowserPool

            self._pool = self._closing.enter_context(BrowserPool())
        options = CaptureOptions(javascript=javascript, screenshot=screenshot)
        return capture_recorded(self._pool, path, options, url=url, at=at)

    def _cached(self, file: Path, warc: Path, *, url: str, at: str | None = None, javascript: bool = True) -> Snapshot:
        if file.is_file():
            return read_snapshot(file.read_bytes())
        snapshot = self.saved(warc, url=url, at=at, javascript=javascript)
        snapshot = replace(snapshot, responses=snapshot.responses[:1])
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_suffix(f".{os.getpid()}.partial")
        partial.write_bytes(write_snapshot(snapshot))
        partial.replace(file)
        return snapshot


def load_page_snapshots(pages: list[str] | None = None) -> Iterator[tuple[str, Snapshot, dict[str, Any]]]:
    """Name, snapshot and annotation of every annotated page."""
    with Renderer() as renderer:
        for page in pages or segmentation_pages():
            yield page, renderer.page(page), truth_of(page)


def load_sequence_snapshots(site: str) -> Iterator[Snapshot]:
    """The versions of one site, oldest first."""
    entry = sequence_index()[site]
    with Renderer() as renderer:
        for version in entry["versions"]:
            yield renderer.version(site, entry["url"], version["time"])
