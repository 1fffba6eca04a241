"""The <Patch> of a Vi-Delta: refs, orders and fields that exactness needs and people do not."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Literal
from urllib.parse import quote, unquote

from lxml import etree

from pagestrata.formats.trees.vixml import style_words
from pagestrata.formats.trees.vixml_blocks import read_style
from pagestrata.formats.xml_text import attribute, number, plain
from pagestrata.model.blocks import BlockStyle
from pagestrata.model.deltas import Children, Details, Order, Patch
from pagestrata.model.geometry import Box

SAME = "="
"""Replaces an unchanged word in a list."""

_NUMBERS = ("box", "viewport", "page_size")
_LISTS = (*_NUMBERS, "style")


def add_patch(parts: list[str], patch: Patch) -> None:
    """Append the pieces of the patch; nothing for an empty one."""
    if not patch:
        return
    parts.append('<Patch Chained="1">\n' if patch.chained else "<Patch>\n")
    if patch.renames:
        parts.append(f'<Renames List="{" ".join(f"{_word(old)}={_word(new)}" for old, new in patch.renames)}"/>\n')
    for children in patch.children:
        parts.append(f"<Children{_list('', children.old_block, children.old)}")
        same = children.old == children.new and children.old_block == children.new_block
        parts.append("/>\n" if same else f"{_list('new', children.new_block, children.new)}/>\n")
    for order in patch.orders:
        numbers = " ".join(map(str, order.order))
        parts.append(f'<Order Ref="{attribute(order.block)}" Of="{order.element}" List="{numbers}"/>\n')
    parts.extend(
        [
            f'<Details Ref="{attribute(details.block)}"{_fields("", details.old)}{_new_fields(details)}/>\n'
            for details in patch.details
        ]
    )
    parts.append("</Patch>\n")


def _list(prefix: str, block: str | None, refs: tuple[str, ...]) -> str:
    if block is None:
        return f' {prefix}None="1"'
    return f' {prefix}Ref="{attribute(block)}" {prefix}List="{" ".join(map(_word, refs))}"'


def _word(ref: str) -> str:
    return ref if ref.isascii() and ref.replace(".", "").isalnum() else quote(ref, safe="", errors="surrogatepass")


def _fields(prefix: str, fields: Mapping[str, Any]) -> str:
    return "".join(f' {prefix}{name}="{attribute(_spelt(value))}"' for name, value in fields.items())


def _new_fields(details: Details) -> str:
    """Return the new values as attributes; in boxes, sizes and styles, unchanged words are written '='."""
    parts = []
    for name, value in details.new.items():
        words = _spelt(value)
        if name in _LISTS and details.old.get(name) is not None and value is not None:
            before = _spelt(details.old[name]).split()
            words = " ".join([SAME if a == b else b for a, b in zip(before, words.split(), strict=True)])
        parts.append(f' new{name}="{attribute(words)}"')
    return "".join(parts)


def _spelt(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, BlockStyle):
        return style_words(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return " ".join(map(number, value))
    return value if isinstance(value, str) else number(value)


def read_patch(element: etree._Element, *, with_details: bool = True) -> Patch:
    """Return the patch in an element, or all but its details. Raises ValueError for invalid values."""
    read = element if with_details else element.iterchildren("Renames", "Children", "Order")
    parts = [(child.tag, {str(key): plain(str(value)) for key, value in child.attrib.items()}) for child in read]
    return Patch(
        renames=tuple([pair for tag, found in parts if tag == "Renames" for pair in _read_renames(found)]),
        children=tuple([_read_children(found) for tag, found in parts if tag == "Children"]),
        orders=tuple([_read_order(found) for tag, found in parts if tag == "Order"]),
        details=tuple([_read_details(found) for tag, found in parts if tag == "Details"]),
        chained=element.get("Chained") == "1",
    )


def _read_renames(found: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for word in found.get("List", "").split():
        old, _, new = word.partition("=")
        yield _unword(old), _unword(new)


def _read_children(found: Mapping[str, str]) -> Children:
    old_block, old = _read_list(found, "")
    new_block, new = _read_list(found, "new") if "newRef" in found or "newNone" in found else (old_block, old)
    return Children(old_block=old_block, new_block=new_block, old=old, new=new)


def _read_order(found: Mapping[str, str]) -> Order:
    kind: Literal["link", "image"] = "image" if found.get("Of") == "image" else "link"
    return Order(block=found.get("Ref", ""), element=kind, order=tuple(map(int, found.get("List", "").split())))


def _read_details(found: Mapping[str, str]) -> Details:
    before = {name: text for name, text in found.items() if name != "Ref" and not name.startswith("new")}
    after = {key.removeprefix("new"): text for key, text in found.items() if key.startswith("new")}
    filled = {name: _filled(before.get(name, ""), text) if name in _LISTS else text for name, text in after.items()}
    return Details(
        block=found.get("Ref", ""),
        old={name: _value(name, text) for name, text in before.items()},
        new={name: _value(name, text) for name, text in filled.items()},
    )


def _read_list(found: Mapping[str, str], prefix: str) -> tuple[str | None, tuple[str, ...]]:
    block = None if f"{prefix}None" in found else found.get(f"{prefix}Ref", "")
    return block, tuple(map(_unword, found.get(f"{prefix}List", "").split()))


def _filled(old: str, new: str) -> str:
    """Return the new words, with unchanged ones filled in."""
    if SAME not in new:
        return new
    words, before = new.split(), old.split()
    if len(words) != len(before):
        raise ValueError(f"{new!r} does not follow from {old!r}")
    return " ".join([was if word == SAME else word for was, word in zip(before, words, strict=True)])


def _unword(word: str) -> str:
    return unquote(word, errors="surrogatepass") if "%" in word else word


def _value(name: str, text: str) -> Any:
    """Return a field of a block or page from its text; an empty text means that the field was missing."""
    if name in _NUMBERS:
        return _numbers(name, text)
    if name in _READERS:
        return _READERS[name](text) if text else None
    if name == "doc":
        return int(text)
    if name in _TEXTS:
        return text
    raise ValueError(f"{name!r} is not a field of a block or page")


def _numbers(name: str, text: str) -> Any:
    numbers = [float(word) for word in text.split()]
    if len(numbers) != (4 if name == "box" else 2):
        raise ValueError(f"{text!r} has the wrong count of numbers for {name}")
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"{text!r} is not finite, which {name} must be")
    if name == "box":
        return Box(*numbers)
    return tuple(map(int, numbers)) if name == "viewport" else tuple(numbers)


_READERS: dict[str, Callable[[str], Any]] = {
    "style": read_style,
    "importance": float,
    "captured_at": datetime.fromisoformat,
}
_TEXTS = frozenset({"layer", "role", "topic", "picture_hash", "url", "title", "segmenter", "version"})
