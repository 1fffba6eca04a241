"""Fits what the places of found blocks say about a block in doubt (`follow.neighbours`), on Similo's pairs.

    PAGESTRATA_SIMILO=~/Similo2-JS python -m benchmarks.training.tune_neighbours

All chosen elements of a site are found by the ranker that never saw it. Of those in doubt the candidates are kept, with their
log-odds, order and nesting; once more of every element with that element taken out of the page. The three weights are those
that make the right answers (or 'none of them') most likely beside the log-odds of the trees. Elements that are gone
weigh as much together as those that are there, as for the ranker; `none_odds` puts life in the place of that.

What each set of measures is worth is told on the seventh of the sites that its weights did not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from benchmarks.quality.follow import fold_rankers
from benchmarks.similo_pages import SimiloSite, similo_sites
from benchmarks.training.train_follow import SIMILO
from pagestrata.follow.assignment import NONE_LOGIT
from pagestrata.follow.follower import Follower
from pagestrata.follow.hide import without_element
from pagestrata.follow.memory import Memory
from pagestrata.follow.portraits.item_page import item_page_of
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.follow.verdicts import Entrance, Judge
from pagestrata.model.snapshot import Snapshot

MEASURES = ("order", "nesting")
SETS = ((), ("order",), ("nesting",), MEASURES)
FOLDS = 7
SHRUNK = 0.3
"""Of the squares of the weights: there are few sites."""
Column = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Doubt:
    """One block in doubt: log-odds and measures of its candidates, and the place of the right one, None where it is not."""

    site: str
    logits: Column
    measures: Column  # [candidates, MEASURES]
    right: int | None
    is_gone: bool


def doubts() -> Iterator[Doubt]:
    rankers = fold_rankers()
    for site in similo_sites():
        ranker = rankers.get(SIMILO + site.name) or default_ranker()
        memories = [Follower.from_row(site.old, row).memory for row, _ in site.pairs]
        every = range(len(memories))
        yield from _doubts_on(site, site.new, ranker, memories, every, is_gone=False)
        for number in every:
            cut = without_element(site.new, site.pairs[number][1])
            yield from _doubts_on(site, cut, ranker, memories, [number], is_gone=True)


def _doubts_on(
    site: SimiloSite, page: Snapshot, ranker: Ranker, memories: Sequence[Memory], asked: Sequence[int], *, is_gone: bool
) -> Iterator[Doubt]:
    judge = Judge(item_page_of(page), ranker)
    found = dict(enumerate(judge.verdicts(memories, Entrance(), None, by_neighbours=False)))
    sure = {number: verdict for number, verdict in found.items() if verdict.state == "found"}
    doubtful = [number for number in asked if number not in sure]
    beside = judge.found_blocks(memories, sure)
    for number, ranking in judge.candidates_near(memories, doubtful, beside).items():
        ranking = ranking.without([verdict.row for verdict in sure.values() if verdict.row is not None])
        if not len(ranking.rows):
            continue
        portrait = memories[number].newest
        order, nesting = beside.order_kept(portrait, ranking.rows), beside.nesting_kept(portrait, ranking.rows)
        right = np.flatnonzero(ranking.rows == site.pairs[number][1]) if not is_gone else np.zeros(0, np.intp)
        place = int(right[0]) if len(right) else None
        yield Doubt(site.name, ranking.logits, np.stack([order, nesting], axis=1), place, is_gone)


def fitted(examples: Sequence[Doubt], names: Sequence[str]) -> Column:
    """The constant and the weight of each of the named measures."""
    gone = sum(example.is_gone for example in examples)
    weights = [(len(examples) - gone) / max(1, gone) if example.is_gone else 1.0 for example in examples]

    def loss(values: Column) -> float:
        unlikely = sum(w * _surprise(e, names, values) for w, e in zip(weights, examples, strict=True))
        return float(unlikely + SHRUNK * (values[1:] ** 2).sum())

    return np.asarray(minimize(loss, np.zeros(1 + len(names)), method="L-BFGS-B").x)


def _surprise(example: Doubt, names: Sequence[str], values: Column) -> float:
    """The negative log of the belief in what is true."""
    columns = [MEASURES.index(name) for name in names]
    odds = np.append(example.logits + values[0] + example.measures[:, columns] @ values[1:], NONE_LOGIT)
    top = odds.max()
    return float(top + np.log(np.exp(odds - top).sum()) - odds[-1 if example.right is None else example.right])


def main() -> None:
    examples = list(doubts())
    sites = sorted({example.site for example in examples})
    for names in SETS:
        worth = 0.0
        for fold in range(FOLDS):
            left_out = set(sites[fold::FOLDS])
            values = fitted([example for example in examples if example.site not in left_out], names)
            worth += sum(_surprise(e, names, values) for e in examples if e.site in left_out)
        print(f"  {' and '.join(names) or 'a constant':20} surprise on sites left out {worth:.1f}", flush=True)
    print(f"  on all sites: constant, {', '.join(MEASURES)}: {np.round(fitted(examples, MEASURES), 2).tolist()}")


if __name__ == "__main__":
    main()
