"""Two trees laid out flat (`Outline`), and which block is which: the record that the steps of matching fill in."""

from __future__ import annotations

from collections import Counter

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockTree, Image, Link

NO_PARENT = -1

Content = tuple[tuple[Link, ...], tuple[Image, ...], str]


class Outline:
    """The blocks of a tree in document order with the number of their parent, NO_PARENT for the outermost."""

    __slots__ = ("blocks", "numbers", "parents")

    def __init__(self, tree: BlockTree, *, which: str) -> None:
        self.blocks: list[Block] = []
        self.parents: list[int] = []
        self._add(tree.blocks, NO_PARENT)
        self.numbers: dict[str, int] = dict(
            zip([block.ref for block in self.blocks], range(len(self.blocks)), strict=True)
        )
        if len(self.numbers) != len(self.blocks):
            counts = Counter(block.ref for block in self.blocks)
            twice = next(ref for ref, count in counts.items() if count > 1)
            raise InputError(f"the {which} tree has the block {twice} twice; segment the page again")

    def _add(self, blocks: tuple[Block, ...], parent: int) -> None:
        if not any(block.children for block in blocks):
            self.blocks.extend(blocks)
            self.parents.extend([parent] * len(blocks))
            return
        for block in blocks:
            self.blocks.append(block)
            self.parents.append(parent)
            if block.children:
                self._add(block.children, len(self.blocks) - 1)

    def children(self, number: int) -> list[int]:
        """The numbers of the blocks directly inside one."""
        if number == NO_PARENT:
            return [i for i, parent in enumerate(self.parents) if parent == NO_PARENT]
        return [self.numbers[child.ref] for child in self.blocks[number].children]


def refs_are_positions(outline: Outline) -> bool:
    """Whether refs only count blocks, so that equal refs mean no more than equal positions."""
    seen: Counter[int] = Counter()
    for block, parent in zip(outline.blocks, outline.parents, strict=True):
        seen[parent] += 1
        if block.ref.rpartition(".")[2] != str(seen[parent]):
            return False
    return True


def content_of(block: Block) -> Content:
    """The content of a block as one hashable value, equal for the same elements in the same order."""
    return (block.links, block.images, block.text)


def is_empty(block: Block) -> bool:
    return not (block.links or block.images or block.text)


class Matching:
    """Partners of blocks by number, both ways, with the similarity of each pair."""

    __slots__ = ("moved", "new", "old", "partner_of_new", "partner_of_old", "similarities")

    def __init__(self, old: Outline, new: Outline) -> None:
        self.old, self.new = old, new
        self.partner_of_old: dict[int, int] = {}
        self.partner_of_new: dict[int, int] = {}
        self.similarities: dict[int, float] = {}
        self.moved: list[int] | None = None  # what `moved_blocks` found, until the pairs change

    def join(self, old: int, new: int, score: float) -> None:
        self.partner_of_old[old] = new
        self.partner_of_new[new] = old
        self.similarities[old] = score
        self.moved = None

    def is_identity(self) -> bool:
        """Whether every block has kept its place in the tree and its ref."""
        old, new = self.old, self.new
        return (
            len(self.partner_of_old) == len(old.blocks) == len(new.blocks)
            and list(self.partner_of_old) == list(self.partner_of_old.values())
            and old.parents == new.parents
            and old.numbers == new.numbers
        )

    def put_in_order(self) -> None:
        """List the pairs in the order of the old page."""
        in_order = sorted(self.partner_of_old)
        self.partner_of_old = dict(zip(in_order, map(self.partner_of_old.__getitem__, in_order), strict=True))

    def part(self, old: int) -> None:
        del self.partner_of_new[self.partner_of_old.pop(old)], self.similarities[old]
        self.moved = None
