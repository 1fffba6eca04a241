"""What a SOURCE on the command line or in Python means.

An http(s) address, a saved HTML file, a document (PDF, JSON, plain text), a WARC or WACZ file with optional `#URL` and
`@TIME`, a Vi-XML file, a recorded snapshot, or an archived version `URL@TIME`. TIME is 8 to 14 digits, ISO 8601, `latest`,
`first`, `~N` versions back or the name of a version (14 digits, a dash, its number) or of a skipped visit (14 digits, -s,
its number); `skipped` is the newest skipped visit that can still be looked at.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from pagestrata.errors import InputError, UsageError
from pagestrata.model.patterns import pattern
from pagestrata.model.slots import dataclass

Kind = Literal["live", "archived", "html", "document", "warc", "vixml", "snapshot"]

_ADDRESS = pattern(r"[a-z][a-z0-9+.-]*://", re.I)
_DAY_TIME = r"\d{4}-\d\d-\d\d(?:[T ]\d\d:?\d\d(?::?\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
_TIME = rf"\d{{14}}-s?\d{{1,18}}|skipped|\d{{8}}(?:\d\d){{0,3}}|{_DAY_TIME}|latest|first|~\d+"
_AT_TIME = pattern(rf"^(?P<place>.+)@(?P<time>{_TIME})$", re.S)
DOCUMENT_TYPES = {
    ".pdf": "application/pdf",
    ".json": "application/json",
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".log": "text/plain",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".toml": "application/toml",
}
"""What a server would call files that are no HTML."""
_SUFFIXES: dict[str, Kind] = {
    ".warc.gz": "warc",
    ".warc": "warc",
    ".wacz": "warc",
    ".xml": "vixml",
    ".vixml": "vixml",
    ".snapshot": "snapshot",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".shtml": "html",
    **dict.fromkeys(DOCUMENT_TYPES, "document"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A source, taken apart. `place` is an address or a path; `url` chooses a page inside a WARC."""

    text: str
    kind: Kind
    place: str
    url: str | None = None
    time: str | None = None

    @property
    def path(self) -> Path:
        return Path(self.place)

    @property
    def stem(self) -> str:
        """The name an answer about this source is stored under: PAGE.warc.gz -> PAGE."""
        if self.kind in {"live", "archived"}:
            name = re.sub(r"[^\w.-]+", "_", _ADDRESS.sub("", self.place)).strip("_") or "page"
            return f"{name[:150]}@{re.sub(r'[^0-9A-Za-z~]', '', self.time)}" if self.time else name[:150]
        name = self.path.name
        suffix = next((suffix for suffix in _SUFFIXES if name.lower().endswith(suffix)), "")
        return name[: len(name) - len(suffix)] or name


def parse_source(text: str) -> Source:
    """Take a source apart. A file that is not there and an unknown kind of file are errors that say what would fit."""
    if _ADDRESS.match(text):
        if timed := _AT_TIME.match(text):
            return Source(text=text, kind="archived", place=timed["place"], time=timed["time"])
        return Source(text=text, kind="live", place=text)
    if Path(text).is_file():
        return _file(text, text)
    rest, time = text, None
    if timed := _AT_TIME.match(rest):
        rest, time = timed["place"], timed["time"]
    # File names may contain these marks too: the shortest name that is a file wins.
    ends = [*(found.start() for found in re.finditer("#", rest)), len(rest)]
    place = next((rest[:end] for end in ends if Path(rest[:end]).is_file()), None)
    if place is None:
        raise InputError(_not_there(text))
    url = rest[len(place) + 1 :]
    source = _file(text, place, url=url or None, time=time)
    if source.kind != "warc" and (url or time):
        raise UsageError(f"{text}: only a WARC or WACZ file takes #URL and @TIME; {place} is neither")
    return source


def _file(text: str, place: str, *, url: str | None = None, time: str | None = None) -> Source:
    lower = place.lower()
    kind = next((kind for suffix, kind in _SUFFIXES.items() if lower.endswith(suffix)), None) or _sniffed(place)
    return Source(text=text, kind=kind, place=place, url=url, time=time)


def _sniffed(place: str) -> Kind:
    with Path(place).open("rb") as file:
        head = file.read(512).lstrip()
    if head[:2] == b"\x1f\x8b" or head[:5] == b"WARC/":
        return "warc"
    if head[:1] == b"<":
        return "vixml" if head[:5] in {b"<?xml", b"<XML>"} and b"<html" not in head.lower() else "html"
    raise InputError(
        f"{place} is not a page: give an .html, .pdf, .json, .txt, .warc, .warc.gz, .wacz, Vi-XML (.xml) or .snapshot file"
    )


def _not_there(text: str) -> str:
    if re.match(r"(www\.)?[\w-]+(\.[\w-]+)+(/|$)", text) and not text.lower().endswith(tuple(_SUFFIXES)):
        return f"{text}: no such file; for a page on the web write https://{text}"
    place, at, time = text.rpartition("@")
    if at and Path(place.partition("#")[0]).is_file():
        return f"{text}: {time!r} is not a time; write 8 to 14 digits, ISO 8601, latest, first or ~N versions back"
    return f"{text or repr(text)}: no such file; a source is an http(s) address, a file, or an archived URL@TIME"
