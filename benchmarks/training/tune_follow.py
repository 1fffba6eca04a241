"""Chooses the follower's thresholds by leaving sites out, and says what they are worth on the sites left out.

    python -m benchmarks.training.tune_follow

Every site is followed with the ranker that never saw it, once per pair of `none_odds` and `learn_from`, which decide
what is learned; `found_from` and `lost_below` only name the states and are tried on the recorded beliefs. Answers are
worth what they are to a person: a wrong block called found costs more than a right one called uncertain. Each site
counts once. For each fold the best thresholds of the other folds are taken; their worth on the fold is the honest one.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.quality.follow import Version, fold_rankers, removals_of, tracks_by_site, versions_of
from benchmarks.training.train_follow import FOLD_COUNT
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import without_element
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.follow.states import THRESHOLDS, Found, Thresholds

NONE_ODDS = (0.05, 0.1, 0.2)
LEARN_FROM = (0.7, 0.8, 0.9)
FOUND_FROM = (0.5, 0.6, 0.7, 0.8)
LOST_BELOW = (0.01, 0.03, 0.06)
WORTH_PRESENT = {("found", True): 1.0, ("uncertain", True): 0.7, ("found", False): -1.0, ("uncertain", False): 0.0}
PRESENT_SHARE = 0.8
WORTH_REMOVED = {"found": -1.0, "uncertain": 0.8, "lost": 1.0}


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the belief in the best candidate, whether it was taken for sure, whether it was right."""

    belief: float
    is_sure: bool
    is_right: bool
    was_removed: bool

    def worth(self, thresholds: Thresholds) -> float:
        state = "found" if self.is_sure else thresholds.state_of(self.belief)
        if self.was_removed:
            return WORTH_REMOVED[state]
        return WORTH_PRESENT.get((state, self.is_right), 0.0)


def answers_of(
    versions: Mapping[str, Version], site: str, tracks: Sequence[dict[str, Any]], ranker: Ranker, thresholds: Thresholds
) -> Iterable[Answer]:
    """What the follower says about every track of a site, and about pages without the element."""
    followers: dict[str, Follower] = {}
    removals = removals_of(site, tracks)
    for time, version in sorted(versions.items()):
        present = [track["id"] for track in tracks if time in track["times"] and track["id"] in version.rows]
        active = [name for name in present if name in followers]
        for name in active:
            if (name, time) in removals:
                copy = Follower(followers[name].memory, ranker=ranker, thresholds=thresholds)
                yield _answer(copy.find(without_element(version.hidden, version.rows[name])), None)
        found = find_all([followers[name] for name in active], version.hidden)
        for name, answer in zip(active, found, strict=True):
            yield _answer(answer, version.rows[name])
        for name in set(present) - set(followers):
            memory = Follower.from_row(version.hidden, version.rows[name]).memory
            followers[name] = Follower(memory, ranker=ranker, thresholds=thresholds)


def _answer(found: Found, row: int | None) -> Answer:
    belief = 1.0 - found.confidence if found.state == "lost" else found.confidence
    is_sure = found.state == "found" and "not learned until confirmed" not in found.reasons
    return Answer(belief, is_sure, row is not None and found.row == row, row is None)


def worths() -> dict[Thresholds, dict[str, float]]:
    """The worth of every combination on every site."""
    rankers, found = fold_rankers(), defaultdict[Thresholds, dict[str, float]](dict)
    for site, tracks in sorted(tracks_by_site().items()):
        versions = {version.time: version for version in versions_of(site)}
        for none_odds, learn_from in itertools.product(NONE_ODDS, LEARN_FROM):
            # Nothing is called lost while answering, so that the belief in every best candidate is recorded.
            open_minded = replace(THRESHOLDS, none_odds=none_odds, learn_from=learn_from, lost_below=0.0)
            ranker = rankers.get(site) or default_ranker()
            answers = list(answers_of(versions, site, tracks, ranker, open_minded))
            for found_from, lost_below in itertools.product(FOUND_FROM, LOST_BELOW):
                chosen = replace(open_minded, found_from=found_from, lost_below=lost_below)
                found[chosen][site] = _mean_worth(answers, chosen)
        print(f"  {site}", flush=True)
    return found


def _mean_worth(answers: Sequence[Answer], thresholds: Thresholds) -> float:
    """In life a block is there far more often than not: pages without it count a fifth."""
    shares = ((False, PRESENT_SHARE), (True, 1.0 - PRESENT_SHARE))
    kinds = [([a.worth(thresholds) for a in answers if a.was_removed is removed], share) for removed, share in shares]
    return float(sum(share * np.mean(kind) for kind, share in kinds if kind))


def main() -> None:
    found = worths()
    sites = sorted(next(iter(found.values())))
    honest = []
    for fold in range(FOLD_COUNT):
        left_out = sites[fold::FOLD_COUNT]
        best = max(found, key=lambda t: np.mean([found[t][site] for site in sites if site not in left_out]))
        honest += [found[best][site] for site in left_out]
        print(f"  without {', '.join(left_out)}: {best}")
    best = max(found, key=lambda t: np.mean(list(found[t].values())))
    print(f"  worth on sites left out {np.mean(honest):.4f}")
    print(f"  worth of the present thresholds {np.mean(list(found.get(THRESHOLDS, {'': np.nan}).values())):.4f}")
    print(f"  best on all sites {np.mean(list(found[best].values())):.4f}: {best}")


if __name__ == "__main__":
    main()
