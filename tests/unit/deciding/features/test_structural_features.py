from collections import Counter

import pytest
from hypothesis import given, settings

from pagestrata.deciding.features.structural_features import ALIKE, structural_features
from pagestrata.judging.pairing import pair_blocks
from pagestrata.model.blocks import BlockTree
from trees import block_trees, leaf, page


def features(old: BlockTree, new: BlockTree) -> dict[str, float]:
    return structural_features(old, new, pair_blocks(old, new))


@settings(max_examples=20)
@given(block_trees(deepest=2))
def test_two_equal_versions_are_alike_in_everything(tree: BlockTree) -> None:
    found = features(tree, tree)
    assert {name for name, value in found.items() if value == 1.0} == ALIKE
    assert {value for name, value in found.items() if name not in ALIKE} == {0.0}


def test_identical_nodes_are_those_of_the_same_hash() -> None:
    old = page(leaf("1.1", "same"), leaf("1.2", "same"), leaf("1.3", links=("a",)), leaf("1.4", "went"))
    new = page(leaf("1.1", "same"), leaf("1.2", "came"), leaf("1.3", links=("a",)), leaf("1.5", "a"))
    for before, after in ((old, new), (new, old), (old, old)):
        found = features(before, after)
        hashes = [Counter(block.id for block in tree.walk()) for tree in (before, after)]
        shared = (hashes[0] & hashes[1]).total()
        assert found["identical nodes, of the old"] == shared / hashes[0].total()
        assert found["identical nodes, of the new"] == shared / hashes[1].total()


def test_there_are_as_many_as_in_the_paper() -> None:
    assert len(features(page(), page())) == 25


def test_link_addresses_count_apart_from_their_names() -> None:
    found = features(page(leaf("1.1", links=("a", "b"))), page(leaf("1.1", links=("a", "c", "d"))))
    assert found["Jaccard of links"] == found["Jaccard of link addresses"] == pytest.approx(1 / 4)
    found = features(page(leaf("1.1", links=("a",))), page(leaf("1.1", links=("a", "b"))))
    assert (found["old links contain the new"], found["new links contain the old"]) == (0.0, 1.0)


def test_operations_are_counted_and_set_against_the_size_of_the_page() -> None:
    old = page(leaf("1.1", "same"), leaf("1.2", "before"), leaf("1.3", "gone"))
    new = page(leaf("1.1", "same"), leaf("1.2", "after"))
    found = features(old, new)
    assert (found["inserts"], found["deletes"], found["updates"]) == (0.0, 1 / 4, 1 / 4)
    assert found["deletes per leaf, larger version"] == pytest.approx(1 / 3)
    assert found["updates per node, larger version"] == pytest.approx(1 / 4)
    assert found["operations per leaf, smaller version"] == pytest.approx(2 / 2)
    assert found["difference in leaves"] == pytest.approx(1 / 3)
    assert found["identical leaves, of the old"] == pytest.approx(1 / 3)
    assert found["identical leaves, of the new"] == pytest.approx(1 / 2)
    assert found["same structure"] == 0.0


def test_an_overlay_changes_neither_links_nor_structure() -> None:
    old = page(leaf("1.1", "same"))
    new = BlockTree(blocks=(*old.blocks, leaf("2", "cookies", links=("yes",), layer="overlay")))
    found = features(old, new)
    assert found["same structure"] == found["Jaccard of links"] == found["identical leaves, of both"] == 1.0
    assert found["inserts"] == 0.0


def test_features_stay_finite_against_an_empty_page() -> None:
    found = features(BlockTree(blocks=()), page(*[leaf(f"1.{i}", f"text {i}") for i in range(30)]))
    assert all(0.0 <= value <= 4.0 for value in found.values())
