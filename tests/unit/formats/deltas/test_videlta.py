from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import InputError
from pagestrata.formats.deltas.videlta import deleted_characters, read_videlta, write_videlta
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.model.blocks import Image, Link
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.geometry import Box
from trees import block_trees, everything, leaf, page, page_sized_tree

SCHEMA = etree.XMLSchema(etree.parse(str(files("pagestrata.formats.schemas") / "videlta.xsd")))
LINK21 = Link("Link21", "a21")
PAPER = (
    Change(op="insert", element="link", block="B1", new=Link("Link2", "a2")),
    Change(op="delete", element="image", block="B1", old=Image("Img1", "s1")),
    Change(op="update", element="text", block="B3", old="TextA", new="TextB"),
    Change(op="move", element="link", block="B2", to_block="B3", old=LINK21, new=LINK21),
)


@given(block_trees(), block_trees())
@settings(max_examples=40, deadline=None)
def test_what_is_written_reads_back_exactly(old, new):
    delta = compare(old, new)
    data = write_videlta(delta, reversible=True)
    back = read_videlta(data)
    assert back == delta
    assert everything(apply(back, old)) == everything(new)
    assert read_videlta(write_videlta(invert(delta), reversible=True)) == invert(delta)
    assert everything(apply(read_videlta(write_videlta(delta, reversible=False)), old)) == everything(new)
    SCHEMA.assertValid(etree.fromstring(data))


def test_the_papers_figure_is_read():
    """Figure 5: Move in the root, lower case names, oldText and newText."""
    figure = b"""<XML><Delta from='V(n-1)' To='V(n)'>
      <Block ref='B1'><Insert><link name='Link2' adr='a2'/></Insert><Delete><img name='Img1' src='s1'/></Delete></Block>
      <Block ref='B3'><Update><Texts oldText='TextA' newText='TextB'/></Update></Block>
      <Move><link name='Link21' adr='a21' fromBlock='B2' toBlock='B3'/></Move>
    </Delta></XML>"""
    assert read_videlta(figure) == Delta(changes=PAPER, from_version="V(n-1)", to_version="V(n)")


def test_the_authors_program_is_read():
    written = b"""<Delta From='1' To='2'>
      <Block Ref='BlockB1'><Insert><link Name='Link2' Adr='a2'/></Insert>
        <Delete><img Name='Img1' Src='s1'/></Delete></Block>
      <Block Ref='BlockB3'><Update><Txts Txt='TextA' NewTxt='TextB'/></Update></Block>
      <Block Ref='BlockB2'><Move><link Name='Link21' Adr='a21' From='BlockB2' To='BlockB3'/></Move></Block>
      <Block Ref='Block4' newRef='Block5'><Update><link Name='n' Adr='a' NewAdr='b'/>
        <img Name='n' Src='s' NewName='m'/></Update></Block>
      <Delete><Block Ref='Block6'/></Delete>
    </Delta>"""
    assert read_videlta(written).changes == (
        *PAPER,
        Change(op="move", element="block", block="4", to_block="5"),
        Change(op="update", element="link", block="4", old=Link("n", "a"), new=Link("n", "b")),
        Change(op="update", element="image", block="4", old=Image("n", "s"), new=Image("m", "s")),
        Change(op="delete", element="block", block="6"),
    )


def test_the_authors_form_is_written():
    root = etree.fromstring(write_videlta(Delta(changes=PAPER, from_version="1", to_version="2")))
    assert (root.tag, root.get("From"), root.get("To")) == ("Delta", "1", "2")
    assert [block.get("Ref") for block in root] == ["BlockB1", "BlockB3", "BlockB2"]
    assert [run.tag for run in root[0]] == ["Insert", "Delete"]
    assert dict(root[1][0][0].attrib) == {"Txt": "TextA", "NewTxt": "TextB"}
    assert dict(root[2][0][0].attrib) == {"Name": "Link21", "Adr": "a21", "From": "BlockB2", "To": "BlockB3"}


