"""Requests to replay and its answers, independent of any web server."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from pagestrata.replay.headers import Header

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
class Asked:
    """What `<time><modifier>/<url>` asks for. `time` is '' for the TimeGate and '*' for the list of versions."""

    time: str
    modifier: str
    url: str


def parse_asked(rest: str) -> Asked:
    """The part of the target behind `/web/`."""
    found = _ASKED.match(rest)
    if found is None:
        return Asked(time="", modifier="", url=plain_url(rest))
    return Asked(time=found["time"], modifier=found["modifier"] or "", url=plain_url(found["url"]))


def plain_url(written: str) -> str:
    """The archived address written in a path: its two slashes may have been joined, its scheme omitted."""
    url = _COLLAPSED.sub(r"\1://", written, count=1) if _COLLAPSED.match(written) else written
    if re.match(r"https?%3a", url, re.IGNORECASE):
        url = unquote(url)
    if not _HAS_SCHEME.match(url) or re.match(r"[^/:]+:\d+(?:/|$)", url):
        url = f"http://{url.lstrip('/')}"
    return _PERCENT_HOST.sub(lambda m: m.group(1) + unquote(m.group(2)), url)
