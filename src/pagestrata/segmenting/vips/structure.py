"""Content structure construction: a pool of blocks becomes a tree along its heaviest separators (notes §1).

The report joins blocks across the lightest separators first, until only the heaviest are left. Read from the top, that
is: cut at the heaviest separators, then inside every part at the heaviest left there. Reading it so also finds the
column gap below a header that spans both columns, which no separator of the whole pool can show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.vips.rules import Extracted
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