def test_importance_is_kept():
    delta = Delta(
        changes=(PAPER[0].weighed(0.25), Change(op="move", element="block", block="1", to_block="2", importance=0.5))
    )
    assert [change.importance for change in read_videlta(write_videlta(delta)).changes] == [0.25, 0.5]


def test_a_long_text_is_written_once():
    words = " ".join(f"word{n}" for n in range(2_000))
    old, new = page(leaf("1.1", words)), page(leaf("1.1", words.replace("word1000", "other")))
    delta = compare(old, new)
    data = write_videlta(delta)
    assert len(data) < 1.1 * len(words)
    assert read_videlta(data) == delta


def test_a_file_leads_both_ways_unless_it_is_compact():
    old = page_sized_tree(1, leaves=40)
    new = page_sized_tree(2, leaves=40)
    delta = compare(old, new)
    short, full = write_videlta(delta, reversible=False), write_videlta(delta)
    assert write_videlta(delta, reversible=None) == short
    assert deleted_characters(delta) > 1_024
    assert len(short) < len(write_vixml(new)) < len(full)
    forward = read_videlta(short)
    assert apply(forward, old) == new
    with pytest.raises(InputError, match=r"what was in block .* is not in it"):
        apply(invert(forward), new)
    assert apply(invert(read_videlta(full)), new) == old


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "Vi-Delta file cannot be read"),
        (b"<XML><Document/></XML>", "root element <Document> instead of <Delta>"),
        (
            b"<Delta>\n<Block Ref='Block1'><Change><link/></Change></Block></Delta>",
            "line 2: <Change> is not an operation",
        ),
        (
            b"<Delta><Block Ref='Block1'><Insert><video/></Insert></Block></Delta>",
            "<video> is neither link, img, Txts nor style",
        ),
        (b"<Delta><Block Ref='Block1'><Insert><link At='x'/></Insert></Block></Delta>", "line 1"),
        (b"<Delta><Block Ref='Block1'><Update><style/></Update></Block></Delta>", "<style> needs Style and NewStyle"),
        (
            b"<Delta><Block Ref='Block1'><Update><Txts Txt='ab'><Edit At='1' Cut='9'/></Txts></Update></Block></Delta>",
            "does not fit the text",
        ),
        (b"<Delta><Split><Old/></Split></Delta>", "<Split> needs the blocks before in <Old>"),
        (
            b"<Delta><Patch><Details Ref='1' colour='red'/></Patch></Delta>",
            "'colour' is not a field of a block or page",
        ),
        (b"<Delta><Patch><Details Ref='1' box='1 2'/></Patch></Delta>", "wrong count of numbers for box"),
        (b"<!DOCTYPE Delta><Delta/>", "declares a document type"),
    ],
)
def test_broken_files_are_refused_with_the_place(data, problem):
    with pytest.raises(InputError, match=problem):
        read_videlta(data)


@given(st.binary(max_size=60))
@settings(max_examples=40)
def test_any_bytes_are_refused_with_a_message(data):
    with pytest.raises(InputError, match="Vi-Delta file"):
        read_videlta(data)


def test_whole_blocks_are_written_briefly():
    block = leaf("1.2", "", ("Home",), box=Box(1, 2, 3, 4))
    data = write_videlta(compare(page(leaf("1.1", "a")), page(leaf("1.1", "a"), block)))
    assert b"Pos=" not in data
    assert b"<Imgs" not in data
    assert b'Box="1 2 3 4"' in data
    (change,) = read_videlta(data).changes
    assert (change.new, change.new.box) == (block, block.box)


def test_an_empty_block_that_was_deleted_comes_back():
    old, new = page(leaf("1.1", "a"), leaf("1.2", box=Box(1, 2, 3, 4))), page(leaf("1.1", "a"))
    delta = read_videlta(write_videlta(compare(old, new)))
    assert everything(apply(invert(delta), new)) == everything(old)
