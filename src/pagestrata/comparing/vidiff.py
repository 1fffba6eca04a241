"""Vi-DIFF: the changes from one version of a page to the next (paper 1 §5; structure: its DEXA 2010 sequel).

T1 is the old version, whatever §5.2 says (notes §4). Blocks are matched first; elements are compared inside each pair
of blocks that differ; what left one block and came to another is a move; blocks without a partner were inserted or
deleted. Everything is dictionaries and sorting over the elements of blocks that differ: O(n log n), and equal blocks
cost one comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from types import MappingProxyType

from pagestrata.comparing.delta.element_changes import element_changes, look_changes
from pagestrata.comparing.delta.element_moves import with_moves
from pagestrata.comparing.delta.patch import fields_of, make_patch, pruned
from pagestrata.comparing.inherit_refs import UsedRefs, inherit_refs, pair_pages
from pagestrata.comparing.match.inner_blocks import moved_blocks
from pagestrata.comparing.match.leaf_blocks import match_leaves
from pagestrata.comparing.match.match_by_position import match_by_position
from pagestrata.comparing.match.matching import NO_PARENT, Matching, Outline
from pagestrata.comparing.match.repairs import drop_wrappers, repair_equal_pairs
from pagestrata.comparing.match.splits_merges import SplitOrMerge, match_inner_around_splits_and_merges
from pagestrata.errors import InputError
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Change, Delta, Match, Order
from pagestrata.model.slots import in_bulk

UNKNOWN_VIEWPORT = (0, 0)
WITHOUT_WINDOW = frozenset({"document", "feed"})
"""Segmenters that need no viewport: a page may become a PDF, and a PDF a page."""
NO_REFS: UsedRefs = MappingProxyType({})

Finish = Callable[[BlockTree], BlockTree]


@in_bulk
def compare(old: BlockTree, new: BlockTree) -> Delta:
    """Return the delta from `old` to `new`. Raises InputError if they were rendered in different viewports."""
    _check_viewports(old, new)
    matching, regroupings = match_blocks(old, new)
    return _delta(old, new, matching, regroupings)


@in_bulk
def compare_versions(
    old: BlockTree, new: BlockTree, *, used_refs: UsedRefs = NO_REFS, finish: Finish | None = None
) -> tuple[BlockTree, Delta]:
    """The new version of a page with refs taken over from the old one, and what changed: a delta without renames.

    A block with a partner in `old` has its ref; a new block has one that is neither in `old` nor in `used_refs`, or its own
    former one. `finish` completes the new tree under its final refs, for example with the importance that users set; it must
    keep blocks, contents and refs. Raises as `compare` does.
    """
    _check_viewports(old, new)
    matching, regroupings = match_blocks(old, new)
    pair_pages(matching)
    named = inherit_refs(new, matching, regroupings, used_refs)
    if finish is not None:
        named = finish(named)
    if named is not new:
        matching.new = Outline(named, which="new")
    return named, _delta(old, named, matching, regroupings)


def _delta(old: BlockTree, new: BlockTree, matching: Matching, regroupings: list[SplitOrMerge]) -> Delta:
    inside, orders, differing = _changes_inside(matching)
    inside = with_moves(matching, inside, orders)
    stayed = matching.is_identity() and not _relayered(matching, differing)
    around = [] if stayed else _changes_of_blocks(matching, regroupings)
    return Delta(
        changes=(*inside, *around),
        from_version=old.version,
        to_version=new.version,
        structure_changed=bool(around),
        patch=make_patch(old, new, matching, orders, inside, differing),
        matches=_matches(matching),
    )


def _matches(matching: Matching) -> tuple[Match, ...]:
    pairs, similarities = matching.partner_of_old, matching.similarities
    old_refs = [matching.old.blocks[i].ref for i in pairs]
    new_refs = [matching.new.blocks[j].ref for j in pairs.values()]
    scores = [similarities[i] for i in pairs]
    return tuple(map(tuple.__new__, repeat(Match), zip(old_refs, new_refs, scores, strict=True)))


def _check_viewports(old: BlockTree, new: BlockTree) -> None:
    known = UNKNOWN_VIEWPORT not in (old.viewport, new.viewport)
    known = known and WITHOUT_WINDOW.isdisjoint({old.segmenter, new.segmenter})
    if known and old.viewport != new.viewport:
        first, second = ("x".join(map(str, tree.viewport)) for tree in (old, new))
        raise InputError(
            f"the old version was rendered in a window of {first}, the new one in {second}: their blocks differ by "
            "layout alone and cannot be compared; render both with the same --viewport"
        )


def _changes_inside(matching: Matching) -> tuple[list[Change], list[Order], list[tuple[int, int]]]:
    """Changes of elements and looks inside matched blocks in old page order, and the pairs whose box or fields differ."""
    changes: list[Change] = []
    orders: list[Order] = []
    differing: list[tuple[int, int]] = []
    old_blocks, new_blocks = matching.old.blocks, matching.new.blocks
    for i, j in matching.partner_of_old.items():
        old, new = old_blocks[i], new_blocks[j]
        if old is new:
            continue
        changed = element_changes(old, new, changes, orders)
        if old.box != new.box or fields_of(old) != fields_of(new):
            differing.append((i, j))
            changes.extend(look_changes(old, new, same_content=not changed))
    return changes, orders, differing


def _changes_of_blocks(matching: Matching, regroupings: list[SplitOrMerge]) -> list[Change]:
    """Blocks that moved, were split, merged, deleted or inserted; a whole subtree is reported by its top."""
    old, new = matching.old, matching.new
    changes = []
    for i in moved_blocks(matching):
        target = new.blocks[matching.partner_of_old[i]].ref
        changes.append(Change(op="move", element="block", block=old.blocks[i].ref, to_block=target))
    regrouped_old: set[int] = set()
    regrouped_new: set[int] = set()
    for group in regroupings:
        before = tuple([pruned(old.blocks[i], old, matching.partner_of_old) for i in group.old])
        after = tuple([pruned(new.blocks[j], new, matching.partner_of_new) for j in group.new])
        changes.append(
            Change(op=group.op, element="block", block=before[0].ref, to_block=after[0].ref, old=before, new=after)
        )
        regrouped_old.update(group.old)
        regrouped_new.update(group.new)
    for number in _tops(old, matching.partner_of_old):
        if number not in regrouped_old:
            block = pruned(old.blocks[number], old, matching.partner_of_old)
            changes.append(Change(op="delete", element="block", block=block.ref, old=block))
    for number in _tops(new, matching.partner_of_new):
        if number not in regrouped_new:
            block = pruned(new.blocks[number], new, matching.partner_of_new)
            changes.append(Change(op="insert", element="block", block=block.ref, new=block))
    return changes


def _relayered(matching: Matching, differing: list[tuple[int, int]]) -> bool:
    old, new = matching.old.blocks, matching.new.blocks
    return any(old[i].layer != new[j].layer for i, j in differing)


def _tops(outline: Outline, matched: dict[int, int]) -> list[int]:
    """The unmatched blocks directly inside matched ones or the page."""
    if len(matched) == len(outline.blocks):
        return []
    return [
        number
        for number, parent in enumerate(outline.parents)
        if number not in matched and (parent == NO_PARENT or parent in matched)
    ]


def match_blocks(old: BlockTree, new: BlockTree) -> tuple[Matching, list[SplitOrMerge]]:
    """The pairs of blocks, in the order of the old page, and the splits and merges, whose blocks are in no pair."""
    matching = match_leaves(Outline(old, which="old"), Outline(new, which="new"))
    regroupings = match_inner_around_splits_and_merges(matching)
    regrouped = {member for group in regroupings for member in group.members}
    if not matching.is_identity():
        repair_equal_pairs(matching, regrouped)
        match_by_position(matching, regrouped)
        repair_equal_pairs(matching, regrouped)
        drop_wrappers(matching, regrouped)
    matching.put_in_order()
    return matching, regroupings
