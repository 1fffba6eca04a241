"""Which leaf blocks of two versions belong together, for `decide`.

Blocks of equal content belong together wherever they stand: news that merely moved down the page, the known failure of
paper 4, is no difference. Of the rest the delta's matches tell, where there is a delta, and otherwise equal refs; what
is then left came or went.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.weighing.block_importance import is_overlay


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Leaf blocks of the page itself (overlays left out), sorted by what became of them."""

    equal: tuple[tuple[Block, Block], ...]
    changed: tuple[tuple[Block, Block], ...]
    deleted: tuple[Block, ...]
    inserted: tuple[Block, ...]

    @property
    def old_count(self) -> int:
        return len(self.equal) + len(self.changed) + len(self.deleted)

    @property
    def new_count(self) -> int:
        return len(self.equal) + len(self.changed) + len(self.inserted)

    def old_differing(self) -> list[Block]:
        return [*(old for old, _ in self.changed), *self.deleted]

    def new_differing(self) -> list[Block]:
        return [*(new for _, new in self.changed), *self.inserted]


def pair_blocks(old: BlockTree, new: BlockTree, delta: Delta | None = None) -> Pairing:
    before = [leaf for leaf in old.leaves() if not is_overlay(leaf)]
    after = [leaf for leaf in new.leaves() if not is_overlay(leaf)]
    equal, before, after = _equal(before, after)
    partners = {match.old: match.new for match in delta.matches} if delta is not None else {}
    waiting = {leaf.ref: leaf for leaf in after}
    changed: list[tuple[Block, Block]] = []
    deleted: list[Block] = []
    for leaf in before:
        partner = waiting.pop(partners.get(leaf.ref, leaf.ref), None)
        if partner is None:
            deleted.append(leaf)
        else:
            changed.append((leaf, partner))
    return Pairing(equal=tuple(equal), changed=tuple(changed), deleted=tuple(deleted), inserted=tuple(waiting.values()))


def _equal(before: list[Block], after: list[Block]) -> tuple[list[tuple[Block, Block]], list[Block], list[Block]]:
    """Blocks of equal content, first with first, and what is left of both sides."""
    waiting: dict[str, list[Block]] = defaultdict(list)
    for leaf in reversed(after):
        waiting[leaf.id].append(leaf)
    equal, rest = [], []
    for leaf in before:
        same = waiting.get(leaf.id)
        if same:
            equal.append((leaf, same.pop()))
        else:
            rest.append(leaf)
    taken = {id(partner) for _, partner in equal}
    return equal, rest, [leaf for leaf in after if id(leaf) not in taken]
