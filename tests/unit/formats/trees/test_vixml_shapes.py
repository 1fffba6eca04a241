from __future__ import annotations

import pytest
from lxml import etree

from pagestrata.formats.trees.vixml import read_block, write_vixml
from pagestrata.formats.trees.vixml_scan import forget, scan
from pagestrata.formats.trees.vixml_shapes import BETWEEN_MARKUP, Surprise, attribute_names, shape_of
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.geometry import Box

LEAVES = (
    Block(
        ref="1.1",
        text='Bread & butter, "fresh" \\u0041',
        links=(Link("Home", "http://site.test/?a=1&b=2"), Link("", "#top"), Link("More > less", "x")),
        images=(Image("Loaf", "loaf.png"),),
        box=Box(1, 2, 30, 40),
        role="menu",
    ),
    Block(ref="1.2", text="bye", box=Box(0.5, 50, 30, 40), topic="bread", importance=0.25),
    Block(ref="1.3", links=(Link("Only", "http://site.test/only"),), box=Box(0, 100, 30, 40)),
)
TREE = BlockTree(
    blocks=(Block(ref="1", children=LEAVES, box=Box(0, 0, 30, 140)), Block(ref="2", text="Foot")),
    url="http://site.test/",
    title="A page",
)


def rewritten(*, pretty: bool = False, canonical: bool = True, without: tuple[str, ...] = ()) -> bytes:
    """The file of the tree as another program writes it."""
    root = etree.fromstring(write_vixml(TREE), etree.XMLParser(remove_blank_text=True))
    for element in root.iter():
        for name in without:
            element.attrib.pop(name, None)
    if pretty:
        etree.indent(root, "\t")
    return etree.tostring(root, method="c14n") if canonical else etree.tostring(root)


@pytest.mark.parametrize("pretty", [False, True])
@pytest.mark.parametrize("canonical", [False, True])
@pytest.mark.parametrize("without", [(), ("ID", "IDList"), ("ID", "IDList", "leafblock")])
def test_files_of_other_programs_are_read_as_the_parser_reads_them(
    pretty: bool, canonical: bool, without: tuple[str, ...]
) -> None:
    forget()
    data = rewritten(pretty=pretty, canonical=canonical, without=without)
    scanned = scan(data)
    assert scanned is not None, "the parser was needed"
    document = etree.fromstring(data).find("Document")
    assert document is not None
    seen: set[str] = set()
    assert scanned[1] == [read_block(element, seen) for element in document]
    assert tuple(scanned[1]) == TREE.blocks


def test_attributes_in_another_order_from_link_to_link_are_taken_one_by_one() -> None:
    data = rewritten()
    name, rest = b'Name="Home"', data[data.index(b'Adr="http://site.test/?a') :]
    address = rest[: rest.index(b'"', 5) + 1]
    first = data[data.index(b"<link ") : data.index(b"</link>")]
    mixed = data.replace(first, b"<link " + name + b" " + address + b">", 1)
    scanned = scan(mixed)
    assert scanned is not None
    assert tuple(scanned[1]) == TREE.blocks


def shape(text: str) -> object:
    return shape_of(BETWEEN_MARKUP.join(text.split('"')[::2]))


@pytest.mark.parametrize(
    "inside",
    [
        "<Links></Links><Links></Links>",
        "<Other></Other>",
        '<Links><other Name="a" Adr="b"></other></Links>',
        '<Links><link Name="a"></link></Links>',
        '<Links><link Name="a" Adr="b"><x></x></link></Links>',
        '<Txts ID="a"></Txts>',
        '<Txts Txt="a"><x></x></Txts>',
        "loose",
        "<!-- c -->",
        "<Links>",
        "&lt;",
    ],
)
def test_what_is_no_plain_leaf_block_is_a_surprise(inside: str) -> None:
    shape('<Block Doc="1" Ref="Block1" Pos=""><Txts Txt="a"></Txts>')
    with pytest.raises(Surprise):
        shape(f'<Block Doc="1" Ref="Block1" Pos="">{inside}')


@pytest.mark.parametrize(
    "begin", ['<Block a:b="1">', '<Block xmlns="x">', '<Block2 Doc="1">', '<Block Doc="1" Doc="2">']
)
def test_other_elements_and_names_are_a_surprise(begin: str) -> None:
    with pytest.raises(Surprise):
        shape(f'{begin}<Txts Txt="a"></Txts>')


def test_names_are_told_by_what_stands_before_each_value() -> None:
    assert attribute_names(BETWEEN_MARKUP.join([" Ref=", " Doc="])) == ("Ref", "Doc")
    with pytest.raises(Surprise):
        attribute_names(BETWEEN_MARKUP.join([" Ref=", " Ref="]))
