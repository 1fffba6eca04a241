"""Vi-DIFF as a whole: the paper's example, the laws, and the bad input of the issue."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.vidiff import compare, match_blocks
from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockStyle, Link
from pagestrata.model.deltas import Change
from pagestrata.model.geometry import Box
from pagestrata.segmenting import DOCUMENT, FEED
from trees import block_trees, everything, leaf, page, page_sized_tree, tree


@given(block_trees(), block_trees())
@settings(max_examples=60, deadline=None)
def test_a_delta_leads_from_old_to_new_and_back(old, new):
    delta = compare(old, new)
    there, back = apply(delta, old), apply(invert(delta), new)
    assert there == new
    assert back == old
    assert everything(there) == everything(new)
    assert everything(back) == everything(old)
    assert invert(invert(delta)) == delta


@given(block_trees())
@settings(max_examples=50, deadline=None)
def test_a_tree_does_not_differ_from_itself(found):
    delta = compare(found, found)
    assert not delta
    assert not delta.patch
    assert apply(delta, found) == found


def _both_ways(old, new):
    delta = compare(old, new)
    assert apply(delta, old) == new
    assert apply(invert(delta), new) == old
    return delta


def _told(delta):
    return [(change.op, change.element, change.block, change.to_block) for change in delta.changes]


def test_the_papers_example():
    """Figure 4: insert(link Link2, B1), delete(img Img1, B1), update(TextA -> TextB, B3), move(link Link21, B2, B3)."""
    old = tree(
        leaf("B1", "Text1", ("Link1",), ("Img1",)),
        leaf("B2", "Text2", ("Link21", "Link22"), ("Img2",)),
        leaf("B3", "TextA", ("Link3",), ("Img3",)),
    )
    new = tree(
        leaf("B1", "Text1", ("Link1", "Link2")),
        leaf("B2", "Text2", ("Link22",), ("Img2",)),
        leaf("B3", "TextB", ("Link3", "Link21"), ("Img3",)),
    )
    delta = _both_ways(old, new)
    link21 = Link("Link21", "http://site.test/Link21")
    assert set(delta.changes) == {
        Change(op="insert", element="link", block="B1", new=Link("Link2", "http://site.test/Link2")),
        Change(op="delete", element="image", block="B1", old=old.blocks[0].images[0]),
        Change(op="update", element="text", block="B3", old="TextA", new="TextB"),
        Change(op="move", element="link", block="B2", to_block="B3", old=link21, new=link21),
    }
    assert len(delta.changes) == 4
    assert not delta.structure_changed


def test_an_inserted_block_does_not_move_the_ones_behind_it():
    old = page(leaf("1.1", "alpha beta"), leaf("1.2", "gamma delta"))
    new = page(leaf("1.1", "omega psi chi"), leaf("1.2", "alpha beta"), leaf("1.3", "gamma delta"))
    delta = _both_ways(old, new)
    assert _told(delta) == [("insert", "block", "1.1", None)]
    assert delta.structure_changed


def test_a_deleted_block_is_named_with_its_content():
    old = page(leaf("1.1", "alpha beta"), leaf("1.2", "gamma delta"))
    delta = _both_ways(old, page(leaf("1.1", "gamma delta")))
    assert _told(delta) == [("delete", "block", "1.1", None)]
    assert delta.changes[0].old == old.blocks[0].children[0]


def test_two_blocks_that_change_places_are_one_move():
    old = page(leaf("1.1", "alpha beta"), leaf("1.2", "gamma delta"))
    assert _told(_both_ways(old, page(leaf("1.1", "gamma delta"), leaf("1.2", "alpha beta")))) == [
        ("move", "block", "1.2", "1.1")
    ]


def test_a_block_that_moved_and_changed_is_still_the_same_block():
    old = tree(
        Block(ref="1", children=(leaf("1.1", "a b c d e f"), leaf("1.2", "g h", ("x",)))),
        Block(ref="2", children=(leaf("2.1", "p q"), leaf("2.2", "r s"))),
    )
    new = tree(
        Block(ref="1", children=(leaf("1.2", "g h", ("x",)),)),
        Block(ref="2", children=(leaf("2.1", "p q"), leaf("2.2", "r s"), leaf("2.3", "a b c d e z"))),
    )
    assert set(_told(_both_ways(old, new))) == {("move", "block", "1.1", "2.3"), ("update", "text", "1.1", None)}


def test_a_wrapper_around_blocks_does_not_move_them():
    old = page(leaf("1.1", "alpha beta"), leaf("1.2", "gamma delta"), leaf("1.3", "x y"))
    wrapper = Block(ref="1.1", children=(leaf("1.1.1", "alpha beta"), leaf("1.1.2", "gamma delta")))
    assert _told(_both_ways(old, page(wrapper, leaf("1.2", "x y")))) == [("insert", "block", "1.1", None)]


def test_a_split_block_is_one_change_and_a_merged_one_its_inverse():
    first, second = "the quick brown fox jumps over it", "seven silver swans swam silently seaward"
    whole = page(leaf("1.1", "x y z"), leaf("1.2", f"{first} {second}"))
    parts = page(leaf("1.1", "x y z"), leaf("1.2", first), leaf("1.3", second))
    assert _told(_both_ways(whole, parts)) == [("split", "block", "1.2", "1.2")]
    assert _told(_both_ways(parts, whole)) == [("merge", "block", "1.2", "1.2")]


def test_a_block_split_inside_itself_is_a_split_too():
    first, second = "the quick brown fox jumps over it", "seven silver swans swam silently seaward"
    inside = Block(ref="1.2", children=(leaf("1.2.1", first), leaf("1.2.2", second)))
    delta = _both_ways(page(leaf("1.1", "x"), leaf("1.2", f"{first} {second}")), page(leaf("1.1", "x"), inside))
    assert _told(delta) == [("split", "block", "1.2", "1.2")]


def test_a_restyle_is_told_apart_from_content():
    old = page(leaf("1.1", "words", style=BlockStyle(font_size=16), box=Box(0, 0, 100, 20)))
    new = page(leaf("1.1", "words", style=BlockStyle(font_size=20, font_weight=700), box=Box(0, 0, 100, 20)))
    assert _told(_both_ways(old, new)) == [("update", "style", "1.1", None)]


def test_another_size_counts_only_where_the_content_stayed():
    old = page(leaf("1.1", "some words here", box=Box(0, 0, 100, 20)))
    resized = page(leaf("1.1", "some words here", box=Box(0, 0, 200, 20)))
    longer = page(leaf("1.1", "some words here and there", box=Box(0, 0, 200, 20)))
    assert _told(_both_ways(old, resized)) == [("update", "style", "1.1", None)]
    assert _told(_both_ways(old, longer)) == [("update", "text", "1.1", None)]


def test_a_shift_of_the_whole_page_is_no_change_and_takes_no_room():
    old = page_sized_tree(3, leaves=50)

    def shifted(block):
        x, y, width, height = block.box
        return replace(block, box=Box(x, y + 24, width, height), children=tuple(map(shifted, block.children)))

    new = replace(old, blocks=tuple(map(shifted, old.blocks)))
    delta = compare(old, new)
    assert not delta.changes
    assert len(delta.patch.details) == 1
    assert everything(apply(delta, old)) == everything(new)


def test_places_inside_a_block_are_no_change_but_are_kept():
    old, new = page(leaf("1.1", "", ("a", "b", "c"))), page(leaf("1.1", "", ("c", "a", "b")))
    assert not _both_ways(old, new).changes


def test_an_overlay_is_told_apart_from_the_page():
    old, new = tree(leaf("1", "cookies?")), tree(leaf("1", "cookies?", layer="overlay"))
    assert _told(_both_ways(old, new)) == [("move", "block", "1", "1")]


def test_versions_of_different_windows_are_refused_with_the_reason():
    old, new = page(leaf("1.1", "x"), viewport=(1366, 768)), page(leaf("1.1", "x"), viewport=(390, 844))
    with pytest.raises(InputError, match=r"window of 1366x768, the new one in 390x844.*same --viewport"):
        compare(old, new)
    assert not compare(replace(old, viewport=(0, 0)), new).changes


@pytest.mark.parametrize("kind", [DOCUMENT, FEED])
def test_a_page_may_become_a_document_or_a_feed_which_has_no_window(kind):
    old, new = page(leaf("1.1", "x"), viewport=(1366, 768)), page(leaf("1.1", "y"), viewport=(1000, 768))
    assert compare(old, replace(new, segmenter=kind)).changes
    assert compare(replace(new, segmenter=kind), old).changes


def test_a_tree_with_a_ref_twice_is_refused():
    with pytest.raises(InputError, match="the new tree has the block 1 twice; segment the page again"):
        compare(tree(), tree(leaf("1"), leaf("1")))


def test_empty_trees():
    assert not _both_ways(tree(), tree()).changes
    assert _told(_both_ways(tree(), tree(leaf("1", "x")))) == [("insert", "block", "1", None)]
    assert _told(_both_ways(tree(leaf("1")), tree())) == [("delete", "block", "1", None)]


def _seconds(old, new):
    began = time.process_time()
    _both_ways(old, new)
    return time.process_time() - began


def test_thousands_of_identical_links():
    old = page(leaf("1.1", "x", ("same",) * 5_000), leaf("1.2", "y", ("same",) * 3_000))
    new = page(leaf("1.1", "x", ("same",) * 4_000), leaf("1.2", "y", ("same",) * 4_000))
    assert _seconds(old, new) < 5
    assert {change.op for change in compare(old, new).changes} == {"move"}


def test_equal_names_everywhere():
    def links(start):
        return tuple(Link("Read more", f"http://site.test/{n}") for n in range(start, start + 3_000))

    old, new = (tree(Block(ref="1", links=links(start))) for start in (0, 1_000))
    assert _seconds(old, new) < 5
    assert {change.op for change in compare(old, new).changes} == {"update"}


def test_one_block_against_five_thousand():
    many = page(*[leaf(f"1.{n}", f"text {n} of many") for n in range(1, 5_001)])
    one = page(leaf("1.1", "one text alone"))
    assert _seconds(one, many) < 10
    assert _seconds(many, one) < 10


def test_five_thousand_equal_blocks():
    many = page(*[leaf(f"1.{n}", "the same words", ("More",)) for n in range(1, 5_001)])
    fewer = page(*[leaf(f"1.{n}", "the same words", ("More",)) for n in range(1, 4_001)])
    assert _seconds(many, fewer) < 10


def test_a_text_of_a_megabyte():
    words = [f"word{n % 20_000}" for n in range(130_000)]
    old, new = page(leaf("1.1", " ".join(words))), page(leaf("1.1", " ".join(["new", *words[1:]])))
    assert _told(compare(old, new)) == [("update", "text", "1.1", None)]
    assert _seconds(old, new) < 5


def test_texts_without_spaces():
    old, new = "天気予報によると明日は晴れです", "天気予報によると明日は雨です"
    assert _told(_both_ways(page(leaf("1.1", old)), page(leaf("1.1", new)))) == [("update", "text", "1.1", None)]
    unbroken = "x1y2" * 50_000
    assert _told(_both_ways(page(leaf("1.1", unbroken)), page(leaf("1.1", f"{unbroken}z")))) == [
        ("update", "text", "1.1", None)
    ]


def test_pairs_are_listed_in_the_order_of_the_old_page_and_include_inner_blocks() -> None:
    old = page(leaf("1.1", "alpha beta"), leaf("1.2", "gamma delta"))
    matching, regroupings = match_blocks(old, page(leaf("1.1", "gamma delta"), leaf("1.2", "alpha beta")))
    assert list(matching.partner_of_old.items()) == [(0, 0), (1, 2), (2, 1)]
    assert not regroupings


def test_blocks_that_were_split_are_in_no_pair() -> None:
    first, second = "the quick brown fox jumps over it", "seven silver swans swam silently seaward"
    old = page(leaf("1.1", "x y z"), leaf("1.2", f"{first} {second}"))
    matching, (split,) = match_blocks(old, page(leaf("1.1", "x y z"), leaf("1.2", first), leaf("1.3", second)))
    assert split.members == {("old", 2), ("new", 2), ("new", 3)}
    assert list(matching.partner_of_old) == [0, 1]
