"""Chooses from which belief on a block is called found, near and far versions apart, by leaving sites out.

    PAGESTRATA_SIMILO=~/Similo2-JS python -m benchmarks.training.tune_found

Every site is answered by the ranker that never saw it: the tracks of the sequences and Similo's pairs, and both once more
with the element taken out. Near and far are told by how much of the page is left (`near_from`). For each, the lowest
threshold is taken at which at most `MOST_WRONG` of the answers `found` are wrong and at most `MOST_GONE` of the elements
that are gone are found; of all `NEAR_FROM` the one with most right answers, tracks and pairs counting alike. For each
fifth of the sites all three are chosen on the others; what they are worth there is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.quality.follow import Version, fold_rankers, removals_of, tracks_by_site, versions_of
from benchmarks.similo_pages import similo_sites
from benchmarks.training.train_follow import FOLD_COUNT, SIMILO, renumbered
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import without_element
from pagestrata.follow.portraits.item_page import item_page_of
from pagestrata.follow.portraits.trait_columns import page_kept
from pagestrata.follow.ranker import default_ranker
from pagestrata.follow.states import THRESHOLDS, Found
from pagestrata.model.snapshot import Snapshot

GRID = tuple(round(0.5 + 0.01 * step, 2) for step in range(50))
MOST_WRONG = 0.03
"""Of the answers `found`. Asked are two of a hundred; one more is for pairs of Similo's data that join different elements
(six of 572 on Wikipedia's start page alone)."""
MOST_GONE = {"tracks": 0.02, "pairs": 0.08}
NEAR_FROM = (0.6, 0.75, 0.85, 0.95)
OPEN_MINDED = replace(THRESHOLDS, lost_below=0.0)


@dataclass(frozen=True, slots=True)
class Answer:
    """The belief in the best candidate; `is_gone`: the element was taken out."""

    site: str
    kept: float
    belief: float
    is_right: bool
    is_gone: bool


def _answer(site: str, follower: Follower, page: Snapshot, found: Found, row: int | None) -> Answer:
    kept = page_kept(follower.memory.newest.page_sketch, item_page_of(page))
    return Answer(site, kept, found.confidence, found.row == row, row is None)


def similo_answers() -> Iterator[Answer]:
    rankers = fold_rankers()
    for site in similo_sites():
        ranker = rankers.get(SIMILO + site.name) or default_ranker()
        memories = [Follower.from_row(site.old, row).memory for row, _ in site.pairs]
        followers = [Follower(memory, ranker=ranker, thresholds=OPEN_MINDED) for memory in memories]
        before = [Follower(memory) for memory in memories]
        for (_, new), known, found in zip(site.pairs, before, find_all(followers, site.new), strict=True):
            yield _answer(SIMILO + site.name, known, site.new, found, new)
        for (_, new), memory in zip(site.pairs, memories, strict=True):
            cut = without_element(site.new, new)
            yield _gone(SIMILO + site.name, Follower(memory, ranker=ranker, thresholds=OPEN_MINDED), cut)


def _gone(site: str, follower: Follower, cut: Snapshot) -> Answer:
    before = Follower(follower.memory)
    return _answer(site, before, cut, follower.find(cut), None)


def track_answers() -> Iterator[Answer]:
    rankers = fold_rankers()
    for site, tracks in sorted(tracks_by_site().items()):
        ranker, followers = rankers.get(site) or default_ranker(), dict[str, Follower]()
        removals, last = removals_of(site, tracks), None
        for version in versions_of(site):
            void = renumbered(last.rows, version.rows) if last is not None else set[str]()
            present = [t["id"] for t in tracks if version.time in t["times"] and t["id"] in version.rows]
            followers = {name: follower for name, follower in followers.items() if name not in void}
            active = [name for name in present if name in followers]
            for name in active:
                if (name, version.time) in removals:
                    copy = Follower(followers[name].memory, ranker=ranker, thresholds=OPEN_MINDED)
                    yield _gone(site, copy, without_element(version.hidden, version.rows[name]))
            yield from _followed(site, [(name, followers[name]) for name in active], version)
            for name in set(present) - set(followers):
                memory = Follower.from_row(version.hidden, version.rows[name]).memory
                followers[name] = Follower(memory, ranker=ranker, thresholds=OPEN_MINDED)
            last = version


def _followed(site: str, named: Sequence[tuple[str, Follower]], version: Version) -> Iterator[Answer]:
    before = [Follower(follower.memory) for _, follower in named]
    answers = find_all([follower for _, follower in named], version.hidden) if named else []
    for (name, _), memory, found in zip(named, before, answers, strict=True):
        yield _answer(site, memory, version.hidden, found, version.rows[name])


@dataclass(frozen=True, slots=True)
class Choice:
    """From which share of its page on a version is near, and from which belief on a block is found there and elsewhere."""

    near_from: float
    near: float
    far: float

    def is_found(self, answer: Answer) -> bool:
        return answer.belief >= (self.near if answer.kept >= self.near_from else self.far)


def lowest(answers: Sequence[Answer]) -> float:
    """The lowest threshold that keeps both promises for tracks and for pairs, the highest of all where none does."""
    for threshold in GRID:
        kept = [_keeps(group, threshold, MOST_GONE[name]) for name, group in _kinds(answers).items() if group]
        if all(kept):
            return threshold
    return GRID[-1]


def _keeps(answers: Sequence[Answer], threshold: float, most_gone: float) -> bool:
    wrong, _, gone = shares(answers, [answer.belief >= threshold for answer in answers])
    return wrong <= MOST_WRONG and gone <= most_gone


def _kinds(answers: Sequence[Answer]) -> dict[str, list[Answer]]:
    pairs = [answer for answer in answers if answer.site.startswith(SIMILO)]
    return {"tracks": [answer for answer in answers if not answer.site.startswith(SIMILO)], "pairs": pairs}


def chosen(answers: Sequence[Answer]) -> Choice:
    """The choice that keeps the promises and finds most."""
    choices = []
    for near_from in NEAR_FROM:
        near = [answer for answer in answers if answer.kept >= near_from]
        far = [answer for answer in answers if answer.kept < near_from]
        choices.append(Choice(near_from, lowest(near), lowest(far)))
    return max(choices, key=lambda choice: _worth(answers, choice))


def _worth(answers: Sequence[Answer], choice: Choice) -> float:
    """The share of elements found and right, tracks and pairs counting alike."""
    groups = [group for group in _kinds(answers).values() if group]
    return float(np.mean([shares(group, list(map(choice.is_found, group)))[1] for group in groups]))


def shares(answers: Sequence[Answer], found: Sequence[bool]) -> tuple[float, float, float]:
    """Of the answers found the wrong ones, of all elements those found and right, of those that are gone the ones found."""
    pairs = list(zip(answers, found, strict=True))
    there = [answer.is_right for answer, is_found in pairs if is_found and not answer.is_gone]
    count = sum(not answer.is_gone for answer in answers)
    gone = [float(is_found) for answer, is_found in pairs if answer.is_gone]
    return 1.0 - sum(there) / max(1, len(there)), sum(there) / max(1, count), float(np.mean(gone or [0.0]))


def _show(name: str, answers: Sequence[Answer], found: Sequence[bool]) -> None:
    wrong, right, gone = shares(answers, found)
    print(f"  {name}: found and right {right:.3f}; of those found wrong {wrong:.3f}; found although gone {gone:.3f}")


def main() -> None:
    answers = [*track_answers(), *similo_answers()]
    sites = sorted({answer.site for answer in answers})
    honest: list[tuple[Answer, bool]] = []
    for fold in range(FOLD_COUNT):
        left_out = set(sites[fold::FOLD_COUNT])
        choice = chosen([answer for answer in answers if answer.site not in left_out])
        honest += [(answer, choice.is_found(answer)) for answer in answers if answer.site in left_out]
        print(f"  without fold {fold}: {choice}", flush=True)
    for name, is_pair in (("tracks, sites left out", False), ("Similo's pairs, sites left out", True)):
        own = [(answer, found) for answer, found in honest if answer.site.startswith(SIMILO) is is_pair]
        _show(name, [answer for answer, _ in own], [found for _, found in own])
    print(f"  on all sites: {chosen(answers)}")


if __name__ == "__main__":
    main()
