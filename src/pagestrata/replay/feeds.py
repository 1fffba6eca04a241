"""Feeds over HTTP: which feed an address means, and conditional answers.

/feed/               everything that changed
/feed/page/<url>     one page
/feed/trail/<id>     one followed block
/feed/watch/<id>     one watch
/feed/tag/<name>     all watches with a tag
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple, Protocol
from urllib.parse import quote, unquote

from pagestrata.errors import NotFoundError
from pagestrata.replay import own_pages
from pagestrata.replay.memento import http_date
from pagestrata.replay.messages import ReplayRequest, ReplayResponse, plain_url

PREFIX = "/feed/"
CONTENT_TYPE = "application/atom+xml"
KINDS = ("page", "trail", "watch", "tag")


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedDocument:
    """A feed, and when it last got an entry."""

    body: bytes
    updated_at: datetime


class FeedLink(NamedTuple):
    """A feed that a page of the archive points at."""

    title: str
    path: str


class FeedSource(Protocol):
    """Makes feeds. `kind` is one of KINDS, or '' for everything; `root` is how the reader reaches this server."""

    def document(self, kind: str, name: str, *, root: str) -> FeedDocument: ...
    def links(self, url: str | None) -> Sequence[FeedLink]: ...


def feed_path(kind: str = "", name: str = "") -> str:
    """The address of a feed on this server."""
    return f"{PREFIX}{kind}/{quote(name, safe=':/?=&~+!$,;@()*')}" if kind else PREFIX


def feed_answer(source: FeedSource, request: ReplayRequest) -> ReplayResponse:
    """The feed, or 304 for a reader who has it. Raises NotFoundError if it does not exist."""
    kind, _, written = request.target.removeprefix(PREFIX).partition("/")
    if request.target == PREFIX:
        kind, name = "", ""
    elif kind in KINDS and written:
        name = plain_url(written) if kind == "page" else unquote(written.partition("?")[0])
    else:
        raise NotFoundError(f"there is no such feed; feeds are {PREFIX}, {', '.join(f'{PREFIX}{k}/…' for k in KINDS)}")
    found = source.document(kind, name, root=request.root)
    etag = f'"{hashlib.sha256(found.body).hexdigest()[:24]}"'
    headers = (("ETag", etag), ("Last-Modified", http_date(found.updated_at)), ("Cache-Control", "no-cache"))
    if _is_known(request.headers, etag, found.updated_at):
        return ReplayResponse(status=304, headers=headers)
    return own_pages.text(found.body.decode(), CONTENT_TYPE, *headers)


def _is_known(headers: Mapping[str, str], etag: str, updated_at: datetime) -> bool:
    """RFC 9110 §13.2.2: a tag goes before a date."""
    wanted = headers.get("if-none-match")
    if wanted is not None:
        return wanted.strip() == "*" or etag in {part.strip().removeprefix("W/") for part in wanted.split(",")}
    try:
        since = parsedate_to_datetime(headers.get("if-modified-since", ""))
    except (ValueError, TypeError):
        return False
    since = since if since.tzinfo else since.replace(tzinfo=UTC)
    return updated_at.replace(microsecond=0) <= since
