"""The headers a replayed response is sent with. Stored headers are hostile too: a clean copy of some is passed on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pagestrata.model.header_text import readable_header

Header = tuple[str, str]

CONTENT_SECURITY_POLICY = (
    "sandbox; default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; media-src 'self' data:; frame-src 'self'; child-src 'self'; connect-src 'none'; "
    "object-src 'none'; worker-src 'none'; manifest-src 'none'; base-uri 'none'; form-action 'none'"
)
PROTECTION: tuple[Header, ...] = (
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("X-Robots-Tag", "noindex"),
)

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,80}\Z")
_MEDIA_TYPE = re.compile(r"[a-z0-9!#$&^_.+\-]{1,60}/[a-z0-9!#$&^_.+\-]{1,80}\Z")
_NOT_PASSED_ON = frozenset({"set-cookie", "set-cookie2", "clear-site-data", "public-key-pins"})
MAX_HEADER_CHARACTERS = 4_000
MAX_ORIGINAL_HEADERS = 60


def media_type(content_type: str | None) -> str:
    """The media type alone, in lower case; unknown bytes for anything that is not written like one."""
    plain = (content_type or "").partition(";")[0].strip().lower()
    return plain if _MEDIA_TYPE.match(plain) else "application/octet-stream"


def original_headers(headers: Iterable[Header]) -> list[Header]:
    """The stored headers as `X-Archive-Orig-*`: no cookies, no line breaks, nothing that is not a header."""
    kept: list[Header] = []
    for name, value in headers:
        if not _TOKEN.match(name) or name.lower() in _NOT_PASSED_ON:
            continue
        kept.append((f"X-Archive-Orig-{name}", one_line(readable_header(value))))
    return kept[:MAX_ORIGINAL_HEADERS]


def one_line(value: str) -> str:
    """The value as one line of ISO 8859-1 without control characters, as HTTP can carry it."""
    printable = "".join(c if c.isprintable() or c == "\xa0" else " " for c in value[:MAX_HEADER_CHARACTERS])
    return printable.encode("latin-1", "replace").decode("latin-1").strip()
