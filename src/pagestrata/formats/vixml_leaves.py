"""Leaf blocks from the text of a Vi-XML file, cut at its quotes.

Cut at the quotes, a block alternates between mark-up, which must be exactly the expected one, and values: so every
character is accounted for, by list operations only. A page has few kinds of mark-up (so many links, so many images,
these attributes), so each kind is checked once, and remembered as a `_Shape` that says which value is what. That no
value holds a `<`, a line break or a control character is left to the caller, who sees that for the whole file at once.

Versions of a page share most of their leaf blocks to the letter. Blocks are immutable, so the last few thousand are
kept by their text and shared between trees.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import repeat

from pagestrata.formats.vixml_blocks import exact_box, make_block, read_style, ref_of, whole_box
from pagestrata.formats.xml_text import plain
from pagestrata.model.blocks import Block, Image, Link, new_block

LONGEST_KEPT = 4096
MOST_KEPT = 4096
KEY_LENGTH = 64
"""Characters by which a kept text is looked up before it is compared: they hold its Ref and ID, and hash quickly."""
MOST_SHAPES = 1024

_ENTITY = re.compile(r"&(#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]+);")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_COMMON = {"Ref", "leafblock", "ID", "Pos", "Box", "Doc", "Role", "Style"}


class Surprise(Exception):  # noqa: N818  it never leaves the fast lane
    """Something the fast lane does not know."""


class _Shape:
    """Which value of a leaf block is what. Of links and images every third value is an ID, a name or an address."""

    __slots__ = (
        "box", "doc", "image_names", "image_values", "images", "is_common", "link_names", "link_values", "links",
        "names", "pos", "ref", "role", "style",
    )  # fmt: skip

    def __init__(self, markup: list[str]) -> None:
        begin = markup.index("><Links ID=")
        links, links_end = _list(markup, begin, "link", " Adr=", ("/><Imgs ID=", "/></Links><Imgs ID="))
        images, images_end = _list(markup, links_end, "img", " Src=", ("/><Txts ID=", "/></Imgs><Txts ID="))
        if markup[images_end + 1 :] != [" Txt=", "/>"]:
            raise Surprise
        self.links, self.images = links < links_end, images < images_end
        # Every other piece is a value.
        self.link_names, self.link_values = _every_third(links + 1, links_end), _every_third(links + 2, links_end)
        self.image_names, self.image_values = _every_third(images + 1, images_end), _every_third(images + 2, images_end)
        self.names = attribute_names(
            "\n".join(markup[:begin])
        )  # of the block's own attributes, whose values come first
        at = {name: 2 * place + 1 for place, name in enumerate(self.names)}
        self.is_common = {"Ref", "Doc", "Pos"} <= at.keys() <= _COMMON
        self.ref, self.doc, self.pos = at.get("Ref", 0), at.get("Doc", 0), at.get("Pos", 0)
        self.box, self.role, self.style = at.get("Box"), at.get("Role"), at.get("Style")


def _every_third(first: int, end: int) -> slice:
    return slice(2 * first + 1, 2 * end + 1, 6)


def _list(markup: list[str], begin: int, item: str, address: str, ends: tuple[str, str]) -> tuple[int, int]:
    """The first piece of the items in the list that begins at a piece, and the piece that ends it."""
    if markup[begin + 1] != " IDList=":
        raise Surprise
    first, (empty, end) = begin + 2, ends
    if markup[first] == empty:
        return first, first
    last = markup.index(end, first)
    count, rest = divmod(last - first, 3)
    fits = (
        not rest
        and markup[first] == f"><{item} ID="
        and markup[first + 3 : last : 3].count(f"/><{item} ID=") == count - 1
        and markup[first + 1 : last : 3].count(" Name=") == count
        and markup[first + 2 : last : 3].count(address) == count
    )
    if not fits:
        raise Surprise
    return first, last


@lru_cache(maxsize=MOST_SHAPES)
def attribute_names(joined: str) -> tuple[str, ...]:
    """The names of attributes, from what stands before each value, line by line."""
    markup = joined.split("\n")
    names = [piece[1:-1] for piece in markup if piece.startswith(" ") and piece.endswith("=")]
    if len(set(names)) != len(markup) or not "".join(names).isalpha():
        raise Surprise
    return tuple(names)


@lru_cache(maxsize=MOST_SHAPES)
def _shape(joined: str) -> _Shape:
    """The shape of a leaf block whose mark-up, cut at the quotes, is this; mark-up has no line breaks."""
    markup = joined.split("\n")
    markup[0] = markup[0].removeprefix("<Block")
    return _Shape(markup)


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
    shape = _shape("\n".join(pieces[::2]))
    if "&" in text or "\\" in text:
        check_entities(text)
        pieces[1::2] = [unescaped(value) for value in pieces[1::2]]
    # The shape has made sure that names and addresses are as many; asking zip again takes a tenth of the time here.
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    if shape.links:
        links = tuple(map(_new, _LINKS, zip(pieces[shape.link_names], pieces[shape.link_values])))  # noqa: B905
    if shape.images:
        images = tuple(map(_new, _IMAGES, zip(pieces[shape.image_names], pieces[shape.image_values])))  # noqa: B905
    if not shape.is_common:
        attributes = dict(zip(shape.names, pieces[1::2]))  # noqa: B905
        return make_block(attributes, (), links, images, pieces[-2])
    return new_block(
        ref=ref_of(pieces[shape.ref]),
        links=links,
        images=images,
        text=pieces[-2],
        box=whole_box(pieces[shape.pos]) if shape.box is None else exact_box(pieces[shape.box]),
        doc=int(pieces[shape.doc]),
        role="other" if shape.role is None else pieces[shape.role],
        style=None if shape.style is None else read_style(pieces[shape.style]),
    )


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
