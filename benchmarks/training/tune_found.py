"""Chooses from which belief on a block is called found, near and far versions apart, by leaving sites out.

    PAGESTRATA_SIMILO=~/Similo2-JS python -m benchmarks.training.tune_found

Every site is answered by the ranker that never saw it: the tracks of the sequences (read without a browser) and Similo's
pairs, and both once more with the element taken out. Near and far are told by how much of the page is left
(`Thresholds.near_from`). A choice is worth the share of elements found and right, less `WRONG_COSTS` times the share found
and wrong, less `GONE_COSTS` times the share of the elements taken out that are found; tracks and pairs count alike. Of
choices that are worth the same the one in the middle is taken.

For each fifth of the sites everything is chosen on the other four: the weights of the second look (`tune_neighbours`), with
these the answers, and from the answers the thresholds. The rankers that answer for the four have seen the fifth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from benchmarks.quality.follow import Version, fold_rankers, removals_of, sites_of_folds, tracks_by_site
from benchmarks.quality.tracks import plain_versions
from benchmarks.similo_pages import similo_sites
from benchmarks.training.train_follow import SIMILO, renumbered
from benchmarks.training.tune_neighbours import MEASURES, Doubt, doubts, fitted
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import without_element
from pagestrata.follow.memory import Memory
from pagestrata.follow.portraits.item_page import item_page_of
from pagestrata.follow.portraits.trait_columns import page_kept
from pagestrata.follow.ranker import default_ranker
from pagestrata.follow.states import THRESHOLDS, Found, PositionWeights, Thresholds
from pagestrata.model.snapshot import Snapshot

GRID = tuple(round(0.7 + 0.01 * step, 2) for step in range(30))
WRONG_COSTS, GONE_COSTS = 5.0, 1.0
"""What an answer `found` costs that is wrong, and one for an element that is gone, in answers that are right."""
MOST_VERSIONS = 8
"""Of one site: sites with long histories would only repeat themselves."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The belief in the best candidate; `is_gone`: the element was taken out; `by_rule`: found whatever the belief."""

    site: str
    kept: float
    belief: float
    is_right: bool
    is_gone: bool
    by_rule: bool = False
    is_found: bool = False  # with the thresholds that were given


def _answer(site: str, memory: Memory, page: Snapshot, found: Found, row: int | None) -> Answer:
    kept = page_kept(memory.newest.page_sketch, item_page_of(page))
    by_rule = found.state == "found" and found.confidence < THRESHOLDS.on_page(kept).found_from
    return Answer(site, kept, found.confidence, found.row == row, row is None, by_rule, found.state == "found")


def similo_answers(sites: frozenset[str], limits: Thresholds) -> Iterator[Answer]:
    rankers = fold_rankers()
    for site in similo_sites():
        name = SIMILO + site.name
        if name not in sites:
            continue
        ranker = rankers.get(name) or default_ranker()
        memories = [Follower.from_row(site.old, row).memory for row, _ in site.pairs]
        followers = [Follower(memory, ranker=ranker, thresholds=limits) for memory in memories]
        for (_, new), memory, found in zip(site.pairs, memories, find_all(followers, site.new), strict=True):
            yield _answer(name, memory, site.new, found, new)
        for (_, new), memory in zip(site.pairs, memories, strict=True):
            yield _gone(name, Follower(memory, ranker=ranker, thresholds=limits), without_element(site.new, new))


def _gone(site: str, follower: Follower, cut: Snapshot) -> Answer:
    memory = follower.memory
    return _answer(site, memory, cut, follower.find(cut), None)


def first_versions() -> dict[str, list[Version]]:
    """The first versions of each site with tracks."""
    return {site: list(plain_versions(site))[:MOST_VERSIONS] for site in sorted(tracks_by_site())}


def track_answers(sites: frozenset[str], limits: Thresholds, versions: dict[str, list[Version]]) -> Iterator[Answer]:
    rankers = fold_rankers()
    for site, tracks in sorted(tracks_by_site().items()):
        if site not in sites:
            continue
        ranker, followers = rankers.get(site) or default_ranker(), dict[str, Follower]()
        removals, last = removals_of(site, tracks), None
        for version in versions[site]:
            void = renumbered(last.rows, version.rows) if last is not None else set[str]()
            present = [t["id"] for t in tracks if version.time in t["times"] and t["id"] in version.rows]
            followers = {name: follower for name, follower in followers.items() if name not in void}
            active = [name for name in present if name in followers]
            for name in active:
                if (name, version.time) in removals:
                    copy = Follower(followers[name].memory, ranker=ranker, thresholds=limits)
                    yield _gone(site, copy, without_element(version.hidden, version.rows[name]))
            yield from _followed(site, [(name, followers[name]) for name in active], version)
            for name in set(present) - set(followers):
                memory = Follower.from_row(version.hidden, version.rows[name]).memory
                followers[name] = Follower(memory, ranker=ranker, thresholds=limits)
            last = version


