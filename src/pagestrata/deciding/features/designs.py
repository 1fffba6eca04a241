"""The design of a page: which fonts and colours its words stand in, and whether the page had that design before.

A page that shows one of two templates by chance is redesigned at every other visit. The first time another design is news;
when it comes back, it is not.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence

from pagestrata.model.blocks import BlockTree

MOST_STYLES = 12
"""Of one design: those that most of the words stand in."""
MOST_DESIGNS = 4
"""That a page remembers."""
SAME_DESIGN = 0.8
"""Two designs are the same when this share of the words stands in the same styles."""


def design_of(tree: BlockTree) -> dict[str, float]:
    """Style, by a short name -> the share of the words that stand in it; empty where no style is known."""
    sizes: Counter[str] = Counter()
    for leaf in tree.leaves():
        if leaf.style is not None and leaf.text:
            sizes[hashlib.blake2b(repr(leaf.style).encode(), digest_size=4).hexdigest()] += len(leaf.text)
    total = sizes.total()
    return {name: round(size / total, 3) for name, size in sizes.most_common(MOST_STYLES)}


def is_known_design(design: Mapping[str, float], known: Sequence[Mapping[str, float]]) -> bool:
    """Whether the page had this design before."""
    return any(_shared(design, other) >= SAME_DESIGN for other in known)


def _shared(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    return sum(min(share, second.get(name, 0.0)) for name, share in first.items())


def with_design(known: Sequence[Mapping[str, float]], design: Mapping[str, float]) -> tuple[Mapping[str, float], ...]:
    """The designs of a page with one more, the newest last."""
    if not design or is_known_design(design, known):
        return tuple(known)
    return (*known, dict(design))[-MOST_DESIGNS:]
