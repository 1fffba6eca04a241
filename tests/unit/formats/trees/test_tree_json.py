from __future__ import annotations

import json

import pytest
from hypothesis import given

from pagestrata.formats.trees.tree_json import delta_to_json, tree_to_json, value_to_json
from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.deltas import Change, Delta, Picture
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Decision, Weights
from trees import block_trees, leaf, tree


def test_the_keys_are_the_stable_ones() -> None:
    inner = Block(ref="1", box=Box(0, 0, 1366, 768.5), children=(leaf("1.1", "Words", ("Home",)),))
    found = tree_to_json(tree(inner, url="http://site.test/", viewport=(1366, 768)))
    assert {"url", "captured_at", "viewport", "page", "segmenter", "blocks"} <= found.keys()
    first, second = found["blocks"]
    assert {
        "ref", "parent", "leaf", "layer", "box", "doc", "role", "importance", "topic", "text", "links", "images",
    } <= first.keys()  # fmt: skip
    assert (first["ref"], first["parent"], first["leaf"], first["box"]) == ("1", None, False, [0, 0, 1366, 768.5])
    assert (second["ref"], second["parent"], second["leaf"]) == ("1.1", "1", True)
    assert second["links"][0].keys() == {"name", "address"}


@given(block_trees())
def test_every_block_stands_once_behind_its_parent(found: BlockTree) -> None:
    blocks = json.loads(json.dumps(tree_to_json(found)))["blocks"]
    refs = [block["ref"] for block in blocks]
    assert refs == [block.ref for block in found.walk()]
    assert all(block["parent"] in (None, *refs[:place]) for place, block in enumerate(blocks))
    assert [block["text"] for block in blocks if block["leaf"]] == [leaf.text for leaf in found.leaves()]


def test_links_and_images_are_kept_apart() -> None:
    block = Block(ref="1", links=(Link("a", "b"),))
    assert tree_to_json(BlockTree(blocks=(block,)))["blocks"][0]["images"] == []


DELTA = Delta(
    changes=(
        Change(op="insert", element="link", block="1.1", new=Link("News", "http://site.test/news")),
        Change(op="update", element="text", block="1.2", old="before", new="after"),
        Change(op="move", element="block", block="1.3", to_block="1.4"),
    ),
    from_version="old",
    to_version="new",
)


def test_the_keys_of_a_delta_are_the_stable_ones() -> None:
    weights = Weights(total=0.4467, change_importance=(0.1, 0.3, 0.0467))
    decision = Decision(similar=False, score=0.7, probability=0.8, reasons=("the article changed",))
    found = delta_to_json(DELTA, weights, decision)
    assert json.loads(json.dumps(found)) == found
    assert (found["from"], found["to"], found["structure_changed"]) == ("old", "new", False)
    assert (found["importance"], found["similar"], found["score"]) == (0.4467, False, 0.7)
    assert found["reasons"] == ["the article changed"]
    insert, update, move = found["changes"]
    assert insert == {
        "op": "insert", "element": "link", "block": "1.1", "to_block": None, "old": None,
        "new": {"name": "News", "address": "http://site.test/news"}, "importance": 0.1,
    }  # fmt: skip
    assert (update["old"], update["new"]) == ({"text": "before"}, {"text": "after"})
    assert move["to_block"] == "1.4"


def test_a_delta_alone_has_no_verdict() -> None:
    found = delta_to_json(DELTA)
    assert (found["importance"], found["similar"], found["score"], found["reasons"]) == (None, None, None, [])


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        (None, None),
        ("text", {"text"}),
        (Box(1, 2, 3, 4), {"box"}),
        (BlockStyle(font_size=12.0), {"font_size", "font_weight", "colour", "background"}),
        (Image("alt", "a.png"), {"name", "address"}),
        (Picture("alt", "a.png", "ff"), {"name", "address", "picture"}),
        ((Block(ref="1"), Block(ref="2")), {"blocks"}),
    ],
)
def test_every_kind_of_value_is_an_object(value: object, keys: set[str] | None) -> None:
    found = value_to_json(value)  # type: ignore[arg-type]
    assert (set(found) if found is not None else None) == keys
    json.dumps(found)


def test_a_block_is_shown_with_what_is_in_it() -> None:
    found = value_to_json(Block(ref="1", children=(Block(ref="1.1", text="inside"),)))
    assert found["blocks"][0]["text"] == "inside"
