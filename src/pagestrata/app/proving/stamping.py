"""Having the head of the log stamped by time services: one request for all that came since the last stamp.

A service that is down, slow or wrong is asked again next time. Nothing waits for it: the daemon asks from a thread of its
own, and a head without a stamp is as valid as before, only without a witness for its time.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pagestrata.app.proving.time_services import SECONDS, TimeService, is_calendar, service_at
from pagestrata.errors import InputError, UsageError
from pagestrata.proof.signed_note import SignedNote
from pagestrata.proof.time_stamps import certificate_chain
from pagestrata.store.archive import Archive
from pagestrata.store.merkle_log.stamps import KeptStamp
from pagestrata.store.people.settings import STAMP_MINUTES, TIME_AUTHORITIES, TIME_CERTIFICATES

USUAL_MINUTES = 60.0
COMPLETED_WITHIN = timedelta(days=14)
"""How long the daemon asks a calendar for the block of one stamp; usual are a few hours."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamped:
    """What one service did: the time it stamped, how far its stamp is, or why there is no stamp."""

    authority: str
    at: datetime | None = None
    state: str = ""
    problem: str = ""


def stamp_head(archive: Archive, *, now: datetime, seconds: float = SECONDS) -> Sequence[Stamped]:
    """Ask all services of the settings for a stamp of the newest signed head; what fails is said and tried next time."""
    authorities = archive.settings.get(TIME_AUTHORITIES) or ()
    note = archive.proof.signed_head()
    if not authorities:
        raise UsageError("no time authority is set; name one with `pagestrata settings --time-authority URL`")
    if note is None:
        raise UsageError("no head of the log is signed; create a key with `pagestrata key create`")
    done = []
    for address in authorities:
        last = archive.proof.last_stamp(address)
        if last is not None and last.size == note.head.size:
            done.append(_done(last))
            continue
        done.append(_stamped(archive, address, note, now, seconds))
    return done


def _stamped(archive: Archive, address: str, note: SignedNote, now: datetime, seconds: float) -> Stamped:
    try:
        made = _service(archive, address, seconds).stamp(note.written().encode(), now=now)
    except InputError as error:
        log.warning("no time stamp from %s: %s", address, error)
        return Stamped(authority=address, problem=str(error))
    size, certificates = note.head.size, made.certificates
    kept = KeptStamp(size=size, authority=address, at=made.at, token=made.token, certificates=certificates)
    archive.proof.add_stamp(kept, note)
    return _done(kept)


def _done(kept: KeptStamp) -> Stamped:
    return Stamped(authority=kept.authority, at=kept.at if kept.says_time else None, state=kept.state)


def _service(archive: Archive, address: str, seconds: float) -> TimeService:
    certificates = str(archive.settings.get(TIME_CERTIFICATES) or "").encode()
    return service_at(address, certificates=certificates, seconds=seconds)


def complete_stamps(archive: Archive, *, since: datetime | None = None, seconds: float = SECONDS) -> int:
    """Ask the calendars of the settings for the blocks of stamps that wait for one; return how many were completed.

    `since`: only for stamps that were asked for after it. A calendar that fails is not asked for its other stamps now.
    """
    failed: set[str] = set()
    done = 0
    known = set(filter(is_calendar, archive.settings.get(TIME_AUTHORITIES) or ()))
    for kept in archive.proof.waiting_stamps() if known else ():
        if kept.authority not in known - failed or (since is not None and kept.at < since):
            continue
        try:
            token = _service(archive, kept.authority, seconds).completed(kept.token)
        except InputError as error:
            log.warning("a time stamp of %s is not complete: %s", kept.authority, error)
            failed.add(kept.authority)
            continue
        if token is not None:
            archive.proof.complete_stamp(replace(kept, token=token))
            done += 1
    return done


def stamp_text(archive: Archive, text: str, *, now: datetime, seconds: float = SECONDS) -> tuple[bytes, bytes]:
    """Have a text stamped by the first authority of the settings that does; return its answer and certificates in PEM.

    Calendars are not asked: who checks the text wants the answer of an RFC 3161 authority.
    """
    certificates = str(archive.settings.get(TIME_CERTIFICATES) or "").encode()
    problems = ["no time authority is set; name one with `pagestrata settings --time-authority URL`"]
    for address in archive.settings.get(TIME_AUTHORITIES) or ():
        if is_calendar(address):
            continue
        try:
            answer = _service(archive, address, seconds).stamp(text.encode(), now=now).token
        except InputError as error:
            problems.append(f"{address[:200]}: {error}")
            continue
        return answer, certificate_chain(answer, certificates)
    raise InputError(f"a signature for a domain needs a time stamp: {problems[-1]}")


def stamp_where_due(archive: Archive, *, now: datetime) -> None:
    """Stamp the head if a service is set, a key signs, something was added, and the last stamp is old enough."""
    authorities = archive.settings.get(TIME_AUTHORITIES) or ()
    note = archive.proof.signed_head() if authorities else None
    if note is None:
        return
    pause = timedelta(minutes=float(archive.settings.get(STAMP_MINUTES) or USUAL_MINUTES))
    lasts = [archive.proof.last_stamp(address) for address in authorities]
    if any(last is None or (last.size < note.head.size and now - last.at >= pause) for last in lasts):
        stamp_head(archive, now=now)