def _followed(site: str, named: Sequence[tuple[str, Follower]], version: Version) -> Iterator[Answer]:
    before = [follower.memory for _, follower in named]
    answers = find_all([follower for _, follower in named], version.hidden) if named else []
    for (name, _), memory, found in zip(named, before, answers, strict=True):
        yield _answer(site, memory, version.hidden, found, version.rows[name])


@dataclass(frozen=True, slots=True)
class Choice:
    """From which belief on a block is found on a page of which much is left, and on another."""

    near: float
    far: float

    def is_found(self, answer: Answer) -> bool:
        return answer.by_rule or answer.belief >= (self.near if answer.kept >= THRESHOLDS.near_from else self.far)

    def limits(self, position: PositionWeights) -> Thresholds:
        """Return the thresholds of the follower for this choice."""
        return replace(
            THRESHOLDS, found_from=self.near, learn_from=self.near, far_found_from=self.far, position=position
        )


def chosen(answers: Sequence[Answer]) -> Choice:
    """The choice that is worth most; a far version never asks for less than a near one."""
    near, far = (np.sum(parts, axis=0) for parts in zip(*map(_worth_by_threshold, _kinds(answers)), strict=True))
    worth = np.where(np.tri(len(GRID), dtype=bool).T, near[:, None] + far[None, :], -np.inf)
    places = np.argwhere(worth >= worth.max() - 1e-9)
    at_near, at_far = places[len(places) // 2]
    return Choice(GRID[at_near], GRID[at_far])


def _worth_by_threshold(answers: Sequence[Answer]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """What each threshold of the grid adds to the worth of a choice, for near and for far versions."""
    there, gone = (max(1, sum(answer.is_gone is is_gone for answer in answers)) for is_gone in (False, True))
    near, far = np.zeros((2, len(GRID)))
    for answer in answers:
        worth = -GONE_COSTS / gone if answer.is_gone else (1.0 if answer.is_right else -WRONG_COSTS) / there
        column = near if answer.kept >= THRESHOLDS.near_from else far
        column += worth * (answer.by_rule | (np.array(GRID) <= answer.belief))
    return near, far


def _kinds(answers: Sequence[Answer]) -> list[list[Answer]]:
    """The answers of the tracks and those of the pairs."""
    return [[each for each in answers if each.site.startswith(SIMILO) is is_pair] for is_pair in (False, True)]


def position_weights(examples: Sequence[Doubt]) -> PositionWeights:
    base, order, nesting = map(float, fitted(examples, MEASURES))
    return PositionWeights(base=base, order=order, nesting=nesting)


def nested_limits() -> Iterator[tuple[frozenset[str], Thresholds]]:
    """Each fifth of the sites, and thresholds and weights of the second look that were chosen on the others."""
    examples, versions = list(doubts()), first_versions()
    every = frozenset[str]().union(*sites_of_folds())
    for left_out in sites_of_folds():
        position = position_weights([each for each in examples if SIMILO + each.site not in left_out])
        limits = replace(THRESHOLDS, lost_below=0.0, position=position)
        others = every - left_out
        choice = chosen([*track_answers(others, limits, versions), *similo_answers(others, limits)])
        print(f"  without {len(left_out)} sites: {choice}, {position}", flush=True)
        yield left_out, choice.limits(position)


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
    versions, limits = first_versions(), replace(THRESHOLDS, lost_below=0.0)
    every = frozenset[str]().union(*sites_of_folds())
    answers = [*track_answers(every, limits, versions), *similo_answers(every, limits)]
    honest: list[Answer] = []
    for left_out, own in nested_limits():
        honest += [*track_answers(left_out, own, versions), *similo_answers(left_out, own)]
    for name, own_answers in zip(("tracks", "Similo's pairs"), _kinds(honest), strict=True):
        _show(f"{name}, sites left out", own_answers, [answer.is_found for answer in own_answers])
    print(f"  on all sites: {chosen(answers)}")


if __name__ == "__main__":
    main()
