"""The main content of a page: its leaf blocks of level 4, what a person opens the page for."""

from __future__ import annotations

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.weighing.blocks.block_features import Frame
from pagestrata.weighing.blocks.block_importance import DEFAULT, BlockModel, block_levels

MAIN_LEVEL = 4


def main_content(tree: BlockTree, *, model: BlockModel | str | None = DEFAULT) -> tuple[Block, ...]:
    """Return the leaf blocks of the main content, in document order.

    `model` is the shipped block importance model, another one, or None for rules on role and place alone.
    """
    leaves = list(tree.leaves())
    levels = block_levels(leaves, Frame.of(tree), model=model)
    return tuple(leaf for leaf, level in zip(leaves, levels, strict=True) if level == MAIN_LEVEL)


def main_text(tree: BlockTree) -> str:
    """Return the text of the main content, blocks apart by line breaks; lines within a block where they are known."""
    return "\n".join(block.lined_text for block in main_content(tree) if block.text)
