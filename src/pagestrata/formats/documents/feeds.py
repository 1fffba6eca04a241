"""Feeds as lists of items: RSS 0.9 to 2.0, Atom and RDF by feedparser, JSON Feed by hand.

Texts are what a reader sees: markup is taken out of titles and descriptions. A feed that declares entities of its own is
refused, since their only use is to exhaust the memory of the reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import urljoin

from pagestrata.errors import InputError
from pagestrata.formats.charsets import decode_text, detect_charset
from pagestrata.formats.html.html_source import LexborNode, check_nesting, parse_html

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

LARGEST_FEED = 4 * 1024 * 1024
MOST_ITEMS = 5_000
MOST_READ = 20_000
"""Items of a feed that is read at all; the first of them are taken."""

MOST_LINKED = 50
LONGEST_TITLE = 200
FEED_TYPES = frozenset(
    {
        "application/rss+xml",
        "application/atom+xml",
        "application/rdf+xml",
        "application/feed+json",
        "application/json+feed",
    }
)

_SNIFFED = 2_048
_ROOT = re.compile(r"<(?:\w+:)?(rss|feed|rdf)\b", re.I)
_BEFORE_ROOT = re.compile(
    r"^\ufeff?\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!doctype[^>\[]*(?:\[.*?\]\s*)?>\s*)*", re.I | re.S
)
_ITEM = re.compile(r"<(?:\w+:)?(?:item|entry)\b", re.I)
_JSON_FEED = re.compile(r'"version"\s*:\s*"https?:\\?/\\?/jsonfeed\.org\\?/version')


class FeedItem(NamedTuple):
    """One item; fields that the feed lacks are empty."""

    id: str
    title: str
    text: str
    link: str = ""
    pictures: tuple[str, ...] = ()


class LinkedFeed(NamedTuple):
    """A feed that a page links to."""

    address: str
    title: str


class Feed(NamedTuple):
    title: str
    items: tuple[FeedItem, ...]


def is_feed(body: bytes, content_type: str | None = None) -> bool:
    """Return whether these bytes begin like a feed, whatever type the server declares."""
    start = decode_text(body[:_SNIFFED], detect_charset(body[:_SNIFFED], content_type)).replace("\0", "")
    if start.lstrip().startswith("{"):
        return bool(_JSON_FEED.search(decode_text(body[:LARGEST_FEED], "utf-8")))
    begun = _BEFORE_ROOT.match(start)
    return bool(_ROOT.match(start, begun.end() if begun else 0))


def read_feed(body: bytes, content_type: str | None = None) -> Feed:
    """The items of a feed. Raises InputError if it is invalid, is too large or declares entities."""
    if len(body) > LARGEST_FEED:
        raise InputError(f"the feed has {len(body):,} bytes; at most {LARGEST_FEED:,} are read")
    if not is_feed(body, content_type):
        raise InputError("this is not a feed: neither RSS, Atom, RDF nor JSON Feed")
    text = decode_text(body, detect_charset(body, content_type))
    if text.lstrip().startswith("{"):
        return _json_feed(text)
    if "<!ENTITY" in text or "<!entity" in text:
        raise InputError("the feed declares entities of its own; it is not read")
    if len(_ITEM.findall(text)) > MOST_READ:
        raise InputError(f"the feed has more than {MOST_READ:,} items; it is not read")
    check_nesting(text.encode("utf-8", "replace"))
    return _xml_feed(body, content_type)


def _xml_feed(body: bytes, content_type: str | None) -> Feed:
    import feedparser

    headers = {"content-type": content_type} if content_type else {}
    found = feedparser.parse(BytesIO(body), response_headers=headers, sanitize_html=False, resolve_relative_uris=False)
    if not found.get("version") and not found.entries:
        raise InputError(f"the feed cannot be read ({found.get('bozo_exception', 'no version')}); check its address")
    items = tuple(_xml_item(entry) for entry in found.entries[:MOST_ITEMS])
    return Feed(_plain(found.feed.get("title")), items)


def _xml_item(entry: Any) -> FeedItem:
    contents = [part.get("value", "") for part in entry.get("content") or ()]
    text = max([entry.get("summary") or "", *contents], key=len)
    return FeedItem(
        id=str(entry.get("id") or entry.get("link") or ""),
        title=_plain(entry.get("title")),
        text=_plain(text),
        link=str(entry.get("link") or ""),
        pictures=_pictures(text),
    )


def _json_feed(text: str) -> Feed:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the feed is not JSON ({error}); check its address") from error
    items = found.get("items") if isinstance(found, dict) else None
    if not isinstance(items, list):
        raise InputError("the JSON feed has no list of items")
    return Feed(_plain(found.get("title")), tuple(_json_items(items[:MOST_ITEMS])))


def _json_items(items: list[Any]) -> Iterator[FeedItem]:
    for item in items:
        if isinstance(item, dict):
            text = item.get("content_html") or item.get("content_text") or item.get("summary")
            link = str(item.get("url") or item.get("external_url") or "")
            yield FeedItem(
                id=str(item.get("id") or link),
                title=_plain(item.get("title")),
                text=_plain(text),
                link=link,
                pictures=_pictures(text),
            )


def _plain(value: Any) -> str:
    """Return the words that a reader sees."""
    text = value if isinstance(value, str) else ""
    body = _markup(text)
    return " ".join((body.text(separator=" ") if body is not None else text).split())


def _pictures(value: Any) -> tuple[str, ...]:
    """The addresses of the pictures in a description."""
    body = _markup(value) if isinstance(value, str) else None
    found = (node.attributes.get("src") for node in body.css("img")) if body is not None else ()
    return tuple(address for address in found if address)


def _markup(text: str) -> LexborNode | None:
    """Return the parsed mark-up of a description; None if it has none or is nested too deeply to parse."""
    if "<" not in text:
        return None
    try:
        return parse_html(text.encode("utf-8", "replace"), "text/html; charset=utf-8").body
    except InputError:
        return None


def linked_feeds(body: bytes, url: str, content_type: str | None = None) -> list[LinkedFeed]:
    """Return the feeds that a page links to (`<link rel=alternate>`), in its order. Raises InputError for an unreadable page."""
    document = parse_html(body, content_type)
    base = document.css_first("base[href]")
    address = urljoin(url, (base.attributes.get("href") or "") if base is not None else "")
    found: dict[str, str] = {}
    for node in document.css("link[rel~=alternate][href]")[:MOST_LINKED]:
        kind = (node.attributes.get("type") or "").partition(";")[0].strip().lower()
        try:
            target = urljoin(address, (node.attributes["href"] or "").strip())
        except ValueError:
            continue
        if kind in FEED_TYPES and target.startswith(("http://", "https://")):
            found.setdefault(target, " ".join((node.attributes.get("title") or "").split())[:LONGEST_TITLE])
    return [LinkedFeed(address, title) for address, title in found.items()]
