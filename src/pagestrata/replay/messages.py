"""Requests to replay and its answers, independent of any web server, and the headers that answers are sent with.

Stored headers are hostile too: a clean copy of some is passed on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

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
    """Return the value as one line of ISO 8859-1 without control characters, as HTTP requires."""
    printable = "".join(c if c.isprintable() or c == "\xa0" else " " for c in value[:MAX_HEADER_CHARACTERS])
    return printable.encode("latin-1", "replace").decode("latin-1").strip()


MAX_TARGET_CHARACTERS = 16_384

_ASKED = re.compile(r"(?P<time>\d{1,14}|\*)(?P<modifier>[a-z]{2}_)?/(?P<url>.+)\Z", re.DOTALL)
_COLLAPSED = re.compile(r"(https?):/+(?=[^/])", re.IGNORECASE)
_HAS_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]*:", re.IGNORECASE)
_PERCENT_HOST = re.compile(r"(https?://)([^/?#]*%[^/?#]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRequest:
    """`target` is the path and query exactly as sent, still escaped; header names are lower case."""

    target: str
    method: str = "GET"
    root: str = ""  # scheme and host the client used, without a slash at the end
    headers: Mapping[str, str] = field(default_factory=dict)
    client: tuple[str, int] | None = None  # where the connection comes from
    server: tuple[str, int] | None = None  # and where it goes to


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResponse:
    status: int
    headers: tuple[Header, ...]
    body: bytes = b""

    def header(self, name: str) -> str | None:
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayTarget:
    """The parts of `<time><modifier>/<url>`. `time` is '' for the TimeGate and '*' for the list of versions."""

    time: str
    modifier: str
    url: str


def parse_target(rest: str) -> ReplayTarget:
    """The part of the target behind `/web/`."""
    found = _ASKED.match(rest)
    if found is None:
        return ReplayTarget(time="", modifier="", url=plain_url(rest))
    return ReplayTarget(time=found["time"], modifier=found["modifier"] or "", url=plain_url(found["url"]))


def plain_url(written: str) -> str:
    """The archived address written in a path: its two slashes may have been joined, its scheme omitted."""
    url = _COLLAPSED.sub(r"\1://", written, count=1) if _COLLAPSED.match(written) else written
    if re.match(r"https?%3a", url, re.IGNORECASE):
        url = unquote(url)
    if not _HAS_SCHEME.match(url) or re.match(r"[^/:]+:\d+(?:/|$)", url):
        url = f"http://{url.lstrip('/')}"
    return _PERCENT_HOST.sub(lambda m: m.group(1) + unquote(m.group(2)), url)
