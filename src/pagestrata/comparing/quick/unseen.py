"""Invisible parts of a page's source: they do not count as a change, but are reported.

Comments, white space that no browser shows, the order of attributes, nonces and tokens, hidden form fields, queries that
only defeat caches, scripts and styles, `<noscript>`, metadata. Names of ids and classes that a build makes up (CSS
modules, styled components, scoped styles) are masked; whether they were renamed consistently is checked afterwards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

UNSEEN_ELEMENTS = {
    "script": "scripts", "style": "styles", "noscript": "noscript", "meta": "metadata", "link": "metadata",
    "-comment": "comments",
}  # fmt: skip

_TOKEN_NAME = re.compile(r"csrf|xsrf|nonce|authenticity|token|viewstate|eventvalidation|form_build_id", re.I)
_REQUEST_NAME = re.compile(
    r"(request|trace|session|build|page|view)[-_]?(id|time|hash)|timestamp|generated|reactid", re.I
)
_REQUEST_VALUE = re.compile(r"[0-9a-f.:_T Z+-]{4,}|[\w-]{16,}={0,2}", re.I)
_CACHE_BUSTER = re.compile(
    r"(?<=[?&])(?:v|ver|version|rev|t|ts|time|timestamp|_|_t|_v|cb|cache|cachebuster|nocache|rnd|rand|random|hash|build"
    r"|bust|mtime)=[\w.:-]{1,64}(?=&|#|$|\s|,)|(?<=\?)(?:\d{4,20}|[0-9a-f]{6,64})(?=#|$|\s|,)",
    re.I,
)
_SCOPE_ATTRIBUTE = re.compile(r"(data-v|_ngcontent|_nghost|data-astro-cid|data-s|data-svelte|data-styled)-[\w-]+")
_BUILD_NAME = re.compile(
    r"(?P<stem>(?:css|sc|jsx|svelte|emotion|chakra|mui|makeStyles)-)[\w-]*"  # prefixed by the library
    r"|(?P<module>[\w-]*?__)[A-Za-z0-9_+-]{5,}"  # CSS modules: name__hash
    r"|(?P<vite>_[\w-]+_)[a-z0-9]{4,}_\d+"
    r"|(?P<suffix>[A-Za-z][\w-]*?[-_.:])(?=[a-zA-Z]*\d)(?=\d*[a-zA-Z])[A-Za-z0-9]{5,}:?"  # name-1a2b3
    r"|(?P<serial>(?:ember|radix|react|yui|ext|gen|uid|id|tippy|headlessui)[-_:\w]*?[-_:]?)[:\w]*\d+:?"
    r"|(?P<hash>)(?=[a-f]*\d)[0-9a-f]{6,}"
)
_NAMES = frozenset(
    {"class", "id", "for", "aria-labelledby", "aria-controls", "aria-describedby", "aria-owns", "headers"}
)
_RESOURCES = frozenset(
    {"src", "srcset", "data-src", "data-srcset", "data-original", "poster", "background", "data-lazy-src"}
)
_LOADED = frozenset({"link", "use", "image", "iframe", "embed", "object"})
_NEVER_SEEN = {"nonce": "nonces", "integrity": "integrity", "crossorigin": "integrity"}


@dataclass(slots=True)
class Unseen:
    """The invisible parts of one page, by kind, and the masked names in document order."""

    found: dict[str, Counter[str]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def note(self, kind: str, value: str) -> None:
        self.found.setdefault(kind, Counter())[value] += 1

    def add(self, other: Unseen) -> None:
        """Add the invisible parts of another part of the same page."""
        for kind, values in other.found.items():
            self.found.setdefault(kind, Counter()).update(values)


def differences(old: Unseen, new: Unseen) -> dict[str, int]:
    """The number of differing invisible parts, by kind."""
    counts = {}
    for kind in sorted({*old.found, *new.found}):
        before, after = old.found.get(kind, Counter()), new.found.get(kind, Counter())
        count = max((before - after).total(), (after - before).total())
        if count:
            counts[kind] = count
    return counts


def visible_attributes(tag: str, attributes: Mapping[str, str | None], unseen: Unseen) -> dict[str, str]:
    """The visible attributes by name; the others are noted."""
    if len(attributes) > 1:
        unseen.note("attribute order", " ".join((tag, *attributes)))
    hidden_field = tag == "input" and (attributes.get("type") or "").lower() == "hidden"
    seen = {}
    for name in sorted(attributes):
        value = attributes[name] or ""
        kind = _unseen_kind(name, value, hidden_field=hidden_field)
        if kind is not None:
            unseen.note(kind, f"{name}={value}")
            continue
        scope = _SCOPE_ATTRIBUTE.fullmatch(name)
        if scope:
            unseen.names.append(name)
        seen[scope[1] if scope else name] = _shown_value(tag, name, value, unseen)
    return seen


def _unseen_kind(name: str, value: str, *, hidden_field: bool) -> str | None:
    if name in _NEVER_SEEN:
        return _NEVER_SEEN[name]
    if name.startswith("on"):
        return "scripts"
    if hidden_field and name == "value":
        return "hidden form fields"
    if name.startswith("data-") and _REQUEST_VALUE.fullmatch(value):
        if _TOKEN_NAME.search(name):
            return "tokens"
        if _REQUEST_NAME.search(name):
            return "marks of one request"
    return None


def _shown_value(tag: str, name: str, value: str, unseen: Unseen) -> str:
    if name in _NAMES:
        return _without_build_names(value, unseen)
    if name in _RESOURCES or (name in {"href", "xlink:href", "data"} and tag in _LOADED):
        return without_cache_buster(value, unseen)
    if name == "href" and value.startswith("#"):
        return "#" + _without_build_names(value[1:], unseen)
    return " ".join(value.split()) if name == "style" else value


def without_cache_buster(address: str, unseen: Unseen) -> str:
    """Return the address without parameters that only defeat caches."""
    if "?" not in address:
        return address
    for found in _CACHE_BUSTER.findall(address):
        unseen.note("cache-busting queries", found)
    return _CACHE_BUSTER.sub("", address)


def _without_build_names(value: str, unseen: Unseen) -> str:
    masked = []
    for word in value.split():
        found = _BUILD_NAME.fullmatch(word)
        if found:
            unseen.names.append(word)
        masked.append(f"{found[found.lastgroup or 'hash']}*" if found else word)
    return " ".join(masked)


MOST_RENAMED = 2_000


def renamed_throughout(old: Unseen, new: Unseen, sources: Callable[[], tuple[str, str]]) -> bool:
    """Whether every differing masked name was renamed by a build: one to one, and gone from the other page.

    A class that is still used elsewhere was not renamed: the element got another look.
    """
    if len(old.names) != len(new.names):
        return False
    renamed = {(before, after) for before, after in zip(old.names, new.names, strict=True) if before != after}
    unseen_pairs = len({before for before, _ in renamed}) == len(renamed) == len({after for _, after in renamed})
    if not unseen_pairs or len(renamed) > MOST_RENAMED:
        return False
    if not renamed:
        return True
    old_source, new_source = sources()
    for before, after in renamed:
        if before in new_source or after in old_source:
            return False
        old.note("renamed ids and classes", before)
        new.note("renamed ids and classes", after)
    return True
