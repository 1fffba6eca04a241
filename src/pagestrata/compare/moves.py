"""Elements that left one block and came to another (paper 1 §5.2: what is equal in two blocks has moved).

Inside a block the same name is enough for an update, so an element that came from elsewhere may have been taken for the
new address of one that stayed under its old address: an update, an insert and a delete where a move and an update say
the same. Such threes are told as the two; it is the only place where an earlier decision is taken back.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from pagestrata.compare.elements import order_of
from pagestrata.compare.matching import Matching
from pagestrata.model.deltas import Change, Order

Key = tuple[str, object]
Part = tuple[str, str, str, int, object]
"""Operation, block, element, 0 for the name or 1 for the address, and that."""


def with_moves(matching: Matching, changes: list[Change], orders: list[Order]) -> list[Change]:
    """Join what was deleted from one block and inserted into another; `orders` follow where updates change."""
    gone = _places(changes, "delete")
    if not gone:
        return changes
    moves: dict[int, Change] = {}
    arrived: set[int] = set()
    left: list[int] = []
    for place, change in enumerate(changes):
        if change.op != "insert":
            continue
        places = gone.get((change.element, change.new))
        if places:
            source = places.popleft()
            arrived.add(place)
            moves[source] = _moved(matching, changes[source], change)
        elif change.element != "text":
            left.append(place)
    result = [moves.get(place, change) for place, change in enumerate(changes) if place not in arrived]
    deletes_left = any(gone.values())
    return _exchanged(matching, result, orders) if left and deletes_left else result


def _places(changes: list[Change], op: str) -> dict[Key, deque[int]]:
    found: dict[Key, deque[int]] = {}
    for place, change in enumerate(changes):
        if change.op == op:
            value = change.old if op == "delete" else change.new
            found.setdefault((change.element, value), deque()).append(place)
    return found


def _moved(matching: Matching, source: Change, target: Change) -> Change:
    number = matching.partner_of_old[matching.old.numbers[target.block]]
    to_block = matching.new.blocks[number].ref
    return replace(source, op="move", to_block=to_block, new=target.new, new_index=target.new_index)


def _exchanged(matching: Matching, changes: list[Change], orders: list[Order]) -> list[Change]:
    """Take back updates whose other side has moved, where a better partner for the update is left."""
    told: list[Change | None] = list(changes)
    gone, come = _places(changes, "delete"), _places(changes, "insert")
    left_here = _places_by_part(changes)
    touched: set[tuple[str, str]] = set()
    for place, update in enumerate(changes):
        if update.op != "update" or update.element not in ("link", "image"):
            continue
        for elsewhere, moving, here, staying in (
            (gone, update.new, "insert", update.old),
            (come, update.old, "delete", update.new),
        ):
            source = _still(told, elsewhere.get((update.element, moving)))
            other = None if source is None else _partner(told, left_here, (here, update.block, update.element), staying)
            if source is None or other is None:
                continue
            first, second = changes[source], changes[other]
            if here == "insert":
                told[source] = _moved(matching, first, update)
                told[place] = replace(update, new=second.new, new_index=second.new_index)
            else:
                told[source] = _moved(matching, update, first)
                told[place] = replace(update, old=second.old, old_index=second.old_index)
            told[other] = None
            elsewhere[update.element, moving].popleft()
            touched.add((update.block, update.element))
            break
    for block, element in touched:
        _order_anew(matching, told, orders, block, element)
    return [change for change in told if change is not None]


def _places_by_part(changes: list[Change]) -> dict[Part, deque[int]]:
    """Where inserts and deletes are, by operation, block, element and by name or address."""
    found: dict[Part, deque[int]] = {}
    for place, change in enumerate(changes):
        value = change.new if change.op == "insert" else change.old
        if change.op in ("insert", "delete") and change.element != "text" and isinstance(value, tuple):
            for which, part in enumerate(value):
                if part:
                    found.setdefault((change.op, change.block, change.element, which, part), deque()).append(place)
    return found


def _still(told: list[Change | None], places: deque[int] | None) -> int | None:
    """The first of the places whose change has not been told otherwise."""
    while places and told[places[0]] is None:
        places.popleft()
    return places[0] if places else None


def _partner(
    told: list[Change | None], left: dict[Part, deque[int]], where: tuple[str, str, str], value: object
) -> int | None:
    """An insert or delete in the same block that shares a name or address with the side that stayed."""
    for which, part in enumerate(value if isinstance(value, tuple) else ()):
        places = left.get((*where, which, part))
        while places:
            place = places.popleft()
            change = told[place]
            if change is not None and change.op == where[0]:
                return place
    return None


def _order_anew(matching: Matching, told: list[Change | None], orders: list[Order], block: str, element: str) -> None:
    number = matching.old.numbers[block]
    old, new = matching.old.blocks[number], matching.new.blocks[matching.partner_of_old[number]]
    updates = {
        change.old_index: change.new_index
        for change in told
        if change is not None
        and (change.op, change.block, change.element) == ("update", block, element)
        and change.old_index is not None
        and change.new_index is not None
    }
    orders[:] = [order for order in orders if (order.block, order.element) != (block, element)]
    if element == "link":
        order = order_of(old.links, new.links, updates)
    else:
        order = order_of(old.images, new.images, updates)
    if order is not None:
        orders.append(Order(block=block, element="link" if element == "link" else "image", order=order))
