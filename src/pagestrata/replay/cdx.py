"""The CDX server API, as the Wayback Machine and pywb offer it: which versions of which addresses are archived.

Rows are versions of pages, and resources at the times a page first held them, in the order of their SURT keys and
times. Regular expressions in `filter` are run by RE2, whose time grows with the text and not with the expression's tricks:
backtracking engines can be kept busy for years by forty characters.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Protocol

import re2

from pagestrata.errors import InputError, UsageError
from pagestrata.formats.urls import canonical_url, parse_timestamp14, surt_key, timestamp14
from pagestrata.interfaces import ArchiveReader
from pagestrata.model.records import Version
from pagestrata.replay import own_pages
from pagestrata.replay.memento import Finder
from pagestrata.replay.messages import ReplayResponse, media_type, plain_url

FIELDS = ("urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length")
MATCH_TYPES = ("exact", "prefix", "host", "domain")
MAX_ROWS = 10_000
MAX_FILTER_CHARACTERS = 200

MAX_PATTERN_MEMORY_BYTES = 1024 * 1024


class Pattern(Protocol):
    """A regular expression compiled by RE2."""

    def fullmatch(self, text: str) -> Any: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CdxQuery:
    """One question to the CDX server, checked."""

    url: str
    match_type: str = "exact"
    since: str = ""  # digits, as given
    until: str = ""
    limit: int = MAX_ROWS  # negative: the last rows
    filters: tuple[tuple[bool, str, Pattern], ...] = ()  # (wanted, field, pattern)
    fields: tuple[str, ...] = FIELDS
    output: str = "text"
    closest: datetime | None = None
    newest_first: bool = False
    collapse: tuple[str, int] | None = None  # field and how many of its characters count

    @classmethod
    def parse(cls, parameters: Sequence[tuple[str, str]]) -> CdxQuery:
        """The question in the parameters of a request; UsageError names the one that is wrong."""
        query = dict(parameters)
        url, match_type = _address(query)
        closest = query.get("closest")
        return cls(
            url=url,
            match_type=_one_of("matchType", match_type, MATCH_TYPES),
            since=_digits("from", query.get("from", "")),
            until=_digits("to", query.get("to", "")),
            limit=_limit(query.get("limit", "")),
            filters=tuple(_filter(value) for name, value in parameters if name == "filter"),
            fields=_fields(query.get("fl", "")),
            output=_one_of("output", query.get("output") or "text", ("text", "json")),
            closest=parse_timestamp14(_digits("closest", closest)) if closest else None,
            newest_first=query.get("sort") == "reverse",
            collapse=_collapse(query.get("collapse", "")),
        )


def _address(parameters: Mapping[str, str]) -> tuple[str, str]:
    written = parameters.get("url", "").strip()
    if not written:
        raise UsageError("the parameter url is missing; ask for example for /cdx?url=example.org")
    match_type = parameters.get("matchType") or "exact"
    if "matchType" not in parameters and written.startswith("*."):
        written, match_type = written[2:], "domain"
    elif "matchType" not in parameters and written.endswith("*"):
        written, match_type = written[:-1], "prefix"
    return canonical_url(plain_url(written)), match_type


def _one_of(name: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise UsageError(f"{name}={value[:40]} is unknown; use one of {', '.join(known)}")
    return value


def _digits(name: str, value: str) -> str:
    if value and not re.fullmatch(r"[0-9]{1,14}", value):
        raise UsageError(f"{name}={value[:40]!r} is not a timestamp; write up to 14 digits such as 20240131")
    return value


def _limit(value: str) -> int:
    if not value:
        return MAX_ROWS
    if not re.fullmatch(r"-?[0-9]{1,9}", value):
        raise UsageError(f"limit={value[:40]!r} is not a number; write for example limit=10, or -10 for the last ten")
    return max(-MAX_ROWS, min(MAX_ROWS, int(value)))


def _fields(value: str) -> tuple[str, ...]:
    if not value:
        return FIELDS
    return tuple(_one_of("fl", name, FIELDS) for name in value.split(","))


def _filter(value: str) -> tuple[bool, str, Pattern]:
    unwanted = value.startswith("!")
    name, colon, pattern = value.removeprefix("!").partition(":")
    _one_of("filter", name.lstrip("=~"), FIELDS)
    if not colon or len(pattern) > MAX_FILTER_CHARACTERS:
        raise UsageError(f"filter={value[:40]} is not understood; write [!]field:expression, such as statuscode:200")
    return not unwanted, name.lstrip("=~"), _compiled(pattern, value)


def _compiled(pattern: str, value: str) -> Pattern:
    options = re2.Options()
    options.max_mem = MAX_PATTERN_MEMORY_BYTES
    options.log_errors = False
    try:
        found: Pattern = re2.compile(_plain(pattern), options)
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else error
        raise UsageError(
            f"filter={value[:40]} is not a regular expression that can be used ({reason}); see docs/reference/replay.md"
        ) from error
    return found


def _collapse(value: str) -> tuple[str, int] | None:
    if not value:
        return None
    name, _, length = value.partition(":")
    if length and not re.fullmatch(r"[0-9]{1,4}", length):
        raise UsageError(f"collapse={value[:40]} is not understood; write for example collapse=timestamp:8")
    return _one_of("collapse", name, FIELDS), int(length or 0)


class ResponseFacts:
    """Type, length, status and digest of stored responses, read once: a version never changes."""

    def __init__(self, archive: ArchiveReader) -> None:
        self._archive = archive
        self._known: dict[tuple[str, str], Mapping[str, str]] = {}

    def of(self, version: Version, url: str) -> Mapping[str, str]:
        """The fields that only the response knows; `url` is '' for the page itself."""
        key = version.id, url
        if key not in self._known:
            response = self._archive.contents.response(version, url or None)
            if len(self._known) >= MAX_ROWS:
                self._known.clear()
            self._known[key] = {
                "mimetype": media_type(response.header("content-type")),
                "length": str(len(response.body)),
                "statuscode": str(response.status),
                "digest": hashlib.sha256(response.body).hexdigest(),
            }
        return self._known[key]


class _Row:
    """One line of the answer; fields that need the stored response are read only when asked for."""

    def __init__(self, facts: ResponseFacts, version: Version, resource: str = "") -> None:
        self._facts = facts
        self._resource = resource  # '' for the page itself
        self.version = version
        self.timestamp = timestamp14(version.captured_at)

    @property
    def url(self) -> str:
        return self._resource or self.version.url

    def field(self, name: str) -> str:
        readers: dict[str, Callable[[], str]] = {
            "urlkey": lambda: surt_key(self.url),
            "timestamp": lambda: self.timestamp,
            "original": lambda: self.url,
        }
        if not self._resource:
            readers["statuscode"] = lambda: str(self.version.status)
            readers["digest"] = lambda: self.version.digest or "-"
        return readers[name]() if name in readers else self._facts.of(self.version, self._resource)[name]


def cdx_answer(archive: ArchiveReader, query: CdxQuery, *, facts: ResponseFacts | None = None) -> ReplayResponse:
    """The rows as text, one line each, or as JSON with the field names in the first row."""
    chosen = _chosen(archive, query, facts or ResponseFacts(archive))
    rows = [[row.field(name) for name in query.fields] for row in chosen]
    if query.output == "json":
        lines = [json.dumps(row, ensure_ascii=False) for row in ([list(query.fields), *rows] if rows else [])]
        return own_pages.text("[" + ",\n ".join(lines) + "]\n", "application/json")
    return own_pages.text(
        "".join(" ".join(value.replace(" ", "%20") for value in row) + "\n" for row in rows), "text/plain"
    )


def _chosen(archive: ArchiveReader, query: CdxQuery, facts: ResponseFacts) -> Iterable[_Row]:
    rows = _collapsed((row for row in _rows(archive, query, facts) if _wanted(row, query)), query)
    if query.closest is not None:
        nearest = query.closest
        rows = iter(sorted(rows, key=lambda row: abs(row.version.captured_at - nearest)))
    elif query.newest_first:
        rows = reversed(list(rows))
    return list(rows)[query.limit :] if query.limit < 0 else islice(rows, query.limit)


def _rows(archive: ArchiveReader, query: CdxQuery, facts: ResponseFacts) -> Iterator[_Row]:
    """All rows of the time asked for, in the order of their keys and times."""
    finder, exact = Finder(archive), query.match_type == "exact"
    matches = _matcher(query)
    keyed: dict[str, list[_Row]] = {}
    for url in [query.url] if exact else [url for url in archive.versions.pages() if matches(surt_key(url))]:
        keyed.setdefault(surt_key(url), []).extend(_Row(facts, version) for version in finder.versions(url))
    for held in archive.versions.holdings(query.url if exact else None):
        key = _key_of(held.url)
        if exact or matches(key):
            keyed.setdefault(key, []).append(_Row(facts, held.version, held.url))
    for key in sorted(keyed):
        for row in sorted(keyed[key], key=lambda row: row.version.captured_at):
            # a shorter timestamp means its whole year, month or day
            if row.timestamp[: len(query.since)] >= query.since and row.timestamp[: len(query.until)] <= query.until:
                yield row


def _key_of(address: str) -> str:
    """The key of a resource; what pages load is not always a web address."""
    try:
        return surt_key(address)
    except InputError:
        return address


def _matcher(query: CdxQuery) -> Callable[[str], bool]:
    wanted = surt_key(query.url)
    host = wanted.partition(")")[0]
    tests: dict[str, Callable[[str], bool]] = {
        "exact": lambda key: key == wanted,
        "prefix": lambda key: key.startswith(wanted),
        "host": lambda key: key.partition(")")[0] == host,
        "domain": lambda key: key.partition(")")[0] == host or key.startswith(f"{host},"),
    }
    return tests[query.match_type]


def _wanted(row: _Row, query: CdxQuery) -> bool:
    return all(
        bool(pattern.fullmatch(_plain(row.field(name)[:2_000]))) == wanted for wanted, name, pattern in query.filters
    )


def _plain(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")  # RE2 takes no halves of characters


def _collapsed(rows: Iterator[_Row], query: CdxQuery) -> Iterator[_Row]:
    """Yield the first of adjacent rows that agree in the collapsed field."""
    last: str | None = None
    for row in rows:
        if query.collapse is not None:
            name, length = query.collapse
            value = row.field(name)[: length or None]
            if value == last:
                continue
            last = value
        yield row
