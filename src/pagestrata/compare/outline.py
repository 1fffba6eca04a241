"""A tree laid out flat: what matching and patching ask of a tree, worked out once."""

from __future__ import annotations

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockTree

NO_PARENT = -1

Content = tuple[object, object, str]


class Outline:
    """The blocks of a tree in document order with the number of their parent, NO_PARENT for the outermost."""

    __slots__ = ("blocks", "numbers", "parents")

    def __init__(self, tree: BlockTree, *, which: str) -> None:
        self.blocks: list[Block] = []
        self.parents: list[int] = []
        self.numbers: dict[str, int] = {}
        stack = [(block, NO_PARENT) for block in reversed(tree.blocks)]
        while stack:
            block, parent = stack.pop()
            number = len(self.blocks)
            self.blocks.append(block)
            self.parents.append(parent)
            self.numbers[block.ref] = number
            if block.children:
                stack.extend([(child, number) for child in reversed(block.children)])
        if len(self.numbers) != len(self.blocks):
            seen: set[str] = set()
            twice = next(block.ref for block in self.blocks if block.ref in seen or seen.add(block.ref))  # type: ignore[func-returns-value]
            raise InputError(f"the {which} tree has the block {twice} twice; segment the page again")

    def children(self, number: int) -> list[int]:
        """The numbers of the blocks directly inside one."""
        if number == NO_PARENT:
            return [i for i, parent in enumerate(self.parents) if parent == NO_PARENT]
        return [self.numbers[child.ref] for child in self.blocks[number].children]


def content_of(block: Block) -> Content:
    """What a block says, as one hashable value; equal for two blocks with the same elements in the same order."""
    return (block.links, block.images, block.text)


def is_empty(block: Block) -> bool:
    return not (block.links or block.images or block.text)
