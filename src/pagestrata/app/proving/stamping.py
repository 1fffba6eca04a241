"""Having the head of the log stamped by time authorities: one request for all that came since the last stamp.

An authority that is down, slow or wrong is asked again next time. Nothing waits for it: the daemon asks from a thread of its
own, and a head without a stamp is as valid as before, only without a witness for its time.
"""

from __future__ import annotations

import http.client
import logging
import socket
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from pagestrata.errors import InputError, UsageError
from pagestrata.proof.signed_note import SignedNote
from pagestrata.proof.time_stamps import accept_answer, stamp_request
from pagestrata.store.archive import Archive
from pagestrata.store.merkle_log.stamps import KeptStamp
from pagestrata.store.people.settings import STAMP_MINUTES, TIME_AUTHORITIES, TIME_CERTIFICATES

SECONDS = 20.0
USUAL_MINUTES = 60.0
MOST_BYTES = 1024 * 1024
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamped:
    """What one authority did: the time it stamped, or why there is no stamp."""

    authority: str
    at: datetime | None = None
    problem: str = ""


def checked_authority(address: str) -> str:
    """Return the address of a time authority. Raises UsageError for what is none."""
    try:
        parts = urlsplit(address)
        is_right = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_right = False
    if not is_right:
        raise UsageError(f"{address[:200]!r} is not the address of a time authority; write it like https://host/path")
    return address


def stamp_head(archive: Archive, *, now: datetime, seconds: float = SECONDS) -> Sequence[Stamped]:
    """Ask all authorities of the settings for a stamp of the newest signed head; what fails is said and tried next time."""
    authorities = archive.settings.get(TIME_AUTHORITIES) or ()
    note = archive.proof.signed_head()
    if not authorities:
        raise UsageError("no time authority is set; name one with `pagestrata settings --time-authority URL`")
    if note is None:
        raise UsageError("no head of the log is signed; make a key with `pagestrata key create`")
    certificates = str(archive.settings.get(TIME_CERTIFICATES) or "").encode()
    done = []
    for address in authorities:
        last = archive.proof.last_stamp(address)
        if last is not None and last.size == note.head.size:
            done.append(Stamped(authority=address, at=last.at))
            continue
        done.append(_stamped(archive, address, note, now, certificates, seconds))
    return done


def _stamped(
    archive: Archive, address: str, note: SignedNote, now: datetime, certificates: bytes, seconds: float
) -> Stamped:
    data = note.written().encode()
    request = stamp_request(data)
    try:
        answer = _ask(address, request.body, seconds)
        stamp = accept_answer(answer, data, request, now=now, roots=[certificates] if certificates else ())
    except InputError as error:
        log.warning("no time stamp from %s: %s", address, error)
        return Stamped(authority=address, problem=str(error))
    kept = certificates or own_pem(answer)
    archive.proof.add_stamp(
        KeptStamp(size=note.head.size, authority=address, at=stamp.at, token=answer, certificates=kept), note
    )
    return Stamped(authority=address, at=stamp.at)


def stamp_text(archive: Archive, text: str, *, now: datetime, seconds: float = SECONDS) -> tuple[bytes, bytes]:
    """Have a text stamped by the first authority of the settings that does; return its answer and certificates in PEM."""
    certificates = str(archive.settings.get(TIME_CERTIFICATES) or "").encode()
    problems = ["no time authority is set; name one with `pagestrata settings --time-authority URL`"]
    for address in archive.settings.get(TIME_AUTHORITIES) or ():
        request = stamp_request(text.encode())
        try:
            answer = _ask(address, request.body, seconds)
            accept_answer(answer, text.encode(), request, now=now, roots=[certificates] if certificates else ())
        except InputError as error:
            problems.append(f"{address[:200]}: {error}")
            continue
        own = own_pem(answer)
        return answer, own + (certificates if certificates not in own else b"")
    raise InputError(f"a signature for a domain needs a time stamp: {problems[-1]}")


def own_pem(answer: bytes) -> bytes:
    """Return the certificates that an answer carries, in PEM."""
    from cryptography.hazmat.primitives.serialization import Encoding
    from cryptography.x509 import load_der_x509_certificate
    from rfc3161_client import decode_timestamp_response

    found = decode_timestamp_response(answer).signed_data.certificates
    return b"".join(load_der_x509_certificate(der).public_bytes(Encoding.PEM) for der in found)


def _ask(address: str, body: bytes, seconds: float) -> bytes:
    """Post a request to an authority, all of it within some seconds."""
    parts, end = urlsplit(address), time.monotonic() + seconds
    host, path = parts.hostname or "", (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection = http.client.HTTPSConnection(host, parts.port, timeout=seconds, context=context)
    else:
        connection = http.client.HTTPConnection(host, parts.port, timeout=seconds)
    headers = {"Content-Type": "application/timestamp-query", "User-Agent": "Pagestrata"}
    try:
        connection.request("POST", path, body=body, headers=headers)
        response = connection.getresponse()
        answer = _read(connection.sock, response, end)
    except (OSError, http.client.HTTPException) as error:
        raise InputError(f"it does not answer ({error}); it is asked again later") from error
    finally:
        connection.close()
    if response.status != 200:
        raise InputError(f"it answers with the error {response.status}; it is asked again later")
    return answer


def _read(sock: socket.socket | None, response: http.client.HTTPResponse, end: float) -> bytes:
    parts: list[bytes] = []
    while True:
        left = end - time.monotonic()
        if left <= 0 or sum(map(len, parts)) > MOST_BYTES:
            raise TimeoutError("too slow, or more than any stamp")
        if sock is not None:
            sock.settimeout(left)
        if not (part := response.read1(65536)):
            return b"".join(parts)
        parts.append(part)


def stamp_where_due(archive: Archive, *, now: datetime) -> None:
    """Stamp the head if an authority is set, a key signs, something was added, and the last stamp is old enough."""
    authorities = archive.settings.get(TIME_AUTHORITIES) or ()
    note = archive.proof.signed_head() if authorities else None
    if note is None:
        return
    pause = timedelta(minutes=float(archive.settings.get(STAMP_MINUTES) or USUAL_MINUTES))
    lasts = [archive.proof.last_stamp(address) for address in authorities]
    if any(last is None or (last.size < note.head.size and now - last.at >= pause) for last in lasts):
        stamp_head(archive, now=now)
