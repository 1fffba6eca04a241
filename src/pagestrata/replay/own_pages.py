"""Replay's own small pages and messages. Archived text in them is always escaped, under a policy of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from pagestrata.model.records import Version
from pagestrata.replay.memento import Addresses
from pagestrata.replay.messages import Header, ReplayResponse

MAX_LISTED_PAGES = 1_000

_OWN_POLICY: tuple[Header, ...] = (
    ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
)
_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}"
)


def text(content: str, content_type: str, *headers: Header, status: int = 200) -> ReplayResponse:
    """A plain answer."""
    sent = (("Content-Type", f"{content_type}; charset=utf-8"), *_OWN_POLICY, *headers)
    return ReplayResponse(status=status, headers=sent, body=content.encode("utf-8", "replace"))


def message(status: int, sentence: str, *headers: Header) -> ReplayResponse:
    """One sentence, as plain text: it may repeat what the client sent."""
    return text(f"{sentence}\n", "text/plain", *headers, status=status)


def _page(title: str, items: Iterable[str], feeds: Sequence[tuple[str, str]]) -> ReplayResponse:
    """A list under a heading; `feeds` are titles and addresses, for feed readers and for people."""
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    viewport = '<meta name="viewport" content="width=device-width">'
    links = "".join(
        f'<link rel="alternate" type="application/atom+xml" title="{escape(name)}" href="{escape(path)}">'
        for name, path in feeds
    )
    offered = ", ".join(f'<a href="{escape(path)}">{escape(name)}</a>' for name, path in feeds)
    foot = f"<p>Feeds: {offered}" if offered else ""
    return text(f"{head}{viewport}{links}<h1>{escape(title)}</h1><ul>{''.join(items)}</ul>{foot}", "text/html")


def pages(urls: Iterable[str], addresses: Addresses, *, feeds: Sequence[tuple[str, str]] = ()) -> ReplayResponse:
    """The archived pages, each leading to its versions."""
    listed = sorted(urls)
    items = [f'<li><a href="{escape(addresses.listing(url))}">{escape(url)}</a>' for url in listed[:MAX_LISTED_PAGES]]
    if len(listed) > MAX_LISTED_PAGES:
        items.append(f"<li>and {len(listed) - MAX_LISTED_PAGES} more")
    return _page("Archived pages", items, feeds)


def versions(
    found: Sequence[Version], url: str, addresses: Addresses, *, feeds: Sequence[tuple[str, str]] = ()
) -> ReplayResponse:
    """The versions of one page, newest first."""
    items = (
        f'<li><a href="{escape(addresses.memento(version))}">'
        f"{version.captured_at:%Y-%m-%d %H:%M:%S} UTC</a> {escape(_summary(version))}"
        for version in reversed(found)
    )
    return _page(f"Versions of {url}", items, feeds)


def _summary(version: Version) -> str:
    number = version.probability
    judged = "" if number is None or not version.changes else f", matters with probability {number:.2f}"
    return f"{version.title}: {version.changes} changes{judged}"
