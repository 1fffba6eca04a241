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


def element_changes(old: Block, new: Block) -> tuple[list[Change], list[Order]]:
    """What became of the elements of `old`; `Change.block` is its ref."""
    changes: list[Change] = []
    orders: list[Order] = []
    if old.links != new.links:
        _list_changes(changes, orders, old.ref, "link", old.links, new.links)
    if old.images != new.images:
        _list_changes(changes, orders, old.ref, "image", old.images, new.images)
    if old.text != new.text:
        changes.extend(text_changes(old.ref, old.text, new.text))
    return changes, orders


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
    pairs, gone, come = _equal_pairs(old, new)
    for key in (0, 1):
        if gone and come:
            gone, come = _updates(pairs, old, new, gone, come, key)
    places = [j for _, j in sorted(pairs.items())]
    ranks = sorted(range(len(places)), key=places.__getitem__)
    if ranks != list(range(len(places))):
        orders.append(Order(block=ref, element=element, order=tuple(ranks)))
    for i, j in pairs.items():
        if old[i] != new[j]:
            changes.append(
                Change(op="update", element=element, block=ref, old=old[i], new=new[j], old_index=i, new_index=j)
            )
    changes.extend(Change(op="delete", element=element, block=ref, old=old[i], old_index=i) for i in gone)
    changes.extend(Change(op="insert", element=element, block=ref, new=new[j], new_index=j) for j in come)


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
    pairs: Pairs, old: Sequence[Item], new: Sequence[Item], gone: list[int], come: list[int], key: int
) -> tuple[list[int], list[int]]:
    """Pair the leftovers that share a name (key 0) or an address (key 1), first with first."""
    waiting: dict[str, deque[int]] = {}
    for j in come:
        if new[j][key]:
            waiting.setdefault(new[j][key], deque()).append(j)
    still = []
    for i in gone:
        places = waiting.get(old[i][key])
        if places:
            pairs[i] = places.popleft()
        else:
            still.append(i)
    taken = set(pairs.values())
    return still, [j for j in come if j not in taken]
