"""HTML as it came from the server, parsed as browsers parse it (lexbor), within limits.

The parser is quadratic in the depth of open elements, and formatting elements that are never closed are opened again in
every paragraph: what nests deeper than browsers allow, or leaves that many open, is refused before it is parsed.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from urllib.parse import urljoin

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from pagestrata.errors import InputError, UsageError
from pagestrata.formats.charsets import decode_text, detect_charset
from pagestrata.model.patterns import pattern

LARGEST_BYTES = 16 * 1024 * 1024
DEEPEST = 512
"""Open elements at once, as in Blink."""
FEW_TAGS = 1_000
"""Fewer are parsed within milliseconds, however they nest and whatever they leave open."""
MANY_TAGS = 25_000
"""Fewer cannot nest so deeply that it takes long, whatever their end tags close."""
MOST_LEFT_OPEN = 200
"""Formatting elements that are opened and never closed."""

_VOID = (
    b"area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|option|thead|tbody|tfoot"
)
_NESTING = pattern(rb"<(/?)(?!(?:" + _VOID + rb")[\s/>])([a-z][^\s/>]*)[^>]*?(/?)>", re.I)
_FORMAT = b"a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u"
_FORMATTING = pattern(rb"<(/?)(?:" + _FORMAT + rb")(?=[\s/>])", re.I)

_LOWER_CASE = np.uint64(0x2020202020202020)
_LETTER_BITS = np.uint64(0x4040404040404040)
_GOES_ON = np.array([code not in b"\t\n\f\r />" for code in range(256)])
_NEEDS_NO_END, _FORMATS = (
    np.array([int.from_bytes(name, "little") for name in names.split(b"|")], np.uint64) for names in (_VOID, _FORMAT)
)
_MIXER = np.uint64(secrets.randbits(63) * 2 + 1)
"""Secret from page authors, so that they cannot construct two names that collide."""

_NO_MARKUP = pattern(rb"<(script|style|textarea)\b.*?</\1", re.I | re.S)

__all__ = ["LexborHTMLParser", "LexborNode", "check_nesting", "parse_html", "paths_of", "select_zone"]


def parse_html(body: bytes, content_type: str | None = None) -> LexborHTMLParser:
    """The document of a response. Raises InputError for one too large or nested too deeply."""
    if len(body) > LARGEST_BYTES:
        raise InputError(f"the page has {len(body):,} bytes; without a browser at most {LARGEST_BYTES:,} are compared")
    charset = detect_charset(body, content_type)
    text = body if charset == "utf-8" else decode_text(body, charset).encode("utf-8", "replace")
    text = text.removeprefix(b"\xef\xbb\xbf")
    check_nesting(text)
    return LexborHTMLParser(text)


def check_nesting(text: bytes) -> None:
    """Raise InputError if mark-up is nested too deeply, or leaves too many elements open, to be parsed in reasonable time."""
    if text.count(b"<") < FEW_TAGS:
        return
    depth, formatting = _depth_bounds(text)
    if depth < DEEPEST and formatting < MOST_LEFT_OPEN:
        return
    text = _NO_MARKUP.sub(b"", text)
    deepest = _depth(text)
    if deepest > DEEPEST:
        raise InputError(f"the page nests {deepest:,} elements; without a browser at most {DEEPEST} are compared")
    left_open = sum(-1 if closing else 1 for closing in _FORMATTING.findall(text))
    if left_open > MOST_LEFT_OPEN:
        raise InputError(
            f"the page leaves {left_open:,} formatting elements open; it is not compared without a browser"
        )


def _depth(text: bytes) -> int:
    """Return the nesting depth: an end tag closes the innermost element of its name and everything inside, or nothing."""
    stack: list[bytes] = []
    opened: Counter[bytes] = Counter()
    deepest = 0
    for closing, name, itself in _NESTING.findall(text):
        name = name.lower()
        if not closing and not itself:
            stack.append(name)
            opened[name] += 1
            deepest = max(deepest, len(stack))
        elif closing and opened[name]:
            while (inner := stack.pop()) != name:
                opened[inner] -= 1
            opened[name] -= 1
    return deepest


def _depth_bounds(text: bytes) -> tuple[int, int]:
    """Return upper bounds of the depth of the page and of its formatting elements."""
    codes = np.frombuffer(text + b" " * 10, np.uint8)
    places = np.flatnonzero(codes == ord("<"))
    following = codes[places + 1]
    opening = (following | 0x20) - ord("a") < 26
    steps = opening.view(np.int8) - (following == ord("/"))
    bound = int(np.cumsum(steps, dtype=np.int32).max(initial=0))
    if len(places) < MANY_TAGS and bound < MOST_LEFT_OPEN:
        return bound, bound
    return _depth_bounds_by_names(codes, places + 1 + (steps < 0), steps.astype(np.int64))


def _depth_bounds_by_names(
    codes: npt.NDArray[np.uint8], names: npt.NDArray[np.int64], steps: npt.NDArray[np.int64]
) -> tuple[int, int]:
    """Depth bounds where end tags may close nothing: the sum over names of how many elements are open at most.

    Names are their first letters; end tags of longer names, and of those with digits and dashes, count as closing nothing.
    """
    letters = np.ndarray((len(codes) - 7,), "<u8", codes, strides=(1,))[names]
    others = ~letters & _LETTER_BITS  # bytes that are no letters: the first ends the name
    first = (others & (~others + np.uint64(1))) >> np.uint64(6)
    end = (letters // np.maximum(first, np.uint64(1))) & np.uint64(0xFF)
    name = (letters | _LOWER_CASE) & (first - np.uint64(1))
    goes_on = (others == 0) | (_GOES_ON[end] & (name != ord("h")))
    name |= goes_on.astype(np.uint64) << np.uint64(63)
    keys = ((name * _MIXER) >> np.uint64(48)).astype(np.uint16)
    order = np.argsort(keys, kind="stable")
    begins = np.flatnonzero(np.diff(keys[order], prepend=-1))
    most = _open_at_most(np.where(goes_on & (steps < 0), 0, steps)[order], begins)
    found = name[order[begins]]
    return int(most[~np.isin(found, _NEEDS_NO_END)].sum()), int(most[np.isin(found, _FORMATS)].sum())


def _open_at_most(steps: npt.NDArray[np.int64], begins: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the highest running sum of each group of steps, where sums never fall below 0."""
    sums = np.cumsum(steps)
    sizes = np.diff(begins, append=len(steps))
    below = np.repeat(sums[begins] - steps[begins], sizes)
    level = np.repeat(np.arange(len(begins)) * (2 * len(steps) + 1), sizes)  # each group starts below the one before
    sums = sums - below - level
    lowest = np.minimum(np.minimum.accumulate(sums), -level)
    return np.asarray(np.maximum.reduceat(sums - lowest, begins))


def paths_of(nodes: Iterable[LexborNode]) -> list[str]:
    """Return the paths of elements below the root: 'body/div[2]'. Numbers count siblings of the same tag."""
    steps: dict[int, str] = {}
    return ["/".join(reversed(list(_steps(node, steps)))) for node in nodes]


def _steps(node: LexborNode, known: dict[int, str]) -> Iterator[str]:
    """Yield the steps of a path, innermost first; the numbers of siblings are cached in `known`."""
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
    """The outermost elements that a CSS selector names. Raises UsageError if it is invalid."""
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


MOST_LINKS = 10_000


def page_links(body: bytes, url: str, content_type: str | None = None) -> tuple[str, ...]:
    """Return the absolute addresses that a page links to, each once; () if it is unreadable or says 'nofollow'."""
    try:
        document = parse_html(body, content_type)
    except InputError:
        return ()
    robots = " ".join((node.attributes.get("content") or "") for node in document.css("meta[name=robots i]")).lower()
    if "nofollow" in robots or "none" in robots.replace(",", " ").split():
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
