"""Where a page leads, for who looks for more pages: its links, but for those its author asks nobody to follow."""

from __future__ import annotations

from urllib.parse import urljoin

from pagestrata.errors import InputError
from pagestrata.formats.html.html_source import parse_html

MOST_LINKS = 10_000


def page_links(body: bytes, url: str, content_type: str | None = None) -> tuple[str, ...]:
    """The absolute addresses that a page links to, each once; none where it cannot be read or says 'nofollow'."""
    try:
        document = parse_html(body, content_type)
    except InputError:
        return ()
    said = " ".join((node.attributes.get("content") or "") for node in document.css("meta[name=robots i]")).lower()
    if "nofollow" in said or "none" in said.replace(",", " ").split():
        return ()
    base = document.css_first("base[href]")
    address = _joined(url, (base.attributes.get("href") or "") if base is not None else "") or url
    found: dict[str, None] = {}
    for node in document.css("a[href], area[href]")[:MOST_LINKS]:
        if "nofollow" in (node.attributes.get("rel") or "").lower().split():
            continue
        target = _joined(address, node.attributes["href"] or "")
        if target is not None:
            found[target] = None
    return tuple(found)


def _joined(base: str, reference: str) -> str | None:
    try:
        target = urljoin(base, reference.strip()).partition("#")[0]
    except ValueError:
        return None
    return target if target.lower().startswith(("http://", "https://")) else None
