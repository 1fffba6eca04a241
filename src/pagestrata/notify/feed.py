"""Feeds of changes as Atom (RFC 4287) and JSON Feed 1.1."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

from pagestrata.model.events import Event
from pagestrata.notify.messages import sentence

NAMESPACE = "http://www.w3.org/2005/Atom"
LONGEST_FEED = 100
_CONTROL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NOTHING_YET = datetime(1970, 1, 1, tzinfo=UTC)  # the date of an empty feed: constant, so that caches work


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One change; `url` leads to more about it."""

    id: str
    title: str
    text: str
    url: str
    time: datetime
    tags: tuple[str, ...] = ()


def entry_of(event: Event, *, url: str) -> FeedEntry:
    """An event as an entry of a feed."""
    texts_by_time = (("Before", event.old_text), ("Now", event.new_text)) if event.old_text != event.new_text else ()
    texts = "".join(f"\n{when}: {text}" for when, text in texts_by_time if text)
    return FeedEntry(
        id=feed_id(event.url, event.key),
        title=sentence(event),
        text=f"{sentence(event)}{texts}\n{event.url}",
        url=url,
        time=event.time,
        tags=event.tags,
    )


def feed_id(*names: str) -> str:
    """A permanent id, the same at any time and place (RFC 4287 §4.2.6)."""
    return uuid.uuid5(uuid.NAMESPACE_URL, "pagestrata\n" + "\n".join(names)).urn


def newest(entries: Iterable[FeedEntry]) -> list[FeedEntry]:
    """The newest entries, at most a hundred, newest first."""
    return sorted(entries, key=lambda entry: entry.time, reverse=True)[:LONGEST_FEED]


def updated_at(entries: Iterable[FeedEntry]) -> datetime:
    return max((entry.time for entry in entries), default=NOTHING_YET)


def atom_feed(entries: Sequence[FeedEntry], *, feed_id: str, title: str, self_url: str) -> bytes:
    """The feed as an Atom document; equal entries give equal bytes."""
    ElementTree.register_namespace("", NAMESPACE)
    feed = ElementTree.Element(f"{{{NAMESPACE}}}feed")
    _add(feed, "id", feed_id)
    _add(feed, "title", title)
    _add(feed, "updated", _time(updated_at(entries)))
    if self_url:
        _add(feed, "link", rel="self", href=self_url, type="application/atom+xml")
    author = _add(feed, "author")
    _add(author, "name", "Pagestrata")
    for entry in entries:
        element = _add(feed, "entry")
        _add(element, "id", entry.id)
        _add(element, "title", entry.title)
        _add(element, "updated", _time(entry.time))
        _add(element, "link", rel="alternate", href=entry.url)
        for tag in entry.tags:
            _add(element, "category", term=tag)
        _add(element, "content", entry.text, type="text")
    return bytes(ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True))


def json_feed(entries: Sequence[FeedEntry], *, title: str) -> dict[str, Any]:
    """The feed as a JSON Feed (jsonfeed.org)."""
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": title,
        "items": [
            {
                "id": entry.id,
                "url": entry.url,
                "title": entry.title,
                "content_text": entry.text,
                "date_modified": _time(entry.time),
                "tags": list(entry.tags),
            }
            for entry in entries
        ],
    }


def _time(when: datetime) -> str:
    return when.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    clean = {key: _CONTROL.sub("", value) for key, value in attributes.items()}
    element = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}", clean)
    if text:
        element.text = _CONTROL.sub("", text)
    return element
