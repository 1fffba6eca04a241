"""Whether comparisons find what the paper's simulator did (§7.2): over 10,000 changes to trees of the real pages.

1 to 50 % of the leaf blocks change, by all operations mixed; in every second run refs are renumbered by position, so that most
blocks have another ref than before. An operation counts as found when block, element and both values are right: a delta
that says the same otherwise, even shorter, counts as wrong here. Some truths cannot be known (a block deleted and
another inserted in its place under its ref; a block that kept one element of four): they stay in the measurement.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace

from benchmarks.pages import load_page_snapshots
from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.simulate.simulator import Proportions, simulate
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Change
from pagestrata.segmenting import segment

CHANGES = 10_000
SMALLEST_TREE = 5


def measure() -> dict[str, float]:
    trees = [segment(snapshot) for _, snapshot, _ in load_page_snapshots()]
    return measure_trees(trees)


def measure_trees(trees: Sequence[BlockTree]) -> dict[str, float]:
    """Precision and recall of operations, all and by kind, and the share of runs whose delta is exact and not larger."""
    trees = [tree for tree in trees if sum(1 for _ in tree.leaves()) >= SMALLEST_TREE]
    right, missed, wrong = Counter[str](), Counter[str](), Counter[str]()
    simulated = runs = exact = not_larger = 0
    while simulated < CHANGES or runs < len(trees):
        old, renumber = trees[runs % len(trees)], bool(runs % 2)
        if renumber:
            old = replace(old, blocks=_renumbered(old.blocks, ""))
        new, truth = simulate(old, _mixture(runs), seed=runs, renumber=renumber)
        delta = compare(old, new)
        true, found = Counter(truth.changes), Counter(delta.changes)
        right += _by_kind(true & found)
        missed += _by_kind(true - found)
        wrong += _by_kind(found - true)
        exact += apply(delta, old) == new and apply(invert(delta), new) == old and apply(truth, old) == new
        not_larger += len(delta.changes) <= len(truth.changes)
        simulated += len(truth.changes)
        runs += 1
    figures = {
        "precision of operations": right.total() / (right + wrong).total(),
        "recall of operations": right.total() / (right + missed).total(),
        "apply and invert exact": exact / runs,
        "delta not larger than the truth": not_larger / runs,
    }
    for kind in sorted((right + missed).keys()):
        figures[f"simulated: {kind}"] = float((right + missed)[kind])
        figures[f"precision: {kind}"] = right[kind] / max(1, (right + wrong)[kind])
        figures[f"recall: {kind}"] = right[kind] / max(1, (right + missed)[kind])
    return figures


def _by_kind(changes: Counter[Change]) -> Counter[str]:
    """How many there are of each operation on each kind of element."""
    found = Counter[str]()
    for change, count in changes.items():
        found[f"{change.op} {change.element}"] += count
    return found


def _renumbered(blocks: tuple[Block, ...], prefix: str) -> tuple[Block, ...]:
    """Blocks whose refs count positions, as those of most segmenters do."""
    return tuple(
        replace(block, ref=f"{prefix}{n}", children=_renumbered(block.children, f"{prefix}{n}."))
        for n, block in enumerate(blocks, 1)
    )


def _mixture(seed: int) -> Proportions:
    """All operations together hit 1 to 50 % of the leaf blocks."""
    chance = random.Random(seed)
    names = [field.name for field in fields(Proportions)]
    parts = [chance.choice((0, 1, 2)) for _ in names]
    level = chance.uniform(0.01, 0.5) / max(1, sum(parts))
    return Proportions(**{name: part * level for name, part in zip(names, parts, strict=True)})
