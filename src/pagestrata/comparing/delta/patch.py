"""The part of a delta that makes it exact: refs, order of blocks, and fields other than content.

Boxes are the bulk of it, since one new line pushes down everything below. So only unpredictable shifts are stored: a block is
expected to move exactly as far as its predecessor in both versions, and the first child as far as its parent.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter
from typing import Any, TypeVar

from pagestrata.comparing.match.matching import NO_PARENT, Matching, Outline
from pagestrata.model.blocks import Block, BlockStyle, BlockTree
from pagestrata.model.deltas import Change, Children, Details, Order, Patch
from pagestrata.model.geometry import Box

BLOCK_FIELDS = ("layer", "doc", "role", "importance", "topic", "style", "picture_hash")
TREE_FIELDS = ("url", "title", "captured_at", "viewport", "page_size", "segmenter", "version")

fields_of = attrgetter(*BLOCK_FIELDS)  # the fields of a block that are neither content nor its box
_tree_fields = attrgetter(*TREE_FIELDS)

Shift = tuple[float, float]
NO_SHIFT: Shift = (0.0, 0.0)
NO_PATCH = Patch()

Member = TypeVar("Member", int, str)


Reported = Container[tuple[str, type]]
"""Old refs with BlockStyle or Box: looks that are reported as changes and not as details."""


def make_patch(
    old: BlockTree,
    new: BlockTree,
    matching: Matching,
    orders: list[Order],
    changes: Iterable[Change] = (),
    differing: list[tuple[int, int]] | None = None,
) -> Patch:
    """Return what `apply` needs in addition to the changes to build exactly `new`; the pairs of the matching must be in order.

    `differing` are the pairs whose box or fields differ, if known.
    """
    reported = {(change.block, type(change.new)) for change in changes if change.element == "style"}
    old_blocks, new_blocks = matching.old.blocks, matching.new.blocks
    pairs = list(matching.partner_of_old.items())
    candidates = pairs if differing is None else differing
    any_moved = any(old_blocks[i].box != new_blocks[j].box for i, j in candidates)
    before = _predecessors(matching, pairs) if any_moved else {}
    chained = bool(before)
    details = (
        *_tree_details(old, new),
        *_block_details(matching, pairs if any_moved else candidates, before, reported),
    )
    if matching.is_identity():
        patch = Patch(orders=tuple(orders), details=details, chained=chained)
        return patch if patch else NO_PATCH
    return Patch(
        renames=tuple(
            [(old_blocks[i].ref, new_blocks[j].ref) for i, j in pairs if old_blocks[i].ref != new_blocks[j].ref]
        ),
        children=tuple(_children(matching, pairs)),
        orders=tuple(orders),
        details=details,
        chained=chained,
    )


def _children(matching: Matching, pairs: list[tuple[int, int]]) -> Iterator[Children]:
    old, new = matching.old, matching.new
    inner = [(i, j) for i, j in pairs if old.blocks[i].children]
    for i, j in [(NO_PARENT, NO_PARENT), *inner]:
        before, after = _refs(old, i), _refs(new, j)
        if before == after and all(matching.partner_of_old.get(old.numbers[r]) == new.numbers[r] for r in before):
            continue
        kept_after = tuple(_partner_refs(old, new, before, matching.partner_of_old))
        kept_before = tuple(_partner_refs(new, old, after, matching.partner_of_new))
        if kept_after != after or kept_before != before:
            yield Children(old_block=_ref(old, i), new_block=_ref(new, j), old=before, new=after)
    for number, block in enumerate(old.blocks):
        if number not in matching.partner_of_old and _holds(old, number, matching.partner_of_old):
            yield Children(old_block=block.ref, new_block=None, old=_refs(old, number))
    for number, block in enumerate(new.blocks):
        if number not in matching.partner_of_new and _holds(new, number, matching.partner_of_new):
            yield Children(old_block=None, new_block=block.ref, new=_refs(new, number))


def _refs(outline: Outline, number: int) -> tuple[str, ...]:
    if number == NO_PARENT:
        return tuple([outline.blocks[child].ref for child in outline.children(NO_PARENT)])
    return tuple([child.ref for child in outline.blocks[number].children])


def _ref(outline: Outline, number: int) -> str:
    return "" if number == NO_PARENT else outline.blocks[number].ref


def _partner_refs(source: Outline, target: Outline, refs: tuple[str, ...], partners: dict[int, int]) -> Iterator[str]:
    for ref in refs:
        partner = partners.get(source.numbers[ref])
        if partner is not None:
            yield target.blocks[partner].ref


def _holds(outline: Outline, number: int, matched: dict[int, int]) -> bool:
    return any(outline.numbers[child.ref] in matched for child in outline.blocks[number].children)


def _tree_details(old: BlockTree, new: BlockTree) -> Iterator[Details]:
    before, after = _tree_fields(old), _tree_fields(new)
    if before != after:
        differing = [k for k, name in enumerate(TREE_FIELDS) if before[k] != after[k]]
        yield Details(
            block="",
            old={TREE_FIELDS[k]: before[k] for k in differing},
            new={TREE_FIELDS[k]: after[k] for k in differing},
        )


def _predecessors(matching: Matching, pairs: list[tuple[int, int]]) -> dict[int, int]:
    """Return the matched block before each old block in the same parent, by number, if both versions agree on it."""
    old_parents, new_parents, partners = matching.old.parents, matching.new.parents, matching.partner_of_old
    families: dict[int, list[tuple[int, int]]] = {}
    for i, j in pairs:
        parent = old_parents[i]
        if (NO_PARENT if parent == NO_PARENT else partners.get(parent)) == new_parents[j]:
            families.setdefault(parent, []).append((i, j))
    found: dict[int, int] = {}
    for family in families.values():
        found.update(steady_predecessors([i for i, _ in family], [i for _, i in sorted((j, i) for i, j in family)]))
    return found


def steady_predecessors(first: list[Member], second: list[Member]) -> dict[Member, Member]:
    """Return the predecessor of each member in two orders of the same members, where both agree."""
    before = dict(zip(first[1:], first, strict=False))
    return {member: other for other, member in pairwise(second) if before.get(member) == other}


def _block_details(
    matching: Matching, pairs: list[tuple[int, int]], before: dict[int, int], reported: Reported
) -> Iterator[Details]:
    old_blocks, new_blocks = matching.old.blocks, matching.new.blocks
    for i, j in pairs:
        old, new = old_blocks[i], new_blocks[j]
        shift = _expected_shift(matching, i, j, before)
        if shift == NO_SHIFT and (old is new or (old.box == new.box and fields_of(old) == fields_of(new))):
            continue
        names = _differing_fields(old, new, shift, reported)
        if names:
            fields: dict[str, Any] = {name: getattr(old, name) for name in names}
            yield Details(block=old.ref, old=fields, new={name: getattr(new, name) for name in names})


def _expected_shift(matching: Matching, i: int, j: int, before: dict[int, int]) -> Shift:
    """The shift of the block before it or, for a first child that kept its parent, of the parent."""
    partners, guide = matching.partner_of_old, before.get(i)
    if guide is None:
        parent = matching.old.parents[i]
        if parent == NO_PARENT or partners.get(parent) != matching.new.parents[j]:
            return NO_SHIFT
        guide = parent
    return shift_between(matching.old.blocks[guide].box, matching.new.blocks[partners[guide]].box)


def _differing_fields(old: Block, new: Block, shift: Shift, reported: Reported) -> list[str]:
    """Return the fields that neither the predicted shift nor a change explains."""
    names = [name for name in BLOCK_FIELDS if getattr(old, name) != getattr(new, name)]
    if "style" in names and (old.ref, BlockStyle) in reported:
        names.remove("style")
    if (old.ref, Box) not in reported and not follows(old.box, new.box, shift):
        names.insert(0, "box")
    return names


def shift_between(old: Box, new: Box) -> Shift:
    return NO_SHIFT if old == new else (new[0] - old[0], new[1] - old[1])


def follows(old: Box, new: Box, shift: Shift) -> bool:
    """Whether the shift leads exactly from one box to the other, and back."""
    if shift == NO_SHIFT:
        return old == new
    (x, y, width, height), (left, top, *size), (right, down) = old, new, shift
    there = x + right == left and y + down == top
    return there and left - right == x and top - down == y and [width, height] == size


def moved_by(box: Box, shift: Shift) -> Box:
    return box if shift == NO_SHIFT else Box(box.x + shift[0], box.y + shift[1], box.width, box.height)


def pruned(block: Block, outline: Outline, matched: dict[int, int]) -> Block:
    """A block without the blocks inside it that have a partner."""
    if not block.children:
        return block
    children = tuple(
        [pruned(child, outline, matched) for child in block.children if outline.numbers[child.ref] not in matched]
    )
    same = len(children) == len(block.children) and all(a is b for a, b in zip(children, block.children, strict=True))
    return block if same else replace(block, children=children)
