"""How pages are cut into blocks, as a person or the page's watch asks for, each block with its importance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pagestrata.model.slots import dataclass
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.visit.ignore import check_selectors, without_elements

if TYPE_CHECKING:
    from pagestrata.model.blocks import Block, BlockTree
    from pagestrata.model.snapshot import Snapshot

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentOptions:
    """Which segmenter (None: the best), how fine, and how deep the partition goes (None: as fine as `pdoc` says)."""

    segmenter: str | None = None
    pdoc: int | str = "fine"
    level: int | None = None
    ignore: tuple[str, ...] = ()  # CSS selectors of what is not looked at

    @classmethod
    def from_settings(cls, settings: WatchSettings) -> SegmentOptions:
        """Those in the settings of a watch."""
        return cls(
            segmenter=settings.segmenter,
            pdoc=settings.pdoc or "fine",
            level=settings.level,
            ignore=settings.ignore,
        )

    def check(self) -> None:
        """Raises UsageError for what no segmenter can do."""
        from pagestrata.segmenting import DEFAULT_SEGMENTER, check_options

        check_options(self.segmenter or DEFAULT_SEGMENTER, pdoc=self.pdoc, level=self.level)
        check_selectors(self.ignore)


BEST_AND_FINE = SegmentOptions()


def cut(
    snapshot: Snapshot,
    options: SegmentOptions = BEST_AND_FINE,
    *,
    previous: BlockTree | None = None,
    importance: Mapping[str, float] | None = None,
) -> BlockTree:
    """The blocks of a snapshot with their importance; blocks of the previous version keep their refs.

    `importance` is what a person says of blocks and roles, see `weigh_blocks`.
    """
    from pagestrata.comparing.vidiff import compare_versions
    from pagestrata.segmenting import DEFAULT_SEGMENTER, segment

    shown = without_elements(snapshot, options.ignore)
    tree = segment(shown, options.segmenter or DEFAULT_SEGMENTER, pdoc=options.pdoc, level=options.level)
    if previous is not None and previous.viewport == tree.viewport:  # blocks of another window are others
        tree, _ = compare_versions(previous, tree)
    return with_importance(tree, importance)


def with_importance(tree: BlockTree, importance: Mapping[str, float] | None = None) -> BlockTree:
    """Set the importance of every leaf, and of every inner block as the sum of its leaves."""
    from pagestrata.weighing.blocks.block_importance import weigh_blocks

    found = weigh_blocks(tree, overrides=importance)

    def own(block: Block) -> Block:
        children = tuple(own(child) for child in block.children)
        share = sum(child.importance or 0.0 for child in children) if children else found[block.ref]
        return replace(block, children=children, importance=min(1.0, round(share, 6)))

    return replace(tree, blocks=tuple(own(block) for block in tree.blocks))


def weighed(tree: BlockTree) -> BlockTree:
    """The tree with the importance of its blocks; as it is where they have one."""
    return tree if all(block.importance is not None for block in tree.walk()) else with_importance(tree)


def with_topics(tree: BlockTree, snapshot: Snapshot) -> BlockTree:
    """The tree with the topics of its blocks, as an archive would store them."""
    from pagestrata.store.search.topics import with_topics as named

    return named(tree, snapshot.nodes)
