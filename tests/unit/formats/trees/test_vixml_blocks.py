"""Blocks from the attributes of Vi-XML."""

from __future__ import annotations

import pytest

from pagestrata.formats.trees import vixml_blocks
from pagestrata.formats.trees.vixml_blocks import make_block, note_ref, pos_values, read_style
from pagestrata.model.blocks import BlockStyle, Image, Link
from pagestrata.model.geometry import EMPTY_BOX, Box
from trees import leaf

POS = "WindowWidth||PageRectLeft:10 WindowHeight||PageRectTop:-20 ObjectRectWidth:300 ObjectRectHeight:40"


def _block(**attributes):
    return make_block({"Ref": "Block1.2", **attributes}, (), (), (), "")


def test_what_a_block_does_not_say_has_defaults():
    block = _block()
    assert (block.ref, block.layer, block.role, block.doc) == ("1.2", "page", "other", 10)
    assert (block.importance, block.style, block.topic, block.picture_hash) == (None, None, "", "")
    assert block.box == EMPTY_BOX


def test_every_attribute_finds_its_field():
    block = make_block(
        {
            "Ref": "1",
            "Pos": POS,
            "Doc": "7",
            "Layer": "overlay",
            "Role": "menu",
            "Importance": "0.25",
            "Topic": "Sport",
            "Style": "16.5 700 112233ff 00000000",
            "Picture": "ff",
            "ID": "never believed",
        },
        (leaf("1.1"),),
        (Link("a", "b"),),
        (Image("c", "d"),),
        "words",
    )
    assert (block.box, block.doc, block.layer, block.role) == (Box(10, -20, 300, 40), 7, "overlay", "menu")
    assert (block.importance, block.topic, block.picture_hash) == (0.25, "Sport", "ff")
    assert block.style == BlockStyle(font_size=16.5, font_weight=700, colour=0x112233FF, background=0)
    assert (block.links, block.images, block.text) == ((Link("a", "b"),), (Image("c", "d"),), "words")
    assert [child.ref for child in block.children] == ["1.1"]


def test_an_exact_box_comes_before_the_rounded_one():
    assert _block(Pos=POS, Box="10.5 -20.25 300 40").box == Box(10.5, -20.25, 300, 40)
    assert _block(Pos="a:1.5 b:2 c:3 d:4").box == Box(1.5, 2, 3, 4)


@pytest.mark.parametrize(
    ("attributes", "problem"),
    [
        ({"Ref": ""}, "a block without Ref"),
        ({"Ref": "Block"}, "a block without Ref"),
        ({"Box": "1 2 3"}, "'1 2 3' is not a box of four numbers"),
        ({"Box": "1 2 3 inf"}, "'1 2 3 inf' is not a box of four numbers"),
        ({"Box": "1 2 3 nan"}, "is not a box of four numbers"),
        ({"Pos": "a:1 b:2"}, "'a:1 b:2' is not a box of four numbers"),
        ({"Pos": "a:x b:2 c:3 d:4"}, "could not convert"),
        ({"Doc": "many"}, "invalid literal"),
        ({"Importance": "very"}, "could not convert"),
        ({"Style": "16 700 000000ff"}, "'16 700 000000ff' is not a style of four words"),
        ({"Style": "16 700 red 000000ff"}, "invalid literal"),
    ],
)
def test_values_that_make_no_sense_are_refused(attributes, problem):
    with pytest.raises(ValueError, match=problem):
        _block(**attributes)


def test_refs_are_there_once_and_not_too_many(monkeypatch):
    monkeypatch.setattr(vixml_blocks, "MAX_BLOCKS", 2)
    seen = set()
    note_ref("1", seen)
    with pytest.raises(ValueError, match="Ref '1' occurs twice"):
        note_ref("1", seen)
    note_ref("2", seen)
    with pytest.raises(ValueError, match="more than 2 blocks"):
        note_ref("3", seen)


def test_positions_are_the_numbers_behind_the_colons():
    assert pos_values("a:1 b:c:2.5 3") == ["1", "2.5", "3"]
    assert pos_values("") == ["0", "0", "0", "0"]
    assert read_style("0 400 ff 0") == BlockStyle(font_size=0, font_weight=400, colour=0xFF, background=0)
