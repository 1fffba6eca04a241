from __future__ import annotations

import json

from hypothesis import given

from pagestrata.formats.trees.tree_json import tree_to_json
from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.model.geometry import Box
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
