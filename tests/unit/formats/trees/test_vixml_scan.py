"""The fast lane: it reads what `write_vixml` writes exactly as the parser does, and gives way to it otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from pagestrata.formats.trees import vixml
from pagestrata.formats.trees.vixml import read_vixml, write_vixml
from pagestrata.formats.trees.vixml_leaves import LONGEST_KEPT
from pagestrata.formats.trees.vixml_scan import scan
from pagestrata.formats.xml_text import MAX_DEPTH
from pagestrata.model.blocks import Block
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
