"""The parts of an element that may show: its attributes, and its children in order without what nobody sees.

White space is that of CSS: runs are one space, and none is kept at the edges of what stands on lines of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pagestrata.comparing.quick.unseen import UNSEEN_ELEMENTS, Unseen, visible_attributes
from pagestrata.formats.html_source import LexborNode

TEXT = "-text"
_SPACE = re.compile(r"[ \t\n\r\f]+")
_EXACT = frozenset({"pre", "textarea", "listing", "xmp"})
_INLINE = frozenset(
    re.findall(
        r"\w+",
        "a abbr acronym audio b bdi bdo big br button canvas cite code data del dfn em embed font i iframe img input ins "
        "kbd label map mark meter object output picture progress q ruby rp rt s samp select small span strike strong sub "
        "sup svg textarea time tt u var video wbr",
    )
)


class Part(NamedTuple):
    """A child: an element with its source, or the text between two elements."""

    tag: str
    source: str  # of a text: as it is shown
    node: LexborNode | None = None


def parts_of(node: LexborNode, unseen: Unseen) -> list[Part]:
    """The children that may show."""
    if node.tag == "template":
        return [Part(TEXT, node.html or "")]
    joined = list(_joined_texts(node, unseen))
    if _keeps_spaces(node):
        return joined
    for number, part in enumerate(joined):
        if part.node is None:
            joined[number] = _trimmed(node, joined, number, unseen)
    return [part for part in joined if part.source]


def _joined_texts(node: LexborNode, unseen: Unseen) -> Iterator[Part]:
    """Elements, and texts as one where only what is unseen stands between them."""
    text: list[str] = []
    for child in node.iter(include_text=True):
        tag = str(child.tag)
        if tag == TEXT:
            text.append(child.text_content or "")
            continue
        if tag in UNSEEN_ELEMENTS and (kind := unseen_kind(child)) is not None:
            _note(child, kind, unseen)
            continue
        if text:
            yield Part(TEXT, "".join(text))
            text = []
        yield Part(tag, child.html or "", child)
    if text:
        yield Part(TEXT, "".join(text))


def _note(child: LexborNode, kind: str, unseen: Unseen) -> None:
    """Notes an element that does not show; of a script, what it is apart from its nonce."""
    if child.tag not in {"script", "style"}:
        unseen.note(kind, child.html or "")
        return
    attributes = visible_attributes(str(child.tag), child.attributes, unseen)
    unseen.note(kind, f"{attributes} {child.text() or ''}")


def unseen_kind(child: LexborNode) -> str | None:
    """What kind of unseen element this is; None where it shows."""
    kind = UNSEEN_ELEMENTS.get(str(child.tag))
    if child.tag == "meta" and "http-equiv" in child.attributes:
        return None if (child.attributes["http-equiv"] or "").lower() == "refresh" else kind
    if child.tag == "link" and "stylesheet" in (child.attributes.get("rel") or "").lower():
        return None
    return kind


def _keeps_spaces(node: LexborNode) -> bool:
    current: LexborNode | None = node
    while current is not None and current.tag != "body":
        if current.tag in _EXACT or "white-space" in (current.attributes.get("style") or ""):
            return True
        current = current.parent
    return False


def _trimmed(node: LexborNode, parts: list[Part], number: int, unseen: Unseen) -> Part:
    part = parts[number]
    shown = _SPACE.sub(" ", part.source)
    on_own_lines = node.tag not in _INLINE
    if (number == 0 and on_own_lines) or (number and parts[number - 1].tag not in _INLINE):
        shown = shown.lstrip(" ")
    last = number == len(parts) - 1
    if (last and on_own_lines) or (not last and parts[number + 1].tag not in _INLINE):
        shown = shown.rstrip(" ")
    if shown != part.source:
        unseen.note("white space", part.source)
    return Part(TEXT, shown)
