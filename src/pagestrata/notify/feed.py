"""Atom feeds (RFC 4287) of what changed: per trail, per watch, per tag, and of everything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from xml.etree import ElementTree

NAMESPACE = "http://www.w3.org/2005/Atom"
LONGEST_FEED = 100
_CONTROL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One change. `subject` is the watch or trail, `tags` are those of its watch."""

    key: str
    subject: str
    title: str
    text: str
    url: str
    time: datetime
    tags: tuple[str, ...] = ()


def chosen(entries: Iterable[FeedEntry], *, subject: str | None = None, tag: str | None = None) -> list[FeedEntry]:
    """The entries of one trail or watch, of one tag, or all: the newest first, at most a hundred."""
    found = [entry for entry in entries if subject in (None, entry.subject) and (tag is None or tag in entry.tags)]
    return sorted(found, key=lambda entry: entry.time, reverse=True)[:LONGEST_FEED]


def atom_feed(entries: Sequence[FeedEntry], *, feed_id: str, title: str, self_url: str, now: datetime) -> bytes:
    """The feed as a document. An empty feed is valid too and dated `now`."""
    ElementTree.register_namespace("", NAMESPACE)
    feed = ElementTree.Element(f"{{{NAMESPACE}}}feed")
    _add(feed, "id", feed_id)
    _add(feed, "title", title)
    _add(feed, "updated", max((entry.time for entry in entries), default=now).isoformat())
    _add(feed, "link", rel="self", href=self_url, type="application/atom+xml")
    author = _add(feed, "author")
    _add(author, "name", "Pagestrata")
    for entry in entries:
        element = _add(feed, "entry")
        _add(element, "id", f"urn:pagestrata:{entry.key}")
        _add(element, "title", entry.title)
        _add(element, "updated", entry.time.isoformat())
        _add(element, "link", rel="alternate", href=entry.url)
        for tag in entry.tags:
            _add(element, "category", term=tag)
        _add(element, "content", entry.text, type="text")
    return bytes(ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True))


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    clean = {key: _CONTROL.sub("", value) for key, value in attributes.items()}
    element = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}", clean)
    if text:
        element.text = _CONTROL.sub("", text)
    return element
