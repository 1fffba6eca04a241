"""The simulator's workbench: every edit gives a tree and a delta that lead to each other."""

from __future__ import annotations

import pytest

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.simulate.editable_tree import Draft
from pagestrata.model.blocks import Block, Link
from trees import everything, leaf, page, tree

WORDS = " ".join(f"w{n}" for n in range(8))
PAGE = tree(
    Block(ref="1", children=(leaf("1.1", WORDS, ("a", "b"), ("i",)), leaf("1.2", "x y"), leaf("1.3", "p q", ("c",)))),
    Block(ref="2", children=(leaf("2.1", "r s"), leaf("2.2", "t u"))),
)


def _finished(draft, *, renumber=False):
    new, delta = draft.finish(renumber=renumber)
    assert everything(apply(delta, draft.tree)) == everything(new)
    assert apply(delta, draft.tree) == new
    assert apply(invert(delta), new) == draft.tree
    return new, delta


def _told(delta):
    return [(change.op, change.element, change.block, change.to_block) for change in delta.changes]


def test_an_untouched_draft_is_the_tree_itself():
    new, delta = _finished(Draft(PAGE))
    assert new == PAGE
    assert not delta
    assert not delta.patch


def test_edits_of_elements_are_told_one_by_one():
    draft = Draft(PAGE)
    first, second, third, *_ = draft.leaves
    first.update(first.links[0], "a", "http://site.test/other")
    first.delete(first.images[0])
    second.insert("link", "new", "http://site.test/new", 0.5)
    third.replace_text("p z")
    new, delta = _finished(draft)
    assert _told(delta) == [
        ("delete", "image", "1.1", None),
        ("update", "link", "1.1", None),
        ("insert", "link", "1.2", None),
        ("update", "text", "1.3", None),
    ]
    assert new.by_ref()["1.1"].links[0] == Link("a", "http://site.test/other")
    assert not delta.structure_changed


def test_a_moved_element_is_one_move_and_no_delete():
    draft = Draft(PAGE)
    first, second, *_ = draft.leaves
    first.move(first.links[1], second, 0.0)
    assert _told(_finished(draft)[1]) == [("move", "link", "1.1", "1.2")]


@pytest.mark.parametrize("renumber", [False, True])
def test_blocks_deleted_and_moved(renumber):
    draft = Draft(PAGE)
    draft.delete_block(draft.leaves[1])
    draft.move_block(draft.leaves[1], draft.inner[1], 0.0)
    new, delta = _finished(draft, renumber=renumber)
    assert [block.text for block in new.blocks[1].children] == ["p q", "r s", "t u"]
    target = "2.1" if renumber else "2.3"
    assert set(_told(delta)) == {("delete", "block", "1.2", None), ("move", "block", "1.3", target)}
    assert delta.structure_changed


def test_fresh_refs_are_none_the_old_tree_had():
    draft = Draft(PAGE)
    draft.delete_block(draft.leaves[2])
    draft.insert_block(draft.inner[0], 1.0, links=[("n", "http://site.test/n")], text="fresh words")
    new, delta = _finished(draft)
    added = new.blocks[0].children[-1]
    assert added.text == "fresh words"
    assert added.ref not in PAGE.by_ref()
    assert ("insert", "block", added.ref, None) in _told(delta)


@pytest.mark.parametrize("renumber", [False, True])
def test_a_block_is_cut_in_the_middle_and_joined_again(renumber):
    halved = Draft(page(leaf("1.1", WORDS), leaf("1.2", "other")))
    halved.split_block(halved.leaves[0])
    parts, delta = _finished(halved, renumber=renumber)
    assert [block.text for block in parts.leaves()] == ["w0 w1 w2 w3", "w4 w5 w6 w7", "other"]
    assert [change.op for change in delta.changes] == ["split"]
    joined = Draft(parts)
    joined.merge_blocks(joined.leaves[0], joined.leaves[1])
    whole, delta = _finished(joined, renumber=renumber)
    assert [block.text for block in whole.leaves()] == [WORDS, "other"]
    assert [change.op for change in delta.changes] == ["merge"]


def test_the_last_block_of_old_must_not_leave_its_parent():
    draft = Draft(PAGE)
    first, second = draft.leaves[3:]
    assert draft.can_leave(first)
    draft.delete_block(first)
    assert not draft.can_leave(second)
    assert not draft.can_leave(first)
    rootless = Draft(tree(leaf("1", "alone"), leaf("2", "alone too")))
    assert not rootless.can_leave(rootless.leaves[0])


def test_the_next_leaf_is_the_next_sibling_unless_that_is_an_inner_block():
    inner = Block(ref="1.2", children=(leaf("1.2.1"),))
    draft = Draft(page(leaf("1.1"), inner, leaf("1.3"), leaf("1.4")))
    by_ref = {found.block.ref: found for found in draft.leaves}
    assert draft.next_leaf(by_ref["1.1"]) is None
    assert draft.next_leaf(by_ref["1.3"]) is by_ref["1.4"]
    assert draft.next_leaf(by_ref["1.4"]) is None
