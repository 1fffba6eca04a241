"""Archived HTML and SVG made safe to show: addresses lead into the archive, nothing in it runs.

Archived content is hostile. Three things keep it harmless, each enough alone: what is written here holds no script,
handler, refresh, form target or plugin; replay sends a Content-Security-Policy that allows none (`messages`); and the
policy's sandbox gives the page an origin of its own. Only tokens known to be read in one way are written (`tokens`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from pagestrata.replay.archive_addresses import ReplayAddress, rewrite_srcset
from pagestrata.replay.stylesheets import rewrite_css, rewrite_style_element
from pagestrata.replay.tokens import (
    Doctype,
    EndTag,
    Raw,
    StartTag,
    Text,
    Token,
    escape_attribute,
    escape_text,
    read_tokens,
)

VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
})  # fmt: skip
REMOVED = frozenset({
    "script", "base", "object", "embed", "applet", "param", "portal", "fencedframe", "bgsound", "isindex",
    "keygen", "handler",
})  # fmt: skip
_REMOVED_WITH_CONTENT = frozenset({"script", "noembed", "noframes", "iframe", "noscript"})
_ANIMATIONS = frozenset({"animate", "set", "animatetransform", "animatemotion", "animatecolor"})
_SHOWN_AS_PRE = frozenset({"xmp", "plaintext", "listing"})
_UNWANTED_LINKS = frozenset({
    "preconnect", "dns-prefetch", "prefetch", "preload", "modulepreload", "prerender", "manifest", "import",
    "serviceworker", "expect", "compression-dictionary",
})  # fmt: skip
_KEPT_HTTP_EQUIV = frozenset({"content-language", "default-style"})
_PLAIN_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9:._\-]*\Z")
_PLAIN_DOCTYPE = re.compile(r"<!doctype[\w\s\"'/.:,+()\-]*>\Z", re.IGNORECASE | re.ASCII)
MAX_NESTED_DOCUMENTS = 3
_UNLOCKED = "<style>html{overflow-y:auto!important}body{overflow-y:visible!important}</style>"
"""A script that locked the page behind a wall cannot unlock it in replay: it scrolls."""


def rewrite_html(
    source: str, place: ReplayAddress, *, rendered: bool = False, xml_syntax: bool = False, nested: int = 0
) -> str:
    """The page as text to be sent as UTF-8 HTML.

    `rendered` says that this is the document after its scripts ran: the content of <noscript> was never shown.
    `xml_syntax` says the page was written as XHTML, where `<div/>` is a whole element. `nested` counts how many
    `srcdoc` documents this one is in; beyond a few, they are left empty.
    """
    tokens = list(read_tokens(source, scripting=rendered))
    place = _with_base(tokens, place)
    return "".join(_written(tokens, place, xml_syntax=xml_syntax, nested=nested, unlocked=rendered))


def _with_base(tokens: Iterable[Token], place: ReplayAddress) -> ReplayAddress:
    """The first <base> with an address counts for the whole document, including the part before it."""
    for token in tokens:
        if isinstance(token, StartTag) and token.name == "base" and token.attribute("href"):
            return place.at(token.attribute("href") or "")
    return place


def _written(
    tokens: Iterable[Token], place: ReplayAddress, *, xml_syntax: bool, nested: int, unlocked: bool
) -> Iterator[str]:
    charset_said = nested > 0
    for token in tokens:
        match token:
            case Text(source):
                yield escape_text(source)
            case Raw(element, source):
                yield _raw_text(element, source, place)
            case Doctype(source):
                yield source if _PLAIN_DOCTYPE.match(source) else "<!DOCTYPE html>"
            case EndTag(name, spelling):
                yield _end_tag(name, spelling)
            case StartTag():
                yield _start_tag(token, place, xml_syntax=xml_syntax, nested=nested)
                if token.name == "head" and not charset_said:
                    charset_said = True
                    yield '<meta charset="utf-8">' + (_UNLOCKED if unlocked else "")


def _raw_text(element: str, source: str, place: ReplayAddress) -> str:
    if element in _REMOVED_WITH_CONTENT:
        return ""
    if element == "style":
        return rewrite_style_element(source, place)
    if element in _SHOWN_AS_PRE:
        return escape_text(source.replace("&", "&amp;"))
    return escape_text(source)


def _is_dropped(name: str) -> bool:
    """Whether tags of this name are never written."""
    return name in REMOVED or name in {"noembed", "noframes"} or not _PLAIN_NAME.match(name)


def _end_tag(name: str, spelling: str) -> str:
    if _is_dropped(name):
        return ""
    return "</pre>" if name in _SHOWN_AS_PRE else f"</{spelling}>"


def _start_tag(tag: StartTag, place: ReplayAddress, *, xml_syntax: bool, nested: int) -> str:
    if _is_dropped(tag.name) or not _is_harmless(tag):
        return ""
    if tag.name in _SHOWN_AS_PRE:
        return "<pre>"
    attributes = list(rewrite_attributes(tag, place))
    if tag.name in {"iframe", "frame"}:
        attributes += _frame_attributes(tag, place, nested=nested)
    written = "".join(f' {name}="{escape_attribute(value)}"' for name, value in attributes)
    if xml_syntax and tag.self_closing and tag.name not in VOID:
        return f"<{tag.spelling}{written}></{tag.spelling}>"
    return f"<{tag.spelling}{written}{'/' if tag.self_closing else ''}>"


def _is_harmless(tag: StartTag) -> bool:
    """Whether what a tag asks of a browser may be asked in replay."""
    if tag.name == "meta":
        return _meta_kept(tag)
    if tag.name == "link":
        return _link_kept(tag)
    return not animates_address(tag)


def _meta_kept(tag: StartTag) -> bool:
    """The page is sent as UTF-8 under this archive's own rules: it may not say otherwise, nor lead elsewhere."""
    if tag.attribute("charset") is not None or (tag.attribute("name") or "").strip().lower() == "referrer":
        return False
    instruction = tag.attribute("http-equiv")
    return instruction is None or instruction.strip().lower() in _KEPT_HTTP_EQUIV


