"""Requests to time services: one answer each, within some seconds, and only from the address in the settings.

Redirects are not followed, and no address that an answer names is contacted.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from pagestrata.errors import InputError

MOST_BYTES = 1024 * 1024


def request(
    address: str, *, seconds: float, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """Send a POST request with a body, else a GET request; return the status and the answer.

    Raises InputError where no whole answer came in time.
    """
    parts, end = urlsplit(address), time.monotonic() + seconds
    host, path = parts.hostname or "", (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection = http.client.HTTPSConnection(host, parts.port, timeout=seconds, context=context)
    else:
        connection = http.client.HTTPConnection(host, parts.port, timeout=seconds)
    sent = {"User-Agent": "Pagestrata", **(headers or {})}
    try:
        connection.request("GET" if body is None else "POST", path, body=body, headers=sent)
        response = connection.getresponse()
        return response.status, _read(connection.sock, response, end)
    except (OSError, http.client.HTTPException) as error:
        raise InputError(f"it does not answer ({error}); Pagestrata retries later") from error
    finally:
        connection.close()


def _read(sock: socket.socket | None, response: http.client.HTTPResponse, end: float) -> bytes:
    parts: list[bytes] = []
    while True:
        left = end - time.monotonic()
        if left <= 0 or sum(map(len, parts)) > MOST_BYTES:
            raise TimeoutError("the answer is too slow or too large for a time stamp")
        if sock is not None:
            sock.settimeout(left)
        if not (part := response.read1(65536)):
            return b"".join(parts)
        parts.append(part)
