"""Pages of the Web Content Extraction Benchmark: recorded mark-up of seven kinds of pages, and the main text of each.

`PAGESTRATA_WCXB` names a checkout of github.com/Murrough-Foley/web-content-extraction-benchmark (CC BY 4.0), the folder with
metadata.json. Its pages belong to their publishers and are never committed. Only their mark-up was recorded: style sheets
and pictures are missing unless they stand in it, so most pages are drawn with the browser's own styles.

A sample has as many pages of each kind, and of as many hosts as possible. Renderings are cached as those of `pages` are.
"""

from __future__ import annotations

import gzip
import json
import os
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.pages import cache_folder
from pagestrata.errors import PagestrataError
from pagestrata.formats.snapshots import read_snapshot, write_snapshot
from pagestrata.model.snapshot import Response, Snapshot

VARIABLE = "PAGESTRATA_WCXB"
ABSENT = (
    f"the Web Content Extraction Benchmark is not here: set {VARIABLE} to a checkout of "
    "github.com/Murrough-Foley/web-content-extraction-benchmark (the folder with metadata.json)"
)
KINDS = ("article", "documentation", "service", "forum", "collection", "listing", "product")
PAGES_PER_KIND = 60
SEED = 35
RECORDED_AT = datetime(2026, 1, 1, tzinfo=UTC)
PAGE_SECONDS = 40.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentPage:
    """One recorded page and the text a person reads it for."""

    name: str
    kind: str
    host: str
    url: str
    file: Path  # its mark-up, compressed
    main_text: str

    def markup(self) -> bytes:
        return gzip.decompress(self.file.read_bytes())


def content_folder() -> Path | None:
    """The folder with the benchmark, or None where it is not there."""
    named = os.environ.get(VARIABLE)
    folder = Path(named) if named else None
    return folder if folder is not None and (folder / "metadata.json").is_file() else None


def require_content() -> Path:
    folder = content_folder()
    if folder is None:
        raise SystemExit(ABSENT)
    return folder


def kind_shares() -> dict[str, float]:
    """How much of the whole benchmark each kind is."""
    kinds = [entry["page_type"] for entry in _entries().values()]
    return {kind: kinds.count(kind) / len(kinds) for kind in KINDS}


def content_sample(per_kind: int = PAGES_PER_KIND) -> list[ContentPage]:
    """Some pages of each kind, first one of every host, drawn at random but always the same."""
    entries = _entries()
    return [_page(name, entries[name]) for kind in KINDS for name in _drawn(entries, kind, per_kind)]


def _entries() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((require_content() / "metadata.json").read_text())["files"]
    return found


def _drawn(entries: dict[str, dict[str, Any]], kind: str, count: int) -> list[str]:
    chance = random.Random(f"{SEED} {kind}")
    by_host: dict[str, list[str]] = defaultdict(list)
    for name in sorted(name for name, entry in entries.items() if entry["page_type"] == kind):
        by_host[_host(entries[name]["domain"])].append(name)
    queues = [chance.sample(names, len(names)) for _, names in sorted(by_host.items())]
    chance.shuffle(queues)
    rounds = range(max(map(len, queues), default=0))
    return [queue[place] for place in rounds for queue in queues if place < len(queue)][:count]


def _page(name: str, entry: dict[str, Any]) -> ContentPage:
    folder = require_content() / entry["split"]
    truth = json.loads((folder / "ground-truth" / f"{name}.json").read_text())
    return ContentPage(
        name=name,
        kind=entry["page_type"],
        host=_host(entry["domain"]),
        url=truth["url"],
        file=folder / "html" / f"{name}.html.gz",
        main_text=truth["ground_truth"].get("main_content") or "",
    )


def _host(domain: str) -> str:
    return domain.removeprefix("www.").lower()


def rendered(pages: list[ContentPage]) -> Iterator[tuple[ContentPage, Snapshot]]:
    """Each page with its snapshot; one that the browser cannot draw even without scripts is left out."""
    from contextlib import ExitStack

    with ExitStack() as closing:
        pool: Any = None
        for page in pages:
            file = cache_folder() / "wcxb" / f"{page.name}.snapshot"
            failed = file.with_suffix(".failed")
            if not file.is_file() and not failed.is_file():
                if pool is None:
                    from pagestrata.capturing.browser.pool import BrowserPool

                    pool = closing.enter_context(BrowserPool())
                file.parent.mkdir(parents=True, exist_ok=True)
                _keep(pool, page, file, failed)
            if file.is_file():
                yield page, read_snapshot(file.read_bytes())


def _keep(pool: Any, page: ContentPage, file: Path, failed: Path) -> None:
    """Render a page into a file, without scripts where they spoil it; else a note says why not."""
    try:
        snapshot = _captured(pool, page, javascript=True)
    except PagestrataError:
        try:
            snapshot = _captured(pool, page, javascript=False)
        except PagestrataError as error:
            failed.write_text(f"{page.url}: {error}\n")
            return
    partial = file.with_suffix(f".{os.getpid()}.partial")
    partial.write_bytes(write_snapshot(replace(snapshot, responses=snapshot.responses[:1])))
    partial.replace(file)


def _captured(pool: Any, page: ContentPage, *, javascript: bool) -> Snapshot:
    """The page drawn in the guarded browser; every request but that for the page itself is refused."""
    from pagestrata.capturing.options import CaptureOptions

    body = page.markup()

    def respond(method: str, url: str) -> Response | None:
        if method not in {"GET", "HEAD"} or url.partition("#")[0] != page.url.partition("#")[0]:
            return None
        return Response(url=url, status=200, headers=(("Content-Type", "text/html; charset=utf-8"),), body=body)

    options = CaptureOptions(
        javascript=javascript, refuse_consent=False, screenshot=False, record_responses=False, page_seconds=PAGE_SECONDS
    )
    found: Snapshot = pool.capture(page.url, options, responder=respond, captured_at=RECORDED_AT)
    return found
