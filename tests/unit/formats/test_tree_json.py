from __future__ import annotations

import json

import pytest
from hypothesis import given

from pagestrata.errors import InputError
from pagestrata.formats.tree_json import tree_from_json, tree_to_json
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
def test_a_tree_comes_back(found: BlockTree) -> None:
    assert tree_from_json(json.loads(json.dumps(tree_to_json(found)))) == found


def test_links_and_images_are_kept_apart() -> None:
    block = Block(ref="1", links=(Link("a", "b"),))
    assert tree_to_json(BlockTree(blocks=(block,)))["blocks"][0]["images"] == []


@pytest.mark.parametrize("value", [{}, [], None, {"blocks": [{}]}, {"blocks": [], "viewport": [1], "page": [1, 2]}])
def test_what_is_no_tree_is_refused(value: object) -> None:
    with pytest.raises(InputError, match="not a block tree"):
        tree_from_json(value)
