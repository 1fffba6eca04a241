"""Files and pictures as answers: ETags, 304 for a client that has the file, and downloads that no browser opens here."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping

from fastapi import Request, Response

FOR_A_YEAR = {"cache-control": "private, max-age=31536000, immutable"}
"""For files of versions, which never change."""
_OTHER = re.compile(r"[^\w.-]+", re.ASCII)


def etag_of(*parts: bytes | str) -> str:
    """Return the name of an answer, in the form of the header."""
    hashed = hashlib.blake2b(digest_size=12)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        hashed.update(len(data).to_bytes(8, "big") + data)
    return f'"{hashed.hexdigest()}"'


def names_etag(header: str | None, etag: str) -> bool:
    """Return whether If-None-Match or If-Match names this answer, also in the weak form that proxies make of it."""
    if header is None:
        return False
    named = {part.strip().removeprefix("W/") for part in header.split(",")}
    return "*" in named or etag in named


def file_answer(
    request: Request, etag: str, make: Callable[[], bytes], *, media_type: str, headers: Mapping[str, str] = FOR_A_YEAR
) -> Response:
    """Return a file, or 304 without making it if the client has it."""
    headers = {**headers, "etag": etag}
    if names_etag(request.headers.get("if-none-match"), etag):
        return Response(status_code=304, headers=headers)
    return Response(make(), media_type=media_type, headers=headers)


def download(data: bytes, name: str, *, media_type: str = "application/octet-stream") -> Response:
    """Return an answer that browsers save as a file with this name and never open here, whatever is in it."""
    return Response(data, media_type=media_type, headers=download_headers(name))


def download_headers(name: str) -> dict[str, str]:
    return {
        "content-disposition": f'attachment; filename="{file_name(name)}"',
        "content-security-policy": "sandbox; default-src 'none'",
    }


def file_name(name: str) -> str:
    """Return a name that every system accepts and that cannot break a header."""
    return _OTHER.sub("_", name).strip("._")[:120] or "file"
