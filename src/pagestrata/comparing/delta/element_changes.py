"""Changes inside a pair of matched blocks: links, images, texts and looks (paper 1 §5.2, Fig. 6; notes §4).

The paper sorts both lists by name and walks them with two counters, which goes wrong on equal names and at the end of a
list. Here dictionaries do the same in linear time, in this order: equal elements; same name and other address; same
address and other name; the rest was deleted or inserted. What is empty names nothing and is no ground for an update.
Places inside a block are no changes, but they are remembered (indexes and `Order`) so that a delta can be exact.

The distance of two texts is the share of the old text's words that the new one lost; above 0.5 the text is another one (delete
and insert), otherwise an update. Scripts that are written without spaces count every character as a word. If both texts are one
unbroken string, its pairs of characters count, or any change would be a change of everything.

Style, size and other pixels behind the same addresses are kept apart, so that a restyle is never mistaken for news. A block whose
content changed is expected to change its size, so size counts only where the content stayed; pixels count only where content,
style and size stayed.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Container, Iterator, Sequence
from typing import Literal

from pagestrata.comparing.pixels.picture_hashes import looks_alike
from pagestrata.model.blocks import Block, Image, Link
from pagestrata.model.deltas import Change, Order, Picture, new_change
from pagestrata.model.geometry import Box
from pagestrata.model.subsequences import equal_ends
from pagestrata.model.words import words_as_written

MAX_UPDATE_DISTANCE = 0.5


def distance(old: str, new: str) -> float:
    """The share of the old text's words that the new text lost; 1 when there is no old text."""
    if old == new:
        return 0.0
    before, after = words_as_written(old), words_as_written(new)
    if len(before) == len(after) == 1 and len(before[0]) > 1:
        before, after = _pairs(before[0]), _pairs(after[0])
    if not before:
        return 1.0
    kept = Counter(after)
    lost = [count - kept.get(word, 0) for word, count in Counter(before).items()]
    return sum([count for count in lost if count > 0]) / len(before)


def _pairs(word: str) -> list[str]:
    return [word[i : i + 2] for i in range(len(word) - 1)]


def is_update(old: str, new: str) -> bool:
    """Whether the new text still is the old one, changed."""
    if not old or not new:
        return False
    before = words_as_written(old)
    if len(before) > 1:
        # Words that are gone bound the distance from below; words said twice may be lost once without being gone.
        once = set(before)
        repeated = len(before) - len(once)
        lost = once.difference(words_as_written(new))
        gone = len([word for word in before if word in lost]) if repeated else len(lost)
        if gone > MAX_UPDATE_DISTANCE * len(before):
            return False
        if gone + repeated <= MAX_UPDATE_DISTANCE * len(before):
            return True
    return distance(old, new) <= MAX_UPDATE_DISTANCE


Item = Link | Image
ListElement = Literal["link", "image"]
Pairs = dict[int, int]
NAME, ADDRESS = 0, 1


def element_changes(old: Block, new: Block, changes: list[Change], orders: list[Order]) -> bool:
    """Append the changes of the elements of `old` (`Change.block` is its ref); return whether there are any."""
    links, images, text = new.links, new.images, new.text
    # Python walks a tuple even to compare it with itself.
    same_links = old.links is links or old.links == links
    same_images = old.images is images or old.images == images
    if not same_links:
        _list_changes(changes, orders, old.ref, "link", old.links, links)
    if not same_images:
        _list_changes(changes, orders, old.ref, "image", old.images, images)
    if old.text != text:
        changes.extend(text_changes(old.ref, old.text, text))
        return True
    return not (same_links and same_images)


def text_changes(ref: str, old: str, new: str) -> list[Change]:
    """One update, or a delete and an insert."""
    if is_update(old, new):
        return [new_change(op="update", element="text", block=ref, old=old, new=new)]
    changes = []
    if old:
        changes.append(new_change(op="delete", element="text", block=ref, old=old))
    if new:
        changes.append(new_change(op="insert", element="text", block=ref, new=new))
    return changes


def _list_changes(
    changes: list[Change], orders: list[Order], ref: str, element: ListElement, old: Sequence[Item], new: Sequence[Item]
) -> None:
    """Append the changes between two lists, without their equal ends."""
    start, end = equal_ends(old, new)
    gone: Sequence[int] = range(start, len(old) - end)
    come: Sequence[int] = range(start, len(new) - end)
    updates: Pairs = {}
    if len(gone) == len(come) == 1:  # most lists that changed did so in one place
        if _is_update(before := old[start], after := new[start]):
            changes.append(
                new_change(
                    op="update", element=element, block=ref, old=before, new=after, old_index=start, new_index=start
                )
            )
            return
    elif gone and come:
        pairs, gone, come = _equal_pairs(old, new, gone, come)
        updates, gone, come = _updated_pairs(old, new, gone, come)
        if len(pairs) + len(updates) > 1 and (ranks := _ranks({**pairs, **updates})):
            orders.append(Order(block=ref, element=element, order=_with_ends(ranks, start, end)))
    if updates:
        changes += [
            new_change(op="update", element=element, block=ref, old=old[i], new=new[j], old_index=i, new_index=j)
            for i, j in updates.items()
        ]
    if gone:
        changes += [new_change(op="delete", element=element, block=ref, old=old[i], old_index=i) for i in gone]
    if come:
        changes += [new_change(op="insert", element=element, block=ref, new=new[j], new_index=j) for j in come]


