"""The fast lane for Vi-XML: files as `write_vixml` writes them, read by cutting them at their closing tags and quotes.

Building a document tree of elements first takes most of the time of comparing two files. Cut at the quotes, a block
alternates between mark-up, which must be exactly the expected one, and values: so every character is accounted for, by
list operations only. A page has few kinds of mark-up (so many links, so many images, these attributes), so each kind is
checked once, and remembered as a `_Shape` that says which value is what. At the first surprise (other quotes inside,
other white space, character data, unknown entities) `scan` gives up, and the real parser decides whether the file is
unusual or broken.

Versions of a page share most of their leaf blocks to the letter. Blocks are immutable, so the last few thousand are
kept by their text and shared between trees.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import repeat

from pagestrata.formats.vixml_blocks import MAX_BLOCKS, exact_box, make_block, read_style, ref_of, whole_box
from pagestrata.formats.xml_text import MAX_DEPTH, plain
from pagestrata.model.blocks import Block, Image, Link

Attributes = dict[str, str]

LONGEST_KEPT_LEAF = 4096
MOST_KEPT_LEAVES = 4096
MOST_SHAPES = 1024

_CONTROLS = bytes(range(9)) + bytes([11, 12, *range(14, 32)])
_HEAD = re.compile(r"""(?:<\?xml version=["']1\.0["'](?: encoding=["']([\w-]+)["'])?\?>)?\s*<XML>\s*(?=<Document )""")
_ENTITY = re.compile(r"&(#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]+);")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_OPENING = "<Block "


class _Surprise(Exception):  # noqa: N818  it never leaves this module
    """Something the fast lane does not know."""


def scan(data: bytes) -> tuple[Attributes, list[Block]] | None:
    """The attributes of the document and its blocks, or None where the real parser is needed."""
    if len(data.translate(None, _CONTROLS)) != len(data):
        return None
    try:
        text = data.decode()
        if not text.isascii() and ("\ufffe" in text or "\uffff" in text):
            return None
        head = _HEAD.match(text)
        if head is None or (head[1] or "utf-8").lower() not in ("utf-8", "us-ascii"):
            return None
        place = head.end()
        first = text.find("=", place) + 1
        quote = text[first : first + 1]
        begin = text.find(_OPENING, place)
        if quote not in ("'", '"') or begin == -1:
            return None
        attributes = _attributes(text[place:begin].rstrip(), "<Document ", quote)
        *chunks, rest = text[begin:].split("</Block>")
        blocks = _blocks(chunks, quote)
        return (attributes, blocks) if "".join(rest.split()) == "</Document></XML>" else None
    except (_Surprise, ValueError, IndexError):
        return None


def forget() -> None:
    """Forget the leaf blocks kept from earlier files, for measurements."""
    _leaf.cache_clear()
    _shape.cache_clear()


def _blocks(chunks: list[str], quote: str) -> list[Block]:
    """The outermost blocks of a text that was cut at every closing tag of a block."""
    siblings: list[Block] = []
    around: list[tuple[Attributes, list[Block]]] = []
    refs: list[str] = []
    for chunk in chunks:
        start = chunk.find(_OPENING)
        if start == -1:
            attributes, outer = _closed(chunk, around)
            block = make_block(attributes, tuple(siblings), (), (), "")
            siblings = outer
        else:
            if start > 1 or not chunk.startswith("<Links ", chunk.find(">", start) + 1):
                start = chunk.rfind(_OPENING)  # a leaf inside blocks that begin here, or mark-up in a value
            if start and not chunk[:start].isspace():
                siblings = _opened(chunk[:start], quote, siblings, around)
            leaf = chunk[start:] if start else chunk
            block = _leaf(leaf, quote) if len(leaf) <= LONGEST_KEPT_LEAF else _leaf.__wrapped__(leaf, quote)
        siblings.append(block)
        refs.append(block.ref)
    if around or len(set(refs)) != len(refs) or len(refs) > MAX_BLOCKS:
        raise _Surprise
    return siblings


def _opened(text: str, quote: str, siblings: list[Block], around: list[tuple[Attributes, list[Block]]]) -> list[Block]:
    """Go into the blocks that a text opens; gives the empty list of the innermost one's children."""
    before, *openings = text.split(_OPENING)
    if before and not before.isspace():
        raise _Surprise
    for opening in openings:
        around.append((_attributes(f"{_OPENING}{opening.rstrip()}", _OPENING, quote), siblings))
        siblings = []
    if len(around) >= MAX_DEPTH:
        raise _Surprise
    return siblings


def _closed(chunk: str, around: list[tuple[Attributes, list[Block]]]) -> tuple[Attributes, list[Block]]:
    if not around or (chunk and not chunk.isspace()):
        raise _Surprise
    return around.pop()


def _attributes(text: str, start: str, quote: str) -> Attributes:
    """The attributes of an opening tag that stands alone."""
    pieces = text.split(quote)
    if pieces[-1] != ">" or not text.startswith(start) or text.count("<") != 1:
        raise _Surprise
    pieces[0] = " " + pieces[0].removeprefix(start)
    return dict(zip(_names(pieces[:-1:2]), _plain_values(pieces[1::2], text), strict=True))


def _names(markup: list[str]) -> list[str]:
    names = [piece[1:-1] for piece in markup if piece.startswith(" ") and piece.endswith("=")]
    if len(set(names)) != len(markup) or not "".join(names).isalpha():
        raise _Surprise
    return names


class _Shape:
    """Which value of a leaf block is what. Of links and images every third value is an ID, a name or an address."""

    __slots__ = (
        "box", "doc", "image_names", "image_values", "images", "is_common", "link_names", "link_values", "links",
        "names", "ref", "role", "style",
    )  # fmt: skip

    def __init__(self, markup: list[str]) -> None:
        begin = markup.index("><Links ID=")
        links, links_end = _items(markup, begin, "link", " Adr=", ("/><Imgs ID=", "/></Links><Imgs ID="))
        images, images_end = _items(markup, links_end, "img", " Src=", ("/><Txts ID=", "/></Imgs><Txts ID="))
        if markup[images_end + 1 :] != [" Txt=", "/>"]:
            raise _Surprise
        self.links, self.images = links < links_end, images < images_end
        self.link_names, self.link_values = slice(links + 1, links_end, 3), slice(links + 2, links_end, 3)
        self.image_names, self.image_values = slice(images + 1, images_end, 3), slice(images + 2, images_end, 3)
        self.names = _names(markup[:begin])  # of the block's own attributes, whose values come first
        at = {name: place for place, name in enumerate(self.names)}
        self.is_common = {"Ref", "Doc", "Pos"} <= at.keys() <= _COMMON
        self.ref, self.doc = at.get("Ref", 0), at.get("Doc", 0)
        self.box, self.role, self.style = at.get("Box"), at.get("Role"), at.get("Style")


_COMMON = {"Ref", "leafblock", "ID", "Pos", "Box", "Doc", "Role", "Style"}


@lru_cache(maxsize=MOST_KEPT_LEAVES)
def _leaf(text: str, quote: str) -> Block:
    """The block of such a text, which ends before its closing tag."""
    pieces = text.split(quote)
    shape = _shape("\n".join(pieces[::2]))
    values = pieces[1::2]
    said = "".join(values)
    if "<" in said:
        raise _Surprise
    values = _plain_values(values, said)
    # The shape has made sure that names and addresses are as many; asking zip again takes a tenth of the time here.
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    if shape.links:
        links = tuple(map(_new, _LINKS, zip(values[shape.link_names], values[shape.link_values])))  # noqa: B905
    if shape.images:
        images = tuple(map(_new, _IMAGES, zip(values[shape.image_names], values[shape.image_values])))  # noqa: B905
    if not shape.is_common:
        return make_block(dict(zip(shape.names, values)), (), links, images, values[-1])  # noqa: B905
    return Block(
        ref=ref_of(values[shape.ref]),
        links=links,
        images=images,
        text=values[-1],
        box=whole_box(values[shape.names.index("Pos")]) if shape.box is None else exact_box(values[shape.box]),
        doc=int(values[shape.doc]),
        role="other" if shape.role is None else values[shape.role],
        style=None if shape.style is None else read_style(values[shape.style]),
    )


_new = tuple.__new__
_LINKS, _IMAGES = repeat(Link), repeat(Image)


@lru_cache(maxsize=MOST_SHAPES)
def _shape(joined: str) -> _Shape:
    """The shape of a leaf block whose mark-up, cut at the quotes, is this; mark-up has no line breaks."""
    markup = joined.split("\n")
    markup[0] = markup[0].removeprefix("<Block")
    return _Shape(markup)


def _items(markup: list[str], begin: int, item: str, address: str, ends: tuple[str, str]) -> tuple[int, int]:
    """The first piece of the items in the list that begins at a piece, and the piece that ends it."""
    if markup[begin + 1] != " IDList=":
        raise _Surprise
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
        raise _Surprise
    return first, last


def _plain_values(values: list[str], text: str) -> list[str]:
    if "\n" in text or "\t" in text or "\r" in text:
        raise _Surprise
    return [_unescaped(value) for value in values] if "&" in text or "\\" in text else values


def _unescaped(value: str) -> str:
    if "&" in value:
        if value.count("&") != len(_ENTITY.findall(value)):
            raise _Surprise
        value = _ENTITY.sub(_character, value)
    return plain(value)


def _character(found: re.Match[str]) -> str:
    name = found[1]
    if name[0] != "#":
        if name not in _NAMED:
            raise _Surprise
        return _NAMED[name]
    code = int(name[2:], 16) if name[1] == "x" else int(name[1:])
    if code not in (9, 10, 13) and not (32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0xFFFF < code < 0x110000):
        raise _Surprise
    return chr(code)
