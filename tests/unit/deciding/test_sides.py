from types import SimpleNamespace

import pytest

from captures import capture
from pagestrata.deciding.sides import Side, side_of
from pagestrata.errors import UsageError
from pagestrata.model.blocks import BlockTree

TREE = BlockTree(blocks=(), url="http://site.test/")


def test_a_side_stays_itself_and_a_tree_becomes_one() -> None:
    side = Side(tree=TREE, screenshot_png=b"png")
    assert side_of(side) is side
    assert side_of(TREE) == Side(tree=TREE)


def test_any_record_with_a_tree_will_do() -> None:
    assert side_of(SimpleNamespace(tree=TREE, screenshot_png=b"png")) == Side(tree=TREE, screenshot_png=b"png")
    assert side_of(SimpleNamespace(tree=TREE)).screenshot_png is None


def test_anything_else_is_a_usage_error() -> None:
    with pytest.raises(
        UsageError, match=r"cannot decide about a str; pass a Side or a BlockTree \(`segment` makes one"
    ):
        side_of("http://site.test/")
    with pytest.raises(UsageError, match="cannot decide about a Snapshot"):
        side_of(capture(["x"])[0])
