"""Stored SVG pictures without anything that runs, loads from elsewhere or leads there unarchived."""

from __future__ import annotations

from lxml import etree

from pagestrata.replay.archive_addresses import ReplayAddress
from pagestrata.replay.rewrite_html import REMOVED, animates_address, rewrite_attributes
from pagestrata.replay.stylesheets import rewrite_css
from pagestrata.replay.tokens import StartTag

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
