"""Which block is which, whole: leaves by content, splits and merges, inner blocks, and the rest by place."""

from __future__ import annotations

from pagestrata.comparing.match.drop_wrappers import drop_wrappers
from pagestrata.comparing.match.leaf_blocks import match_leaves
from pagestrata.comparing.match.match_by_position import match_by_position
from pagestrata.comparing.match.matching import Matching
from pagestrata.comparing.match.repair_equal_pairs import repair_equal_pairs
from pagestrata.comparing.match.splits_merges import SplitOrMerge, match_inner_around_splits_and_merges
from pagestrata.comparing.outline import Outline
from pagestrata.model.blocks import BlockTree


def match_blocks(old: BlockTree, new: BlockTree) -> tuple[Matching, list[SplitOrMerge]]:
    """The pairs of blocks, in the order of the old page, and the splits and merges, whose blocks are in no pair."""
    matching = match_leaves(Outline(old, which="old"), Outline(new, which="new"))
    regroupings = match_inner_around_splits_and_merges(matching)
    regrouped = {member for group in regroupings for member in group.members}
    if not matching.is_identity():
        repair_equal_pairs(matching, regrouped)
        match_by_position(matching, regrouped)
        repair_equal_pairs(matching, regrouped)
        drop_wrappers(matching, regrouped)
    matching.put_in_order()
    return matching, regroupings
