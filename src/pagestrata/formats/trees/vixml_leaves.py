"""Leaf blocks from the text of a Vi-XML file, cut at its quotes.

Cut at the quotes, a block alternates between mark-up and values: so every character is accounted for, by list operations
only. What is which value is said by the shape of its mark-up (`vixml_shapes`). That no value holds a `<`, a line break or a
control character is left to the caller, who sees that for the whole file at once.

Versions of a page share most of their leaf blocks to the letter. Blocks are immutable, so the last few thousand are
kept by their text and shared between trees.
"""

from __future__ import annotations

import re
from itertools import repeat

from pagestrata.formats.trees.vixml_blocks import exact_box, make_block, read_style, ref_of, whole_box
from pagestrata.formats.trees.vixml_shapes import BETWEEN_MARKUP, Surprise, shape_of
from pagestrata.formats.xml_text import plain
from pagestrata.model.blocks import Block, Image, Link, new_block
from pagestrata.model.signs import signs_from_words

LONGEST_KEPT = 4096
MOST_KEPT = 4096
KEY_LENGTH = 192
"""Characters by which a kept text is looked up before it is compared: they hold its Ref and its place, and hash quickly."""

_ENTITY = re.compile(r"&(#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]+);")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


_kept: dict[str, tuple[str, Block]] = {}


def leaf(text: str, quote: str) -> Block:
    """The leaf block of such a text, which ends before its closing tag; the same one for the same text.

    Raises Surprise for texts it does not know, ValueError for values that make no sense.
    """
    key = text[:KEY_LENGTH]
    known = _kept.get(key)
    if known is not None and known[0] == text:
        return known[1]
    block = _made(text, quote)
    if len(text) <= LONGEST_KEPT:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = (text, block)
    return block


def forget_leaves() -> None:
    """Forget the blocks kept from earlier files."""
    _kept.clear()


def _made(text: str, quote: str) -> Block:
    pieces = text.split(quote)
    shape = shape_of(BETWEEN_MARKUP.join(pieces[::2]))
    if "&" in text or "\\" in text:
        check_entities(text)
        pieces[1::2] = _all_unescaped(pieces[1::2])
    # The shape has made sure that names and addresses are as many; asking zip again takes a tenth of the time here.
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    if shape.links is not None:
        names, addresses = shape.links
        links = tuple(map(_new, _LINKS, zip(names(pieces), addresses(pieces))))  # noqa: B905
    if shape.images is not None:
        names, addresses = shape.images
        images = tuple(map(_new, _IMAGES, zip(names(pieces), addresses(pieces))))  # noqa: B905
    said = pieces[shape.text] if shape.text is not None else ""
    if not shape.is_common:
        attributes = dict(zip(shape.names, pieces[1::2]))  # noqa: B905
        return make_block(attributes, (), links, images, said)
    return new_block(
        ref=ref_of(pieces[shape.ref]),
        links=links,
        images=images,
        text=said,
        box=whole_box(pieces[shape.pos]) if shape.box is None else exact_box(pieces[shape.box]),
        doc=int(pieces[shape.doc]),
        role="other" if shape.role is None else pieces[shape.role],
        importance=None if shape.importance is None else _number(pieces[shape.importance]),
        topic="" if shape.topic is None else pieces[shape.topic],
        style=None if shape.style is None else read_style(pieces[shape.style]),
        signs=() if shape.signs is None else signs_from_words(pieces[shape.signs]),
    )


def _number(value: str) -> float | None:
    return float(value) if value else None


_new = tuple.__new__
_LINKS, _IMAGES = repeat(Link), repeat(Image)


def check_entities(text: str) -> None:
    """Raise Surprise unless every `&` of a text begins an entity we know."""
    names = _ENTITY.findall(text)
    if len(names) != text.count("&"):
        raise Surprise
    for name in set(names) - _NAMED.keys():
        if name[0] != "#" or not _is_allowed(_code(name)):
            raise Surprise


def _all_unescaped(values: list[str]) -> list[str]:
    return [unescaped(one) if "&" in one or "\\" in one else one for one in values]


def unescaped(value: str) -> str:
    """What a value says whose entities have been checked."""
    return plain(_ENTITY.sub(_character, value) if "&" in value else value)


def _character(found: re.Match[str]) -> str:
    return _NAMED.get(found[1]) or chr(_code(found[1]))


def _code(name: str) -> int:
    return int(name[2:], 16) if name[1] == "x" else int(name[1:])


def _is_allowed(code: int) -> bool:
    """Whether XML 1.0 may say this character."""
    return code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0xFFFF < code < 0x110000
