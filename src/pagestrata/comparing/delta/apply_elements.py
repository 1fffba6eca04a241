"""The elements of blocks after the changes to them: the part of `apply` that happens inside blocks."""

from __future__ import annotations

from typing import Any

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockStyle
from pagestrata.model.deltas import Change, Delta, Picture
from pagestrata.model.geometry import Box

Contents = dict[str, Any]
"""Fields of a block with their new values."""

_FIELDS = {"link": "links", "image": "images"}


class _Edit:
    """All changes to one list of one block."""

    def __init__(self) -> None:
        self.leaving: list[Change] = []
        self.updated: list[Change] = []
        self.coming: list[Change] = []


def edited(delta: Delta, old: dict[str, Block], gone: set[str]) -> dict[str, Contents]:
    """Old ref -> the fields that differ afterwards."""
    names_back = {new: before for before, new in delta.patch.renames}
    names_back.update(
        {c.to_block: c.block for c in delta.changes if c.element == "block" and c.op == "move" and c.to_block}
    )
    edits: dict[tuple[str, str], _Edit] = {}
    looks: dict[str, Contents] = {}

    def edit(change: Change, ref: str) -> _Edit:
        if ref not in old or ref in gone:
            raise misfit(delta, f"there is no block {ref} for the {change.op} of a {change.element}")
        return edits.setdefault((ref, change.element), _Edit())

    for change in delta.changes:
        if change.element == "block":
            continue
        if change.element == "style" or isinstance(change.new, Picture):
            edit(change, change.block)
            looks.setdefault(change.block, {}).update(_look(change, old[change.block]))
        elif change.op == "update":
            edit(change, change.block).updated.append(change)
        else:
            if change.op in ("delete", "move"):
                edit(change, change.block).leaving.append(change)
            if change.op in ("insert", "move"):
                target = change.block if change.op == "insert" else change.to_block or ""
                edit(change, names_back.get(target, target) if change.op == "move" else target).coming.append(change)
    orders = {(order.block, order.element): order.order for order in delta.patch.orders}
    for key in orders:
        edits.setdefault(key, _Edit())
    contents: dict[str, Contents] = looks
    for (ref, element), found in edits.items():
        fields = contents.setdefault(ref, {})
        if element == "text":
            fields["text"] = _text(delta, old[ref], found)
        elif element in _FIELDS:
            if ref not in old:
                raise misfit(delta, f"there is no block {ref} to put in order")
            fields[_FIELDS[element]] = _items(delta, old[ref], element, found, orders.get((ref, element)))  # type: ignore[arg-type]
    return contents


def misfit(delta: Delta, problem: str) -> InputError:
    version = f" {delta.from_version}" if delta.from_version else ""
    return InputError(
        f"the delta does not fit: {problem}; nothing was changed, apply it to the version{version} it was made from"
    )


def _look(change: Change, block: Block) -> Contents:
    if isinstance(change.new, BlockStyle):
        return {"style": change.new}
    if isinstance(change.new, Picture):
        # Found in the screenshots, it tells nothing about a hash that neither tree has.
        known = isinstance(change.old, Picture) and block.picture_hash == change.old.hash
        return {"picture_hash": change.new.hash} if known else {}
    if isinstance(change.new, Box):
        return {"box": change.new}
    return {}


def _text(delta: Delta, block: Block, edit: _Edit) -> str:
    removals = [*edit.leaving, *edit.updated]
    additions = [*edit.updated, *edit.coming]
    text = block.text
    if len(removals) > 1 or len(additions) > 1:
        raise misfit(delta, f"the text of block {block.ref} would change twice")
    for change in removals:
        if change.old != text:
            raise misfit(delta, f"block {block.ref} does not have the text {_short(change.old)}")
        text = ""
    if text and additions:
        raise misfit(delta, f"block {block.ref} still has a text")
    return str(additions[0].new) if additions else text


def _items(delta: Delta, block: Block, element: str, edit: _Edit, order: tuple[int, ...] | None) -> tuple[Any, ...]:
    items: list[Any] = list(getattr(block, _FIELDS[element]))
    free = set(range(len(items)))
    first_places: dict[Any, list[int]] = {}

    def take(change: Change) -> int:
        place = change.old_index
        if place is None or place not in free or items[place] != change.old:
            if not first_places:
                for index in range(len(items) - 1, -1, -1):
                    first_places.setdefault(items[index], []).append(index)
            places = first_places.get(change.old, [])
            while places and places[-1] not in free:
                places.pop()
            if not places:
                raise misfit(delta, f"block {block.ref} does not have the {element} {_short(change.old)}")
            place = places.pop()
        free.discard(place)
        return place

    updates = [(take(change), change.new) for change in edit.updated]
    for change in edit.leaving:
        take(change)
    free.update(place for place, _ in updates)
    for place, value in updates:
        items[place] = value
    kept = [items[place] for place in sorted(free)]
    if order is not None:
        if sorted(order) != list(range(len(kept))):
            raise misfit(delta, f"block {block.ref} has {len(kept)} {element}s to put in order, not {len(order)}")
        kept = [kept[place] for place in order]
    last = [change for change in edit.coming if change.new_index is None]
    for change in sorted((c for c in edit.coming if c.new_index is not None), key=lambda c: c.new_index or 0):
        kept.insert(min(max(change.new_index or 0, 0), len(kept)), change.new)
    return (*kept, *[change.new for change in last])


def _short(value: object) -> str:
    text = repr(tuple(value) if isinstance(value, tuple) else value)
    return text if len(text) <= 80 else f"{text[:77]}..."
