from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from pagestrata.errors import InputError
from pagestrata.formats.trees import vixml
from pagestrata.formats.trees.vixml import read_vixml, write_vixml
from pagestrata.formats.trees.vixml_scan import scan
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.geometry import Box
from pagestrata.model.signs import Sign
from trees import block_trees, everything, leaf, page, tree

SCHEMA = etree.XMLSchema(etree.parse(str(files("pagestrata.formats.schemas") / "vixml.xsd")))

AUTHORS = b"""<?xml version='1.0' encoding='UTF-8'?>
<XML>
  <Document url='http://site.test/' Title='T' Version='v1'
    Pos='WindowWidth||PageRectLeft:1366 WindowHeight||PageRectTop:900 ObjectRectWith:0 ObjectRectHeight:0'>
    <Block Ref='Block1' ID='a'
      Pos='WindowWidth||PageRectLeft:0 WindowHeight||PageRectTop:0 ObjectRectWidth:1366 ObjectRectHeight:900' Doc='2'>
      <Block Ref='Block1.1' leafblock='1' ID='b'
        Pos='WindowWidth||PageRectLeft:5 WindowHeight||PageRectTop:6 ObjectRectWidth:7 ObjectRectHeight:8' Doc='9'>
        <Links ID='c' IDList=''><link ID='d' Name='Home' Adr='http://site.test/?a&amp;b'/></Links>
        <Imgs ID='e' IDList=''><img ID='f' Name='Logo' Src='logo.png'/></Imgs>
        <Txts ID='g' Txt='all words'/>
      </Block>
    </Block>
  </Document>
</XML>"""


@given(block_trees())
@settings(max_examples=60, deadline=None)
def test_what_is_written_reads_back_with_every_field(found):
    data = write_vixml(found)
    back = read_vixml(data)
    assert back == found
    assert everything(back) == everything(found)
    SCHEMA.assertValid(etree.fromstring(data))


def test_signs_are_kept_where_there_are_some_and_files_without_them_are_read():
    signed = page(leaf("1.1", "Read 1204 times", signs=(Sign("related"), Sign("counter", 5, 9))), leaf("1.2", "words"))
    data = write_vixml(signed)
    assert data.count(b"Signs=") == 1
    assert scan(data) is not None
    for one in (data, data.replace(b"Doc=", b"Future='1' Doc=")):  # both lanes
        assert [block.signs for block in read_vixml(one).leaves()] == [block.signs for block in signed.leaves()]
    assert not any(block.signs for block in read_vixml(AUTHORS).walk())


def test_the_authors_dialect_is_read():
    found = read_vixml(AUTHORS)
    block = Block(
        ref="1.1", links=(Link("Home", "http://site.test/?a&b"),), images=(Image("Logo", "logo.png"),), text="all words"
    )
    assert found == tree(Block(ref="1", children=(block,)))
    assert (found.url, found.title, found.version, found.page_size) == ("http://site.test/", "T", "v1", (1366.0, 900.0))
    assert found.by_ref()["1.1"].box == Box(5, 6, 7, 8)
    assert [block.doc for block in found.walk()] == [2, 9]


def test_the_authors_dialect_is_written():
    found = page(
        leaf("1.1", "words", ("Home",), ("logo",), box=Box(5, 6, 7, 8), doc=9), url="u", title="t", version="v"
    )
    root = etree.fromstring(write_vixml(found))
    assert root.tag == "XML"
    (document,) = root
    assert (
        document.get("Pos")
        == "WindowWidth||PageRectLeft:0 WindowHeight||PageRectTop:0 ObjectRectWith:0 ObjectRectHeight:0"
    )
    assert (document.get("url"), document.get("Title"), document.get("Version")) == ("u", "t", "v")
    block = document[0][0]
    assert (block.get("Ref"), block.get("leafblock"), block.get("Doc")) == ("Block1.1", "1", "9")
    assert (
        block.get("Pos")
        == "WindowWidth||PageRectLeft:5 WindowHeight||PageRectTop:6 ObjectRectWidth:7 ObjectRectHeight:8"
    )
    assert block.get("Box") is None
    assert document[0].get("leafblock") is None
    assert [(child.tag, sorted(child.keys())) for child in block] == [
        ("Links", ["ID", "IDList"]),
        ("Imgs", ["ID", "IDList"]),
        ("Txts", ["ID", "Txt"]),
    ]
    assert dict(block[0][0].attrib).items() >= {"Name": "Home", "Adr": "http://site.test/Home"}.items()
    assert block[1][0].keys() == ["ID", "Name", "Src"]


def test_ids_follow_content_and_are_never_believed():
    first, second = (etree.fromstring(write_vixml(page(leaf("1.1", text)))) for text in ("a", "b"))
    ids = [[element.get("ID") for element in root.iter("Block", "Links", "Txts")] for root in (first, second)]
    assert [one == two for one, two in zip(*ids, strict=True)] == [False, False, True, False]
    lying = write_vixml(page(leaf("1.1", "a"))).replace(b'ID="', b'ID="0')
    assert read_vixml(lying).by_ref()["1.1"].id == leaf("1.1", "a").id


def test_overlays_are_told_apart():
    data = write_vixml(tree(leaf("1", "page"), leaf("2", "cookies?", layer="overlay")))
    assert data.count(b'Layer="overlay"') == 1
    assert [block.layer for block in read_vixml(data).walk()] == ["page", "overlay"]


