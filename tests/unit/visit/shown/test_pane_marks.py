import math
from dataclasses import replace

import numpy as np

from captures import png
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta, Match, Patch
from pagestrata.model.geometry import Box
from pagestrata.report.diff_groups import Group
from pagestrata.visit.shown.pane_marks import page_size, pane_of, partners_of, visible_part


def tree(*leaves: Block) -> BlockTree:
    return BlockTree(blocks=leaves, page_size=(100.0, 50.0))


def leaf(ref: str, box: Box, text: str = "words") -> Block:
    return Block(ref=ref, box=box, text=text)


def test_only_what_is_on_the_picture_is_marked() -> None:
    frame = Box(0, 0, 100, 50)
    assert visible_part(Box(90, 40, 100, 100), frame) == Box(90.0, 40.0, 10.0, 10.0)
    assert visible_part(Box(200, 0, 10, 10), frame) is None
    assert visible_part(Box(math.nan, 0, 10, 10), frame) is None


def test_a_version_without_a_picture_is_wide_enough_for_its_blocks() -> None:
    page = tree(leaf("1", Box(0, 0, 140, 20)), leaf("2", Box(0, 30, 10, 60), "x" * 500))
    assert page_size(page) == (140, 90)
    group = Group(old_ref="2", new_ref="2", role="", title="", importance=None, folded=False)
    pane = pane_of("new", "name", Side(tree=page), [group], ["update"])
    assert not pane.has_picture
    assert (pane.width, pane.height) == (140.0, 90.0)
    assert [(mark.label, mark.box) for mark in pane.marks] == [("1", Box(0.0, 30.0, 10.0, 60.0))]


def test_partners_are_read_from_matches_or_from_names() -> None:
    old = tree(leaf("1", Box(0, 0, 9, 9)), leaf("2", Box(0, 9, 9, 9)), leaf("3", Box(0, 18, 9, 9)))
    new = tree(leaf("1", Box(0, 0, 9, 9)), leaf("4", Box(0, 9, 9, 9)))
    assert partners_of(old, new, Delta(changes=(), matches=(Match("3", "4", 1.0),))) == {"3": "4"}
    assert partners_of(old, new, Delta(changes=(), patch=Patch(renames=(("2", "4"),)))) == {"1": "1", "2": "4"}


def test_a_block_that_came_under_an_old_name_has_no_partner() -> None:
    old = tree(leaf("1", Box(0, 0, 9, 9), "a first text of the page"))
    new = tree(leaf("1", Box(0, 0, 9, 9), "something else altogether, with other words"))
    delta = compare(old, new)
    stored = Delta(changes=delta.changes, patch=delta.patch)
    assert partners_of(old, new, stored) == partners_of(old, new, delta)


def test_blocks_below_the_end_of_a_picture_are_marked_on_the_page() -> None:
    page = replace(tree(leaf("1", Box(0, 0, 9, 9)), leaf("2", Box(0, 150, 9, 9))), page_size=(100.0, 200.0))
    group = Group(old_ref="2", new_ref="2", role="", title="", importance=None, folded=False)
    side = Side(tree=page, screenshot_png=png(np.zeros((120, 100, 3), np.uint8)))
    pane = pane_of("new", "name", side, [group], ["update"])
    assert (pane.height, pane.picture_height, pane.goes_on) == (200.0, 120.0, True)
    assert [mark.box for mark in pane.marks] == [Box(0.0, 150.0, 9.0, 9.0)]
    whole = pane_of("new", "name", replace(side, tree=replace(page, page_size=(100.0, 120.4))), [], [])
    assert (whole.height, whole.goes_on) == (120.0, False)
