"""Memento, access to versions by time over HTTP (RFC 7089).

The original resource is the archived page, a memento one version of it at `/web/<timestamp>/<url>`, the TimeGate at
`/web/<url>` picks the version closest to `Accept-Datetime`, and the TimeMap at `/web/timemap/<form>/<url>` lists all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from urllib.parse import quote

from pagestrata.errors import UsageError
from pagestrata.formats.urls import timestamp14
from pagestrata.model.records import Version

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
    """What a TimeGate answers with: the closest version, or the newest when no time was asked for."""
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