@pytest.mark.parametrize(
    "text", ["\x00\x01\x1f", "a\tb\nc\rd", "\ud800", "\ufffe\uffff", r"\u0041 \\u0041 \u", "&lt;<>\"'&", "😀中"]
)
def test_every_character_survives(text):
    found = tree(leaf("1", text, (text,)), title=text)
    back = read_vixml(write_vixml(found))
    assert back == found
    assert back.title == text


def test_both_ways_of_reading_agree(monkeypatch):
    found = page(
        leaf("1.1", "a & b \\u0041", ("Home", "x"), ("i",)),
        leaf("1.2"),
        Block(ref="1.3", children=(leaf("1.3.1", "c"),)),
    )
    data = write_vixml(found)
    assert scan(data) is not None
    fast = read_vixml(data)
    monkeypatch.setattr(vixml, "scan", lambda _data: None)
    assert everything(read_vixml(data)) == everything(fast)
    assert read_vixml(data) == fast == found


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_damaged_file_is_read_the_same_both_ways_or_refused(data):
    """The fast lane must never accept what the real parser refuses, nor read it otherwise."""
    written = bytearray(write_vixml(page(leaf("1.1", "a & b", ("Home", "x"), ("i",)), leaf("1.2", "y"))))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(written) - 1))
        piece = data.draw(
            st.sampled_from(
                [b"", b"<", b">", b'"', b"&", b"=", b" ", b"\n", b"\x00", b"\xff", b"Ref", b"/", b"&#0;", b"'"]
            )
        )
        written[place : place + data.draw(st.integers(0, 3))] = piece
    damaged = bytes(written)
    fast = scan(damaged)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(vixml, "scan", lambda _data: None)
        try:
            slow = read_vixml(damaged)
        except InputError:
            assert fast is None
            return
    if fast is not None:
        assert BlockTree(blocks=tuple(fast[1])) == slow


@given(st.binary(max_size=60))
@settings(max_examples=60)
def test_any_bytes_are_refused_with_a_message(data):
    with pytest.raises(InputError, match="Vi-XML file"):
        read_vixml(data)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "cannot be read"),
        (b"<XML><Document>", "cannot be read: .*line 1"),
        (b"<XML/>", "has no <Document>"),
        (b"<html><body/></html>", "root element <html> instead of <XML>"),
        (b"<XML><Document><Block/></Document></XML>", "line 1: a block without Ref"),
        (b"<XML><Document>\n<Block Ref='1'/>\n<Block Ref='1'/></Document></XML>", "line 3: Ref '1' occurs twice"),
        (b"<XML><Document><Block Ref='1' Pos='nonsense'/></Document></XML>", "'nonsense' is not a box of four numbers"),
        (b"<XML><Document><Block Ref='1' Box='1 2 3 inf'/></Document></XML>", "is not a box of four numbers"),
        (b"<XML><Document><Block Ref='1' Doc='x'/></Document></XML>", "line 1: .*'x'"),
        (b"<XML><Document><Block Ref='1' Style='1 2'/></Document></XML>", "not a style of four words"),
        (b"<XML><Document Viewport='wide'/></XML>", "line 1"),
        (b"<!DOCTYPE XML [<!ENTITY a 'b'>]><XML><Document Title='&a;'/></XML>", "declares a document type"),
        (
            "<!DOCTYPE XML [<!ENTITY a 'b'>]><XML><Document Title='&a;'/></XML>".encode("utf-16"),
            "declares a document type",
        ),
        (
            b"<XML><Document>"
            + b"<Block Ref='%d'>" * 300 % tuple(range(300))
            + b"</Block>" * 300
            + b"</Document></XML>",
            "blocks inside each other",
        ),
    ],
)
def test_broken_files_are_refused_with_the_place(data, problem):
    with pytest.raises(InputError, match=problem):
        read_vixml(data)


def test_external_entities_are_never_fetched(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    data = (
        f'<!DOCTYPE XML [<!ENTITY a SYSTEM "file://{secret}">]><XML><Document Title="t">&a;</Document></XML>'.encode()
    )
    with pytest.raises(InputError, match="declares a document type"):
        read_vixml(data)


def test_a_file_is_read_by_its_path_and_a_missing_one_is_named(tmp_path):
    found = page(leaf("1.1", "words"))
    (tmp_path / "page.xml").write_bytes(write_vixml(found))
    assert read_vixml(tmp_path / "page.xml") == found
    assert read_vixml(str(tmp_path / "page.xml")) == found
    with pytest.raises(InputError, match=r"missing\.xml cannot be opened .*; check the name"):
        read_vixml(tmp_path / "missing.xml")


def test_numbers_that_are_not_finite_become_zero():
    found = tree(leaf("1", box=Box(float("nan"), float("inf"), 3, 4)))
    assert read_vixml(write_vixml(found)).blocks[0].box == Box(0, 0, 3, 4)


def test_a_list_names_the_ids_of_what_is_in_it():
    block = Block(ref="1", links=(Link("a", "http://a.test/"), Link("b", "http://b.test/")), text="x")
    root = etree.fromstring(write_vixml(BlockTree(blocks=(block,))))
    links = root.find(".//Links")
    assert links.get("IDList").split(",") == [link.get("ID") for link in links]
    assert root.find(".//Imgs").get("IDList") == ""
