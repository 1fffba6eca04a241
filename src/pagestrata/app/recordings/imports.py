"""Import recorded captures into the archive: every page of a WARC or WACZ file, in time order, through the whole cascade.

A capture with the bytes of the version before it becomes a visit. Every other becomes a version, whatever it is worth: archived
captures are not discarded. `only_important` applies the decision as a visit does. Consent walls are passed as on a visit, with
only what was recorded, so that a page looks the same whichever way it came.
"""

from __future__ import annotations

import contextlib
import hashlib
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pagestrata.app.proving.wacz_signatures import judge_wacz
from pagestrata.app.session import Session
from pagestrata.capturing.recorded.recordings import capture_recorded, open_recording, recorded_pages
from pagestrata.errors import ArchiveError, PagestrataError
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.store.objects.bucket_files import download, is_in_bucket
from pagestrata.visit.cascade import visit
from pagestrata.visit.plan import VisitRequest, plan_visit

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.formats.recordings.warc_entries import WarcEntry
    from pagestrata.model.snapshot import Snapshot
    from pagestrata.proof.wacz_signature import WaczVerdict

KEPT_AT_ONCE = 4  # captures of one page are often in the same few files


class LocalCopies:
    """A context manager that copies recordings from buckets to this machine and removes the copies at the end."""

    def __init__(self, most: int = KEPT_AT_ONCE) -> None:
        self._most = most
        self._copies: OrderedDict[str, Path] = OrderedDict()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def path(self, source: str) -> Path:
        """The file of a source. A copy is soon replaced by others: open it at once."""
        if not is_in_bucket(source):
            return Path(source)
        if source in self._copies:
            self._copies.move_to_end(source)
            return self._copies[source]
        while len(self._copies) >= self._most:
            self._copies.popitem(last=False)[1].unlink(missing_ok=True)
        copy = self._next_file(source)
        try:
            download(source, copy)
        except BaseException:
            with contextlib.suppress(OSError):
                copy.unlink(missing_ok=True)
            raise
        self._copies[source] = copy
        return copy

    def _next_file(self, source: str) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="pagestrata-")
        self._number += 1
        return Path(self._folder.name) / f"{self._number}-{source.rpartition('/')[2][-100:]}"


_NO_PAGE = "only pages with an http(s) address are imported; this one was skipped"


