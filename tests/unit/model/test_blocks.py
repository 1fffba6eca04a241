from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.blocks import PAGE_REF, SPACES, Block, Link, candidate_numbers, digest, inner_ref, root_ref
from trees import leaf, page


def test_an_id_changes_exactly_with_the_content():
    block = leaf("1.1", "text", ("a",), ("b",))
    assert replace(block, ref="9", role="menu").id == block.id
    assert replace(block, text="other").id != block.id
    assert replace(block, links=()).id != block.id
    assert replace(block, images=()).id != block.id


def test_an_inner_blocks_id_follows_its_children():
    first, second = leaf("1.1", "a"), leaf("1.2", "b")
    inner = Block(ref="1", children=(first, second))
    assert inner.id == Block(ref="7", children=(replace(first, ref="7.1"), second)).id
    assert inner.id != Block(ref="1", children=(second, first)).id
    assert inner.id != Block(ref="1", children=(first, leaf("1.2", "c"))).id


def test_a_copy_with_other_content_does_not_keep_the_old_id():
    block = leaf("1", "a")
    assert block.id
    assert replace(block, text="b").id == leaf("1", "b").id


def test_parts_that_join_to_the_same_text_have_other_hashes():
    assert digest("ab", "c") != digest("a", "bc")
    assert Block(ref="1", links=(Link("a", "bc"),)).id != Block(ref="1", links=(Link("ab", "c"),)).id


def test_line_ends_are_no_content_and_stale_ones_are_not_believed():
    block = Block(ref="1", text="Open Closed now", line_ends=(4,))
    assert block.lined_text == "Open\nClosed now"
    assert block == Block(ref="1", text="Open Closed now")
    assert block.id == Block(ref="1", text="Open Closed now").id
    assert replace(block, text="Opened now").lined_text == "Opened now"


def test_a_tree_is_gone_through_once_and_sent_without_what_was_gathered() -> None:
    tree = page(leaf("1.1", "one"), replace(leaf("1.2", "two"), links=(Link("a longer name", "/a"),)))
    sent_before = pickle.dumps(tree)
    assert [block.ref for block in tree.leaves()] == ["1.1", "1.2"]
    assert tree.longest_text == len("a longer name")
    assert pickle.dumps(tree) == sent_before
    received = pickle.loads(sent_before)
    assert (received, list(received.walk())) == (tree, list(tree.walk()))
    shorter = replace(tree, blocks=())
    assert (list(shorter.walk()), shorter.longest_text) == ([], 0)


@given(st.text(max_size=20))
def test_a_key_gives_the_same_numbers_again(key: str) -> None:
    assert list(islice(candidate_numbers(key), 5)) == list(islice(candidate_numbers(key), 5))


def test_numbers_grow_longer_only_when_shorter_ones_are_taken() -> None:
    for space, number in zip(SPACES, candidate_numbers("a story about cats"), strict=False):
        assert 1 <= number <= space


def test_the_root_of_an_overlay_is_never_the_pages_own() -> None:
    assert root_ref(1) != PAGE_REF
    assert inner_ref(PAGE_REF, 372) == "1.372"
