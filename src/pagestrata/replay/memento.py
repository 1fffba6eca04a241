"""Memento, access to versions by time over HTTP (RFC 7089).

The original resource is the archived page, a memento one version of it at `/web/<timestamp>/<url>`, the TimeGate at
`/web/<url>` picks the version closest to `Accept-Datetime`, and the TimeMap at `/web/timemap/<form>/<url>` lists all.
`Finder` finds the version, or the resource of a version, that an address and a time mean.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from urllib.parse import quote

from pagestrata.errors import InputError, NotFoundError, UsageError
from pagestrata.formats.urls import canonical_url, parse_timestamp14, timestamp14
from pagestrata.interfaces import ArchiveReader
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Response

LINK_FORMAT = "application/link-format"
_SAFE_IN_LINKS = "%/:=&?~#+!$,;'@()*[]"
MAX_LINKED_ADDRESS = 2_000
"""Longer addresses are omitted from Link headers, which would exceed what clients accept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """Where one archive is mounted: `root` is scheme and host ('' for relative addresses), `prefix` the path."""

    root: str = ""
    prefix: str = "/web"

    def memento(self, version: Version, modifier: str = "") -> str:
        return f"{self.root}{self.prefix}/{timestamp14(version.captured_at)}{modifier}/{_quoted(version.url)}"

    def listing(self, url: str) -> str:
        return f"{self.root}{self.prefix}/*/{_quoted(url)}"

    def timegate(self, url: str) -> str:
        return f"{self.root}{self.prefix}/{_quoted(url)}"

    def timemap(self, url: str, form: str = "link") -> str:
        return f"{self.root}{self.prefix}/timemap/{form}/{_quoted(url)}"


def _quoted(url: str) -> str:
    return quote(url, safe=_SAFE_IN_LINKS, errors="replace")


def http_date(when: datetime) -> str:
    """A time as HTTP headers write it."""
    return format_datetime(when.astimezone(UTC).replace(microsecond=0), usegmt=True)


def parse_accept_datetime(value: str) -> datetime:
    """The time a client asks for; UsageError when it is not an HTTP date (RFC 7089 §4.5.3: answered with 400)."""
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        example = "Thu, 31 May 2007 20:35:00 GMT"
        raise UsageError(f"Accept-Datetime {value[:60]!r} is not an HTTP date; write it like {example}") from error
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def closest(versions: Sequence[Version], when: datetime) -> Version:
    """The version nearest in time, the earlier of two equally near."""
    return min(versions, key=lambda version: (abs(version.captured_at - when), version.captured_at))


def negotiate(versions: Sequence[Version], accept_datetime: str | None) -> Version:
    """Return the version for a TimeGate's answer: the closest one, or the newest if no time was requested."""
    if accept_datetime is None:
        return versions[-1]
    return closest(versions, parse_accept_datetime(accept_datetime))


def link_header(versions: Sequence[Version], shown: Version | None, url: str, addresses: Addresses) -> str:
    """The Link header of a TimeGate's answer or of a memento, where `shown` is the version."""
    if len(url) > MAX_LINKED_ADDRESS:
        return ""
    links = [
        f'<{_quoted(url)}>; rel="original"',
        f'<{addresses.timegate(url)}>; rel="timegate"',
        f'<{addresses.timemap(url)}>; rel="timemap"; type="{LINK_FORMAT}"',
    ]
    return ", ".join([*links, *_memento_links(_neighbours(versions, shown), addresses)])


def _neighbours(versions: Sequence[Version], shown: Version | None) -> list[tuple[Version, str]]:
    """The first and last version, the shown one and its neighbours, each with its relations."""
    if not versions:
        return []
    relations: dict[int, list[str]] = {0: ["first"]}
    relations.setdefault(len(versions) - 1, []).append("last")
    position = next((i for i, version in enumerate(versions) if shown and version.id == shown.id), None)
    if position is not None:
        relations.setdefault(position, [])
        if position > 0:
            relations.setdefault(position - 1, []).append("prev")
        if position + 1 < len(versions):
            relations.setdefault(position + 1, []).append("next")
    return [(versions[i], " ".join([*names, "memento"])) for i, names in sorted(relations.items())]


