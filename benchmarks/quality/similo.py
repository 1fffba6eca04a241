"""How well single elements are found on pages of others, years later: Similo's pairs, sites left out.

    PAGESTRATA_SIMILO=~/Similo2-JS python -m benchmarks.quality similo
    python -m benchmarks.quality.similo --alone       without Scrapling and Similo's own scorer, which take minutes

Every site is judged by a ranker that was trained without it (`benchmarks/training/train_follow`), all chosen elements of a page
together, as an archive does. Beside it, on the same rebuilt pages: each element alone, Scrapling's adaptive match, and
Similo with its published weights on its own records. `right` and `wrong` are shares of all pairs that the answer
`found` got right and wrong; the best candidate counts whatever its confidence. `removed`: the element was taken out.
`nested`: the weights of the second look and the thresholds are chosen without the site as well (`training/tune_found`).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from benchmarks.quality.follow import fold_rankers
from benchmarks.similo_pages import ABSENT, Record, SimiloSite, similo_folder, similo_sites
from benchmarks.training.train_follow import SIMILO
from benchmarks.training.tune_found import nested_limits
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import without_element
from pagestrata.follow.page import Page, nodes_of
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.follow.states import THRESHOLDS, Thresholds

SIMILO_WEIGHTS = {
    "tag": 1.5, "name": 1.5, "id": 1.5, "visibleText": 1.5, "neighborText": 1.5, "classList": 0.5, "href": 0.5, "alt": 0.5,
    "xpath": 0.5, "idxpath": 0.5, "isButton": 0.5, "location": 0.5, "area": 0.5, "shape": 0.5,
}  # fmt: skip
"""As published (Nass et al. 2023)."""
REMOVED_PER_SITE = 8
Answer = tuple[str, bool]
Locate = Callable[[int], int | None]


@dataclass
class Answers:
    """State and right or wrong per pair; `worded`: whether the element had text."""

    given: list[Answer] = field(default_factory=list)
    best: list[bool] = field(default_factory=list)
    worded: list[bool] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    def share(self, right: bool, *, worded: bool | None = None) -> float:
        """The share of answers `found` that are right, or wrong."""
        chosen = [a for a, has in zip(self.given, self.worded, strict=True) if worded is None or has is worded]
        return float(np.mean([answer == ("found", right) for answer in chosen] or [0.0]))


def measured_sites(rankers: Mapping[str, Ranker], *, together: bool) -> Answers:
    found = Answers()
    for site in similo_sites():
        _add_site(found, site, rankers.get(SIMILO + site.name) or default_ranker(), THRESHOLDS, together=together)
    return found


def nested_answers(rankers: Mapping[str, Ranker]) -> Answers:
    """The answers with a ranker, weights of the second look and thresholds that were all chosen without the site."""
    found, sites = Answers(), list(similo_sites())
    for left_out, limits in nested_limits():
        for site in sites:
            if SIMILO + site.name in left_out:
                _add_site(found, site, rankers[SIMILO + site.name], limits, together=True)
    return found


def _add_site(found: Answers, site: SimiloSite, ranker: Ranker, limits: Thresholds, *, together: bool) -> None:
    memories = [Follower.from_row(site.old, row).memory for row, _ in site.pairs]
    groups = [memories] if together else [[memory] for memory in memories]
    never_lost = replace(limits, lost_below=0.0)
    answers = [
        a for group in groups
        for a in find_all([Follower(m, ranker=ranker, thresholds=limits) for m in group], site.new)
    ]  # fmt: skip
    best = [
        a for group in groups
        for a in find_all([Follower(m, ranker=ranker, thresholds=never_lost) for m in group], site.new)
    ]  # fmt: skip
    for (old, new), answer, candidate in zip(site.pairs, answers, best, strict=True):
        found.given.append((answer.state, answer.row == new))
        found.best.append(candidate.row == new)
        found.worded.append(bool(nodes_of(site.old).text_of(old)))
    if together:
        for number in range(0, len(memories), max(1, len(memories) // REMOVED_PER_SITE)):
            cut = without_element(site.new, site.pairs[number][1])
            found.removed.append(Follower(memories[number], ranker=ranker, thresholds=limits).find(cut).state)


def peers() -> dict[str, Answers]:
    """Scrapling and Similo: both always name an element."""
    found: dict[str, Answers] = defaultdict(Answers)
    for site in similo_sites():
        for name, locate in _peers_of(site):
            for old, new in site.pairs:
                row = locate(old)
                found[name].given.append(("found" if row is not None else "lost", row == new))
                found[name].best.append(row == new)
                found[name].worded.append(bool(nodes_of(site.old).text_of(old)))
    return found


def _peers_of(site: SimiloSite) -> Iterator[tuple[str, Locate]]:
    from benchmarks.peers.scrapling_match import scrapling_locator

    before, after = Page(nodes_of(site.old)), Page(nodes_of(site.new))
    yield "Scrapling", lambda row: scrapling_locator(before, row)(after)
    rows, records = list(site.new_records), list(site.new_records.values())

    def similo(row: int) -> int:
        wanted = site.old_records[row]
        return rows[int(np.argmax([similo_score(wanted, other) for other in records]))]

    yield "Similo", similo


def similo_score(wanted: Record, other: Record) -> float:
    """The weighted sum of similarities of two records."""
    return sum(
        weight * _alike(name, wanted[name], other.get(name))
        for name, weight in SIMILO_WEIGHTS.items()
        if wanted.get(name) not in (None, "", [], [""])
    )


def _alike(name: str, one: Any, other: Any) -> float:
    if other is None:
        return 0.0
    if name in ("visibleText", "neighborText", "classList"):
        return _jaccard(one, other)
    if name in ("tag", "name", "id"):
        return float(str(one).lower() == str(other).lower())
    if name == "isButton":
        return float(one == other)
    if name == "location":
        return max(0.0, 100.0 - float(np.hypot(one["x"] - other["x"], one["y"] - other["y"]))) / 100.0
    if name in ("area", "shape"):
        return min(one, other) / max(one, other) if max(one, other) else 0.0
    from rapidfuzz.distance import Levenshtein

    return float(Levenshtein.normalized_similarity(str(one), str(other)))


def _jaccard(one: Sequence[str], other: Sequence[str]) -> float:
    first, second = ({word.lower() for word in words if word} for words in (one, other))
    return len(first & second) / len(first | second) if first and second else 0.0


def figures(found: Answers) -> dict[str, float]:
    return {
        "found_right": found.share(True),
        "not_found_wrong": 1.0 - found.share(False),
        "best_candidate": float(np.mean(found.best)),
        "without_text_right": found.share(True, worded=False),
        "without_text_not_wrong": 1.0 - found.share(False, worded=False),
        "removed_not_found": float(np.mean([state != "found" for state in found.removed] or [1.0])),
    }


def _show(name: str, found: Answers) -> None:
    print(
        f"  {name:22} {len(found.given):4} pairs   right {found.share(True):.3f}   wrong {found.share(False):.3f}"
        f"   best {np.mean(found.best):.3f}   without text ({found.worded.count(False)}) "
        f"{found.share(True, worded=False):.3f} / {found.share(False, worded=False):.3f}",
        flush=True,
    )


def measure(*, with_peers: bool = True) -> dict[str, float]:
    """The figures; none, and a sentence why, where the data is not here."""
    if similo_folder() is None:
        print(f"  {ABSENT}; nothing was measured")
        return {}
    rankers = fold_rankers()
    together = measured_sites(rankers, together=True)
    _show("together", together)
    _show("one by one", measured_sites(rankers, together=False))
    for name, found in peers().items() if with_peers else ():
        _show(name, found)
    nested = nested_answers(rankers)
    _show("nested", nested)
    return figures(together) | {f"nested: {name}": value for name, value in figures(nested).items()}


if __name__ == "__main__":
    for figure, value in measure(with_peers="--alone" not in sys.argv).items():
        print(f"  {figure:36} {value:.4f}")
