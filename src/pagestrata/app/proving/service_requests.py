"""Requests to time services: one answer each, within some seconds, and only from the address in the settings.

Redirects are not followed, and no address that an answer names is contacted.
"""

from __future__ import annotations

from collections.abc import Mapping

from pagestrata.capturing.http.fetch import exchange
from pagestrata.errors import CaptureError, InputError

MOST_BYTES = 1024 * 1024


def request(
    address: str, *, seconds: float, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """Send a POST request with a body, else a GET request; return the status and the answer.

    Raises InputError where no whole answer came in time.
    """
    sent = {"User-Agent": "Pagestrata", **(headers or {})}
    try:
        status, answer = exchange(address, body=body, headers=sent, seconds=seconds, max_bytes=MOST_BYTES)
    except CaptureError as error:
        raise InputError(f"it does not answer ({error}); Pagestrata retries later") from error
    if len(answer) > MOST_BYTES:
        raise InputError("its answer is too large for a time stamp; check the address of the authority")
    return status, answer
