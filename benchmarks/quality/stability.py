"""Stability of the default segmenter over all versions of real sites.

    python -m benchmarks.quality stability

Texts that stayed the same between two versions should stay grouped as they were (extended BCubed F) and keep the ref of
their block.
"""

from __future__ import annotations

import difflib
import statistics

import numpy as np

from benchmarks.pages import load_sequence_snapshots, sequence_index
from benchmarks.quality.division_labels import tools
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import segment

SAME_DESIGN = 0.5
"""Two versions that share less than this of their texts are a redesign, and not compared."""


def visible_texts(snapshot: Snapshot, tree: BlockTree) -> list[tuple[str, int]]:
    """Every visible text with the number of its leaf."""
    nodes = snapshot.nodes
    assert nodes is not None
    owner = np.full(len(nodes), -1)
    leaves = list(tree.leaves())
    for layer in ("page", "overlay"):
        for number, leaf in enumerate(leaves):
            for row in leaf.rows if leaf.layer == layer else ():
                owner[row : nodes.end[row]] = number
    rows = np.flatnonzero(nodes.is_text & nodes.visible & (owner >= 0))
    return [(" ".join(nodes.text[row].split()), int(owner[row])) for row in rows.tolist()]


def stability(sites: list[str]) -> dict[str, tuple[float, float]]:
    """Site -> agreement of the groupings of unchanged texts (F), and the share of them that keep their block ref."""
    import bcubed

    found = {}
    for site in sites:
        agreement, kept = [], []
        previous: tuple[list[tuple[str, int]], list[str]] | None = None
        for snapshot in load_sequence_snapshots(site):
            tree = segment(snapshot)
            current = (visible_texts(snapshot, tree), [leaf.ref for leaf in tree.leaves()])
            if previous is not None:
                (old, old_refs), (new, new_refs) = previous, current
                matcher = difflib.SequenceMatcher(None, [t for t, _ in old], [t for t, _ in new], autojunk=False)
                pairs = [
                    (old[i + k][1], new[j + k][1]) for i, j, size in matcher.get_matching_blocks() for k in range(size)
                ]
                if pairs and 2 * len(pairs) >= SAME_DESIGN * (len(old) + len(new)):
                    before, after = (np.array(side) for side in zip(*pairs, strict=True))
                    groups = (side[:, None] == np.unique(side) for side in (after, before))
                    agreement.append(bcubed.bcubed(*groups)[2])
                    kept.append(statistics.fmean(old_refs[a] == new_refs[b] for a, b in pairs))
            previous = current
        if agreement:
            found[site] = (statistics.fmean(agreement), statistics.fmean(kept))
    return found


def measure() -> dict[str, float]:
    """Means over the sites."""
    tools()
    steady = stability(sorted(sequence_index()))
    return {
        "F": statistics.fmean(agreement for agreement, _ in steady.values()),
        "refs kept": statistics.fmean(kept for _, kept in steady.values()),
    }
