"""Stable refs: the blocks of a new version take over the refs of their partners in the old one.

The segmenter names blocks by their content, so an edited block looks like another one. A block with a partner keeps the
partner's ref; of a block that was split, or several that were merged, the largest part passes its ref on. Only new blocks get
new refs, never one that another block of the page had before; a block that returns with the same content gets its own again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import is_

from pagestrata.comparing.match.matching import NO_PARENT, Matching, is_empty
from pagestrata.comparing.match.splits_merges import SplitOrMerge
from pagestrata.model.blocks import PAGE_REF, Block, BlockTree, candidate_numbers, inner_ref, root_ref

UsedRefs = Mapping[str, str]
"""The refs that blocks of a page ever had -> the `Block.id` of what each said last, empty where that is not known."""


def pair_pages(matching: Matching) -> None:
    """Pair the blocks that are the pages themselves, where neither is a single leaf."""
    old, new = matching.old.blocks, matching.new.blocks
    both_pages = old and new and old[0].ref == new[0].ref == PAGE_REF and old[0].children and new[0].children
    if not both_pages or matching.partner_of_old.get(0) == 0:
        return
    if 0 in matching.partner_of_old:
        matching.part(0)
    if 0 in matching.partner_of_new:
        matching.part(matching.partner_of_new[0])
    matching.join(0, 0, 0.0)
    matching.put_in_order()


def inherit_refs(new: BlockTree, matching: Matching, regroupings: list[SplitOrMerge], used_refs: UsedRefs) -> BlockTree:
    """Return the new tree with the refs of the old one; the tree itself if it has them already."""
    names = {j: matching.old.blocks[i].ref for j, i in matching.partner_of_new.items()}
    for group in regroupings:
        heir, ref = _largest_part(matching, group)
        names[heir] = ref
    if len(names) < len(matching.new.blocks):
        names |= _new_names(matching, names, used_refs)
    if all(block.ref == names[number] for number, block in enumerate(matching.new.blocks)):
        return new
    numbers = iter(range(len(names)))
    return replace(new, blocks=tuple([_renamed(block, names, numbers) for block in new.blocks]))


def _largest_part(matching: Matching, group: SplitOrMerge) -> tuple[int, str]:
    """The new leaf that continues an old leaf of a split or merge, and the ref of the old leaf."""
    olds = sorted(number for side, number in group.members if side == "old")
    news = sorted(number for side, number in group.members if side == "new")
    before = max(olds, key=lambda number: (_size(matching.old.blocks[number]), -number))
    heir = max(news, key=lambda number: (_size(matching.new.blocks[number]), -number))
    return heir, matching.old.blocks[before].ref


def _size(block: Block) -> int:
    """The size of a leaf: its words, links and images."""
    return len(block.text.split()) + len(block.links) + len(block.images)


def _new_names(matching: Matching, names: Mapping[int, str], used_refs: UsedRefs) -> dict[int, str]:
    """Names for the blocks that inherit none, in document order."""
    blocks, parents = matching.new.blocks, matching.new.parents
    taken = {*used_refs, *matching.old.numbers, *names.values()}
    former = _former_names(used_refs, matching)
    roots: dict[int, str] = {}
    found: dict[int, str] = {}
    for number, block in enumerate(blocks):
        root = roots[parents[number]] if parents[number] != NO_PARENT else None
        name = names.get(number)
        if name is None:
            name = _own_former_name(block, former) or next(ref for ref in _candidates(block, root) if ref not in taken)
            found[number] = name
            taken.add(name)
        if block.children:
            roots[number] = root or name
    return found


def _former_names(used_refs: UsedRefs, matching: Matching) -> dict[str, str]:
    """Content -> the ref of the block that last had it, before the old version."""
    return {content: ref for ref, content in used_refs.items() if content and ref not in matching.old.numbers}


def _own_former_name(block: Block, former: dict[str, str]) -> str | None:
    if not former or (not block.children and is_empty(block)):
        return None
    return former.pop(block.id, None)


def _candidates(block: Block, root: str | None) -> Iterator[str]:
    """Candidate refs for a new block: its own number, then others derived from its ref and content."""
    own = block.ref.rpartition(".")[2]
    yield own if root is None else f"{root}.{own}"
    for number in candidate_numbers(f"{block.ref}\x1f{block.id}"):
        yield root_ref(number) if root is None else inner_ref(root, number)


def _renamed(block: Block, names: Mapping[int, str], numbers: Iterator[int]) -> Block:
    """Return a block and everything in it under their names; `numbers` yields block numbers in document order."""
    ref = names[next(numbers)]
    children = tuple([_renamed(child, names, numbers) for child in block.children])
    if ref == block.ref and all(map(is_, children, block.children)):
        return block
    return replace(block, ref=ref, children=children)
