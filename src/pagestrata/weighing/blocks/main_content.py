"""The main content of a page: the leaf blocks that a person opens the page for.

The trees that see the page (`block_importance`) give each leaf a chance of being main content, and the leaves are then chosen
together. With words w and chances p, a choice S of the likeliest leaves has about the word F1 2 sum_S pw / (sum_S w + sum pw),
and the best such S is taken. Where one block is clearly the article, doubtful blocks stay out; on a shelf of goods, where
everything is doubtful, they are taken. This is the maximisation of expected F after Lewis (SIGIR 1995), with the expectation of
a ratio replaced by the ratio of expectations.

Levels, which weigh changes, are for each leaf alone and do not depend on this choice. A page without a leaf of level 4, such as
a form to log in, has no main content. Where there are no such trees (rules without a model, a page cut into a few large parts)
the leaves of level 4 are taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.weighing.blocks.block_features import Frame
from pagestrata.weighing.blocks.block_hints import Features
from pagestrata.weighing.blocks.block_importance import DEFAULT, BlockModel, levels_and_main_chances

MAIN_LEVEL = 4


def main_content(tree: BlockTree, *, model: BlockModel | str | None = DEFAULT) -> tuple[Block, ...]:
    """Return the leaf blocks of the main content, in document order.

    `model` is the shipped block importance model, another one, or None for rules on role and place alone.
    """
    leaves = list(tree.leaves())
    levels, chances = levels_and_main_chances(leaves, Frame.of(tree), model=model)
    chosen = chosen_together(leaves, levels == MAIN_LEVEL, chances)
    return tuple(leaf for leaf, is_main in zip(leaves, chosen, strict=True) if is_main)


def chosen_together(
    leaves: Sequence[Block], of_level_4: npt.NDArray[np.bool_], chances: Features | None
) -> npt.NDArray[np.bool_]:
    """Return which leaves to take for the best expected word F1, never what covers the page.

    Without chances, or where no leaf is of level 4, the leaves of level 4 are taken. A leaf counts for at least one word.
    """
    if chances is None or not of_level_4.any():
        return of_level_4
    words = np.array([leaf.text.count(" ") + 1 for leaf in leaves], np.float64)
    below = np.array([not leaf.is_overlay for leaf in leaves])
    likely = np.where(below, chances, 0.0)
    order = np.argsort(-likely, kind="stable")
    right = np.cumsum((likely * words)[order])
    expected = 2.0 * right / (np.cumsum(words[order]) + right[-1])
    chosen = np.zeros(len(leaves), np.bool_)
    chosen[order[: int(np.argmax(expected)) + 1]] = True
    return np.asarray(chosen & below)


def main_text(tree: BlockTree) -> str:
    """Return the text of the main content, blocks apart by line breaks; lines within a block where they are known."""
    return "\n".join(block.lined_text for block in main_content(tree) if block.text)
