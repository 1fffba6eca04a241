"""VIPS: rounds of extraction, separators and content structure construction (notes §1).

A round turns a pool of blocks into a tree along its heaviest separators. The report joins blocks across the lightest separators
first, until only the heaviest are left. Read from the top, that is: cut at the heaviest separators, then inside every part at the
heaviest left there. Reading it so also finds the column gap below a header that spans both columns, which no separator of the
whole pool can show.

The next round works inside every block below the permitted degree of coherence (`pdoc`); a part whose DoC is above it is a leaf.
The scale from weights to DoC runs over all separators seen so far, so each round judges all parts again, on the scale it has by
then. A child's DoC is never below its parent's: blocks that must be divided themselves are no coherent block together, however
light the separators between them are. Departure: parts that no separator divides are divided one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import MAX_DOC, MIN_DOC, Outline
from pagestrata.segmenting.vips.rules import Extracted, Rules
from pagestrata.segmenting.vips.separators import HORIZONTAL, VERTICAL, find_separators

MAX_NESTING = 40
NO_SEPARATOR_DOC = 11


@dataclass(slots=True)
class Part:
    """A node of the content structure: either one extracted block, or parts around separators of one weight."""

    blocks: tuple[Extracted, ...]
    parts: list[Part] = field(default_factory=list)
    weight: int | None = None  # of the heaviest separators inside; None without separators
    is_settled: bool = False  # further rounds cannot divide it

    def leaves(self) -> Iterator[Part]:
        stack = [self]
        while stack:
            part = stack.pop()
            if part.parts:
                stack.extend(reversed(part.parts))
            else:
                yield part


def construct(layout: Layout, pool: Sequence[Extracted], *, nesting: int = 0) -> Part:
    """The content structure of one pool."""
    whole = Part(tuple(pool))
    if len(pool) < 2 or nesting > MAX_NESTING:
        return whole
    rows = np.array([block.row for block in pool], np.int64)
    down, across = (find_separators(layout, rows, axis=axis) for axis in (HORIZONTAL, VERTICAL))
    heaviest = max(down.heaviest, across.heaviest)
    if not heaviest:
        return whole
    whole.weight = heaviest
    chosen = down if down.heaviest == heaviest else across
    cuts = chosen.after[chosen.weight == heaviest] + 1
    for members in np.split(chosen.order, cuts):
        # Inside a part the blocks go back to document order.
        whole.parts.append(construct(layout, [pool[i] for i in sorted(members.tolist())], nesting=nesting + 1))
    return whole


@dataclass(slots=True)
class WeightScale:
    """Separator weights to degrees of coherence: DoC = 11 - ceil(1 + 9 (w - lightest) / (heaviest - lightest))."""

    lightest: int | None = None
    heaviest: int | None = None

    def include(self, part: Part) -> None:
        """Extend the extremes, which run over the whole run, by the separators of a part."""
        stack = [part]
        while stack:
            current = stack.pop()
            stack.extend(current.parts)
            if current.weight is not None:
                self.lightest = current.weight if self.lightest is None else min(self.lightest, current.weight)
                self.heaviest = current.weight if self.heaviest is None else max(self.heaviest, current.weight)

    def doc(self, weight: int | None) -> int:
        """The DoC of a block whose heaviest inner separator has that weight."""
        if weight is None or self.lightest is None or self.heaviest is None:
            return NO_SEPARATOR_DOC
        if self.heaviest == self.lightest:
            return 5
        share = (weight - self.lightest) / (self.heaviest - self.lightest)
        return 11 - int(np.ceil(1 + 9 * share))


MAX_ROUNDS = 20


def outline_page(layout: Layout, root: int, *, pdoc: int) -> Outline:
    """The block structure below one root, divided until every leaf's DoC is above `pdoc`."""
    rules, scale = Rules(layout), WeightScale()
    page = Part((Extracted(root, MIN_DOC),))
    for _ in range(MAX_ROUNDS):
        divided = [part for part in _failing(page, scale, pdoc) if _divide(layout, rules, part)]
        if not divided:
            break
        for part in divided:
            scale.include(part)
    return _outline(page, scale, pdoc, root=root)


def _divide(layout: Layout, rules: Rules, part: Part) -> bool:
    """Run one round inside one leaf. Return False if it cannot be divided further."""
    rows = [block.row for block in part.blocks]
    pool = rules.extract(rows)
    if not pool or [block.row for block in pool] == rows:
        # Blocks that cannot be divided together may still be divided one by one.
        part.parts = [Part((block,)) for block in part.blocks] if len(rows) > 1 else []
        part.is_settled = not part.parts
        return bool(part.parts)
    found = construct(layout, pool)
    part.parts, part.weight = found.parts, found.weight
    if not found.parts:
        # One block behind wrappers, or blocks without a separator between them: divide inside it next round.
        part.blocks = found.blocks
    return True


def _failing(page: Part, scale: WeightScale, pdoc: int) -> list[Part]:
    """The leaves that must be divided further. Parts that are coherent enough as a whole are not entered."""
    coherence = _coherence(page, scale)
    failing: list[Part] = []
    stack = [page]
    while stack:
        part = stack.pop()
        if part is not page and coherence[id(part)] > pdoc:
            continue
        if part.parts:
            stack.extend(reversed(part.parts))
        elif not part.is_settled:
            failing.append(part)
    return failing


def _coherence(page: Part, scale: WeightScale) -> dict[int, int]:
    """The DoC of each part by its identity: that of its heaviest separators, but never above that of a part inside."""
    order = [page]
    for part in order:
        order.extend(part.parts)
    found: dict[int, int] = {}
    for part in reversed(order):
        inside = [found[id(child)] for child in part.parts] or [block.doc for block in part.blocks]
        found[id(part)] = min(MAX_DOC, scale.doc(part.weight), *inside) if part.parts else min(inside)
    return found


def _outline(page: Part, scale: WeightScale, pdoc: int, *, root: int) -> Outline:
    """The final tree: parts above the permitted DoC become leaves."""
    coherence = _coherence(page, scale)

    def outline(part: Part) -> Outline:
        rows = (root,) if part is page else tuple(sorted(block.row for block in part.blocks))
        doc = coherence[id(part)]
        is_leaf = doc > pdoc and part is not page
        return Outline(rows=rows, children=() if is_leaf else tuple(map(outline, part.parts)), doc=doc)

    return outline(page)
