"""The addresses replay answers, as one function from request to response.

/                            the archived pages
/web/<timestamp>/<url>       one version, rewritten; with `id_` behind the timestamp byte for byte
/web/<url>                   TimeGate: to the version closest to Accept-Datetime, or to the newest
/web/*/<url>                 the versions of a page
/web/timemap/link|json/<url> TimeMap
/cdx?url=…                   CDX server
/feed/…                      Atom feeds, see `feeds`
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl

from pagestrata.errors import ArchiveError, InputError, NotFoundError, UsageError
from pagestrata.formats.urls import timestamp14
from pagestrata.interfaces import ArchiveReader
from pagestrata.model.records import Version
from pagestrata.replay import own_pages
from pagestrata.replay.archive_addresses import ReplayAddress
from pagestrata.replay.cdx import CdxQuery, ResponseFacts, cdx_answer
from pagestrata.replay.feeds import PREFIX, FeedLink, FeedSource, feed_answer
from pagestrata.replay.memento import (
    LINK_FORMAT,
    Addresses,
    Finder,
    Found,
    http_date,
    link_header,
    negotiate,
    timemap_json,
    timemap_link,
)  # fmt: skip
from pagestrata.replay.messages import (
    MAX_TARGET_CHARACTERS,
    Header,
    ReplayRequest,
    ReplayResponse,
    parse_target,
    plain_url,
)
from pagestrata.replay.rewrite_response import raw, replayed, show

_CDX_PATHS = frozenset({"/cdx", "/cdx/search/cdx", "/web/cdx"})
MAX_PARAMETERS = 50
_VARY: Header = ("Vary", "accept-datetime")


class Replay:
    """One archive shown over HTTP, mounted at a path."""

    def __init__(self, archive: ArchiveReader, *, prefix: str = "/web", feeds: FeedSource | None = None) -> None:
        self._archive = archive
        self._feeds = feeds
        self._finder = Finder(archive)
        self._facts = ResponseFacts(archive)
        self._prefix = prefix

    def mounted_at(self, prefix: str) -> Replay:
        """Mount this archive under another path."""
        other = copy.copy(self)
        other._prefix = prefix
        return other

    def respond(self, request: ReplayRequest) -> ReplayResponse:
        """The answer to any request; it never raises for what a client can send or an archived page can hold."""
        if request.method not in {"GET", "HEAD"}:
            return own_pages.message(405, "The archive can only be read: use GET or HEAD.", ("Allow", "GET, HEAD"))
        if len(request.target) > MAX_TARGET_CHARACTERS:
            return own_pages.message(414, f"The address is longer than {MAX_TARGET_CHARACTERS} characters.")
        try:
            return self._route(request)
        except NotFoundError as error:
            return own_pages.message(404, str(error))
        except (UsageError, InputError) as error:
            return own_pages.message(400, str(error))
        except ArchiveError as error:
            return own_pages.message(500, str(error))

    def _route(self, request: ReplayRequest) -> ReplayResponse:
        path, _, query = request.target.partition("?")
        addresses = Addresses(root=request.root, prefix=self._prefix)
        if path.rstrip("/") == self._prefix:
            return _redirect(f"{request.root}/")
        if path == "/":
            return own_pages.pages(self._archive.versions.pages(), addresses, feeds=self._links(None))
        if path.startswith(PREFIX) and self._feeds is not None:
            return feed_answer(self._feeds, request)
        if path in _CDX_PATHS:
            return cdx_answer(self._archive, CdxQuery.parse(_parameters(query)), facts=self._facts)
        if not path.startswith(f"{self._prefix}/"):
            return own_pages.message(
                404, f"Nothing is here. Archived pages are under {self._prefix}/<timestamp>/<url>."
            )
        rest = request.target.removeprefix(f"{self._prefix}/")
        if rest.startswith("timemap/"):
            return self._timemap(rest.removeprefix("timemap/"), addresses)
        target = parse_target(rest)
        if target.time == "*":
            return own_pages.versions(self._known(target.url), target.url, addresses, feeds=self._links(target.url))
        if not target.time:
            return self._timegate(target.url, request.headers, addresses)
        return self._memento(target.url, target.time, addresses, exact=target.modifier == "id_")

    def _links(self, url: str | None) -> Sequence[FeedLink]:
        return self._feeds.links(url) if self._feeds is not None else ()

    def _known(self, url: str) -> tuple[Version, ...]:
        versions = tuple(self._finder.versions(url))
        if not versions:
            raise NotFoundError(f"{url[:200]} is not in this archive; add it with `pagestrata visit` or `import`")
        return versions

    def _timemap(self, rest: str, addresses: Addresses) -> ReplayResponse:
        form, _, written = rest.partition("/")
        if form not in {"link", "json"} or not written:
            raise UsageError(f"there is no TimeMap {form[:20]!r}; ask for timemap/link/<url> or timemap/json/<url>")
        url = plain_url(written)
        versions = self._known(url)
        if form == "json":
            return own_pages.text(timemap_json(versions, url, addresses), "application/json")
        return own_pages.text(timemap_link(versions, url, addresses), LINK_FORMAT)

    def _timegate(self, url: str, headers: Mapping[str, str], addresses: Addresses) -> ReplayResponse:
        versions = self._known(url)
        chosen = negotiate(versions, headers.get("accept-datetime"))
        return _redirect(addresses.memento(chosen), _VARY, *_links(versions, None, url, addresses))

    def _memento(self, url: str, digits: str, addresses: Addresses, *, exact: bool) -> ReplayResponse:
        found = self._finder.at(url, digits)
        if found is None:
            raise NotFoundError(f"{url[:200]} is not in this archive at {digits}; see {self._prefix}/*/{url[:200]}")
        if isinstance(found, Version):
            return _redirect(addresses.memento(found, "id_" if exact else ""))
        return self._shown(url, found, addresses, exact=exact)

    def _shown(self, url: str, found: Found, addresses: Addresses, *, exact: bool) -> ReplayResponse:
        version = found.version
        base = version.url if found.is_page else url
        place = ReplayAddress(base=base, timestamp=timestamp14(version.captured_at), prefix=self._prefix)
        dom = self._rendered(version) if found.is_page and not exact else ""
        showing = raw(found.response) if exact else show(found.response, place, dom=dom)
        versions = self._finder.versions(url) if found.is_page else ()
        memento: Header = ("Memento-Datetime", http_date(version.captured_at))
        shown = version if found.is_page else None
        return replayed(found.response, showing, place, memento, *_links(versions, shown, url, addresses))

    def _rendered(self, version: Version) -> str:
        """The document after its scripts ran; '' for what was never rendered."""
        try:
            return self._archive.contents.dom(version)
        except NotFoundError:
            return ""


def _parameters(query: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(query, keep_blank_values=True, max_num_fields=MAX_PARAMETERS)
    except ValueError as error:
        raise UsageError(
            f"the query string cannot be read ({error}); use at most {MAX_PARAMETERS} parameters"
        ) from error


def _links(versions: Sequence[Version], shown: Version | None, url: str, addresses: Addresses) -> list[Header]:
    written = link_header(versions, shown, url, addresses)
    return [("Link", written)] if written else []


def _redirect(address: str, *headers: Header) -> ReplayResponse:
    return ReplayResponse(status=302, headers=(("Location", address), ("Content-Type", "text/plain"), *headers))
