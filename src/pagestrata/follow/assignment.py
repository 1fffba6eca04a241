"""Several blocks of one page located together, so that two of them never claim one place.

Each block claims its best candidate; of two that claim the same, the one that would lose more without it keeps it (the
distance of its log-odds to those of its next candidate, or of none) and the other looks further, until nobody claims
what another holds. What is left for a block that lost its best candidate may be nothing at all: then it is gone, and
the look-alike that is followed as well is not taken for it. Blocks with the same key are one block that is followed twice.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence

from pagestrata.follow.states import THRESHOLDS, Ranking

NONE_LOGIT = math.log(THRESHOLDS.none_odds)


def assigned(
    rankings: Sequence[Ranking], keys: Sequence[Hashable], taken: Mapping[int, Hashable], *, weakest_logit: float
) -> list[Ranking]:
    """The rankings without the candidates that belong to others.

    `taken` are rows that were recognised for certain, with the key of the block that each is. A candidate whose log-odds
    are below `weakest_logit` is no claim.
    """
    found = [_without_taken(ranking, key, taken) for ranking, key in zip(rankings, keys, strict=True)]
    holders: dict[int, int] = {}
    todo = list(range(len(found)))
    while todo:
        number = todo.pop()
        best = _best(found[number])
        if best is None or best[1] < weakest_logit:
            continue
        row, _, regret = best
        holder = holders.get(row)
        if holder is None:
            holders[row] = number
        elif keys[holder] != keys[number]:
            held = _best(found[holder])
            loser = holder if held is None or regret > held[2] else number
            holders[row] = number if loser == holder else holder
            found[loser] = found[loser].without([row])
            todo.append(loser)
    return found


def _without_taken(ranking: Ranking, key: Hashable, taken: Mapping[int, Hashable]) -> Ranking:
    others = [row for row in ranking.rows.tolist() if row in taken and taken[row] != key] if taken else []
    return ranking.without(others) if others else ranking


def _best(ranking: Ranking) -> tuple[int, float, float] | None:
    """Row and log-odds of the best candidate, and how far it is ahead of the next, or of none."""
    if not len(ranking.rows):
        return None
    logits = ranking.logits.tolist()
    best = max(logits)
    at = logits.index(best)
    logits[at] = NONE_LOGIT
    return int(ranking.rows[at]), best, best - max(NONE_LOGIT, *logits)
