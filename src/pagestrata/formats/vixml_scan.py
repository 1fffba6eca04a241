"""The fast lane for Vi-XML: files as `write_vixml` writes them, read by cutting them at their quotes.

Building a document tree of elements first takes most of the time of comparing two files. Cut at the quotes, a block
alternates between mark-up, which must be exactly the expected one, and values: so every character is accounted for, by
list operations only. At the first surprise (other quotes inside, other white space, character data, unknown entities)
`scan` gives up, and the real parser decides whether the file is unusual or broken.

Versions of a page share most of their leaf blocks to the letter. Blocks are immutable, so the last few thousand are
kept by their text and shared between trees.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pagestrata.formats.vixml_blocks import make_block, note_ref
from pagestrata.formats.xml_text import MAX_DEPTH, plain
from pagestrata.model.blocks import Block, Image, Link

Attributes = dict[str, str]

LONGEST_KEPT_LEAF = 4096
MOST_KEPT_LEAVES = 4096

_CONTROLS = bytes(range(9)) + bytes([11, 12, *range(14, 32)])
_HEAD = re.compile(r"""(?:<\?xml version=["']1\.0["'](?: encoding=["']([\w-]+)["'])?\?>)?\s*<XML>\s*(?=<Document )""")
_ENTITY = re.compile(r"&(#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]+);")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


class _Surprise(Exception):  # noqa: N818  it never leaves this module
    """Something the fast lane does not know."""


def scan(data: bytes) -> tuple[Attributes, list[Block]] | None:
    """The attributes of the document and its blocks, or None where the real parser is needed."""
    if len(data.translate(None, _CONTROLS)) != len(data):
        return None
    try:
        text = data.decode()
        if "\ufffe" in text or "\uffff" in text:
            return None
        head = _HEAD.match(text)
        if head is None or (head[1] or "utf-8").lower() not in ("utf-8", "us-ascii"):
            return None
        place = head.end()
        first = text.find("=", place) + 1
        quote = text[first : first + 1]
        begin = text.find("<Block ", place)
        if quote not in ("'", '"') or begin == -1:
            return None
        attributes = _attributes(text[place:begin].rstrip(), "<Document ", quote)
        blocks, place = _blocks(text, begin, quote, set(), 1)
        return (attributes, blocks) if "".join(text[place:].split()) == "</Document></XML>" else None
    except (_Surprise, ValueError, IndexError):
        return None


def _blocks(text: str, place: int, quote: str, seen: set[str], depth: int) -> tuple[list[Block], int]:
    """The blocks that follow each other from a place on, and the place behind them."""
    if depth > MAX_DEPTH:
        raise _Surprise
    blocks: list[Block] = []
    while text.startswith("<Block ", place):
        end, inside = text.find("</Block>", place), text.find("<Block ", place + 7)
        if inside == -1 or end < inside:
            leaf = _leaf if end - place <= LONGEST_KEPT_LEAF else _leaf.__wrapped__
            block = leaf(text[place:end], quote)
        else:
            attributes = _attributes(text[place:inside].rstrip(), "<Block ", quote)
            children, end = _blocks(text, inside, quote, seen, depth + 1)
            if not text.startswith("</Block>", end):
                raise _Surprise
            block = make_block(attributes, tuple(children), (), (), "")
        note_ref(block.ref, seen)
        blocks.append(block)
        place = end + len("</Block>")
        while text[place : place + 1].isspace():
            place += 1
    return blocks, place


def _attributes(text: str, start: str, quote: str) -> Attributes:
    """The attributes of an opening tag that stands alone."""
    pieces = text.split(quote)
    if pieces[-1] != ">" or not text.startswith(start) or text.count("<") != 1:
        raise _Surprise
    pieces[0] = " " + pieces[0].removeprefix(start)
    return _named(pieces[:-1:2], _plain_values(pieces[1::2], text))


def _named(markup: list[str], values: list[str]) -> Attributes:
    names = [piece[1:-1] for piece in markup if piece.startswith(" ") and piece.endswith("=")]
    found = dict(zip(names, values, strict=True))
    if len(found) != len(markup) or not "".join(names).isalpha():
        raise _Surprise
    return found


@lru_cache(maxsize=MOST_KEPT_LEAVES)
def _leaf(text: str, quote: str) -> Block:
    """The block of such a text, which ends before its closing tag."""
    pieces = text.split(quote)
    markup = pieces[::2]
    values = _plain_values(pieces[1::2], text)
    markup[0] = markup[0].removeprefix("<Block")
    begin = markup.index("><Links ID=")
    links_end, links = _items(markup, values, begin, "link", " Adr=", ("/><Imgs ID=", "/></Links><Imgs ID="))
    images_end, images = _items(markup, values, links_end, "img", " Src=", ("/><Txts ID=", "/></Imgs><Txts ID="))
    tags = 4 + len(links) + bool(links) + len(images) + bool(images)
    if markup[images_end + 1 :] != [" Txt=", "/>"] or text.count("<") != tags:
        raise _Surprise
    return make_block(
        _named(markup[:begin], values[:begin]),
        (),
        tuple(map(Link._make, links)),
        tuple(map(Image._make, images)),
        values[-1],
    )


def _items(
    markup: list[str], values: list[str], begin: int, item: str, address: str, ends: tuple[str, str]
) -> tuple[int, list[tuple[str, str]]]:
    """The names and addresses in the list that begins at a piece, and the piece that ends it."""
    if markup[begin + 1] != " IDList=":
        raise _Surprise
    first, (empty, end) = begin + 2, ends
    if markup[first] == empty:
        return first, []
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
    return last, list(zip(values[first + 1 : last : 3], values[first + 2 : last : 3], strict=True))


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
