"""Stability of blocks over all versions of real sites, cut by the default segmenter.

    python -m benchmarks.quality stability

Texts that stayed the same between two versions should stay grouped as they were (extended BCubed F) and keep the ref of
their block, as a visit gives refs: inherited from the version before, none twice in the life of a page. No naming can
keep all of them: where a block was divided, its name stays with one part. 'refs that can be kept' is the most that is
possible with these blocks, each name with one block.
"""

from __future__ import annotations

import difflib
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from benchmarks.pages import load_sequence_snapshots, sequence_index
from benchmarks.training.division_labels import tools
from pagestrata.comparing.vidiff import compare_versions
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import segment

SAME_DESIGN = 0.5
"""Two versions that share less than this of their texts are a redesign, and not compared."""

Texts = list[tuple[str, str]]
"""Every visible text of a version with the ref of its leaf."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability:
    """What became of the texts that one version took over from the one before."""

    site: str
    agreement: float
    texts: int
    kept: int
    possible: int


def visible_texts(snapshot: Snapshot, tree: BlockTree) -> Texts:
    """Every visible text with the ref of its leaf."""
    nodes = snapshot.nodes
    assert nodes is not None
    owner = np.full(len(nodes), -1)
    leaves = list(tree.leaves())
    for layer in ("page", "overlay"):
        for number, leaf in enumerate(leaves):
            for row in leaf.rows if leaf.layer == layer else ():
                owner[row : nodes.end[row]] = number
    rows = np.flatnonzero(nodes.is_text & nodes.visible & (owner >= 0))
    return [(" ".join(nodes.text[row].split()), leaves[owner[row]].ref) for row in rows.tolist()]


def trees_of_visits(snapshots: Iterable[Snapshot]) -> Iterator[tuple[Snapshot, BlockTree]]:
    """The tree of every version under the refs that visits give."""
    used_refs: dict[str, str] = {}
    previous: BlockTree | None = None
    for snapshot in snapshots:
        tree = segment(snapshot)
        if previous is not None:
            tree, _ = compare_versions(previous, tree, used_refs=used_refs)
        used_refs.update((block.ref, block.id) for block in tree.walk())
        previous = tree
        yield snapshot, tree


def stability(site: str, snapshots: Iterable[Snapshot]) -> Iterator[Stability]:
    """One record for every version that is no redesign of the one before."""
    previous: Texts | None = None
    for snapshot, tree in trees_of_visits(snapshots):
        current = visible_texts(snapshot, tree)
        pairs = unchanged(previous, current) if previous is not None else []
        if previous and pairs and 2 * len(pairs) >= SAME_DESIGN * (len(previous) + len(current)):
            yield Stability(
                site=site,
                agreement=_agreement(pairs),
                texts=len(pairs),
                kept=sum(before == after for before, after in pairs),
                possible=most_that_can_be_kept(pairs),
            )
        previous = current


def unchanged(old: Texts, new: Texts) -> list[tuple[str, str]]:
    """The refs before and after of every text that stayed, in the order of the page."""
    matcher = difflib.SequenceMatcher(None, [text for text, _ in old], [text for text, _ in new], autojunk=False)
    return [(old[i + k][1], new[j + k][1]) for i, j, size in matcher.get_matching_blocks() for k in range(size)]


def _agreement(pairs: list[tuple[str, str]]) -> float:
    import bcubed

    before, after = (np.unique(side, return_inverse=True)[1] for side in zip(*pairs, strict=True))
    return float(bcubed.bcubed(*(side[:, None] == np.unique(side) for side in (after, before)))[2])


def most_that_can_be_kept(pairs: list[tuple[str, str]]) -> int:
    """Texts that keep their ref if every old leaf hands its name to the one new leaf that suits all best."""
    shared = Counter(pairs)
    rows = {ref: row for row, ref in enumerate(dict.fromkeys(before for before, _ in pairs))}
    columns = {ref: column for column, ref in enumerate(dict.fromkeys(after for _, after in pairs))}
    counts = np.zeros((len(rows), len(columns)))
    for (before, after), count in shared.items():
        counts[rows[before], columns[after]] = count
    return int(counts[linear_sum_assignment(counts, maximize=True)].sum())


def figures(found: list[Stability]) -> dict[str, float]:
    """Of all texts together; the agreement and 'refs kept, mean of sites' weigh every site the same."""
    sites = {record.site: [other for other in found if other.site == record.site] for record in found}
    texts = sum(record.texts for record in found)
    return {
        "F": statistics.fmean(statistics.fmean(record.agreement for record in site) for site in sites.values()),
        "refs kept": sum(record.kept for record in found) / texts,
        "refs that can be kept": sum(record.possible for record in found) / texts,
        "refs kept, mean of sites": statistics.fmean(
            statistics.fmean(record.kept / record.texts for record in site) for site in sites.values()
        ),
    }


def measure() -> dict[str, float]:
    tools()
    found = [record for site in sorted(sequence_index()) for record in stability(site, load_sequence_snapshots(site))]
    return figures(found)
