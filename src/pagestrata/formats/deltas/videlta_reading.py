"""The reader of Vi-Delta files: the authors' form, the figure of the 2009 paper, and ours."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from typing import Any, cast

from lxml import etree

from pagestrata.errors import InputError
from pagestrata.formats.deltas.videlta_patch import read_patch
from pagestrata.formats.trees.vixml import read_block
from pagestrata.formats.trees.vixml_blocks import read_style
from pagestrata.formats.xml_text import load, plain
from pagestrata.model.blocks import Image, Link
from pagestrata.model.deltas import Change, Delta, Element, Operation, Patch, Picture, Value
from pagestrata.model.edits import TextEdit, edited_text
from pagestrata.model.geometry import Box

_OPERATIONS = {"Insert": "insert", "Delete": "delete", "Update": "update", "Move": "move"}
_ELEMENTS: dict[str, Element] = {
    "link": "link", "img": "image", "image": "image", "txts": "text", "texts": "text", "style": "style",
}  # fmt: skip


def read_videlta(source: bytes | str | os.PathLike[str], *, with_details: bool = True) -> Delta:
    """The delta in a Vi-Delta file, given as bytes or as a path. Raises InputError with the line for anything else.

    Without details, which are most of the delta of a large page, it still says what changed, but cannot be applied.
    """
    root = load(source, what="Vi-Delta file", root="Delta")
    names = _attributes(root)
    changes: list[Change] = []
    patch = Patch()
    for element in root:
        try:
            if element.tag == "Patch":
                patch = read_patch(element, with_details=with_details)
            else:
                changes.extend(_changes(element))
        except ValueError as error:
            raise InputError(f"Vi-Delta file, line {element.sourceline}: {error}; write the delta again") from error
    return Delta(
        changes=tuple(changes),
        from_version=names.get("from", ""),
        to_version=names.get("to", ""),
        structure_changed=any(change.element == "block" for change in changes),
        patch=patch,
    )


def _changes(element: etree._Element) -> Iterator[Change]:
    """Yield the changes that one child of the root describes."""
    if element.tag == "Block":
        found = _attributes(element)
        ref = _ref(found.get("ref", ""))
        if "newref" in found:
            to_block, importance = _ref(found["newref"]), _importance(found)
            yield Change(op="move", element="block", block=ref, to_block=to_block, importance=importance)
        for run in element:
            for child in run:
                yield _change(_operation(run), child, ref)
    elif element.tag in ("Split", "Merge"):
        yield _regrouping(element)
    else:
        op = _operation(element)
        importance = _importance(_attributes(element))
        for child in element:
            if child.tag != "Block":
                yield _change(op, child, "")
            elif op == "delete" and not len(child):
                ref = _ref(_attributes(child).get("ref", ""))
                yield Change(op=op, element="block", block=ref, importance=importance)
            elif op in ("insert", "delete"):
                block = read_block(child, set())
                old, new = (None, block) if op == "insert" else (block, None)
                yield Change(op=op, element="block", block=block.ref, old=old, new=new, importance=importance)
            else:
                found = _attributes(child)
                to_block = _ref(found.get("newref") or found.get("to") or found.get("toblock", ""))
                yield Change(op="move", element="block", block=_ref(found.get("ref", "")), to_block=to_block)


def _operation(element: etree._Element) -> Operation:
    if element.tag not in _OPERATIONS:
        raise ValueError(f"<{element.tag}> is not an operation (Insert, Delete, Update, Move)")
    return cast(Operation, _OPERATIONS[str(element.tag)])


def _regrouping(element: etree._Element) -> Change:
    old, new = (
        tuple(read_block(child, set()) for side in element.iterchildren(tag) for child in side)
        for tag in ("Old", "New")
    )
    if not old or not new:
        raise ValueError(f"<{element.tag}> needs the blocks before in <Old> and after in <New>")
    return Change(
        op="split" if element.tag == "Split" else "merge",
        element="block",
        block=old[0].ref,
        to_block=new[0].ref,
        old=old,
        new=new,
        importance=_importance(_attributes(element)),
    )


def _change(op: Operation, element: etree._Element, ref: str) -> Change:
    found = _attributes(element)
    kind = _ELEMENTS.get(str(element.tag).lower())
    if kind is None:
        raise ValueError(f"<{element.tag}> is neither link, img, Txts nor style")
    ref = ref or _ref(found.get("from") or found.get("fromblock") or found.get("ref", ""))
    old, new = _values(kind, found, element)
    if op == "insert":
        old, new = None, old
    elif op == "delete":
        new = None
    elif op == "move":
        new = old
    return Change(
        op=op,
        element=kind,
        block=ref,
        to_block=_ref(found.get("to") or found.get("toblock", "")) if op == "move" else None,
        old=old,
        new=new,
        old_index=int(found["at"]) if "at" in found else None,
        new_index=int(found["newat"]) if "newat" in found else None,
        importance=_importance(found),
    )


def _values(kind: Element, found: dict[str, str], element: etree._Element) -> tuple[Value, Value]:
    """Return the old value of an element and, for updates, the new one."""
    if kind == "text":
        old = found.get("txt", found.get("oldtext", found.get("text", "")))
        if len(element):
            return old, edited_text(old, [_edit(child) for child in element])
        return old, found.get("newtxt", found.get("newtext", ""))
    if kind == "style":
        return _look(found, ""), _look(found, "new")
    name, address = found.get("name", ""), found.get("adr" if kind == "link" else "src", "")
    if "picture" in found:
        return Picture(name, address, found["picture"]), Picture(name, address, found.get("newpicture", ""))
    make: Any = Link if kind == "link" else Image
    new_address = found.get("newadr" if kind == "link" else "newsrc", address)
    return make(name, address), make(found.get("newname", name), new_address)


def _edit(element: etree._Element) -> TextEdit:
    found = _attributes(element)
    return TextEdit(int(found.get("at", "0")), int(found.get("cut", "0")), found.get("txt", ""))


def _look(found: dict[str, str], prefix: str) -> Value:
    if f"{prefix}style" in found:
        return read_style(found[f"{prefix}style"])
    numbers = [float(word) for word in found.get(f"{prefix}box", "").split()]
    if len(numbers) != 4 or not all(map(math.isfinite, numbers)):
        raise ValueError("<style> needs Style and NewStyle of four words or Box and NewBox of four numbers")
    return Box(*numbers)


def _attributes(element: etree._Element) -> dict[str, str]:
    return {str(key).lower(): plain(str(value)) for key, value in element.attrib.items()}


def _importance(found: dict[str, str]) -> float | None:
    return float(found["importance"]) if "importance" in found else None


def _ref(value: str) -> str:
    return value.removeprefix("Block")
