"""Recorded captures into the archive: every page of a WARC or WACZ file, in time order, through the whole pipeline.

A capture whose bytes are those of the version before it becomes a visit; every other becomes a version, whatever it is
worth: what somebody archived is not thrown away. `only_important` applies the decision as a visit does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pagestrata import pipeline
from pagestrata.app.cutting import segmentation_of
from pagestrata.app.judging import judging_of
from pagestrata.app.stages import make_stages
from pagestrata.errors import ArchiveError, PagestrataError
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Version, Visit
from pagestrata.model.weights import Decision

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.formats.warc_entries import WarcEntry

_NO_PAGE = "only pages with an http(s) address are imported; this one is left out"
IMPORTED = Decision(similar=False, score=1.0, probability=1.0, reasons=(Reason("imported"),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What became of one capture: a visit, or the reason why it could not be read."""

    url: str
    captured_at: datetime
    visit: Visit | None
    problem: str | None = None


def import_recording(
    session: Session, path: Path, *, url: str | None = None, only_important: bool = False
) -> Iterator[Imported]:
    """Bring the pages of a recording (or those of one address) into the archive, oldest first."""
    from pagestrata.capturing.recorded.recordings import open_recording, recorded_pages

    entries = open_recording(path).captures(url) if url else recorded_pages(path)
    entries = sorted(entries, key=lambda entry: entry.recorded_at)
    for entry in entries:
        if entry.url.partition(":")[0].lower() not in {"http", "https"}:
            # A browser runs javascript: and shows data: by itself, whatever the recording says.
            yield Imported(url=entry.url, captured_at=entry.recorded_at, visit=None, problem=_NO_PAGE)
            continue
        try:
            visit = _import_entry(session, path, entry, only_important=only_important)
        except ArchiveError:  # full, read-only or damaged: the next capture would not fare better
            raise
        except PagestrataError as error:
            yield Imported(url=entry.url, captured_at=entry.recorded_at, visit=None, problem=str(error))
        else:
            yield Imported(url=entry.url, captured_at=entry.recorded_at, visit=visit)


def _import_entry(session: Session, path: Path, entry: WarcEntry, *, only_important: bool) -> Visit:
    from pagestrata.capturing.recorded.recordings import capture_recorded, open_recording

    def same_bytes(_url: str, last: Version) -> bool:
        body = open_recording(path).read(entry).body
        return hashlib.sha256(body).hexdigest() == last.digest

    stages = replace(
        make_stages(
            session.pool,
            session.options,
            session.archive,
            segmentation=segmentation_of(session.archive, entry.url),
            judging=judging_of(session.archive, entry.url),
        ),
        unchanged=same_bytes,
        capture=lambda url: capture_recorded(session.pool, path, session.options, url=url, at=entry.recorded_at),
    )
    if not only_important:
        stages = replace(stages, decide=lambda *_: IMPORTED)
    return pipeline.visit(entry.url, archive=session.archive, stages=stages, now=entry.recorded_at)
