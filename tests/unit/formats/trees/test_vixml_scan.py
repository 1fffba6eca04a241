"""The fast lane: it reads what `write_vixml` writes exactly as the parser does, and gives way to it otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from pagestrata.formats.trees import vixml, vixml_scan
from pagestrata.formats.trees.vixml import add_block, read_vixml, write_vixml
from pagestrata.formats.trees.vixml_scan import (
    LONGEST_KEPT,
    Surprise,
    check_entities,
    forget_leaves,
    scan,
    unescaped,
)
from pagestrata.formats.xml_text import MAX_DEPTH
from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.model.geometry import Box
from trees import block_trees, everything, leaf, page, tree

PAGE = page(leaf("1.1", "hello & <you>", ("Home", "News"), ("logo",)), leaf("1.2", "bye"), title="A page")
FILE = write_vixml(PAGE)


def _parsed(data):
    """What the real parser makes of a file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vixml, "scan", lambda data: None)
        return read_vixml(data)


def test_our_own_files_take_the_fast_lane():
    attributes, blocks = scan(FILE)
    assert attributes["Title"] == "A page"
    assert tuple(blocks) == PAGE.blocks


@given(block_trees())
@settings(max_examples=15, deadline=None)
def test_both_ways_of_reading_agree(found):
    data = write_vixml(found)
    scanned = scan(data)
    if scanned is not None:
        assert tuple(scanned[1]) == found.blocks
    assert everything(read_vixml(data)) == everything(_parsed(data))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"encoding=", b"standalone="),
        (b'encoding="UTF-8"', b'encoding="latin-1"'),
        (b"<Document ", b"<Document  "),
        (b"<Txts ", b"loose <Txts "),
        (b"<Txts ", b"<!-- c --><Txts "),
        (b"<Txts ", b"<Txts Other='1' "),
        (b'Name="Home"', b"Name='Home'"),
        (b"<Links ", b"<links "),
        (b"bye", b"b&unknown;e"),
        (b"bye", b"b&#0;e"),
        (b"bye", b"b&#xD800;e"),
        (b"bye", b"b & e"),
        (b"bye", b"b<e"),
        (b"bye", b"b/><Block e"),
        (b'Name="Home"', b'Name="/><link ID="'),
        (b'Txt="bye"', b"Txt='b<e'"),
        (b'Title="A page"', b'Title="<A page"'),
        (b"bye", b"b\te"),
        (b"bye", b"b\ne"),
        (b"bye", b"b\x01e"),
        (b"bye", b"b\xffe"),
        (b"bye", "b\uffffe".encode()),
        (b'Txt="bye"', b'Txt="bye'),
        (b'Ref="Block1.2"', b'Ref="Block1.2""'),
        (b'Ref="Block1.2"', b'Ref="Block1.2"""'),
        (b'Ref="Block1.2"', b'Ref="Block1.1"'),
        (b'Ref="Block1.2"', b'Ref="Block"'),
        (b'Doc="10"', b'Doc="x"'),
        (b"</XML>", b"</XML>more"),
        (b"</Document>", b""),
    ],
)
def test_anything_unusual_or_broken_is_left_to_the_parser(old, new):
    assert old in FILE
    assert scan(FILE.replace(old, new)) is None


def test_other_quotes_throughout_are_fine_and_entities_are_understood():
    single = FILE.replace(b'"', b"'")
    assert tuple(scan(single)[1]) == PAGE.blocks
    entities = FILE.replace(b"bye", b"&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#10;")
    assert scan(entities)[1][0].children[1].text == "<>&\"'AB\n"


@pytest.mark.parametrize("data", [b"", b"<XML>", b"<XML><Document ", write_vixml(tree())])
def test_a_file_without_blocks_is_left_to_the_parser(data):
    assert scan(data) is None


def test_too_many_blocks_inside_each_other_are_left_to_the_parser():
    block = leaf("0", "x")
    for depth in range(1, MAX_DEPTH + 1):
        block = Block(ref=f"{depth}", children=(block,))
    assert scan(write_vixml(tree(block))) is None
    assert scan(write_vixml(tree(block.children[0]))) is not None


