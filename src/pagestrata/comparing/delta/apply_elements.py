"""The elements of blocks after the changes to them: the part of `apply` that happens inside blocks."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockStyle
from pagestrata.model.deltas import Change, Delta, Picture
from pagestrata.model.geometry import Box
from pagestrata.model.signs import moved_signs

Contents = dict[str, Any]  # fields of a block with their new values

_FIELDS = {"link": "links", "image": "images"}


Permutation = tuple[int, ...]  # old places in their new order


class _Edit:
    """All changes to one list of one block, or to its text."""

    def __init__(self) -> None:
        self.leaving: list[Change] = []
        self.updated: list[Change] = []
        self.coming: list[Change] = []


def edited(delta: Delta, old: dict[str, Block], gone: set[str]) -> dict[str, Contents]:
    """Old ref -> the fields that differ afterwards."""
    gathered = _Gathered(delta, old, gone)
    for change in delta.changes:
        if change.element != "block":
            gathered.add(change)
    orders: dict[tuple[str, str], Permutation] = {
        (order.block, order.element): order.order for order in delta.patch.orders
    }
    for key in orders:
        gathered.edits.setdefault(key, _Edit())
    contents = gathered.looks
    for (ref, element), edit in gathered.edits.items():
        fields = contents.setdefault(ref, {})
        if element == "text":
            text = _text(delta, old[ref], edit)
            fields.update(text=text, line_ends=(), signs=moved_signs(old[ref].signs, old[ref].text, text))
        elif element in _FIELDS:
            if ref not in old:
                raise misfit(delta, f"there is no block {ref} to put in order")
            fields[_FIELDS[element]] = _items(delta, old[ref], element, edit, orders.get((ref, element)))
    return contents


class _Gathered:
    """The changes inside blocks by old ref and element; changes of looks directly as fields."""

    def __init__(self, delta: Delta, old: dict[str, Block], gone: set[str]) -> None:
        self.delta, self.old, self.gone = delta, old, gone
        self.edits: dict[tuple[str, str], _Edit] = {}
        self.looks: dict[str, Contents] = {}
        self.old_refs = {new: before for before, new in delta.patch.renames}
        self.old_refs.update(
            {c.to_block: c.block for c in delta.changes if c.element == "block" and c.op == "move" and c.to_block}
        )

    def add(self, change: Change) -> None:
        own = change.block
        if change.element == "style" or isinstance(change.new, Picture):
            self._edit(change, own)
            self.looks.setdefault(own, {}).update(_look(change, self.old[own]))
        elif change.op == "update":
            self._edit(change, own).updated.append(change)
        elif change.op == "delete":
            self._edit(change, own).leaving.append(change)
        elif change.op == "insert":
            self._edit(change, own).coming.append(change)
        elif change.op == "move":
            target = change.to_block or ""
            self._edit(change, own).leaving.append(change)
            self._edit(change, self.old_refs.get(target, target)).coming.append(change)

    def _edit(self, change: Change, ref: str) -> _Edit:
        if ref not in self.old or ref in self.gone:
            raise misfit(self.delta, f"there is no block {ref} for the {change.op} of a {change.element}")
        return self.edits.setdefault((ref, change.element), _Edit())


def misfit(delta: Delta, problem: str) -> InputError:
    version = f" {delta.from_version}" if delta.from_version else ""
    return InputError(
        f"the delta does not fit: {problem}; nothing was changed, apply it to the version{version} it was made from"
    )


def _look(change: Change, block: Block) -> Contents:
    if isinstance(change.new, BlockStyle):
        return {"style": change.new}
    if isinstance(change.new, Picture):
        # Found in the screenshots, it says nothing about a hash that neither tree has.
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


def _items(delta: Delta, block: Block, element: str, edit: _Edit, order: Permutation | None) -> tuple[Any, ...]:
    """A list of links or images after its changes: removals and updates, new order, then insertions."""
    kept = _without_leaving(delta, block, element, edit)
    if order is not None:
        if sorted(order) != list(range(len(kept))):
            raise misfit(delta, f"block {block.ref} has {len(kept)} {element}s to put in order, not {len(order)}")
        kept = [kept[place] for place in order]
    return _with_coming(kept, edit.coming)


def _without_leaving(delta: Delta, block: Block, element: str, edit: _Edit) -> list[Any]:
    places = _Places(getattr(block, _FIELDS[element]))

    def take(change: Change) -> int:
        place = places.take(change)
        if place is None:
            raise misfit(delta, f"block {block.ref} does not have the {element} {_short(change.old)}")
        return place

    updates = {take(change): change.new for change in edit.updated}
    for change in edit.leaving:
        take(change)
    return [updates.get(place, places.items[place]) for place in sorted({*places.free, *updates})]


class _Places:
    """The indexes of a list, each to be taken once: that of a change, else the first with its value."""

    def __init__(self, items: tuple[Any, ...]) -> None:
        self.items = items
        self.free = set(range(len(items)))
        self._places_of: dict[Any, list[int]] | None = None

    def take(self, change: Change) -> int | None:
        """The index that a change takes; None if its value is not, or no longer, in the list."""
        place = change.old_index
        if place is None or place not in self.free or self.items[place] != change.old:
            place = self._first(change.old)
        if place is not None:
            self.free.discard(place)
        return place

    def _first(self, value: Any) -> int | None:
        if self._places_of is None:
            self._places_of = {}
            for index in range(len(self.items) - 1, -1, -1):
                self._places_of.setdefault(self.items[index], []).append(index)
        places = self._places_of.get(value, [])
        while places and places[-1] not in self.free:
            places.pop()
        return places.pop() if places else None


def _with_coming(kept: list[Any], coming: list[Change]) -> tuple[Any, ...]:
    """A list with the new items at their positions; items without a position come last."""
    placed = [(change.new_index, change.new) for change in coming if change.new_index is not None]
    for place, value in sorted(placed, key=itemgetter(0)):
        kept.insert(min(max(place, 0), len(kept)), value)
    return (*kept, *[change.new for change in coming if change.new_index is None])


def _short(value: object) -> str:
    text = repr(tuple(value) if isinstance(value, tuple) else value)
    return text if len(text) <= 80 else f"{text[:77]}..."