def _link_kept(tag: StartTag) -> bool:
    kinds = set((tag.attribute("rel") or "").lower().split())
    return not kinds & _UNWANTED_LINKS


def animates_address(tag: StartTag) -> bool:
    """Whether this is an SVG animation that could set an address or a handler to a script."""
    if tag.name not in _ANIMATIONS:
        return False
    target = (tag.attribute("attributename") or "").strip().lower().rpartition(":")[2]
    return target in {"href", "src", "style"} or target.startswith("on")


def _frame_attributes(tag: StartTag, place: ReplayAddress, *, nested: int) -> Iterator[tuple[str, str]]:
    """A frame keeps its address or its written-out document, and is always sandboxed."""
    yield "sandbox", ""
    document = tag.attribute("srcdoc")
    if document is not None:
        deeper = nested + 1
        yield "srcdoc", rewrite_html(document, place, nested=deeper) if deeper <= MAX_NESTED_DOCUMENTS else ""


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
    """Return whether any browser might run the value as an address."""
    return bool(_ACTIVE.match(_IGNORED_IN_SCHEMES.sub("", value[:256]).lower()))


_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_KNOWN_PREFIXES = {_XLINK: "xlink:", _XML: "xml:"}
_UNWANTED = REMOVED | {"iframe", "frame", "meta", "link", "form"}


def rewrite_svg(body: bytes, place: ReplayAddress) -> bytes | None:
    """The picture made safe, as UTF-8; None when it is not well-formed XML, which no browser would show either."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    for element in list(root.iter(etree.Element)):
        tag = _as_tag(element)
        if tag.name in _UNWANTED or animates_address(tag):
            _remove(element)
        else:
            _clean(element, tag, place)
    return etree.tostring(root, encoding="utf-8", xml_declaration=True)


def _as_tag(element: etree._Element) -> StartTag:
    name = etree.QName(element).localname
    attributes = tuple((_spelt(key), str(value)) for key, value in element.attrib.items())
    return StartTag(name.lower(), name, attributes, False)


def _spelt(key: str | bytes) -> str:
    name = etree.QName(key)
    return _KNOWN_PREFIXES.get(name.namespace or "", "") + name.localname


def _remove(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is None:
        element.clear()
        element.tag = "{http://www.w3.org/2000/svg}svg"
        return
    parent.remove(element)  # with the text behind it, which is not part of the picture


def _clean(element: etree._Element, tag: StartTag, place: ReplayAddress) -> None:
    kept = dict(rewrite_attributes(tag, place))
    for key in list(element.attrib):
        spelling = _spelt(key)
        if spelling in kept:
            element.set(key, kept[spelling])
        else:
            del element.attrib[key]
    if tag.name == "style" and element.text:
        element.text = rewrite_css(element.text, place)
