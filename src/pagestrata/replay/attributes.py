"""The attributes of a replayed element: addresses and styles rewritten, active content removed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pagestrata.replay.archive_addresses import ReplayAddress, rewrite_srcset
from pagestrata.replay.stylesheets import rewrite_css
from pagestrata.replay.tokens import StartTag

# Frames and uses take no data: addresses, so they are written like links
_LINKING = frozenset({"a", "area", "iframe", "frame", "use", "link"})
_ADDRESSES = frozenset({"href", "xlink:href", "src", "poster", "background", "cite", "longdesc", "lowsrc", "dynsrc"})
_SETS = frozenset({"srcset", "imagesrcset"})
_DROPPED = frozenset({
    "action", "formaction", "ping", "target", "formtarget", "srcdoc", "sandbox", "allow", "allowfullscreen",
    "integrity", "nonce", "crossorigin", "referrerpolicy", "csp", "http-equiv", "manifest", "profile", "codebase",
    "classid", "archive", "code", "data", "download", "autofocus", "autoplay", "method", "formmethod", "enctype",
    "formenctype", "fetchpriority", "blocking", "attributionsrc", "xml:base", "is", "shadowrootclonable",
    "popovertarget", "command", "commandfor", "credentialless", "browsingtopics", "sharedstoragewritable",
})  # fmt: skip
_KEPT_HTTP_EQUIV_ON = "meta"
_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_:.\-]*\Z")
_IGNORED_IN_SCHEMES = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]+")
_ACTIVE = re.compile(
    r"(?:javascript|vbscript|livescript|mocha|jscript):|data:(?:text/|application/(?:xhtml|xml|javascript))"
)


def rewrite_attributes(tag: StartTag, place: ReplayAddress) -> Iterator[tuple[str, str]]:
    """Name and new value of every attribute that is kept."""
    for spelling, value in tag.attributes:
        name = spelling.lower()
        if name.startswith("on") or not _NAME.match(name):
            continue
        if name in _DROPPED and not (name == "http-equiv" and tag.name == _KEPT_HTTP_EQUIV_ON):
            continue
        kept = _value(tag, name, value, place)
        if kept is not None:
            yield spelling, kept


def _value(tag: StartTag, name: str, value: str, place: ReplayAddress) -> str | None:
    if name in _ADDRESSES:
        return _address(tag, value, place)
    if name in _SETS:
        return rewrite_srcset(value, place)
    if name == "style":
        return rewrite_css(value, place)
    if looks_active(value):
        return None
    # presentation attributes of SVG: fill="url(other.svg#a)"
    return rewrite_css(value, place) if "url(" in value.lower() and not name.startswith("data-") else value


def _address(tag: StartTag, value: str, place: ReplayAddress) -> str | None:
    if tag.name == "link" and "icon" not in (tag.attribute("rel") or "").lower():
        return place.link(value)
    return place.link(value) if tag.name in _LINKING - {"link"} else place.resource(value)


def looks_active(value: str) -> bool:
    """Whether some reader might take the value for an address that runs."""
    return bool(_ACTIVE.match(_IGNORED_IN_SCHEMES.sub("", value[:256]).lower()))