def _is_update(old: Item, new: Item) -> bool:
    (name, address), (new_name, new_address) = old, new
    return bool((name and name == new_name) or (address and address == new_address))


def _with_ends(ranks: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    """The order of a whole list, given that of its middle."""
    after = start + len(ranks)
    return (*range(start), *[start + rank for rank in ranks], *range(after, after + end))


def order_of(
    old: Sequence[Item], new: Sequence[Item], updates: Pairs, gone: Container[int], come: Container[int]
) -> tuple[int, ...] | None:
    """The new order of the elements that stayed or were updated; None if it is unchanged."""
    taken = set(updates.values())
    stayed = [i for i in range(len(old)) if i not in updates and i not in gone]
    others = [j for j in range(len(new)) if j not in taken and j not in come]
    pairs, _, _ = _equal_pairs(old, new, stayed, others)
    pairs.update(updates)
    return _ranks(pairs)


def _ranks(pairs: Pairs) -> tuple[int, ...] | None:
    """Return the order of pairs of places in the new list; None if it is that of the old one.

    Equal values are not enough: an update may make an element equal to another one, and then the way back would differ.
    """
    places = [pairs[i] for i in sorted(pairs)]
    ranks = sorted(range(len(places)), key=places.__getitem__)
    return tuple(ranks) if places != sorted(places) else None


def _equal_pairs(
    old: Sequence[Item], new: Sequence[Item], left_old: Sequence[int], left_new: Sequence[int]
) -> tuple[Pairs, Sequence[int], Sequence[int]]:
    """Equal elements, first with first; then what is left of both lists."""
    if len(left_old) == len(left_new) == 1:
        i, j = left_old[0], left_new[0]
        return ({i: j}, (), ()) if old[i] == new[j] else ({}, left_old, left_new)
    waiting: dict[Item, deque[int]] = {}
    for j in left_new:
        waiting.setdefault(new[j], deque()).append(j)
    pairs: Pairs = {}
    gone = []
    for i in left_old:
        places = waiting.get(old[i])
        if places:
            pairs[i] = places.popleft()
        else:
            gone.append(i)
    taken = set(pairs.values())
    return pairs, gone, [j for j in left_new if j not in taken]


def _updated_pairs(
    old: Sequence[Item], new: Sequence[Item], gone: Sequence[int], come: Sequence[int]
) -> tuple[Pairs, Sequence[int], Sequence[int]]:
    """Elements with another address or, failing that, another name; then what is left of both lists."""
    updates: Pairs = {}
    for key in (NAME, ADDRESS):
        if gone and come:
            gone, come = _updates(updates, old, new, gone, come, key)
    return updates, gone, come


def _updates(
    updates: Pairs, old: Sequence[Item], new: Sequence[Item], gone: Sequence[int], come: Sequence[int], key: int
) -> tuple[Sequence[int], Sequence[int]]:
    """Pair the leftovers that share a name or an address (the key says which), first with first."""
    if len(come) == 1:
        (j,) = come
        value = new[j][key]
        same = next((i for i in gone if old[i][key] == value), None) if value else None
        if same is None:
            return gone, come
        updates[same] = j
        return [i for i in gone if i != same], ()
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


SIZE_TOLERANCE = 0.1
SIZE_TOLERANCE_PX = 8.0


def look_of(block: Block) -> tuple[object, ...]:
    """Return the properties that `look_changes` compares, for a quick check."""
    return (block.style, block.box[2:], block.picture_hash)


def look_changes(old: Block, new: Block, *, same_content: bool) -> Iterator[Change]:
    """The changes of look of one matched leaf block."""
    if old.children or new.children:
        return
    restyled = old.style is not None and new.style is not None and old.style != new.style
    if restyled:
        yield Change(op="update", element="style", block=old.ref, old=old.style, new=new.style)
    if not same_content:
        return
    if _resized(old.box, new.box):
        yield Change(op="update", element="style", block=old.ref, old=old.box, new=new.box)
    elif not restyled and new.images and not looks_alike(old.picture_hash, new.picture_hash):
        yield picture_change(old, new, old.picture_hash, new.picture_hash)


def picture_change(old: Block, new: Block, old_hash: str, new_hash: str) -> Change:
    """Return the change of a block whose pictures differ under the same addresses."""
    name, address = new.images[0] if len(new.images) == 1 else ("", "")
    before, after = Picture(name, address, old_hash), Picture(name, address, new_hash)
    return Change(op="update", element="image", block=old.ref, old=before, new=after)


def _resized(old: Box, new: Box) -> bool:
    if old[2:] == new[2:]:
        return False
    return any(
        abs(before - after) > max(SIZE_TOLERANCE_PX, SIZE_TOLERANCE * max(before, after))
        for before, after in ((old.width, new.width), (old.height, new.height))
    )
