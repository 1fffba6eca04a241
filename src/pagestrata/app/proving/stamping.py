"""Time stamps for the head of the log: one request to each time service for everything added since its last stamp.

A service is an RFC 3161 authority at https://… or an OpenTimestamps calendar at ots+https://…. One that is down, slow or wrong is
asked again next time. Nothing waits for it: the daemon asks in a thread of its own, and a head without a stamp is as valid as
before, only without a witness for its time.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from pagestrata.capturing.http.fetch import exchange
from pagestrata.errors import CaptureError, InputError, UsageError
from pagestrata.proof.open_timestamps import begin_file, read_answer, read_file, submitted, write_file
from pagestrata.proof.signed_note import SignedNote
from pagestrata.proof.time_stamps import accept_answer, certificate_chain, stamp_request
from pagestrata.store.merkle_log.stamps import KeptStamp
from pagestrata.store.people.settings import STAMP_MINUTES, TIME_AUTHORITIES, TIME_CERTIFICATES

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

CALENDAR = "ots+"  # how the address of an OpenTimestamps calendar begins
SECONDS = 20.0
MOST_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStamp:
    """A new stamp. `at` is its time, or that of the request if it has none."""

    at: datetime
    token: bytes
    certificates: bytes = b""


class TimeService(Protocol):
    """A third party that certifies the time. Both methods raise InputError for an invalid answer."""

    def stamp(self, data: bytes, *, now: datetime) -> NewStamp:
        """Return a stamp of these bytes."""
        ...

    def completed(self, token: bytes) -> bytes | None:
        """Return the stamp completed by the service; None if there is nothing to add."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Rfc3161Authority:
    """A time authority; `certificates`: those to trust, in PEM."""

    address: str
    certificates: bytes = b""
    seconds: float = SECONDS

    def stamp(self, data: bytes, *, now: datetime) -> NewStamp:
        asked = stamp_request(data)
        headers = {"Content-Type": "application/timestamp-query"}
        status, answer = request(self.address, seconds=self.seconds, body=asked.body, headers=headers)
        _check_status(status)
        stamp = accept_answer(answer, data, asked, now=now, roots=[self.certificates] if self.certificates else ())
        return NewStamp(at=stamp.at, token=answer, certificates=self.certificates or certificate_chain(answer))

    def completed(self, token: bytes) -> bytes | None:
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTimestampsCalendar:
    """A calendar, which promises at once and knows the Bitcoin block some hours later."""

    address: str
    seconds: float = SECONDS

    def stamp(self, data: bytes, *, now: datetime) -> NewStamp:
        begun = begin_file(data)
        message = submitted(begun)
        status, answer = self._ask("digest", message)
        _check_status(status)
        return NewStamp(at=now, token=write_file(begun.with_answers({message: read_answer(answer, message)})))

    def completed(self, token: bytes) -> bytes | None:
        found = read_file(token)
        answers = {}
        for message in found.promises() if not found.blocks() else ():
            status, answer = self._ask(f"timestamp/{message.hex()}")
            if status == 404:  # not yet in a block
                continue
            _check_status(status)
            answers[message] = read_answer(answer, message)
        more = write_file(found.with_answers(answers))
        return more if more != token else None

    def _ask(self, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        address = f"{self.address.removeprefix(CALENDAR).rstrip('/')}/{path}"
        headers = {"Accept": "application/vnd.opentimestamps.v1"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"  # as the reference client sends it
        return request(address, seconds=self.seconds, body=body, headers=headers)


def service_at(address: str, *, certificates: bytes = b"", seconds: float = SECONDS) -> TimeService:
    """The time service at an address; `certificates` are trusted for authorities, in PEM."""
    if is_calendar(address):
        return OpenTimestampsCalendar(address=address, seconds=seconds)
    return Rfc3161Authority(address=address, certificates=certificates, seconds=seconds)


def is_calendar(address: str) -> bool:
    """Whether an address is that of an OpenTimestamps calendar."""
    return address.startswith(CALENDAR)


def checked_service(address: str) -> str:
    """Return the address of a time service. Raises UsageError if it is invalid."""
    try:
        parts = urlsplit(address.removeprefix(CALENDAR))
        is_right = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        is_right = is_right and not (is_calendar(address) and (parts.query or parts.fragment))
    except ValueError:
        is_right = False
    if not is_right:
        raise UsageError(
            f"{address[:200]!r} is not the address of a time authority; write it like https://host/path, "
            f"and an OpenTimestamps calendar like {CALENDAR}https://host"
        )
    return address


def _check_status(status: int) -> None:
    if status != 200:
        raise InputError(f"it answers with status {status}; Pagestrata retries later")


def request(
    address: str, *, seconds: float, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """Send a POST request with a body, else a GET request; return the status and the response.

    Redirects are not followed, and no address in a response is contacted. Raises InputError if no complete response came in time.
    """
    sent = {"User-Agent": "Pagestrata", **(headers or {})}
    try:
        status, answer = exchange(address, body=body, headers=sent, seconds=seconds, max_bytes=MOST_BYTES)
    except CaptureError as error:
        raise InputError(f"it does not answer ({error}); Pagestrata retries later") from error
    if len(answer) > MOST_BYTES:
        raise InputError("its answer is too large for a time stamp; check the address of the authority")
    return status, answer


USUAL_MINUTES = 60.0
COMPLETED_WITHIN = timedelta(days=14)
"""How long the daemon asks a calendar for the block of one stamp; usual are a few hours."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamped:
    """The result of one service: the stamped time, the state of the stamp, or why there is none."""

    authority: str
    at: datetime | None = None
    state: str = ""
    problem: str = ""


def stamp_head(archive: Archive, *, now: datetime, seconds: float = SECONDS) -> Sequence[Stamped]:
    """Ask all services of the settings to stamp the newest signed head; failures are reported and retried next time."""
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
    """Ask calendars for the blocks of incomplete stamps requested after `since`; return the number of completed ones.

    A calendar that fails is not asked for its other stamps now.
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
    """Have a text stamped by the first RFC 3161 authority that answers; return its answer and certificates in PEM."""
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