@dataclass(frozen=True, slots=True, order=True)
class RecordedCapture:
    """Where one capture of a page is."""

    recorded_at: datetime
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPage:
    """One address with its captures, oldest first; `key` names its part in the tables."""

    url: str
    captures: tuple[RecordedCapture, ...]

    @property
    def key(self) -> str:
        lines = [self.url, *(f"{capture.recorded_at.isoformat()} {capture.source}" for capture in self.captures)]
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The result of one capture: a visit, or why it could not be read; neither if it was imported before."""

    url: str
    captured_at: datetime
    visit: Visit | None
    problem: str | None = None
    is_known: bool = False  # it was imported before


def recording_damages(path: Path) -> tuple[str, ...]:
    """The unreadable or altered parts of a recording; captures in them may be missing."""
    return open_recording(path).damages


def recorded_captures(path: Path, *, url: str | None = None) -> list[WarcEntry]:
    """The captures of the pages of a recording, or of one address, oldest first."""
    entries = open_recording(path).captures(url) if url else _without_errors(recorded_pages(path))
    return sorted(entries, key=lambda entry: entry.recorded_at)


def import_recording(
    session: Session, path: Path, *, url: str | None = None, only_important: bool = False
) -> Iterator[Imported]:
    """Import the pages of a recording (or those of one address), oldest first."""
    known = _KnownVisits(session)
    for entry in recorded_captures(path, url=url):
        yield _import_capture(session, path, entry, known, only_important=only_important)


def import_page(
    session: Session, copies: LocalCopies, page: RecordedPage, *, only_important: bool = False
) -> list[tuple[str, Imported]]:
    """Import the captures of one page from all files, oldest first; each result comes with its file."""
    known, files = _KnownVisits(session), {capture.source for capture in page.captures}
    entries = {
        (entry.recorded_at, source): entry
        for source in files
        for entry in recorded_captures(copies.path(source), url=page.url)
    }
    found = [(capture.source, entries.get((capture.recorded_at, capture.source))) for capture in page.captures]
    return [
        (source, _import_capture(session, copies.path(source), entry, known, only_important=only_important))
        for source, entry in found
        if entry is not None
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageImport:
    """The work of an engine: import one page at a time into an archive that each worker opens."""

    archive: str
    browser: str | None
    options: CaptureOptions
    only_important: bool

    @contextmanager
    def __call__(self) -> Iterator[Callable[[RecordedPage], list[tuple[str, Imported]]]]:
        with (
            Session(archive=self.archive, browser=self.browser, options=self.options) as session,
            LocalCopies() as copies,
        ):
            yield lambda page: import_page(session, copies, page, only_important=self.only_important)


def _import_capture(
    session: Session, path: Path, entry: WarcEntry, known: _KnownVisits, *, only_important: bool
) -> Imported:
    if entry.url.partition(":")[0].lower() not in {"http", "https"}:
        # A browser runs javascript: and shows data: by itself, ignoring the recording.
        return Imported(url=entry.url, captured_at=entry.recorded_at, visit=None, problem=_NO_PAGE)
    if known.has(entry):
        return Imported(url=entry.url, captured_at=entry.recorded_at, visit=None, is_known=True)
    try:
        outcome = _import_entry(session, path, entry, only_important=only_important)
    except ArchiveError:  # full, read-only or damaged: the next capture would not fare better
        raise
    except PagestrataError as error:
        return Imported(url=entry.url, captured_at=entry.recorded_at, visit=None, problem=str(error))
    return Imported(url=entry.url, captured_at=entry.recorded_at, visit=outcome)


def _without_errors(entries: Sequence[WarcEntry]) -> list[WarcEntry]:
    """The pages. An error counts only if the page itself was recorded too, else it is that of a missing icon."""
    pages = {entry.url for entry in entries if entry.status < 400 or entry.is_marked_page}
    return [entry for entry in entries if entry.url in pages]


class _KnownVisits:
    """The captures that were imported before, by address and time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._times: dict[str, set[datetime]] = {}

    def has(self, entry: WarcEntry) -> bool:
        if entry.url not in self._times:
            self._times[entry.url] = {visit.visited_at for visit in self._session.archive.visits.of(entry.url)}
        return entry.recorded_at in self._times[entry.url]


def _import_entry(session: Session, path: Path, entry: WarcEntry, *, only_important: bool) -> Visit:
    def recorded(_state: PageState) -> Fetched | None:
        found = open_recording(path).read(entry)
        if 300 <= found.status < 400:
            return None  # only a browser follows it
        return Fetched(
            requested_url=entry.url,
            url=found.url,
            status=found.status,
            headers=found.headers,
            body=found.body,
            server_address=found.server_address,
            request_headers=found.request_headers,
            notes=signature_notes(path),
        )

    def rendered(url: str) -> Snapshot:
        taken = capture_recorded(session.pool, path, session.options, url=url, at=entry.recorded_at, as_visited=True)
        return replace(taken, notes=(*taken.notes, *signature_notes(path)))

    plan = plan_visit(session.archive, VisitRequest(entry.url, is_import=not only_important), now=entry.recorded_at)
    return visit(
        plan,
        archive=session.archive,
        fetch=recorded,
        render=rendered,
    )


def signature_notes(path: Path) -> tuple[str, ...]:
    """Notes for versions from a WACZ package about its signature; none for other files."""
    found = package_verdict(path)
    if found is None:
        return ()
    descriptions = {
        "valid": f"with a valid signature of {found.by}",
        "unsigned": "without a signature",
        "unchecked": f"whose signature was not checked: {found.reason}",
        "broken": f"whose signature is broken: {found.reason}",
    }
    return (f"from a WACZ package {descriptions[found.verdict]}",)


def package_verdict(path: Path) -> WaczVerdict | None:
    """The verdict on the signature of a WACZ package; None for other files."""
    return _verdict(path, path.stat().st_mtime_ns) if path.suffix.lower() == ".wacz" else None


@lru_cache(maxsize=8)
def _verdict(path: Path, _changed_ns: int) -> WaczVerdict:
    return judge_wacz(path)
