"""The level a page is cut at by the partition (paper 3 §2.1): remembered from visit to visit and adjusted by what they showed.

Too fine a level breaks with every edit, as blocks come and go; too coarse a one reports each edit as a change of most of
the page. So a page whose blocks keep breaking is cut one level coarser, and one whose blocks stay but nearly all change
one level finer. The paper leaves the rule open; this one moves by one level at a time, on the evidence of several visits
at the present level, so that a single redesign moves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from pagestrata.model.records import Visit
from pagestrata.segmenting.bwap.partition import MAX_LEVEL

LOOKED_BACK = 5
"""Number of steps between visits that are considered; with fewer than `MIN_STEPS` the level stays."""
MIN_STEPS = 3
BROKEN_BELOW = 0.8
"""The blocks of a page broke if two visits share less than this of their blocks."""


def adjusted_level(visits: Sequence[Visit], *, default: int) -> int:
    """Return the level for the next visit; `visits` are earlier ones, oldest first."""
    known = [visit for visit in visits if visit.level is not None and visit.block_ids]
    if not known:
        return default
    level = known[-1].level or default
    steps = [
        (before.block_ids, after.block_ids) for before, after in pairwise(known) if before.level == after.level == level
    ]
    recent = steps[-LOOKED_BACK:]
    if len(recent) < MIN_STEPS:
        return level
    broken = [_shared(before, after) < BROKEN_BELOW for before, after in recent]
    if sum(broken) > len(recent) / 2:
        return max(1, level - 1)
    if not any(broken) and sum(_changed(before, after) for before, after in recent) > len(recent) / 2:
        return min(MAX_LEVEL, level + 1)
    return level


def _shared(before: Mapping[str, str], after: Mapping[str, str]) -> float:
    """Return the share of blocks that two visits have in common."""
    return len(before.keys() & after.keys()) / max(1, len(before.keys() | after.keys()))


def _changed(before: Mapping[str, str], after: Mapping[str, str]) -> float:
    """Return the share of common blocks whose content changed."""
    both = before.keys() & after.keys()
    return sum(before[ref] != after[ref] for ref in both) / max(1, len(both))
