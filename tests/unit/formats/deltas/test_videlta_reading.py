"""Vi-Delta files of others: the authors' program, the figure of the paper, and broken ones."""

from __future__ import annotations

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.deltas.videlta_reading import read_videlta
from pagestrata.model.blocks import BlockStyle, Image, Link
from pagestrata.model.deltas import Change, Picture
from pagestrata.model.geometry import Box


def _changes(inside):
    return read_videlta(f"<Delta>{inside}</Delta>".encode()).changes


def test_the_form_of_the_authors_program():
    delta = read_videlta(
        b"""<XML><Delta From="v1" To="v2">
        <Block Ref="Block1.1"><Insert><link ID="7" Name="a" Adr="b"/></Insert><Delete><img Name="c" Src="d"/></Delete>
        <Update><Txts Txt="old" NewTxt="new"/></Update></Block>
        </Delta></XML>"""
    )
    assert delta.changes == (
        Change(op="insert", element="link", block="1.1", new=Link("a", "b")),
        Change(op="delete", element="image", block="1.1", old=Image("c", "d")),
        Change(op="update", element="text", block="1.1", old="old", new="new"),
    )
    assert (delta.from_version, delta.to_version, delta.structure_changed) == ("v1", "v2", False)


def test_the_form_of_the_papers_figure():
    """Operations in the root, with other attribute names."""
    moved = '<Move><link Name="a" Adr="b" FromBlock="BlockB2" ToBlock="BlockB3"/></Move>'
    updated = '<Update><Texts Ref="BlockB3" OldText="x" NewText="y"/></Update>'
    inserted = '<Insert><image Name="c" Src="d" Ref="BlockB1"/></Insert>'
    link = Link("a", "b")
    assert _changes(moved + updated + inserted) == (
        Change(op="move", element="link", block="B2", to_block="B3", old=link, new=link),
        Change(op="update", element="text", block="B3", old="x", new="y"),
        Change(op="insert", element="image", block="B1", new=Image("c", "d")),
    )


def test_an_update_says_only_what_differs():
    (change,) = _changes('<Block Ref="1"><Update><link Name="a" Adr="b" NewAdr="c" At="2" NewAt="3"/></Update></Block>')
    assert (change.old, change.new) == (Link("a", "b"), Link("a", "c"))
    assert (change.old_index, change.new_index) == (2, 3)


def test_a_long_text_is_read_from_its_edits():
    edits = '<Edit At="0" Cut="3" Txt="ONE"/><Edit At="8"  Txt="half "/>'
    (change,) = _changes(f'<Block Ref="1"><Update><Txts Txt="one two three">{edits}</Txts></Update></Block>')
    assert change.new == "ONE two half three"


def test_looks_and_pixels():
    style = '<style Style="16 400 000000ff ffffffff" NewStyle="20 700 000000ff ffffffff" Importance="0.5"/>'
    box = '<style Box="0 0 10 10" NewBox="0 0 20.5 10"/>'
    image = '<img Name="a" Src="b" Picture="00" NewPicture="ff"/>'
    restyled, resized, repainted = _changes(f'<Block Ref="1"><Update>{style}{box}{image}</Update></Block>')
    assert restyled.new == BlockStyle(font_size=20, font_weight=700)
    assert restyled.importance == 0.5
    assert (resized.old, resized.new) == (Box(0, 0, 10, 10), Box(0, 0, 20.5, 10))
    assert (repainted.old, repainted.new) == (Picture("a", "b", "00"), Picture("a", "b", "ff"))


def test_changes_of_blocks():
    whole = '<Block Ref="Block1.1"><Txts Txt="x"/></Block>'
    told = _changes(
        f'<Insert>{whole}</Insert><Delete>{whole}</Delete><Delete><Block Ref="Block2"/></Delete>'
        '<Block Ref="Block3" newRef="Block4" Importance="0.25"/><Move><Block Ref="Block5" To="Block6"/></Move>'
        f"<Split><Old>{whole}</Old><New>{whole}{whole}</New></Split>"
    )
    assert [(c.op, c.block, c.to_block) for c in told] == [
        ("insert", "1.1", None),
        ("delete", "1.1", None),
        ("delete", "2", None),
        ("move", "3", "4"),
        ("move", "5", "6"),
        ("split", "1.1", "1.1"),
    ]
    assert told[0].new == told[1].old == told[5].old[0]
    assert told[0].new.text == "x"
    assert told[2].old is None
    assert told[3].importance == 0.25
    assert len(told[5].new) == 2
    assert read_videlta(f"<Delta><Insert>{whole}</Insert></Delta>".encode()).structure_changed


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ("<Rename/>", "<Rename> is not an operation (Insert, Delete, Update, Move)"),
        ('<Block Ref="1"><Swap><link/></Swap></Block>', "<Swap> is not an operation"),
        ('<Block Ref="1"><Insert><video/></Insert></Block>', "<video> is neither link, img, Txts nor style"),
        ("<Split><Old/><New/></Split>", "<Split> needs the blocks before in <Old> and after in <New>"),
        ('<Block Ref="1"><Update><style/></Update></Block>', "<style> needs Style and NewStyle of four words or Box"),
        ('<Block Ref="1"><Update><style Box="1 2 3 inf"/></Update></Block>', "Box and NewBox of four numbers"),
        ('<Block Ref="1"><Insert><link At="x"/></Insert></Block>', "invalid literal for int()"),
        ('<Block Ref="1"><Delete><link Importance="x"/></Delete></Block>', "could not convert string to float"),
        ('<Block Ref="1"><Update><Txts Txt="x"><Edit At="5"/></Txts></Update></Block>', "does not fit the text"),
        ('<Patch><Details Ref="1" doc="x"/></Patch>', "invalid literal for int()"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_its_line(inside, problem):
    with pytest.raises(InputError) as error:
        read_videlta(f"<Delta>\n{inside}</Delta>".encode())
    assert str(error.value).startswith("Vi-Delta file, line 2: ")
    assert problem in str(error.value)
    assert str(error.value).endswith("; write the delta again")


def test_a_broken_block_inside_is_refused_with_its_line():
    with pytest.raises(InputError, match="line 2: a block without Ref"):
        read_videlta(b"<Delta>\n<Insert><Block><Txts Txt='x'/></Block></Insert></Delta>")


def test_another_format_is_refused():
    with pytest.raises(InputError, match="Vi-Delta file has the root element <html> instead of <Delta>"):
        read_videlta(b"<html/>")