def _memento_links(mementos: Sequence[tuple[Version, str]], addresses: Addresses) -> Iterator[str]:
    for version, relation in mementos:
        yield f'<{addresses.memento(version)}>; rel="{relation}"; datetime="{http_date(version.captured_at)}"'


def timemap_link(versions: Sequence[Version], url: str, addresses: Addresses) -> str:
    """The TimeMap in link format (RFC 7089 §5)."""
    first, last = http_date(versions[0].captured_at), http_date(versions[-1].captured_at)
    own = f'<{addresses.timemap(url)}>; rel="self"; type="{LINK_FORMAT}"; from="{first}"; until="{last}"'
    head = [f'<{_quoted(url)}>; rel="original"', own, f'<{addresses.timegate(url)}>; rel="timegate"']
    return ",\n".join([*head, *_memento_links(_listed(versions), addresses)]) + "\n"


def _listed(versions: Sequence[Version]) -> list[tuple[Version, str]]:
    ends = dict(_neighbours(versions, None))
    return [(version, ends.get(version, "memento")) for version in versions]


def timemap_json(versions: Sequence[Version], url: str, addresses: Addresses) -> str:
    """The TimeMap as JSON, in the form Memento aggregators use."""
    listed = [{"datetime": _iso(version.captured_at), "uri": addresses.memento(version)} for version in versions]
    content = {
        "original_uri": url,
        "self": addresses.timemap(url, "json"),
        "timegate_uri": addresses.timegate(url),
        "timemap_uri": {"link_format": addresses.timemap(url), "json_format": addresses.timemap(url, "json")},
        "mementos": {"first": listed[0], "last": listed[-1], "list": listed},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _iso(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


REMEMBERED_VERSIONS = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A stored response and the version it belongs to. `is_page` is False for resources."""

    version: Version
    response: Response
    is_page: bool


class Finder:
    """Finds versions and resources; keeps the versions shown last, because their resources are requested next."""

    def __init__(self, archive: ArchiveReader) -> None:
        self._archive = archive
        self._shown: OrderedDict[str, Version] = OrderedDict()
        self._lock = threading.Lock()

    def versions(self, url: str) -> Sequence[Version]:
        """Return the versions of a page, oldest first; none if it is not archived or the address is invalid."""
        try:
            return self._archive.versions.of(canonical_url(url))
        except (NotFoundError, InputError):
            return ()

    def at(self, url: str, digits: str) -> Found | Version | None:
        """Return what is stored for an address at a time.

        A `Version` is the closest one at another time, to redirect the client to; None means nothing is stored.
        Raises InputError for an invalid address or time.
        """
        when = parse_timestamp14(digits)
        versions = self.versions(url)
        exact = next((version for version in versions if _stamp(version) == digits), None)
        if exact is not None:
            self._remember(exact)
            return Found(version=exact, response=self._archive.contents.response(exact), is_page=True)
        resource = self._resource(canonical_url(url), digits, when)
        if resource is not None:
            return resource
        return closest(versions, when) if versions else None

    def _remember(self, version: Version) -> None:
        with self._lock:
            self._shown[version.id] = version
            self._shown.move_to_end(version.id)
            while len(self._shown) > REMEMBERED_VERSIONS:
                self._shown.popitem(last=False)

    def _resource(self, url: str, digits: str, when: datetime) -> Found | None:
        """A resource as the versions shown at that second had it, or as some page held it at that time or closest to it."""
        with self._lock:
            shown = [version for version in reversed(self._shown.values()) if _stamp(version) == digits]
        indexed = self._archive.versions.holding(url, when)
        for version in [*shown, *([indexed] if indexed is not None else [])]:
            try:
                response = self._archive.contents.response(version, url)
            except (NotFoundError, InputError):
                continue
            self._remember(version)
            return Found(version=version, response=response, is_page=False)
        return None


def _stamp(version: Version) -> str:
    return timestamp14(version.captured_at)
