"""Find the meaning of each value of a leaf block in a Vi-XML file from the mark-up around it alone.

Cut at its quotes, a block is mark-up and values in turn. A page has few kinds of mark-up (so many links, so many images,
these attributes in this order), so each kind is understood once and remembered. That of our own files is checked piece by
piece; that of other programs, who write attributes in other orders, close elements otherwise or put white space between
them, goes to the real parser, with numbers in place of the values: the parser returns the position of each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter

from lxml import etree

MOST_SHAPES = 1024
BETWEEN_MARKUP = "\x00"
"""Separates joined pieces of mark-up; XML has no such character."""

_COMMON = {"Ref", "leafblock", "ID", "Pos", "Box", "Doc", "Role", "Importance", "Topic", "Style", "Signs"}
_NO_PLAIN_MARKUP = ("<!", "<?", "&", "'", '"')

Pieces = Sequence[str]
Getter = Callable[[Pieces], Sequence[str]]
Elements = tuple[Getter, Getter]
"""Two getters: one takes the names of links or images from the pieces of a block, the other their addresses."""


class Surprise(Exception):  # noqa: N818  it never leaves the fast lane
    """Something the fast lane does not know."""


class Shape:
    """The position of each value among the pieces of a leaf block; the values of its own attributes come first."""

    __slots__ = (
        "box", "doc", "images", "importance", "is_common", "links", "names", "pos", "ref", "role", "signs", "style", "text",
        "topic",
    )  # fmt: skip

    def __init__(
        self, names: tuple[str, ...], links: Elements | None, images: Elements | None, text: int | None
    ) -> None:
        self.names, self.links, self.images, self.text = names, links, images, text
        at = {name: 2 * place + 1 for place, name in enumerate(names)}
        self.is_common = {"Ref", "Doc", "Pos"} <= at.keys() <= _COMMON
        self.ref, self.doc, self.pos = at.get("Ref", 0), at.get("Doc", 0), at.get("Pos", 0)
        self.box, self.role, self.style = at.get("Box"), at.get("Role"), at.get("Style")
        self.importance, self.topic, self.signs = at.get("Importance"), at.get("Topic"), at.get("Signs")


@lru_cache(maxsize=MOST_SHAPES)
def shape_of(joined: str) -> Shape:
    """The shape of a leaf block whose mark-up, cut at the quotes, is this. Raises Surprise for what is no such block."""
    markup = joined.split(BETWEEN_MARKUP)
    try:
        return _own_shape([markup[0].removeprefix("<Block"), *markup[1:]])
    except (Surprise, ValueError, IndexError):
        return _foreign_shape(markup)


def _own_shape(markup: list[str]) -> Shape:
    """Return the shape of a block as `write_vixml` writes it."""
    begin = markup.index("><Links ID=")
    links, links_end = _list(markup, begin, "link", " Adr=", ("/><Imgs ID=", "/></Links><Imgs ID="))
    images, images_end = _list(markup, links_end, "img", " Src=", ("/><Txts ID=", "/></Imgs><Txts ID="))
    if markup[images_end + 1 :] != [" Txt=", "/>"]:
        raise Surprise
    return Shape(
        attribute_names(BETWEEN_MARKUP.join(markup[:begin])),
        _every_third(links, links_end),
        _every_third(images, images_end),
        -2,
    )


def _every_third(first: int, end: int) -> Elements | None:
    """Return getters for a list whose values are an ID, a name and an address in turn."""
    if first == end:
        return None
    names, addresses = (slice(2 * place + 1, 2 * end + 1, 6) for place in (first + 1, first + 2))
    return itemgetter(names), itemgetter(addresses)


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
    """Return the names of attributes from the mark-up before each value."""
    markup = joined.split(BETWEEN_MARKUP)
    names = [piece[1:-1] for piece in markup if piece.startswith(" ") and piece.endswith("=")]
    if len(set(names)) != len(markup) or not "".join(names).isalpha():
        raise Surprise
    return tuple(names)


def _foreign_shape(markup: list[str]) -> Shape:
    """Return the shape of a block written by another program."""
    block = _skeleton(markup)
    lists = {str(child.tag): child for child in block}
    if len(lists) != len(block) or not lists.keys() <= {"Links", "Imgs", "Txts"}:
        raise Surprise
    names = tuple(str(name) for name in block.attrib)
    if [int(value) for value in block.attrib.values()] != list(range(1, 2 * len(names), 2)):
        raise Surprise
    if not "".join(names).isalpha():
        raise Surprise
    texts = lists.get("Txts")
    if texts is not None and (len(texts) or "Txt" not in texts.attrib):
        raise Surprise
    return Shape(
        names,
        _elements(lists.get("Links"), "link", "Adr"),
        _elements(lists.get("Imgs"), "img", "Src"),
        int(texts.attrib["Txt"]) if texts is not None else None,
    )


def _skeleton(markup: list[str]) -> etree._Element:
    """The block with the number of its piece in place of each value."""
    if any(sign in piece for piece in markup for sign in _NO_PLAIN_MARKUP):
        raise Surprise
    numbered = "".join([f'{piece}"{2 * place + 1}"' for place, piece in enumerate(markup[:-1])])
    try:
        block = etree.fromstring(f"{numbered}{markup[-1]}</Block>")
    except etree.XMLSyntaxError as error:
        raise Surprise from error
    loose = [text for element in block.iter() for text in (element.text, element.tail) if text and not text.isspace()]
    if block.tag != "Block" or loose:
        raise Surprise
    return block


def _elements(around: etree._Element | None, tag: str, address: str) -> Elements | None:
    if around is None or not len(around):
        return None
    if any(element.tag != tag or len(element) or not {"Name", address}.issubset(element.keys()) for element in around):
        raise Surprise
    places = [[int(element.attrib[name]) for element in around] for name in ("Name", address)]
    return _getter(places[0]), _getter(places[1])


def _getter(places: Sequence[int]) -> Getter:
    """Return a getter for these pieces: a slice if they are evenly spaced."""
    step = places[1] - places[0] if len(places) > 1 else 1
    if list(places) == list(range(places[0], places[0] + step * len(places), step)):
        return itemgetter(slice(places[0], places[-1] + 1, step))
    return itemgetter(*places)
