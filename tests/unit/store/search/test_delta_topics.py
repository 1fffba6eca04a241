"""A delta leads to the tree with topics, not to the one it was made from."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.store.search.delta_topics import with_topics_of
from trees import block_trees, everything, leaf, page


def _bare(tree: BlockTree) -> BlockTree:
    def stripped(block: Block) -> Block:
        return replace(block, topic="", children=tuple(map(stripped, block.children)))

    return replace(tree, blocks=tuple(map(stripped, tree.blocks)))


@given(block_trees(), block_trees())
def test_the_delta_leads_to_the_tree_with_topics_and_back(old: BlockTree, new: BlockTree) -> None:
    bare = _bare(new)
    delta = with_topics_of(compare(old, bare), bare, new)
    assert everything(apply(delta, old)) == everything(new)
    assert everything(apply(invert(delta), new)) == everything(old)


def test_an_unchanged_topic_is_not_mentioned() -> None:
    old, new = page(leaf("1.1", "one", topic="A")), page(leaf("1.1", "two", topic="A"))
    delta = with_topics_of(compare(old, _bare(new)), _bare(new), new)
    assert not delta.patch.details


def test_a_delta_whose_tree_had_all_topics_is_left_alone() -> None:
    old, new = page(leaf("1.1", "one", topic="A")), page(leaf("1.1", "two", topic="B"))
    delta = compare(old, new)
    assert with_topics_of(delta, new, new) is delta
