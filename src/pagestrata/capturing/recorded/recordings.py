"""A `Snapshot` from a recording: a WARC or WACZ file, or a saved HTML file with its assets.

The page is rendered in the browser as it was recorded: every request is answered from the recording and every other
request is refused, so the result depends on the file alone. The snapshot's time is the time of the recording.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pagestrata.capturing.browser.traffic import Responder
from pagestrata.capturing.options import CaptureOptions
from pagestrata.capturing.recorded.saved_html import SavedPage
from pagestrata.errors import InputError, NotFoundError, UsageError
from pagestrata.formats.recordings.wacz import open_wacz, read_pages
from pagestrata.formats.recordings.warc import WarcEntry, WarcIndex
from pagestrata.formats.urls import parse_time
from pagestrata.model.snapshot import Response, Snapshot

if TYPE_CHECKING:
    from pagestrata.capturing.browser.pool import BrowserPool

WARC_SUFFIXES = (".warc", ".warc.gz")
WACZ_SUFFIXES = (".wacz",)


def recorded_versions(path: Path, *, url: str | None = None) -> list[tuple[str, datetime]]:
    """The versions of a recorded page in time order: of the address, else of the first page of the file."""
    if _is_saved_page(path):
        page = SavedPage.open(path)
        return [(page.url, page.saved_at)]
    index = open_recording(path)
    return [(entry.url, entry.recorded_at) for entry in _captures(index, url or _first_page(index).url)]


def recorded_pages(path: Path) -> list[WarcEntry]:
    """The captures of all pages in time order: those that a WACZ lists, else every HTML response of the file."""
    index = open_recording(path)
    listed = read_pages(path) if path.name.lower().endswith(WACZ_SUFFIXES) else []
    found = [index.lookup(page.url, page.recorded_at) for page in listed]
    wanted = {id(entry) for entry in found if entry is not None}
    captures = _without_frames(index.captures())
    return [entry for entry in captures if id(entry) in wanted] or captures


def _without_frames(captures: list[WarcEntry]) -> list[WarcEntry]:
    """Our own exports mark their pages: other HTML in such a file is that of a frame, or what a page redirected to."""
    marked = {entry.source for entry in captures if entry.is_marked_page}
    return [entry for entry in captures if entry.is_marked_page or entry.source not in marked]


def capture_recorded(
    pool: BrowserPool,
    path: Path,
    options: CaptureOptions | None = None,
    *,
    at: datetime | str | None = None,
    url: str | None = None,
    as_visited: bool = False,
) -> Snapshot:
    """Render one version of a recorded page: of the address, else of the first page; `at` a time, else the first version.

    `at` may also be 14 digits, ISO 8601, 'latest', 'first' or '~N' versions back. A recording is shown as it was recorded,
    walls included; `as_visited` passes them as a visit of the page does, unless the options say otherwise.
    Raises InputError for a file that cannot be read and NotFoundError when the page is not in it.
    """
    options = options or CaptureOptions()
    if not as_visited:
        options = replace(options, refuse_consent=False)
    if _is_saved_page(path):
        page = SavedPage.open(path)
        return pool.capture(page.url, options, responder=page.respond, captured_at=page.saved_at)
    index = open_recording(path)
    entry = _version(index, url, at)
    return pool.capture(entry.url, options, responder=replay(index, entry), captured_at=entry.recorded_at)


def recorded_response(path: Path, *, url: str | None = None, at: datetime | str | None = None) -> Response:
    """The response of one version of a recorded page, without rendering it; `url` and `at` as in `capture_recorded`."""
    index = open_recording(path)
    return index.read(_version(index, url, at)).as_response()


def replay(index: WarcIndex, page: WarcEntry) -> Responder:
    """A responder that answers every request as it was recorded around the time of one page."""

    def respond(method: str, url: str) -> Response | None:
        if method not in {"GET", "HEAD"}:
            return None
        entry = page if url == page.url else index.lookup(url, page.recorded_at)
        if entry is None:
            return None
        try:
            return index.read(entry).as_response()
        except InputError:
            if entry is page:
                raise
            return None  # one resource that cannot be read is like one that was never recorded

    return respond


def open_recording(path: Path) -> WarcIndex:
    """The index of a WARC or WACZ file; kept while the file does not change, since versions are read one by one."""
    try:
        stat = path.stat()
    except OSError as error:
        raise InputError(f"cannot open {path}: {error.strerror or error}; check the path") from error
    return _opened(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=4)
def _opened(path: Path, _modified_ns: int, _size: int) -> WarcIndex:
    return open_wacz(path) if path.name.lower().endswith(WACZ_SUFFIXES) else WarcIndex.open(path)


def _is_saved_page(path: Path) -> bool:
    """Whether a file is a page rather than a recording of pages; without a telling name its first bytes tell."""
    if path.name.lower().endswith(WARC_SUFFIXES + WACZ_SUFFIXES):
        return False
    try:
        with path.open("rb") as file:
            return not file.read(5).startswith((b"WARC/", b"\x1f\x8b"))
    except OSError as error:
        raise InputError(f"cannot open {path}: {error.strerror or error}; check the path") from error


def _first_page(index: WarcIndex) -> WarcEntry:
    pages = index.captures()
    if not pages:
        raise NotFoundError(f"{index.name} holds no HTML page among its {len(index.entries)} responses")
    in_time_order = {id(entry) for entry in pages}
    return next(entry for entry in index.entries if id(entry) in in_time_order)


def _captures(index: WarcIndex, url: str) -> list[WarcEntry]:
    captures = index.captures(url)
    if not captures:
        known = ", ".join(list(dict.fromkeys(entry.url[:100] for entry in index.captures()))[:5]) or "none"
        raise NotFoundError(f"{index.name} holds no HTML page {url[:200]}; pages in it: {known}")
    return captures


def _version(index: WarcIndex, url: str | None, at: datetime | str | None) -> WarcEntry:
    if at is None:
        first = _first_page(index) if url is None else None
        return first or _captures(index, url or "")[0]
    captures = _captures(index, url or _first_page(index).url)
    if at == "first":
        return captures[0]
    if at == "latest":
        return captures[-1]
    if isinstance(at, str) and at.startswith("~"):
        return _back(captures, at, index.name)
    when = parse_time(at) if isinstance(at, str) else at
    return next((entry for entry in reversed(captures) if entry.recorded_at <= when), captures[0])


def _back(captures: list[WarcEntry], at: str, name: str) -> WarcEntry:
    if not at[1:].isdecimal():
        raise UsageError(f"{at!r} is not a time; write ~N for N versions back, for example ~1")
    back = int(at[1:])
    if back >= len(captures):
        raise NotFoundError(f"{name} has {len(captures)} versions of the page; {at} goes back beyond the first")
    return captures[-1 - back]
