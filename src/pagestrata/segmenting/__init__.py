"""Cut a snapshot into a tree of visual blocks. Pure: the same snapshot always gives the same tree.

layout     derived columns that every segmenter reads        overlays   layers lifted off the page
vips       the VIPS rules, separators and rounds (paper 1)   partition  BWAP's level-wise partition (paper 3)
assembly   outlines become blocks: contents, roles, refs     levels     how deep the partition goes, from history
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pagestrata.errors import UsageError
from pagestrata.formats.documents.document_pages import is_document_page, is_feed_page
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import coherence, vips
from pagestrata.segmenting.assembly import build_tree
from pagestrata.segmenting.bwap import partition
from pagestrata.segmenting.bwap.partition import adjusted_level
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import DOCUMENT, FEED, Outline, outline_feed
from pagestrata.segmenting.overlays import find_overlays

__all__ = [
    "DEFAULT_SEGMENTER",
    "DOCUMENT",
    "FEED",
    "PARTITION",
    "SEGMENTERS",
    "adjusted_level",
    "check_options",
    "partition_level",
    "segment",
]

COARSE, FINE = "coarse", "fine"
PARTITION = "partition"
MIN_PDOC, MAX_PDOC = 1, 10
VIPS_PDOC = {COARSE: 3, FINE: 7}
PARTITION_LEVEL = {COARSE: 1, FINE: 2}
"""Chosen by most folds of the cross-validation over the annotated pages (benchmarks/quality/segmentation.py)."""
COHERENCE_PDOC = {COARSE: coherence.COARSE_PDOC, FINE: coherence.FINE_PDOC}


def _coherence(layout: Layout, root: int, pdoc: int | str, _level: int | None) -> Outline:
    return coherence.outline_page(layout, root, pdoc=pdoc if isinstance(pdoc, int) else COHERENCE_PDOC[pdoc])


def _vips(layout: Layout, root: int, pdoc: int | str, _level: int | None) -> Outline:
    return vips.outline_page(layout, root, pdoc=pdoc if isinstance(pdoc, int) else VIPS_PDOC[pdoc])


def _partition(layout: Layout, root: int, pdoc: int | str, level: int | None) -> Outline:
    return partition.outline_page(layout, root, level=partition_level(pdoc) if level is None else level)


def partition_level(pdoc: int | str) -> int:
    """Return the depth of the partition where no level is given."""
    return (pdoc + 1) // 2 if isinstance(pdoc, int) else PARTITION_LEVEL[pdoc]


_OUTLINES: dict[str, Callable[[Layout, int, int | str, int | None], Outline]] = {
    "coherence": _coherence,
    "vips": _vips,
    PARTITION: _partition,
}
SEGMENTERS = tuple(_OUTLINES)
DEFAULT_SEGMENTER = "coherence"


def segment(
    snapshot: Snapshot,
    segmenter: str = DEFAULT_SEGMENTER,
    *,
    pdoc: int | str = FINE,
    level: int | None = None,
) -> BlockTree:
    """Return the block tree of a snapshot.

    `pdoc` is the granularity: 1 (a few large blocks) to 10 (single texts), or the presets 'coarse' (the page's main
    parts) and 'fine' (single articles, lists, teasers). `level` is the depth of the partition segmenter's tree. A page
    that is not HTML has no blocks; every other has at least one. Those of a feed are its items
    and those of a document its sections, whatever is asked.
    """
    check_options(segmenter, pdoc=pdoc, level=level)
    if snapshot.nodes is None or not len(snapshot.nodes):
        layout, outlines = None, []
    elif is_feed_page(snapshot):
        layout = Layout.of(snapshot, overlays=())
        return build_tree(snapshot, layout, [outline_feed(layout)], segmenter=FEED)
    elif is_document_page(snapshot):
        layout = Layout.of(snapshot, overlays=())
        return build_tree(snapshot, layout, [outline_feed(layout)], segmenter=DOCUMENT)
    else:
        layout = Layout.of(snapshot, overlays=find_overlays(snapshot))
        outlines = [_OUTLINES[segmenter](layout, root, pdoc, level) for root in (0, *layout.overlays)]
    tree = build_tree(snapshot, layout, outlines, segmenter=segmenter)
    if segmenter == PARTITION:
        tree = replace(tree, level=partition_level(pdoc) if level is None else level)
    return tree


def check_options(segmenter: str, *, pdoc: int | str, level: int | None) -> None:
    """Raise UsageError for options that `segment` does not support."""
    if segmenter not in _OUTLINES:
        raise UsageError(f"unknown segmenter {segmenter!r}; choose one of {', '.join(SEGMENTERS)}")
    if pdoc not in (COARSE, FINE) and not (isinstance(pdoc, int) and MIN_PDOC <= pdoc <= MAX_PDOC):
        raise UsageError(f"granularity {pdoc!r} is not possible; pdoc is 1 to 10, 'coarse' or 'fine'")
    if level is not None and level < 1:
        raise UsageError(f"level {level} is not possible; the partition's level is 1 or more")
