"""The record of which block is which."""

from __future__ import annotations

from pagestrata.compare.match import match_leaves
from pagestrata.compare.matching import Matching
from pagestrata.compare.outline import Outline
from pagestrata.model.blocks import Block
from trees import leaf, page, tree


def test_identity_asks_for_places_and_refs():
    first, second = leaf("1.1", "a"), leaf("1.2", "b")

    def is_identity(old, new):
        matching = match_leaves(Outline(old, which="old"), Outline(new, which="new"))
        matching.join(0, 0, 1.0)
        return matching.is_identity()

    assert is_identity(page(first, second), page(first, second))
    assert not is_identity(page(first, second), page(leaf("1.2", "b"), leaf("1.1", "a")))
    assert not is_identity(page(first, second), page(first, leaf("1.3", "b")))
    assert not is_identity(page(first), page(first, second))
    assert not is_identity(page(first, second), tree(Block(ref="1", children=(first,)), second))


def test_pairs_can_be_parted_again():
    outline = Outline(tree(leaf("1", links=("a",))), which="old")
    matching = Matching(outline, outline)
    matching.join(0, 0, 0.5)
    matching.part(0)
    assert (matching.partner_of_old, matching.partner_of_new, matching.similarities) == ({}, {}, {})
