"""Time services by their address: an RFC 3161 authority at https://…, an OpenTimestamps calendar at ots+https://…"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from urllib.parse import urlsplit

from pagestrata.capturing.http.fetch import exchange
from pagestrata.errors import CaptureError, InputError, UsageError
from pagestrata.proof.open_timestamps import begin_file, read_answer, read_file, submitted, write_file
from pagestrata.proof.time_stamps import accept_answer, certificate_chain, stamp_request

CALENDAR = "ots+"
"""How the address of an OpenTimestamps calendar begins."""
SECONDS = 20.0
MOST_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStamp:
    """A stamp as it is kept. `at`: the time in it, or the time of the request where it has none."""

    at: datetime
    token: bytes
    certificates: bytes = b""


class TimeService(Protocol):
    """A third party that certifies the time. Both methods raise InputError for an invalid answer."""

    def stamp(self, data: bytes, *, now: datetime) -> NewStamp:
        """Return a stamp of these bytes."""
        ...

    def completed(self, token: bytes) -> bytes | None:
        """Return a stamp with what the service knows of it by now; None where there is nothing to add."""
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
    """A calendar. It promises at once and knows the Bitcoin block some hours later."""

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
    """Return the time service of an address from the settings; `certificates`: those to trust for authorities, in PEM."""
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
    """Send a POST request with a body, else a GET request; return the status and the answer.

    Redirects are not followed, and no address that an answer names is contacted. Raises InputError if no whole answer
    came in time.
    """
    sent = {"User-Agent": "Pagestrata", **(headers or {})}
    try:
        status, answer = exchange(address, body=body, headers=sent, seconds=seconds, max_bytes=MOST_BYTES)
    except CaptureError as error:
        raise InputError(f"it does not answer ({error}); Pagestrata retries later") from error
    if len(answer) > MOST_BYTES:
        raise InputError("its answer is too large for a time stamp; check the address of the authority")
    return status, answer
