from __future__ import annotations

from dataclasses import replace

import pytest

from captures import capture
from pagestrata.errors import UsageError
from pagestrata.model.blocks import Block
from pagestrata.visit.cut import SegmentOptions, cut, with_importance
from trees import leaf, tree

URL = "http://site.test/"
PARTITION = SegmentOptions(segmenter="partition")


def test_inner_blocks_weigh_what_their_leaves_do() -> None:
    found = with_importance(tree(Block(ref="1", children=(leaf("1.1", "a"), leaf("1.2", "b")))))
    whole, first, second = (block.importance or 0.0 for block in found.walk())
    assert whole == pytest.approx(1.0)
    assert whole == pytest.approx(first + second, abs=2e-6)


def test_a_person_says_what_a_block_is_worth() -> None:
    found = with_importance(tree(leaf("1", "a"), leaf("2", "b")), {"1": 0.0})
    assert [block.importance for block in found.walk()] == [0.0, 1.0]


def test_a_page_without_nodes_has_no_blocks() -> None:
    empty = cut(replace(capture(["x"])[0], nodes=None, dom=""))
    assert list(empty.walk()) == []


def test_the_tree_says_how_deep_the_partition_went() -> None:
    snapshot, _ = capture(["one", "two"])
    assert cut(snapshot, replace(PARTITION, level=3)).level == 3
    assert cut(snapshot, replace(PARTITION, pdoc="coarse")).level == 1
    assert cut(snapshot).level is None


def test_what_no_segmenter_can_do_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown segmenter 'scissors'; choose one of coherence, vips, partition"):
        SegmentOptions(segmenter="scissors").check()


def test_the_importance_of_all_blocks_together_is_at_most_one() -> None:
    leaves = tuple(leaf(f"1.{number}", "x") for number in range(6))  # a sixth each, rounded up
    found = with_importance(tree(Block(ref="1", children=leaves)), {"other": 1.0})
    assert sum(block.importance or 0.0 for block in found.leaves()) > 1.0
    assert found.blocks[0].importance == 1.0
