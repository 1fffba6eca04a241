"""The fast lane for Vi-XML: files as `write_vixml` and programs like it write them, read by cutting them at closing tags.

Building a document tree of elements first takes most of the time of comparing two files. Here every character is
accounted for by a few passes over the whole text, each one call: that values hold no mark-up, and nothing XML forbids
(`_is_sound`); then each block is checked by itself. At the first surprise (other quotes inside, character data,
unknown elements and entities) `scan` gives up, and the real parser decides whether the file is unusual or broken.

Versions of a page share most of their leaf blocks to the letter. Blocks are immutable, so the last few thousand are
kept by their text and shared between trees.
"""

from __future__ import annotations

import re
from itertools import repeat

from pagestrata.formats.trees.vixml_blocks import MAX_BLOCKS, exact_box, make_block, read_style, ref_of, whole_box
from pagestrata.formats.trees.vixml_shapes import BETWEEN_MARKUP, Surprise, attribute_names, shape_of
from pagestrata.formats.xml_text import MAX_DEPTH, plain
from pagestrata.model.blocks import Block, Image, Link, new_block
from pagestrata.model.signs import signs_from_words

Attributes = dict[str, str]

_HEAD = re.compile(r"""(?:<\?xml version=["']1\.0["'](?: encoding=["']([\w-]+)["'])?\?>)?\s*<XML>\s*(?=<Document )""")
_OPENING = "<Block "
_CONTROLS = bytes(range(32))
_ORDINARY = {quote: bytes(set(range(256)) - {*_CONTROLS, *quote.encode(), *b"<"}) for quote in "\"'"}


def scan(data: bytes) -> tuple[Attributes, list[Block]] | None:
    """The attributes of the document and its blocks, or None where the real parser is needed."""
    try:
        text = data.decode()
        head = _HEAD.match(text)
        if head is None or (head[1] or "utf-8").lower() not in ("utf-8", "us-ascii"):
            return None
        place = head.end()
        first = text.find("=", place) + 1
        quote = text[first : first + 1]
        begin = text.find(_OPENING, place)
        if quote not in ("'", '"') or begin == -1 or not _is_sound(data, text, quote):
            return None
        attributes = _attributes(text[place:begin].rstrip(), "<Document ", quote)
        *chunks, rest = text[begin:].split("</Block>\n" if "</Block>\n" in text else "</Block>")
        blocks = _blocks(chunks, quote)
        return (attributes, blocks) if "".join(rest.split()) == "</Document></XML>" else None
    except (Surprise, ValueError, IndexError):
        return None


def forget() -> None:
    """Clear the caches of leaf blocks and boxes, for measurements."""
    forget_leaves()
    for kept in (exact_box, whole_box):
        kept.cache_clear()


def _is_sound(data: bytes, text: str, quote: str) -> bool:
    """Whether no value holds a `<` or a line break, and nothing a character that XML forbids.

    If only quotes, `<` and control characters are kept, the two quotes of a sound value are adjacent. After removing such
    pairs, any quote that is left belongs to a value with a forbidden character.
    """
    marks = data.translate(None, _ORDINARY[quote]).replace(2 * quote.encode(), b"")
    return not marks.strip(b"<\n\t\r") and (text.isascii() or not ("\ufffe" in text or "\uffff" in text))


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
                start = chunk.rfind(_OPENING)  # a leaf inside blocks that begin here, or a value with a `>`
            if start and not chunk[:start].isspace():
                siblings = _opened(chunk[:start], quote, siblings, around)
            text = chunk[start:] if start else chunk
            block = leaf(text, quote)
        siblings.append(block)
        refs.append(block.ref)
    if around or len(set(refs)) != len(refs) or len(refs) > MAX_BLOCKS:
        raise Surprise
    return siblings


def _opened(text: str, quote: str, siblings: list[Block], around: list[tuple[Attributes, list[Block]]]) -> list[Block]:
    """Enter the blocks that a text opens; return the empty list of children of the innermost one."""
    before, *openings = text.split(_OPENING)
    if before and not before.isspace():
        raise Surprise
    for opening in openings:
        around.append((_attributes(f"{_OPENING}{opening.rstrip()}", _OPENING, quote), siblings))
        siblings = []
    if len(around) >= MAX_DEPTH:
        raise Surprise
    return siblings


def _closed(chunk: str, around: list[tuple[Attributes, list[Block]]]) -> tuple[Attributes, list[Block]]:
    if not around or (chunk and not chunk.isspace()):
        raise Surprise
    return around.pop()


def _attributes(text: str, start: str, quote: str) -> Attributes:
    """Return the attributes of a single opening tag."""
    pieces = text.split(quote)
    if pieces[-1] != ">" or not text.startswith(start):
        raise Surprise
    pieces[0] = " " + pieces[0].removeprefix(start)
    values = pieces[1::2]
    if "&" in text or "\\" in text:
        check_entities(text)
        values = [unescaped(value) for value in values]
    return dict(zip(attribute_names(BETWEEN_MARKUP.join(pieces[:-1:2])), values, strict=True))


LONGEST_KEPT = 4096
MOST_KEPT = 4096
KEY_LENGTH = 192
"""Characters by which a kept text is looked up before it is compared: they hold its Ref and its place, and hash quickly."""

_ENTITY = re.compile(r"&(#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]+);")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


_kept: dict[str, tuple[str, Block]] = {}


def leaf(text: str, quote: str) -> Block:
    """Return the leaf block in a text that ends before the closing tag; equal texts share one block.

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
    """Clear the cache of leaf blocks."""
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
    content = pieces[shape.text] if shape.text is not None else ""
    if not shape.is_common:
        attributes = dict(zip(shape.names, pieces[1::2]))  # noqa: B905
        return make_block(attributes, (), links, images, content)
    return new_block(
        ref=ref_of(pieces[shape.ref]),
        links=links,
        images=images,
        text=content,
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
    return [unescaped(value) if "&" in value or "\\" in value else value for value in values]


def unescaped(value: str) -> str:
    """Return a value with its entities replaced; call `check_entities` first."""
    return plain(_ENTITY.sub(_character, value) if "&" in value else value)


def _character(found: re.Match[str]) -> str:
    return _NAMED.get(found[1]) or chr(_code(found[1]))


def _code(name: str) -> int:
    return int(name[2:], 16) if name[1] == "x" else int(name[1:])


def _is_allowed(code: int) -> bool:
    """Whether XML 1.0 may say this character."""
    return code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0xFFFF < code < 0x110000
