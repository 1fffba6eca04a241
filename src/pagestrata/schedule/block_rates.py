"""How often the blocks of one page change, and the resulting rate and weight of the page.

A page is as urgent as its blocks together (paper 1 §6): the sum over blocks of the worth of a change times the expected time
for which the block has been stale. Two boxes that change independently are two things to miss; a box and its headline that
always change together are one.

A block is remembered from its first change that was worth a version and named it: its last content, at which of the page's
remembered visits it had changed (one bit each, the newest lowest, parallel to the page's gaps), the worth of a change, and
its kind of fact. At most `MOST_BLOCKS` are remembered, so that a page needs a few hundred bytes; the least worthy is dropped
first. If visits name no block, the page's own rate is used.

Rates are the most likely ones for irregular gaps, as for pages. A plan sees a page as two numbers, so that a million pages take
seconds: the rate R and weight W of one block that is as urgent as all of them. Both urgency curves start with the same slope
if W R is the sum of w L over the blocks, which the page's own rate and weight give. They meet again at the usual gap between
visits, where the next visit is decided.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pagestrata.model.reasons import Reason
from pagestrata.model.records import Visit
from pagestrata.schedule.estimate import most_likely_rates
from pagestrata.schedule.urgency import stale_hours

BLOCKS = "blocks"
"""Among the facts of a page: ref -> [content, visits at which it had changed, worth of a change, kind]."""
MOST_BLOCKS = 8
MOST_AT_ONCE = 8  # if more blocks differ at once, the page as a whole has changed
WORTH_MEMORY = 0.3  # weight of the last change in the estimate of the next one's worth
_CONTENT_DIGITS = 8
_BISECTIONS = 40
Known = Mapping[str, Sequence[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRate:
    """The changes per hour of a block, their worth, and their kind of fact ('price'; '' is unknown)."""

    ref: str
    rate: float
    worth: float
    kind: str


def named_blocks(visit: Visit) -> dict[str, str]:
    """ref -> kind of the blocks for which a version was kept, from the reasons of a new visit."""
    named = [reason for reason in visit.reasons if isinstance(reason, Reason) and reason.block]
    return {reason.block: reason.kind for reason in reversed(named)} if visit.kept else {}


def differing_blocks(before: Visit | None, visit: Visit) -> dict[str, str]:
    """ref -> kind of the blocks that differ between two consecutive stored visits."""
    if before is None or not visit.kept or not before.block_ids or not visit.block_ids:
        return {}
    found = [ref for ref, content in visit.block_ids.items() if before.block_ids.get(ref, content) != content]
    return dict.fromkeys(found, "") if len(found) <= MOST_AT_ONCE else {}


def after_visit(known: Known, visit: Visit, named: Mapping[str, str], *, worth: float, visits: int) -> dict[str, Any]:
    """The block facts after one more successful visit; `visits` is the number of remembered visits."""
    contents = {ref: content[:_CONTENT_DIGITS] for ref, content in visit.block_ids.items()}
    changed = dict(named)
    if visit.kept and contents:
        changed |= {ref: named.get(ref, "") for ref in known if contents.get(ref, "") != known[ref][0]}
    found: dict[str, Any] = {}
    for ref in {**known, **changed}:
        content, mask, mean, kind = known.get(ref, ("", 0, worth / len(changed or "1"), ""))
        if ref in changed:
            mean += WORTH_MEMORY * (worth / len(changed) - mean)
        mask = (mask << 1 | (ref in changed)) & ((1 << visits) - 1)
        found[ref] = [contents.get(ref, content), mask, round(mean, 4), changed.get(ref) or kind]
    return _most_informative(found)


def _most_informative(found: dict[str, Any]) -> dict[str, Any]:
    """Drop blocks without a remembered change, and the least informative ones beyond the limit."""
    changing = {ref: entry for ref, entry in found.items() if entry[1]}
    if len(changing) <= MOST_BLOCKS:
        return changing
    order = sorted(changing, key=lambda ref: (-changing[ref][1].bit_count() * changing[ref][2], ref))
    return {ref: changing[ref] for ref in order[:MOST_BLOCKS]}


def rates_of(known: Known, gaps: Sequence[float], *, typical_gap_hours: float) -> list[BlockRate]:
    """How often each block changes, from the page's gaps (see `estimate`); most important first."""
    if not known:
        return []
    hours = np.abs(np.array([gaps], np.float64))
    masks = np.array([entry[1] for entry in known.values()], np.uint64)
    has_changed = (masks[:, None] >> np.arange(len(gaps), dtype=np.uint64)) & np.uint64(1) > 0
    rates = most_likely_rates(np.where(has_changed, hours, -hours), typical_gap_hours=typical_gap_hours)
    found = [
        BlockRate(ref=ref, rate=float(rate), worth=entry[2], kind=entry[3])
        for (ref, entry), rate in zip(known.items(), rates, strict=True)
    ]
    return sorted(found, key=lambda block: (-block.rate * block.worth, block.ref))


def together(
    known: Known, gaps: Sequence[float], *, rate: float, weight: float, typical_gap_hours: float
) -> tuple[float, float]:
    """The rate and weight of a page by its blocks; its own `rate` and `weight` if no block is known."""
    blocks = rates_of(known, gaps, typical_gap_hours=typical_gap_hours)
    rates, weights = [block.rate for block in blocks], [block.worth for block in blocks]
    rest = _unexplained(known, gaps)
    if rest:
        rates.append(float(most_likely_rates(np.array([rest]), typical_gap_hours=typical_gap_hours)[0]))
        weights.append(weight)
    slope = sum(each * worth for each, worth in zip(rates, weights, strict=True))
    if not blocks or slope <= 0:
        return rate, weight
    hours = float(np.mean(np.abs(gaps)))
    stale = stale_hours(np.array(rates), np.full(len(rates), hours))
    found = _rate_meeting(float(stale @ np.array(weights)) / slope, hours, min(rates), max(rates))
    return found, rate * weight / found


def _unexplained(known: Known, gaps: Sequence[float]) -> list[float]:
    """The gaps with the changes that involved no known block; empty if there are none."""
    explained = 0
    for entry in known.values():
        explained |= entry[1]
    rest = [gap if not explained >> place & 1 else -abs(gap) for place, gap in enumerate(gaps)]
    return rest if any(gap > 0 for gap in rest) else []


def _rate_meeting(target: float, hours: float, low: float, high: float) -> float:
    """The rate at which a block of slope 1 has the target staleness after these hours; staleness falls as rates rise."""
    begin, end = math.log(low), math.log(high)
    for _ in range(_BISECTIONS):
        middle = (begin + end) / 2
        rate = math.exp(middle)
        begin, end = (middle, end) if _stale_by_slope(rate, hours) > target else (begin, middle)
    return math.exp((begin + end) / 2)


def _stale_by_slope(rate: float, hours: float) -> float:
    return float(stale_hours(np.array([rate]), np.array([hours]))[0]) / rate
