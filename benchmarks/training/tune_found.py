"""Chooses from which belief on a block is called found, near and far versions apart, by leaving sites out.

    PAGESTRATA_SIMILO=~/Similo2-JS python -m benchmarks.training.tune_found

Every site is answered by the ranker that never saw it: the tracks of the sequences and Similo's pairs, and both once more
with the element taken out. Near and far are told by how much of the page is left (`Thresholds.near_from`). For each, the
lowest threshold is taken at which at most `MOST_WRONG` of the answers `found` are wrong and at most `MOST_GONE` of the
elements that are gone are found. For each fifth of the sites it is chosen on the others; what it is worth there is printed.
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
from pagestrata.follow.ranker import default_ranker
from pagestrata.follow.states import THRESHOLDS, Found
from pagestrata.follow.trait_columns import page_kept
from pagestrata.model.snapshot import Snapshot

GRID = tuple(round(0.5 + 0.01 * step, 2) for step in range(50))
MOST_WRONG = 0.02
MOST_GONE = {"near": 0.02, "far": 0.08}
OPEN_MINDED = replace(THRESHOLDS, lost_below=0.0)


@dataclass(frozen=True, slots=True)
class Answer:
    """The belief in the best candidate; `is_gone`: the element was taken out."""

    site: str
    is_near: bool
    belief: float
    is_right: bool
    is_gone: bool


def _answer(site: str, follower: Follower, page: Snapshot, found: Found, row: int | None) -> Answer:
    kept = page_kept(follower.memory.newest.page_sketch, item_page_of(page))
    return Answer(site, kept >= THRESHOLDS.near_from, found.confidence, found.row == row, row is None)


def similo_answers() -> Iterator[Answer]:
    rankers = fold_rankers()
    for site in similo_sites():
        ranker = rankers.get(SIMILO + site.name) or default_ranker()
        memories = [Follower.from_row(site.old, row).memory for row, _ in site.pairs]
        followers = [Follower(memory, ranker=ranker, thresholds=OPEN_MINDED) for memory in memories]
        before = [Follower(memory) for memory in memories]
        for (_, new), memory, found in zip(site.pairs, before, find_all(followers, site.new), strict=True):
            yield _answer(SIMILO + site.name, memory, site.new, found, new)
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


def chosen(answers: Sequence[Answer], kind: str) -> float:
    """The lowest threshold that keeps both promises, the highest of all where none does."""
    for threshold in GRID:
        wrong, _, gone = shares(answers, threshold)
        if wrong <= MOST_WRONG and gone <= MOST_GONE[kind]:
            return threshold
    return GRID[-1]


def shares(answers: Sequence[Answer], threshold: float) -> tuple[float, float, float]:
    """Of the answers found the wrong ones, of all elements those found and right, of those that are gone the ones found."""
    there = [answer for answer in answers if not answer.is_gone]
    found = [answer for answer in there if answer.belief >= threshold]
    right = sum(answer.is_right for answer in found)
    gone = [answer.belief >= threshold for answer in answers if answer.is_gone]
    return 1.0 - right / max(1, len(found)), right / max(1, len(there)), float(np.mean(gone or [0.0]))


def main() -> None:
    answers = [*track_answers(), *similo_answers()]
    sites = sorted({answer.site for answer in answers})
    for kind, is_near in (("near", True), ("far", False)):
        own = [answer for answer in answers if answer.is_near is is_near]
        honest, picked = list[Answer](), list[float]()
        for fold in range(FOLD_COUNT):
            left_out = set(sites[fold::FOLD_COUNT])
            threshold = chosen([answer for answer in own if answer.site not in left_out], kind)
            picked.append(threshold)
            moved = [answer for answer in own if answer.site in left_out]
            honest += [replace(answer, belief=answer.belief - threshold) for answer in moved]
        wrong, right, gone = shares(honest, 0.0)
        print(
            f"  {kind}: {chosen(own, kind):.2f} on all sites; by leaving sites out {picked}: of {len(own)} answers right"
        )
        print(f"    {right:.3f}, of those found wrong {wrong:.3f}, found although gone {gone:.3f}", flush=True)


if __name__ == "__main__":
    main()
