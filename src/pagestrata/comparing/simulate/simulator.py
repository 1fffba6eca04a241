"""The paper's change simulator (§7.2): a tree and proportions in, a new version and the true delta out.

A proportion is the share of leaf blocks that one kind of operation hits. The truth must be the only sensible answer, so
elements are touched once, new ones are unlike anything on the page, and an element is moved, updated or deleted only
where no equal block could replace it. Blocks that no other block equals are changed, and keep some of what they
said. Block operations hit leaf blocks that no other operation hits.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from pagestrata.comparing.simulate.editable_tree import Draft, Item, Leaf, halves
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta


@dataclass(frozen=True, slots=True, kw_only=True)
class Proportions:
    """Shares of the leaf blocks, 0 to 1; the paper changes 10 % by each operation on elements."""

    insert: float = 0.1
    delete: float = 0.1
    update: float = 0.1
    move: float = 0.1
    update_text: float = 0.1
    replace_text: float = 0.0
    insert_block: float = 0.0
    delete_block: float = 0.0
    move_block: float = 0.0
    split_block: float = 0.0
    merge_blocks: float = 0.0


SMALLEST_LEAF = 3  # minimum number of elements and words of a changed block: fewer are not distinguishable from chance
SMALLEST_PART = 10
"""Different words, links and pictures that a part of a split or merged block has and the other part has not."""


class Simulation(NamedTuple):
    """A new version of a tree and the true way to it."""

    tree: BlockTree
    delta: Delta


def simulate(tree: BlockTree, proportions: Proportions, *, seed: int, renumber: bool = False) -> Simulation:
    """Change a tree. With `renumber` refs are renumbered by position, else blocks keep theirs and new ones get fresh refs."""
    simulator = _Simulator(tree, proportions, random.Random(seed), seed)
    simulator.change_blocks()
    simulator.change_elements()
    new, delta = simulator.draft.finish(renumber=renumber)
    return Simulation(new, delta)


class _Simulator:
    def __init__(self, tree: BlockTree, proportions: Proportions, chance: random.Random, seed: int) -> None:
        self.draft = Draft(tree)
        self.proportions, self.chance, self.seed = proportions, chance, seed
        self.count = 0
        self.leaves = len(self.draft.leaves)
        self.occurrences = Counter(item.value for leaf in self.draft.leaves for item in (*leaf.links, *leaf.images))
        self.contents = Counter(leaf.content() for leaf in self.draft.leaves)

    def _word(self) -> str:
        self.count += 1
        return f"simulated{self.seed}x{self.count}"

    def _words(self, count: int) -> str:
        return " ".join(self._word() for _ in range(count))

    def _hit(self, share: float, suitable: list[Leaf]) -> list[Leaf]:
        wanted = min(len(suitable), round(share * self.leaves) if share * self.leaves >= 1 else int(share > 0))
        return self.chance.sample(suitable, wanted)

    def change_blocks(self) -> None:
        shares = self.proportions
        for leaf in self._hit(shares.delete_block, self._whole_leaves()):
            if self.draft.can_leave(leaf):
                self.draft.delete_block(leaf)
        for leaf in self._hit(shares.move_block, self._whole_leaves()):
            self._move_block(leaf)
        for leaf in self._hit(shares.split_block, [leaf for leaf in self._whole_leaves() if self._splittable(leaf)]):
            self.draft.split_block(leaf)
        for leaf in self._hit(
            shares.merge_blocks, [leaf for leaf in self._whole_leaves() if self._next_to_merge(leaf)]
        ):
            self._merge_with_next(leaf)
        for _ in range(round(shares.insert_block * self.leaves)):
            self._insert_block()

    def _move_block(self, leaf: Leaf) -> None:
        parents = [parent for parent in self.draft.inner if parent is not leaf.parent]
        if parents and self.draft.can_leave(leaf):
            self.draft.move_block(leaf, self.chance.choice(parents), self.chance.random())

    def _next_to_merge(self, leaf: Leaf) -> Leaf | None:
        """The next block, if the two can be merged into one that shows where it came from."""
        other = self.draft.next_leaf(leaf)
        if other is None or not self._is_whole(leaf) or not self._is_whole(other):
            return None
        return other if _are_unlike(leaf.block, other.block) else None

    def _merge_with_next(self, leaf: Leaf) -> None:
        # An earlier merge may have taken it or its neighbour.
        other = self._next_to_merge(leaf)
        if other is not None:
            self.draft.merge_blocks(leaf, other)

    def _insert_block(self) -> None:
        parents = self.draft.inner
        if parents:
            links = [(self._word(), f"http://simulated.test/{self._word()}") for _ in range(3)]
            self.draft.insert_block(
                self.chance.choice(parents), self.chance.random(), links=links, text=self._words(12)
            )

    def _whole_leaves(self) -> list[Leaf]:
        return [leaf for leaf in self.draft.leaves if self._is_whole(leaf)]

    def _is_whole(self, leaf: Leaf) -> bool:
        """Whether nothing has happened to a leaf block and no other block equals it."""
        return not leaf.touched and leaf.size() >= SMALLEST_LEAF and self.contents[leaf.content()] == 1

    def _splittable(self, leaf: Leaf) -> bool:
        """Return whether both sides have enough content of their own to show where it came from."""
        return leaf.parent is not None and _are_unlike(*halves(leaf.block))

    def change_elements(self) -> None:
        free = [leaf for leaf in self._whole_leaves() if leaf.untouched() > 1]
        for kind in ("link", "image"):
            for leaf in self._hit(self.proportions.insert, free):
                leaf.insert(kind, self._word(), f"http://simulated.test/{self._word()}", self.chance.random())
            for leaf in self._hit(self.proportions.delete, self._with_own(free, kind)):
                leaf.delete(self.chance.choice(self._own(leaf, kind)))
            for leaf in self._hit(self.proportions.update, self._with_own(free, kind)):
                self._update(leaf, kind)
            for leaf in self._hit(self.proportions.move, self._with_own(free, kind)):
                self._move(leaf, kind, free)
        texts = [leaf for leaf in free if len(leaf.text.split()) >= 8]
        for leaf in self._hit(self.proportions.update_text, texts):
            self._update_text(leaf)
        replaceable = [leaf for leaf in texts if not leaf.text_touched and leaf.untouched() > 1]
        for leaf in self._hit(self.proportions.replace_text, replaceable):
            leaf.replace_text(self._words(10))

    def _own(self, leaf: Leaf, kind: str) -> list[Item]:
        """Untouched elements nothing else on the page, and no name or address in the block, could be mistaken for."""
        items = leaf.items(kind)
        names = Counter(item.value[0] for item in items)
        addresses = Counter(item.value[1] for item in items)
        return [
            item
            for item in items
            if not item.touched
            and all(item.value)
            and self.occurrences[item.value] == 1
            and names[item.value[0]] == addresses[item.value[1]] == 1
        ]

    def _with_own(self, leaves: list[Leaf], kind: str) -> list[Leaf]:
        return [leaf for leaf in leaves if leaf.untouched() > 1 and self._own(leaf, kind)]

    def _update(self, leaf: Leaf, kind: str) -> None:
        item = self.chance.choice(self._own(leaf, kind))
        name, address = item.value
        by_address = self.chance.random() < 0.5
        leaf.update(item, name if by_address else self._word(), f"{address}#{self._word()}" if by_address else address)

    def _move(self, leaf: Leaf, kind: str, leaves: list[Leaf]) -> None:
        item = self.chance.choice(self._own(leaf, kind))
        name, address = item.value
        for target in self.chance.sample(leaves, min(len(leaves), 10)):
            taken = {part for other in (*target.items(kind), *target.left(kind)) for part in other.value}
            if target is not leaf and not {name, address} & taken:
                leaf.move(item, target, self.chance.random())
                return

    def _update_text(self, leaf: Leaf) -> None:
        words = leaf.text.split()
        for place in self.chance.sample(range(len(words)), max(1, len(words) // 5)):
            words[place] = self._word()
        leaf.replace_text(" ".join(words))


def _are_unlike(first: Block, second: Block) -> bool:
    words, others = ({*block.text.split(), *block.links, *block.images} for block in (first, second))
    return min(len(words - others), len(others - words)) >= SMALLEST_PART
