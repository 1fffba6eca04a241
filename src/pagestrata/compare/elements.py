"""Changes of links, images and texts inside one pair of matched blocks (paper 1 §5.2, Fig. 6; notes §4).

The paper sorts both lists by name and walks them with two counters, which goes wrong on equal names and at the end of a
list. Here dictionaries do the same in linear time, in this order: equal elements; same name and other address; same
address and other name; the rest was deleted or inserted. What is empty names nothing and is no ground for an update.
Places inside a block are no changes, but they are remembered (indexes and `Order`) so that a delta can be exact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Literal

from pagestrata.compare.words import is_update
from pagestrata.model.blocks import Block, Image, Link
from pagestrata.model.deltas import Change, Order

Item = Link | Image
Pairs = dict[int, int]


def element_changes(old: Block, new: Block, changes: list[Change], orders: list[Order]) -> None:
    """Append what became of the elements of `old`; `Change.block` is its ref."""
    if old.links != new.links:
        _list_changes(changes, orders, old.ref, "link", old.links, new.links)
    if old.images != new.images:
        _list_changes(changes, orders, old.ref, "image", old.images, new.images)
    if old.text != new.text:
        changes.extend(text_changes(old.ref, old.text, new.text))


def text_changes(ref: str, old: str, new: str) -> list[Change]:
    """One update, or a delete and an insert."""
    if is_update(old, new):
        return [Change(op="update", element="text", block=ref, old=old, new=new)]
    changes = []
    if old:
        changes.append(Change(op="delete", element="text", block=ref, old=old))
    if new:
        changes.append(Change(op="insert", element="text", block=ref, new=new))
    return changes


def _list_changes(
    changes: list[Change],
    orders: list[Order],
    ref: str,
    element: Literal["link", "image"],
    old: Sequence[Item],
    new: Sequence[Item],
) -> None:
    before, after = set(old), set(new)
    unique = len(before) == len(old) and len(after) == len(new)
    if unique:
        gone = [i for i, item in enumerate(old) if item not in after]
        come = [j for j, item in enumerate(new) if item not in before]
    else:
        _, gone, come = _equal_pairs(old, new)
    updates: Pairs = {}
    if gone and come:
        gone, come = _updates(updates, old, new, gone, come, 0)
        if gone and come:
            gone, come = _updates(updates, old, new, gone, come, 1)
    order = None if unique and _in_order(old, new, updates, gone, come) else order_of(old, new, updates)
    if order is not None:
        orders.append(Order(block=ref, element=element, order=order))
    changes += [
        Change(op="update", element=element, block=ref, old=old[i], new=new[j], old_index=i, new_index=j)
        for i, j in updates.items()
    ]
    changes += [Change(op="delete", element=element, block=ref, old=old[i], old_index=i) for i in gone]
    changes += [Change(op="insert", element=element, block=ref, new=new[j], new_index=j) for j in come]


def _in_order(old: Sequence[Item], new: Sequence[Item], updates: Pairs, gone: list[int], come: list[int]) -> bool:
    """Whether the elements that stayed, none equal to another, kept their places among each other."""
    stayed = list(old)
    for i, j in updates.items():
        stayed[i] = new[j]
    for i in reversed(gone):
        del stayed[i]
    actual = list(new)
    for j in reversed(come):
        del actual[j]
    return stayed == actual


def order_of(old: Sequence[Item], new: Sequence[Item], updates: Pairs) -> tuple[int, ...] | None:
    """How the elements that stayed changed places; None when they did not.

    Equal values are not enough: an update may make an element equal to another one, and then the way back would differ.
    """
    pairs, _, _ = _equal_pairs(old, new)
    pairs.update(updates)
    places = [j for _, j in sorted(pairs.items())]
    ranks = sorted(range(len(places)), key=places.__getitem__)
    return tuple(ranks) if ranks != list(range(len(ranks))) else None


def _equal_pairs(old: Sequence[Item], new: Sequence[Item]) -> tuple[Pairs, list[int], list[int]]:
    """Equal elements, first with first; then what is left of both lists."""
    waiting: dict[Item, deque[int]] = {}
    for j, item in enumerate(new):
        waiting.setdefault(item, deque()).append(j)
    pairs: Pairs = {}
    gone = []
    for i, item in enumerate(old):
        places = waiting.get(item)
        if places:
            pairs[i] = places.popleft()
        else:
            gone.append(i)
    return pairs, gone, sorted(j for places in waiting.values() for j in places)


def _updates(
    updates: Pairs, old: Sequence[Item], new: Sequence[Item], gone: list[int], come: list[int], key: int
) -> tuple[list[int], list[int]]:
    """Pair the leftovers that share a name (key 0) or an address (key 1), first with first."""
    if len(come) == 1:
        (j,) = come
        value = new[j][key]
        same = next((i for i in gone if old[i][key] == value), None) if value else None
        if same is None:
            return gone, come
        updates[same] = j
        return [i for i in gone if i != same], []
    waiting: dict[str, deque[int]] = {}
    for j in come:
        if new[j][key]:
            waiting.setdefault(new[j][key], deque()).append(j)
    still = []
    taken = set()
    for i in gone:
        places = waiting.get(old[i][key])
        if places:
            updates[i] = places.popleft()
            taken.add(updates[i])
        else:
            still.append(i)
    return still, [j for j in come if j not in taken]