def test_a_leaf_block_in_other_quotes_than_the_file_is_left_to_the_parser():
    """The file was looked through with its own quotes: between others a `<` would have gone unseen."""
    start = FILE.index(b'<Block Ref="Block1.2"')
    assert scan(FILE[:start] + FILE[start:].replace(b'"', b"'").replace(b"bye", b"b<e")) is None


def test_equal_leaf_blocks_are_shared_between_versions_unless_they_are_long():
    first, second = scan(FILE)[1][0], scan(FILE)[1][0]
    assert first.children[0] is second.children[0]
    long = write_vixml(page(leaf("1.1", "x" * LONGEST_KEPT)))
    assert scan(long)[1][0].children[0] is not scan(long)[1][0].children[0]


BLOCK = Block(
    ref="1.2",
    links=(Link("Home", "/"), Link("a & b", "/?x=1&y=2")),
    images=(Image("logo", "/logo.png"),),
    text="bye",
    box=Box(1.5, 2.0, 3.0, 4.0),
    doc=7,
    role="menu",
    style=BlockStyle(font_size=12.0),
)


def _written(block):
    parts = []
    add_block(parts, block)
    return "".join(parts).removesuffix("</Block>\n")


@pytest.mark.parametrize(
    "block",
    [
        BLOCK,
        Block(ref="1"),
        Block(ref="1", text="x", importance=0.5, topic="news", layer="overlay", picture_hash="ab"),
        Block(ref="1", links=(Link("only", "links"),)),
        Block(ref="1", images=(Image("only", "images"),) * 3),
    ],
)
def test_what_was_written_is_read(block):
    read = vixml_scan.leaf(_written(block), '"')
    assert everything(tree(read)) == everything(tree(block))
    assert read == block


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<link ", "<img "),
        ("<Imgs ", "<Links "),
        (" Adr=", " Src="),
        (' Name="Home"', ""),
        ("</Imgs><Txts", "</Imgs> loose <Txts"),
        ("</Imgs><Txts", "</Imgs><!-- c --><Txts"),
        ("</Imgs><Txts", "</Imgs><Other/><Txts"),
        ("&amp;", "&nbsp;"),
        ("&amp;", "&#1;"),
        ("&amp;", "&"),
        (' Role="menu"', ' Role="menu" Role="menu"'),
    ],
)
def test_other_mark_up_and_unknown_entities_are_a_surprise(old, new):
    text = _written(BLOCK)
    assert old in text
    with pytest.raises((Surprise, ValueError, IndexError)):
        vixml_scan.leaf(text.replace(old, new), '"')


def test_the_same_text_is_the_same_block_and_few_are_kept(monkeypatch):
    forget_leaves()
    monkeypatch.setattr(vixml_scan, "MOST_KEPT", 2)
    first = vixml_scan.leaf(_written(BLOCK), '"')
    assert vixml_scan.leaf(_written(BLOCK), '"') is first
    for ref in "abc":
        vixml_scan.leaf(_written(Block(ref=ref)), '"')
    assert vixml_scan.leaf(_written(BLOCK), '"') is not first


def test_texts_that_begin_alike_are_told_apart():
    first, second = _written(BLOCK), _written(BLOCK).replace("bye", "bye bye")
    assert first[: vixml_scan.KEY_LENGTH] == second[: vixml_scan.KEY_LENGTH]
    assert [vixml_scan.leaf(text, '"').text for text in (first, second, first)] == ["bye", "bye bye", "bye"]


def test_entities():
    text = "&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#10;"
    check_entities(text)
    assert unescaped(text) == "<>&\"'AB\n"
    for wrong in ("&", "&x;", "&#0;", "&#xD800;", "&#xFFFE;", "&#x110000;", "& amp;"):
        with pytest.raises(Surprise):
            check_entities(wrong)
