"""What a patch says and, above all, what it need not say."""

from __future__ import annotations

from dataclasses import replace

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.delta.patch import NO_PATCH, NO_SHIFT, follows, make_patch, moved_by, pruned, shift_between
from pagestrata.comparing.match.leaf_blocks import Matching
from pagestrata.comparing.match.matching import Outline
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockStyle
from pagestrata.model.deltas import Children, Delta, Details, Order, Patch
from pagestrata.model.geometry import Box
from trees import everything, leaf, page, tree


def _patch(old, new, pairs, orders=()):
    """The patch where blocks are matched as the pairs of refs say."""
    matching = Matching(Outline(old, which="old"), Outline(new, which="new"))
    for before, after in pairs.items():
        matching.join(matching.old.numbers[before], matching.new.numbers[after], 1.0)
    return make_patch(old, new, matching, list(orders))


def _same(*refs):
    return {ref: ref for ref in refs}


def test_equal_trees_need_no_patch():
    old = page(leaf("1.1", "x"), leaf("1.2", "y"))
    assert _patch(old, old, _same("1", "1.1", "1.2")) is NO_PATCH
    order = Order(block="1.1", element="link", order=(1, 0))
    assert _patch(old, old, _same("1", "1.1", "1.2"), [order]).orders == (order,)


def test_renumbered_refs_are_renames():
    old, new = page(leaf("1.1", "x"), leaf("1.2", "y")), page(leaf("1.1", "y"))
    patch = _patch(old, new, {"1": "1", "1.2": "1.1"})
    assert patch.renames == (("1.2", "1.1"),)
    assert patch.children == (Children(old_block="1", new_block="1", old=("1.1", "1.2"), new=("1.1",)),)


def test_children_whose_blocks_only_got_other_refs_are_not_said():
    old, new = page(leaf("1.1", "x"), leaf("1.2", "y")), page(leaf("1.5", "x"), leaf("1.6", "y"))
    patch = _patch(old, new, {"1": "1", "1.1": "1.5", "1.2": "1.6"})
    assert patch.children == ()
    assert patch.renames == (("1.1", "1.5"), ("1.2", "1.6"))


def test_blocks_on_one_side_only_tell_what_of_the_other_they_hold():
    old, new = tree(leaf("1", "x")), tree(Block(ref="2", children=(leaf("1", "x"),)))
    there = _patch(old, new, _same("1"))
    assert Children(old_block=None, new_block="2", new=("1",)) in there.children
    back = _patch(new, old, _same("1"))
    assert Children(old_block="2", new_block=None, old=("1",)) in back.children


def test_fields_of_the_page_and_of_blocks_that_are_no_content():
    old = page(leaf("1.1", "x", role="menu", doc=3), title="A", version="v1")
    new = page(leaf("1.1", "x", role="article", doc=3), title="B", version="v1")
    assert _patch(old, new, _same("1", "1.1")).details == (
        Details(block="", old={"title": "A"}, new={"title": "B"}),
        Details(block="1.1", old={"role": "menu"}, new={"role": "article"}),
    )


def test_a_box_that_moved_along_with_the_one_around_it_is_not_said():
    def shifted(by, own=0.0):
        inner = leaf("1.1", "x", box=Box(5, 10 + by + own, 10, 10))
        return tree(Block(ref="1", children=(inner,), box=Box(0, by, 100, 100)))

    details = _patch(shifted(0), shifted(24), _same("1", "1.1")).details
    assert [found.block for found in details] == ["1"]
    details = _patch(shifted(0), shifted(24, own=1), _same("1", "1.1")).details
    assert [(found.block, found.new["box"].y) for found in details] == [("1", 24), ("1.1", 35)]
    details = _patch(shifted(0), shifted(24, own=-24), _same("1", "1.1")).details
    assert [found.block for found in details] == ["1", "1.1"], "one that stayed while the rest moved must be said"


