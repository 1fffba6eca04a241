"""How often the blocks of one page change, each for itself, and what that makes of the page.

A page is as urgent as its blocks together (paper 1 §6): the sum over blocks of what a change of the block is worth, times
for how long the block has been stale, as expected. Two boxes that change by themselves are two things to miss, a box and
its headline that always change together are one.

A block is kept in mind from the first change on that was worth a version and named it: the content it had last, at which
of the page's remembered visits it had changed (one bit each, the newest lowest, next to the page's own gaps), what a change
of it is worth, and what kind of fact it was. At most `MOST_BLOCKS` are, the least worth of them is forgotten first, so
that a page needs a few hundred bytes. Where visits name no block, the page's own rate is all there is.

Rates are the most likely ones for irregular gaps, as for pages. To a plan, a page is two numbers, so that a million pages
take seconds: the rate R and the weight W of one block that is as urgent as all of them. Both curves begin alike where
W R is the sum of w L over the blocks, which is what the page's own rate and weight give, and they meet again at the usual
gap between its visits, where it is decided when to come back.
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
MOST_AT_ONCE = 8
"""Where more blocks differ at once, the page as a whole has changed."""
WORTH_MEMORY = 0.3
"""How much the last change says of what the next one is worth."""
_CONTENT_DIGITS = 8
_BISECTIONS = 40
Known = Mapping[str, Sequence[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRate:
    """One block: changes per hour, what one is worth, and what kind of fact it was ('price'; '' is unknown)."""

    ref: str
    rate: float
    worth: float
    kind: str


def named_blocks(visit: Visit) -> dict[str, str]:
    """ref -> kind of the blocks for which a version was kept, as far as a visit fresh from its page says so."""
    named = [reason for reason in visit.reasons if isinstance(reason, Reason) and reason.block]
    return {reason.block: reason.kind for reason in reversed(named)} if visit.kept else {}


def differing_blocks(before: Visit | None, visit: Visit) -> dict[str, str]:
    """ref -> kind of the blocks that differ between two consecutive visits, from what an archive stores of them."""
    if before is None or not visit.kept or not before.block_ids or not visit.block_ids:
        return {}
    found = [ref for ref, content in visit.block_ids.items() if before.block_ids.get(ref, content) != content]
    return dict.fromkeys(found, "") if len(found) <= MOST_AT_ONCE else {}


def after_visit(known: Known, visit: Visit, named: Mapping[str, str], *, worth: float, visits: int) -> dict[str, Any]:
    """What is known of the blocks after one more visit that saw the page; `visits` are remembered."""
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
    return _most_telling(found)


def _most_telling(found: dict[str, Any]) -> dict[str, Any]:
    """Without those that have not changed for as long as is remembered, and no more than there is room for."""
    telling = {ref: entry for ref, entry in found.items() if entry[1]}
    if len(telling) <= MOST_BLOCKS:
        return telling
    order = sorted(telling, key=lambda ref: (-telling[ref][1].bit_count() * telling[ref][2], ref))
    return {ref: telling[ref] for ref in order[:MOST_BLOCKS]}


def rates_of(known: Known, gaps: Sequence[float], *, typical_gap_hours: float) -> list[BlockRate]:
    """How often each block changes, from the page's gaps (see `estimate`); the most telling first."""
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
    """The rate and weight of a page by its blocks; `rate` and `weight` are its own, and stay where no block is known."""
    blocks = rates_of(known, gaps, typical_gap_hours=typical_gap_hours)
    rates, weights = [block.rate for block in blocks], [block.worth for block in blocks]
    rest = _unexplained(known, gaps)
    if rest:
        rates.append(float(most_likely_rates(np.array([rest]), typical_gap_hours=typical_gap_hours)[0]))
        weights.append(weight)
    slope = sum(one * worth for one, worth in zip(rates, weights, strict=True))
    if not blocks or slope <= 0:
        return rate, weight
    hours = float(np.mean(np.abs(gaps)))
    stale = stale_hours(np.array(rates), np.full(len(rates), hours))
    found = _rate_meeting(float(stale @ np.array(weights)) / slope, hours, min(rates), max(rates))
    return found, rate * weight / found


def _unexplained(known: Known, gaps: Sequence[float]) -> list[float]:
    """The gaps of the changes that no known block had part in; empty where there are none."""
    explained = 0
    for entry in known.values():
        explained |= entry[1]
    rest = [gap if not explained >> place & 1 else -abs(gap) for place, gap in enumerate(gaps)]
    return rest if any(gap > 0 for gap in rest) else []


def _rate_meeting(target: float, hours: float, low: float, high: float) -> float:
    """The rate at which one block of slope 1 has been stale for so long after so many hours: it falls as rates rise."""
    begin, end = math.log(low), math.log(high)
    for _ in range(_BISECTIONS):
        middle = (begin + end) / 2
        rate = math.exp(middle)
        begin, end = (middle, end) if _stale_by_slope(rate, hours) > target else (begin, middle)
    return math.exp((begin + end) / 2)


def _stale_by_slope(rate: float, hours: float) -> float:
    return float(stale_hours(np.array([rate]), np.array([hours]))[0]) / rate
