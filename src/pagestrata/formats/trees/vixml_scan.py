"""The fast lane for Vi-XML: files as `write_vixml` and programs like it write them, read by cutting them at closing tags.

Building a document tree of elements first takes most of the time of comparing two files. Here every character is
accounted for by a few passes over the whole text, each one call: that values hold no mark-up, and nothing XML forbids
(`_is_sound`); then each block is checked by itself. At the first surprise (other quotes inside, character data,
unknown elements and entities) `scan` gives up, and the real parser decides whether the file is unusual or broken.

Versions of a page share most of their leaf blocks to the letter. Blocks are immutable, so the last few thousand are
kept by their text and shared between trees (`vixml_leaves`).
"""

from __future__ import annotations

import re

from pagestrata.formats.trees.vixml_blocks import MAX_BLOCKS, exact_box, make_block, whole_box
from pagestrata.formats.trees.vixml_leaves import check_entities, forget_leaves, leaf, unescaped
from pagestrata.formats.trees.vixml_shapes import BETWEEN_MARKUP, Surprise, attribute_names
from pagestrata.formats.xml_text import MAX_DEPTH
from pagestrata.model.blocks import Block

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
    """Forget the leaf blocks and boxes kept from earlier files, for measurements."""
    forget_leaves()
    for kept in (exact_box, whole_box):
        kept.cache_clear()


def _is_sound(data: bytes, text: str, quote: str) -> bool:
    """Whether no value holds a `<` or a line break, and nothing a character that XML forbids.

    Of quotes, `<` and control characters alone, the two quotes of a sound value stand side by side. Without such pairs,
    a quote is left over exactly where a value holds something.
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
    """Go into the blocks that a text opens; gives the empty list of the innermost one's children."""
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
    """The attributes of an opening tag that stands alone."""
    pieces = text.split(quote)
    if pieces[-1] != ">" or not text.startswith(start):
        raise Surprise
    pieces[0] = " " + pieces[0].removeprefix(start)
    values = pieces[1::2]
    if "&" in text or "\\" in text:
        check_entities(text)
        values = [unescaped(value) for value in values]
    return dict(zip(attribute_names(BETWEEN_MARKUP.join(pieces[:-1:2])), values, strict=True))