def test_a_shift_counts_only_where_it_is_exact_both_ways():
    assert follows(Box(1, 2, 3, 4), Box(1, 26, 3, 4), (0.0, 24.0))
    assert not follows(Box(1, 2, 3, 4), Box(1, 26, 3, 5), (0.0, 24.0))
    assert not follows(Box(1, 2, 3, 4), Box(1, 26, 3, 4), NO_SHIFT)
    far, near = Box(1e17, 0, 1, 1), Box(0.1, 0, 1, 1)
    shift = shift_between(near, far)
    assert not follows(near, far, shift), "the way back loses the fraction"
    assert moved_by(Box(1, 2, 3, 4), (10.0, 20.0)) == Box(11, 22, 3, 4)


def test_pruned_blocks_hold_only_what_has_no_partner():
    found = tree(Block(ref="1", children=(leaf("1.1"), Block(ref="1.2", children=(leaf("1.2.1"), leaf("1.2.2"))))))
    outline = Outline(found, which="new")
    left = pruned(found.blocks[0], outline, {outline.numbers["1.1"]: 0, outline.numbers["1.2.2"]: 1})
    assert [block.ref for block in left.walk()] == ["1", "1.2", "1.2.1"]
    assert pruned(found.blocks[0], outline, {}) is found.blocks[0]
    assert left == replace(found.blocks[0], children=left.children)


def test_a_look_that_a_change_tells_is_not_said_again():
    before, after = BlockStyle(font_size=10), BlockStyle(font_size=20)
    old = page(leaf("1.1", "x", box=Box(0, 0, 100, 100), style=before))
    new = page(leaf("1.1", "x", box=Box(5, 0, 300, 100), style=after))
    delta = compare(old, new)
    assert [type(change.new) for change in delta.changes] == [BlockStyle, Box]
    assert delta.patch == NO_PATCH
    assert everything(apply(delta, old)) == everything(new)
    assert everything(apply(invert(delta), new)) == everything(old)


def _column(tops, *, heights=None, refs=None):
    """Leaves under each other, by their tops."""
    heights, refs = heights or [10] * len(tops), refs or [f"1.{n}" for n in range(1, len(tops) + 1)]
    return page(
        *[
            leaf(ref, f"the text of {ref}", box=Box(0, top, 50, height))
            for ref, top, height in zip(refs, tops, heights, strict=True)
        ]
    )


def _exact_both_ways(old, new):
    delta = compare(old, new)
    assert everything(apply(delta, old)) == everything(new)
    assert everything(apply(invert(delta), new)) == everything(old)
    return delta.patch


def test_what_is_pushed_down_by_the_block_before_it_is_not_said():
    patch = _exact_both_ways(_column([0, 10, 20, 30, 40]), _column([0, 10, 32, 42, 52]))
    assert [details.block for details in patch.details] == ["1.3"]
    assert patch.chained


def test_a_resized_block_that_a_change_tells_still_guides_the_next():
    old, new = (
        _column([0, 10, 110, 120], heights=[10, 100, 10, 10]),
        _column([0, 15, 115, 125], heights=[10, 500, 10, 10]),
    )
    patch = _exact_both_ways(old, new)
    assert not patch.details
    assert patch.chained


def test_blocks_that_changed_places_do_not_guide_each_other():
    old = _column([0, 10, 20, 30], refs=["1.1", "1.2", "1.3", "1.4"])
    new = _column([0, 10, 20, 37], refs=["1.1", "1.3", "1.2", "1.4"])
    patch = _exact_both_ways(old, new)
    assert [details.block for details in patch.details] == ["1.2", "1.3", "1.4"]
    assert not patch.chained


def test_patches_of_old_follow_the_block_around_only():
    old, new = _column([0, 10, 20]), _column([0, 17, 20])
    box = {"box": Box(0, 17, 50, 10)}
    delta = Delta(changes=(), patch=Patch(details=(Details(block="1.2", old={"box": Box(0, 10, 50, 10)}, new=box),)))
    assert everything(apply(delta, old)) == everything(new)
    chained = replace(delta, patch=replace(delta.patch, chained=True))
    assert apply(chained, old).by_ref()["1.3"].box == Box(0, 27, 50, 10)


def test_a_block_that_stays_with_its_neighbour_while_the_one_around_them_moves():
    def column(left):
        return tree(Block(ref="1", box=Box(left, 0, 50, 50), children=_column([0, 10, 20]).blocks[0].children))

    patch = _exact_both_ways(column(0), column(4))
    assert [details.block for details in patch.details] == ["1", "1.1"]
