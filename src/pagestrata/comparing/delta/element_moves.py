"""Elements that moved from one block to another (paper 1 §5.2: what is equal in two blocks has moved).

Inside a block the same name is enough for an update, so an element from elsewhere may have been taken for the new address of
one that is still there under its old address: an update, an insert and a delete instead of a move and an update. They are
replaced by these two; nowhere else is an earlier decision revised.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Literal

from pagestrata.comparing.delta.element_changes import order_of
from pagestrata.comparing.match.matching import Matching
from pagestrata.model.deltas import Change, Order, new_change

Key = tuple[str, object]
Places = dict[Key, list[int]]
Part = tuple[str, str, str, int, object]  # operation, block, element, 0 for the name or 1 for the address, and that


def with_moves(matching: Matching, changes: list[Change], orders: list[Order]) -> list[Change]:
    """Join deletes and inserts of equal elements to moves; `orders` are adapted to changed updates."""
    gone: Places = {}
    come: Places = {}
    updates: list[int] = []
    for place, change in enumerate(changes):
        if change.op == "delete":
            gone.setdefault((change.element, change.old), []).append(place)
        elif change.op == "insert":
            come.setdefault((change.element, change.new), []).append(place)
        elif change.op == "update" and change.element in ("link", "image"):
            updates.append(place)
    reported: list[Change | None] = list(changes)
    for key in gone.keys() & come.keys():
        pairs = list(zip(gone[key], come[key], strict=False))
        del gone[key][: len(pairs)], come[key][: len(pairs)]
        for source, target in pairs:
            reported[source] = _moved(matching, changes[source], changes[target])
            reported[target] = None
    crossed = [
        place
        for place in updates
        if gone.get((changes[place].element, changes[place].new))
        or come.get((changes[place].element, changes[place].old))
    ]
    if crossed:
        _exchange(matching, changes, reported, (gone, come), crossed, orders)
    return [change for change in reported if change is not None]


def _moved(matching: Matching, source: Change, target: Change) -> Change:
    number = matching.partner_of_old[matching.old.numbers[target.block]]
    to_block = matching.new.blocks[number].ref
    return new_change(
        op="move",
        element=source.element,
        block=source.block,
        to_block=to_block,
        old=source.old,
        new=target.new,
        old_index=source.old_index,
        new_index=target.new_index,
    )


def _exchange(
    matching: Matching,
    changes: list[Change],
    reported: list[Change | None],
    left: tuple[Places, Places],
    crossed: list[int],
    orders: list[Order],
) -> None:
    """Revise updates of which one side has moved, if a better partner is left."""
    gone, come = left
    left_here = _places_by_part(reported)
    touched: set[tuple[str, str]] = set()
    for place in crossed:
        update = changes[place]
        for elsewhere, moving, here, staying in (
            (gone, update.new, "insert", update.old),
            (come, update.old, "delete", update.new),
        ):
            source = _still(reported, elsewhere.get((update.element, moving)))
            other = (
                None if source is None else _partner(reported, left_here, (here, update.block, update.element), staying)
            )
            if source is None or other is None:
                continue
            first, second = changes[source], changes[other]
            if here == "insert":
                reported[source] = _moved(matching, first, update)
                reported[place] = replace(update, new=second.new, new_index=second.new_index)
            else:
                reported[source] = _moved(matching, update, first)
                reported[place] = replace(update, old=second.old, old_index=second.old_index)
            reported[other] = None
            elsewhere[update.element, moving].remove(source)
            touched.add((update.block, update.element))
            break
    for block, element in sorted(touched):
        _renew_order(matching, reported, orders, block, element)


def _places_by_part(reported: list[Change | None]) -> dict[Part, deque[int]]:
    """The positions of inserts and deletes by operation, block, element, and name or address."""
    found: dict[Part, deque[int]] = {}
    for place, change in enumerate(reported):
        if change is None or change.op not in ("insert", "delete") or change.element == "text":
            continue
        value = change.new if change.op == "insert" else change.old
        if isinstance(value, tuple):
            for which, part in enumerate(value):
                if part:
                    found.setdefault((change.op, change.block, change.element, which, part), deque()).append(place)
    return found


def _still(reported: list[Change | None], places: list[int] | None) -> int | None:
    """The first of the places whose change has not been replaced."""
    return next((place for place in places or () if reported[place] is not None), None)


def _partner(
    reported: list[Change | None], left: dict[Part, deque[int]], where: tuple[str, str, str], value: object
) -> int | None:
    """An insert or delete in the same block that shares a name or address with the side that stayed."""
    for which, part in enumerate(value if isinstance(value, tuple) else ()):
        places = left.get((*where, which, part))
        while places:
            place = places.popleft()
            change = reported[place]
            if change is not None and change.op == where[0]:
                return place
    return None


def _renew_order(
    matching: Matching, reported: list[Change | None], orders: list[Order], block: str, element: str
) -> None:
    """Replace what was said about the order of one list."""
    number = matching.old.numbers[block]
    old, new = matching.old.blocks[number], matching.new.blocks[matching.partner_of_old[number]]
    changes = [change for change in reported if change is not None and change.element == element]
    updates, gone = _places_before(changes, block)
    come = _places_after(changes, block, new.ref)
    orders[:] = [order for order in orders if (order.block, order.element) != (block, element)]
    kind: Literal["link", "image"] = "link" if element == "link" else "image"
    first, second = (old.links, new.links) if kind == "link" else (old.images, new.images)
    order = order_of(first, second, updates, gone, come)
    if order is not None:
        orders.append(Order(block=block, element=kind, order=order))


def _places_before(changes: list[Change], block: str) -> tuple[dict[int, int], set[int]]:
    """Old place -> new place of what was updated in a block, and the old places of what left it."""
    updates: dict[int, int] = {}
    gone: set[int] = set()
    for change in changes:
        before, after = change.old_index, change.new_index
        if change.block != block or before is None:
            continue
        if change.op == "update" and after is not None:
            updates[before] = after
        elif change.op in ("delete", "move"):
            gone.add(before)
    return updates, gone


def _places_after(changes: list[Change], block: str, new_ref: str) -> set[int]:
    """The new places of what came to a block, which may have another ref now."""
    return {
        change.new_index
        for change in changes
        if change.new_index is not None
        and ((change.op == "insert" and change.block == block) or (change.op == "move" and change.to_block == new_ref))
    }
