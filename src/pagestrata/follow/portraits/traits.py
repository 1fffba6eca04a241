"""Traits of an element besides its words: parts of its classes, of its address and of its form field.

Classes and addresses are split into parts ('nav__search-button' is nav, search, button), since redesigns keep parts rather than
whole values. Parts that look generated ('css-1x2y3z', 'iWlUOU', long numbers) are ignored: every build changes them. The weight
of a part depends on how many candidates have it (`trait_columns`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from urllib.parse import urlsplit

from pagestrata.follow.page import KIND_BITS, hashed

PART_KINDS = ("class", "address", "field")
FIELD_ATTRIBUTES = (
    "name", "type", "role", "autocomplete", "placeholder", "title", "alt", "itemprop", "aria-label", "data-testid", "rel",
)  # fmt: skip
NO_PURPOSE = frozenset({"", "on", "off"})
"""Values of autocomplete that do not say what a field is for."""
_TRACKING = re.compile(
    r"(?:utm_|ref|lnk|wt\.|mc_|promo|cid|icid|src|source|sid|gclid|fbclid|pf_rd|token)", re.IGNORECASE
)
MOST_PARTS = 40
"""Maximum number of parts of one element; only attacks have more."""
LONGEST_VALUE = 200
FAMILIES = {
    **dict.fromkeys(("a", "button", "summary"), "control"),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    **dict.fromkeys(("input", "textarea", "select"), "field"),
    **dict.fromkeys(("img", "svg", "picture", "canvas", "video", "figure"), "picture"),
    **dict.fromkeys(("ul", "ol", "dl", "menu"), "list"),
    **dict.fromkeys(("li", "dt", "dd"), "item"),
    **dict.fromkeys(("td", "th"), "cell"),
    **dict.fromkeys(("div", "section", "article", "main", "aside", "header", "footer", "nav", "form"), "box"),
    **dict.fromkeys(("span", "b", "strong", "i", "em", "small", "label", "p", "time"), "phrase"),
}
"""Tags that replace each other in a redesign."""
LANDMARKS = frozenset({"header", "nav", "main", "aside", "footer", "form", "dialog", "article", "table"})
_SEPARATORS = re.compile(r"[^A-Za-z0-9\u0080-\uffff]+")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MIXED_CASE = re.compile(r"[A-Z]{2}[a-z](?![a-z])|[A-Z][a-z](?=[A-Z])")
"""Capitals that begin no word."""
_MIXED_NUMBERS = re.compile(r"[0-9][A-Za-z]+[0-9]")
_LETTERS = re.compile(r"[a-z]")
_VOWELS = re.compile(r"[aeiouy]")
_COUNTED = re.compile(r"(?:ember|ext-gen|yui[_-]|react-|radix-|headlessui-|mui-|uid-|:r|gen-)[\w:-]*\d", re.IGNORECASE)
"""Ids that libraries count up."""
_NUMBERED = re.compile(r"(.*?[^0-9])([0-9]{1,3})", re.DOTALL)
LONGEST_NUMBER = 3
CONSONANTS = 6


def looks_generated(part: str) -> bool:
    """Whether a part of an id, class or address was made by a program: 'iWlUOU', '1q2w3e', '80382d12a07c', '20174'."""
    if not part.isascii():
        return False
    if part.isdigit():
        return len(part) > LONGEST_NUMBER
    if _MIXED_CASE.search(part) or _MIXED_NUMBERS.search(part):
        return True
    lower = part.lower()
    return len(_LETTERS.findall(lower)) >= CONSONANTS and not _VOWELS.search(lower)


@lru_cache(maxsize=1 << 14)
def identity_of(identifier: str) -> int:
    """The hash of an id attribute; 0 for none and for one that is generated again at every visit or build."""
    if not identifier or _COUNTED.match(identifier):
        return 0
    made = (
        part
        for part in _SEPARATORS.split(identifier[:LONGEST_VALUE])
        if part and not part.isdigit() and looks_generated(part)
    )
    return 0 if any(made) else hashed(identifier)


def counted_ids(identifiers: Iterable[str]) -> frozenset[str]:
    """Return the ids that only number elements ('cb1', 'cb2', 'cb3') and pass to the next element when one is deleted.

    They end in small numbers without gaps; numbers of a database ('post-1374', 'post-1391') do not.
    """
    series: dict[str, set[str]] = {}
    for identifier in identifiers:
        if match := _NUMBERED.fullmatch(identifier[:LONGEST_VALUE]):
            series.setdefault(match[1], set()).add(match[2])
    return frozenset(
        stem + number
        for stem, numbers in series.items()
        if len(numbers) > 1 and max(map(int, numbers)) <= len(numbers)
        for number in numbers
    )


@lru_cache(maxsize=1 << 14)
def telling_parts(value: str) -> tuple[str, ...]:
    """The parts of a class or an id that a person may have written, in lower case."""
    found: list[str] = []
    for token in value[: 10 * LONGEST_VALUE].split():
        for part in _SEPARATORS.split(token):
            found += [
                piece.lower() for piece in ([part] if looks_generated(part) else _HUMPS.split(part))
                if piece and not looks_generated(piece)
            ]  # fmt: skip
    return tuple(dict.fromkeys(found))[:MOST_PARTS]


@lru_cache(maxsize=1 << 14)
def address_parts(address: str) -> tuple[str, ...]:
    """Host, path and query of an address, cut into parts."""
    host, path, query = _split(address)
    segments = [part for segment in path.split("/") for part in telling_parts(segment)]
    values = [part for value in query.split("&")[:MOST_PARTS] for part in telling_parts(value.partition("=")[2])]
    return tuple(dict.fromkeys(filter(None, [f"//{host}" if host else "", *segments, *values])))[:MOST_PARTS]


@lru_cache(maxsize=1 << 14)
def plain_address(address: str) -> str:
    """Return an address without scheme, www, fragment, trailing slash and tracking parameters."""
    host, path, query = _split(address)
    kept = "&".join(sorted(part for part in query.split("&") if part and not _TRACKING.match(part)))
    return f"{host}{path.rstrip('/').lower()}?{kept}" if kept else f"{host}{path.rstrip('/').lower()}"


def _split(address: str) -> tuple[str, str, str]:
    try:
        parts = urlsplit(address[: 10 * LONGEST_VALUE])
        return (parts.hostname or "").removeprefix("www."), parts.path, parts.query
    except ValueError:
        return "", "", ""


@lru_cache(maxsize=1 << 14)
def _hashed_parts(kind: int, parts: tuple[str, ...]) -> tuple[int, ...]:
    return tuple((kind << KIND_BITS) + hashed(part) for part in parts if part)


def parts_of(own: Mapping[str, str], address: str) -> tuple[int, ...]:
    """The hashed parts of an element with these attributes that leads to that address; the kind is in the bits above each."""
    classes, identifier = own.get("class", ""), own.get("id", "")
    found = _hashed_parts(0, telling_parts(f"{classes} {identifier}")) if classes or identifier else ()
    if address:
        found += _hashed_parts(1, address_parts(address))
    if src := own.get("src"):
        found += _hashed_parts(1, telling_parts(src.rpartition("/")[2].partition("?")[0]))
    if own:
        fields = [f"{name}={own[name][:LONGEST_VALUE].casefold()}" for name in FIELD_ATTRIBUTES if own.get(name)]
        if fields:
            found += _hashed_parts(2, tuple(fields))
    return found


def purpose_of(autocomplete: str) -> int:
    """Return the hashed `autocomplete` value of a field ('email', 'shipping postal-code'); 0 for none, 'on' and 'off'."""
    purpose = autocomplete[:LONGEST_VALUE].casefold()
    return _purpose_part(purpose) if purpose.strip() not in NO_PURPOSE else 0


def _purpose_part(purpose: str) -> int:
    return (PART_KINDS.index("field") << KIND_BITS) + hashed(f"autocomplete={purpose}")


NO_PURPOSE_PARTS = frozenset(map(_purpose_part, NO_PURPOSE))


def field_name(name: str) -> int:
    """The hash of a field's name attribute."""
    return hashed(f"name={name[:LONGEST_VALUE].casefold()}")


def family_of(tag: str) -> str:
    return FAMILIES.get(tag, tag)
