"""Changes of style, size and pixels where the content stayed."""

from __future__ import annotations

import pytest

from pagestrata.comparing.delta.look_changes import look_changes, look_of, picture_change
from pagestrata.model.blocks import Block, BlockStyle
from pagestrata.model.deltas import Picture
from pagestrata.model.geometry import Box
from trees import leaf

BLACK, WHITE = "0" * 24, "f" * 24


def _changes(old, new, *, same_content=True):
    return [(c.element, c.old, c.new) for c in look_changes(old, new, same_content=same_content)]


def test_a_restyle_needs_a_style_on_both_sides():
    plain, bold = BlockStyle(font_weight=400), BlockStyle(font_weight=700)
    assert _changes(leaf("1", style=plain), leaf("1", style=bold)) == [("style", plain, bold)]
    assert _changes(leaf("1", style=plain), leaf("1", style=bold), same_content=False) == [("style", plain, bold)]
    assert _changes(leaf("1", style=None), leaf("1", style=bold)) == []
    assert _changes(leaf("1", style=bold), leaf("1", style=bold)) == []


@pytest.mark.parametrize(
    ("before", "after", "is_resize"),
    [
        ((100, 20), (108, 20), False),  # up to 8 pixels
        ((100, 20), (112, 20), True),
        ((1000, 20), (1100, 20), False),  # up to a tenth
        ((1000, 20), (1120, 20), True),
        ((100, 20), (100, 40), True),
        ((100, 40), (100, 20), True),
    ],
)
def test_a_size_may_vary_a_little(before, after, is_resize):
    old, new = leaf("1", box=Box(0, 0, *before)), leaf("1", box=Box(0, 0, *after))
    assert bool(_changes(old, new)) == is_resize
    assert _changes(old, new, same_content=False) == []


def test_another_place_is_no_change():
    assert _changes(leaf("1", box=Box(0, 0, 9, 9)), leaf("1", box=Box(50, 900, 9, 9))) == []


def test_other_pixels_count_where_nothing_else_explains_them():
    old, new = (leaf("1", images=("i",), picture_hash=found) for found in (BLACK, WHITE))
    name, address = old.images[0]
    assert _changes(old, new) == [("image", Picture(name, address, BLACK), Picture(name, address, WHITE))]
    assert _changes(old, new, same_content=False) == []
    assert _changes(old, leaf("1", images=("i",), picture_hash="")) == []
    assert _changes(leaf("1", picture_hash=BLACK), leaf("1", picture_hash=WHITE)) == []
    larger = leaf("1", images=("i",), picture_hash=WHITE, box=Box(0, 0, 300, 300))
    assert [element for element, *_ in _changes(old, larger)] == ["style"]


def test_inner_blocks_have_no_look_of_their_own():
    old = Block(ref="1", children=(leaf("1.1"),), style=BlockStyle(), box=Box(0, 0, 9, 9))
    new = Block(ref="1", children=(leaf("1.1"),), style=BlockStyle(font_size=9), box=Box(0, 0, 900, 9))
    assert _changes(old, new) == []
    assert _changes(old, leaf("1", style=BlockStyle(font_size=9))) == []


def test_the_quick_check_asks_for_all_but_the_place():
    block = leaf("1", box=Box(0, 0, 10, 10), style=BlockStyle(), picture_hash=BLACK)
    assert look_of(block) == look_of(leaf("2", "x", box=Box(5, 5, 10, 10), style=BlockStyle(), picture_hash=BLACK))
    assert look_of(block) != look_of(leaf("1", box=Box(0, 0, 10, 11), style=BlockStyle(), picture_hash=BLACK))
    assert look_of(block) != look_of(leaf("1", box=Box(0, 0, 10, 10), style=BlockStyle(), picture_hash=WHITE))


def test_a_picture_change_names_the_image_only_where_there_is_one():
    one, two = leaf("1", images=("i",)), leaf("1", images=("i", "j"))
    assert picture_change(one, one, BLACK, WHITE).new == Picture("i", "http://site.test/i.png", WHITE)
    assert picture_change(two, two, BLACK, WHITE).old == Picture("", "", BLACK)
