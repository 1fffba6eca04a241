"""HTML as it came from the server, parsed as browsers parse it (lexbor), within limits.

The parser is quadratic in the depth of open elements, and formatting elements that are never closed are opened again in
every paragraph: what nests deeper than browsers allow, or leaves that many open, is refused before it is parsed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from pagestrata.errors import InputError, UsageError
from pagestrata.formats.charsets import decode_text, detect_charset

LARGEST_BYTES = 16 * 1024 * 1024
DEEPEST = 512
"""Open elements at once, as in Blink."""
MOST_LEFT_OPEN = 200
"""Formatting elements that are opened and never closed."""

_VOID = (
    b"area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|option|thead|tbody|tfoot"
)
_NESTING = re.compile(rb"<(/?)(?!(?:" + _VOID + rb")\b)([a-z][a-z0-9-]*)[^>]*?(/?)>", re.I)
_FORMATTING = re.compile(rb"<(/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])", re.I)

_NO_MARKUP = re.compile(rb"<(script|style|textarea)\b.*?</\1", re.I | re.S)

__all__ = ["LexborHTMLParser", "LexborNode", "parse_html", "paths_of", "select_zone"]


def parse_html(body: bytes, content_type: str | None = None) -> LexborHTMLParser:
    """The document of a response. Raises InputError for one too large or nested too deeply."""
    if len(body) > LARGEST_BYTES:
        raise InputError(f"the page has {len(body):,} bytes; without a browser at most {LARGEST_BYTES:,} are compared")
    charset = detect_charset(body, content_type)
    text = body if charset == "utf-8" else decode_text(body, charset).encode("utf-8", "replace")
    text = text.removeprefix(b"\xef\xbb\xbf")
    _check_nesting(text)
    return LexborHTMLParser(text)


def _check_nesting(text: bytes) -> None:
    if text.count(b"<") < MOST_LEFT_OPEN or _depth_bound(text) < MOST_LEFT_OPEN:
        return
    text, deepest, depth = _NO_MARKUP.sub(b"", text), 0, 0
    for closing, _, itself in _NESTING.findall(text):
        depth = max(0, depth - 1) if closing else depth + (not itself)
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise InputError(f"the page nests {deepest:,} elements; without a browser at most {DEEPEST} are compared")
    left_open = sum(-1 if closing else 1 for closing in _FORMATTING.findall(text))
    if left_open > MOST_LEFT_OPEN:
        raise InputError(
            f"the page leaves {left_open:,} formatting elements open; it is not compared without a browser"
        )


def _depth_bound(text: bytes) -> int:
    """At least the depth of the page; more where tags need no end."""
    codes = np.frombuffer(text + b"  ", np.uint8)
    following = codes[np.flatnonzero(codes == ord("<")) + 1]
    opening = (following | 0x20) - ord("a") < 26
    steps = opening.astype(np.int32) - (following == ord("/"))
    return int(np.cumsum(steps).max(initial=0))


def paths_of(nodes: Iterable[LexborNode]) -> list[str]:
    """Where elements are, below the root: 'body/div[2]'. Numbers count siblings of the same tag."""
    steps: dict[int, str] = {}
    return ["/".join(reversed(list(_steps(node, steps)))) for node in nodes]


def _steps(node: LexborNode, known: dict[int, str]) -> Iterator[str]:
    """The steps of a path, innermost first; siblings are counted once for all of them."""
    current: LexborNode | None = node
    while current is not None and current.parent is not None and current.tag != "html":
        if current.mem_id not in known:
            _number_children(current.parent, known)
        yield known[current.mem_id]
        current = current.parent


def _number_children(parent: LexborNode, known: dict[int, str]) -> None:
    counts: Counter[str] = Counter()
    for child in parent.iter(include_text=True):
        name = "text()" if child.tag == "-text" else str(child.tag)
        counts[name] += 1
        known[child.mem_id] = name if name in {"head", "body"} else f"{name}[{counts[name]}]"


def select_zone(document: LexborHTMLParser, selector: str) -> list[LexborNode]:
    """The outermost elements that a CSS selector names. Raises UsageError where it is none."""
    if not selector.strip():
        raise UsageError("the zone is empty; give a CSS selector, for example main or '#prices'")
    try:
        found = document.css(selector)
    except SelectolaxError as error:
        raise UsageError(f"{selector!r} is no CSS selector: {error}") from error
    inside = {node.mem_id for node in found}
    return [node for node in found if not _has_ancestor(node, inside)]


def _has_ancestor(node: LexborNode, ids: set[int]) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.mem_id in ids:
            return True
        parent = parent.parent
    return False
