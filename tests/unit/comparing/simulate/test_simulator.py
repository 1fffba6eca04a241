"""The change simulator: what it says it did is what it did."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.simulate.editable_tree import halves
from pagestrata.comparing.simulate.simulator import Proportions, simulate
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockTree
from trees import everything, leaf, page_sized_tree, tree

NOTHING = Proportions(insert=0, delete=0, update=0, move=0, update_text=0)
BLOCKS = Proportions(insert_block=0.1, delete_block=0.1, move_block=0.1, replace_text=0.1)


def _texts(count=12):
    """Leaf blocks of text alone, long enough to split and merge."""
    texts = [" ".join(f"w{n}x{k}" for k in range(24)) for n in range(count)]
    half = count // 2
    groups = [texts[:half], texts[half:]]
    return tree(
        *[
            Block(ref=f"{g}", children=tuple(leaf(f"{g}.{i}", text) for i, text in enumerate(group, 1)))
            for g, group in enumerate(groups, 1)
        ]
    )


def _counts(delta):
    return Counter((change.op, change.element) for change in delta.changes)


@pytest.mark.parametrize("renumber", [False, True])
@pytest.mark.parametrize("proportions", [Proportions(), BLOCKS], ids=["elements", "blocks"])
def test_the_delta_leads_to_the_tree_and_back(proportions, renumber):
    old = page_sized_tree(5, leaves=40, words_per_text=12, links_per_leaf=3)
    new, delta = simulate(old, proportions, seed=3, renumber=renumber)
    assert delta
    assert apply(delta, old) == new
    assert everything(apply(delta, old)) == everything(new)
    assert apply(invert(delta), new) == old


def test_the_same_seed_gives_the_same_version_and_another_seed_another():
    old = page_sized_tree(5, leaves=30)
    assert simulate(old, BLOCKS, seed=1) == simulate(old, BLOCKS, seed=1)
    assert simulate(old, BLOCKS, seed=1).tree != simulate(old, BLOCKS, seed=2).tree


def test_nothing_asked_is_nothing_changed():
    old = page_sized_tree(5, leaves=20)
    new, delta = simulate(old, NOTHING, seed=1)
    assert new == old
    assert not delta
    assert simulate(tree(), Proportions(), seed=1).tree == BlockTree(blocks=())


def test_a_proportion_is_the_share_of_leaf_blocks_that_are_hit():
    old = page_sized_tree(5, leaves=40, links_per_leaf=3)
    only = replace(NOTHING, insert=0.25, update_text=0.1)
    assert _counts(simulate(old, only, seed=4).delta) == {
        ("insert", "link"): 10,
        ("insert", "image"): 10,
        ("update", "text"): 4,
    }
    one = replace(NOTHING, delete=0.001)
    assert _counts(simulate(old, one, seed=4).delta) == {("delete", "link"): 1, ("delete", "image"): 1}


def test_a_replaced_text_is_a_delete_and_an_insert():
    replaced = replace(NOTHING, replace_text=0.25)
    delta = simulate(page_sized_tree(5, leaves=20), replaced, seed=2).delta
    assert _counts(delta) == {("delete", "text"): 5, ("insert", "text"): 5}


SPLIT, MERGE = replace(NOTHING, split_block=0.25), replace(NOTHING, merge_blocks=0.25)


@pytest.mark.parametrize(("op", "shares"), [("split", SPLIT), ("merge", MERGE)])
def test_so_many_blocks_are_split_or_merged_as_was_asked(op, shares):
    old = _texts()
    new, delta = simulate(old, shares, seed=6)
    assert _counts(delta) == {(op, "block"): 3}
    assert apply(delta, old) == new


@pytest.mark.parametrize(("op", "shares"), [("split", SPLIT), ("merge", MERGE)])
@pytest.mark.parametrize("renumber", [False, True])
def test_blocks_with_links_and_pictures_are_split_and_merged_too(op, shares, renumber):
    old = page_sized_tree(5, leaves=20, words_per_text=30, links_per_leaf=4)
    new, delta = simulate(old, shares, seed=6, renumber=renumber)
    changes = [change for change in delta.changes if change.op == op]
    assert len(changes) >= 3
    for change in changes:
        assert [link for block in change.old for link in block.links] == [
            link for block in change.new for link in block.links
        ]
        assert [image for block in change.old for image in block.images] == [
            image for block in change.new for image in block.images
        ]
        assert all(block.links for block in (*change.old, *change.new)) or op == "split"
    assert apply(delta, old) == new
    assert apply(invert(delta), new) == old
    assert set(compare(old, new).changes) == set(delta.changes)


def test_a_link_goes_to_the_half_where_its_name_stands():
    menu = leaf("1.1", "home news sport weather about us", ("home", "news", "about"), ("i", "j"))
    first, second = halves(menu)
    assert (first.text, second.text) == ("home news sport", "weather about us")
    assert [link.name for link in first.links] == ["home", "news"]
    assert [link.name for link in second.links] == ["about"]
    assert len(first.images) == len(second.images) == 1
    pictures = leaf("1.2", "", ("a", "b"), ("i", "j"))
    assert [len(half.links) for half in halves(pictures)] == [1, 1]


def test_blocks_too_small_to_show_where_they_came_from_are_neither_split_nor_merged():
    small = tree(Block(ref="1", children=tuple(leaf(f"1.{n}", f"only six words in block {n}") for n in range(6))))
    assert simulate(small, replace(SPLIT, merge_blocks=0.5), seed=6).tree == small


def test_elements_that_others_could_stand_in_for_are_left_alone():
    """Every link twice on the page: nobody could say which one was deleted, updated or moved."""
    old = tree(Block(ref="1", children=(leaf("1.1", "x", ("a", "b")), leaf("1.2", "y", ("a", "b")))))
    shares = replace(NOTHING, delete=1, update=1, move=1)
    assert not simulate(old, shares, seed=1).delta


def test_the_truth_is_what_the_comparison_finds():
    old = page_sized_tree(5, leaves=40, links_per_leaf=3)
    new, delta = simulate(old, Proportions(), seed=8)
    assert set(compare(old, new).changes) == set(delta.changes)
