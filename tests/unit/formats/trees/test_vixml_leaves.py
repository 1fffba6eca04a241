"""Leaf blocks cut at their quotes: mark-up to the letter, values with the entities XML knows."""

from __future__ import annotations

import pytest

from pagestrata.formats.trees import vixml_leaves
from pagestrata.formats.trees.vixml import add_block
from pagestrata.formats.trees.vixml_leaves import Surprise, check_entities, forget_leaves, leaf, unescaped
from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.model.geometry import Box
from trees import everything, tree

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
    read = leaf(_written(block), '"')
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
        leaf(text.replace(old, new), '"')


def test_the_same_text_is_the_same_block_and_few_are_kept(monkeypatch):
    forget_leaves()
    monkeypatch.setattr(vixml_leaves, "MOST_KEPT", 2)
    first = leaf(_written(BLOCK), '"')
    assert leaf(_written(BLOCK), '"') is first
    for ref in "abc":
        leaf(_written(Block(ref=ref)), '"')
    assert leaf(_written(BLOCK), '"') is not first


def test_texts_that_begin_alike_are_told_apart():
    first, second = _written(BLOCK), _written(BLOCK).replace("bye", "bye bye")
    assert first[: vixml_leaves.KEY_LENGTH] == second[: vixml_leaves.KEY_LENGTH]
    assert [leaf(text, '"').text for text in (first, second, first)] == ["bye", "bye bye", "bye"]


def test_entities():
    text = "&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#10;"
    check_entities(text)
    assert unescaped(text) == "<>&\"'AB\n"
    for wrong in ("&", "&x;", "&#0;", "&#xD800;", "&#xFFFE;", "&#x110000;", "& amp;"):
        with pytest.raises(Surprise):
            check_entities(wrong)
