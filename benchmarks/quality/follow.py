"""How well blocks are followed: the tracks of tracks.json, every id hidden from the follower.

    python -m benchmarks.quality.follow [SITE…]      prints the table
    python -m benchmarks.quality follow              holds the figures against their floors

Each site is judged by a ranker that was trained without it. Every version is analysed once and all tracks of a site
share it. The models and baselines of paper 2 and two later peers are in the same table (`follow_methods`). Cells of tables
are measured by `grids`.

Ids that only count elements ('cb3', the third block of code) name another element once one before it is gone. They are in
all figures but those of `same_element`, which end such tracks there: a follower that stays with the element is right.
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from benchmarks.pages import load_sequence_snapshots, require_data
from benchmarks.quality import grids
from benchmarks.quality.follow_methods import PAPER_BASELINES, Score, Table, compare_methods
from benchmarks.training.train_follow import FOLD_COUNT, FOLDS, SITES, renumbered, rows_by_unique_id
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import without_element, without_ids
from pagestrata.follow.page import Page, nodes_of
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.learned.trees import read_ensembles
from pagestrata.model.snapshot import Snapshot

REMOVALS_PER_TRACK = 2
FEEDBACK_LABELS = 5


@dataclass
class Outcome:
    """Everything that is measured."""

    default: Score = field(default_factory=Score)
    same_element: Score = field(default_factory=Score)  # without ids that name another element since one came or went
    same_element_states: list[str] = field(default_factory=list)
    feedback: Score = field(default_factory=Score)
    table: Table = field(default_factory=Table)
    states: list[str] = field(default_factory=list)
    removed_states: list[str] = field(default_factory=list)
    removed_again_states: list[str] = field(default_factory=list)
    confident: list[tuple[float, bool]] = field(default_factory=list)
    found: list[bool] = field(default_factory=list)  # whether each answer `found` is right


@dataclass(frozen=True)
class Version:
    time: str
    hidden: Snapshot
    rows: Mapping[str, int]


ReadVersions = Callable[[str], Iterator[Version]]
"""Reads the versions of a site."""


def fold_rankers() -> dict[str, Ranker]:
    """Site -> the ranker that was trained without it. Sites without persistent ids are in no training at all."""
    folds, sites = read_ensembles(FOLDS.read_bytes()), json.loads(SITES.read_text())
    rankers: dict[str, Ranker] = {}
    for fold in range(FOLD_COUNT):
        rankers |= dict.fromkeys(sites[fold::FOLD_COUNT], Ranker(folds[f"fold{fold}"]))
    return rankers


def sites_of_folds() -> list[frozenset[str]]:
    """The sites that each of the rankers of `fold_rankers` was trained without."""
    sites = json.loads(SITES.read_text())
    return [frozenset(sites[fold::FOLD_COUNT]) for fold in range(FOLD_COUNT)]


def tracks_by_site() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for track in json.loads((require_data() / "tracks.json").read_text()):
        found[track["site"]].append(track)
    return found


def versions_of(site: str) -> Iterator[Version]:
    for snapshot in load_sequence_snapshots(site):
        if snapshot.nodes is not None:
            time = snapshot.captured_at.strftime("%Y-%m-%dT%H:%M:%SZ")
            yield Version(time, without_ids(replace(snapshot, screenshot_png=None)), rows_by_unique_id(snapshot.nodes))


def measure_site(
    site: str, tracks: Sequence[dict[str, Any]], ranker: Ranker, outcome: Outcome, read: ReadVersions, *, peers: bool
) -> None:
    versions = {version.time: version for version in read(site)}
    for corrected in (False, True):
        _follow_all(site, tracks, versions, ranker, outcome, corrected=corrected)
    if peers:
        pages = {time: Page(nodes_of(version.hidden)) for time, version in versions.items()}
        rows = {time: version.rows for time, version in versions.items()}
        right = {name: found for (_, name), found in outcome.default.of_site(site).tracks.items()}
        compare_methods(outcome.table, site, tracks, pages, rows, right)


def _follow_all(
    site: str, tracks: Sequence[dict[str, Any]], versions: Mapping[str, Version], ranker: Ranker, outcome: Outcome,
    *, corrected: bool,
) -> None:  # fmt: skip
    followers: dict[str, Follower] = {}
    labels: dict[str, int] = defaultdict(int)
    removals = removals_of(site, tracks)
    void, last = set[str](), None
    for time in sorted(versions):
        version = versions[time]
        void |= renumbered(last.rows, version.rows) if last is not None else set()
        last = version
        present = [t for t in tracks if time in t["times"] and t["id"] in version.rows]
        active = [track for track in present if track["id"] in followers]
        if not corrected:
            for track in active:
                if (track["id"], time) in removals:
                    _measure_removal(followers[track["id"]], version, track["id"], outcome)
        answers = find_all([followers[track["id"]] for track in active], version.hidden) if active else []
        for track, found in zip(active, answers, strict=True):
            name, right = track["id"], found.row == version.rows[track["id"]]
            if corrected and not right and labels[name] < FEEDBACK_LABELS:
                labels[name] += 1
                followers[name].correct_row(version.hidden, version.rows[name])
                right = True
            (outcome.feedback if corrected else outcome.default).add(site, name, right)
            if not corrected and name not in void:
                outcome.same_element.add(site, name, right)
                outcome.same_element_states.append(found.state)
            if not corrected:
                outcome.states.append(found.state)
                outcome.found += [right] if found.state == "found" else []
                if found.state != "lost":
                    outcome.confident.append((found.confidence, right))
        for track in present:
            if track["id"] not in followers:
                row = version.rows[track["id"]]
                followers[track["id"]] = Follower.from_row(version.hidden, row, ranker=ranker)


def removals_of(site: str, tracks: Sequence[dict[str, Any]]) -> set[tuple[str, str]]:
    chance = random.Random(f"removed {site}")
    return {
        (track["id"], time)
        for track in tracks
        for time in chance.sample(track["times"][1:], min(REMOVALS_PER_TRACK, len(track["times"]) - 1))
    }


def _measure_removal(follower: Follower, version: Version, name: str, outcome: Outcome) -> None:
    """What a copy of the follower says about the page without the element, and when it sees that page once more."""
    copy, cut = Follower(follower.memory, ranker=follower.ranker), without_element(version.hidden, version.rows[name])
    outcome.removed_states.append(copy.find(cut).state)
    outcome.removed_again_states.append(copy.find(cut).state)


def figures(outcome: Outcome) -> dict[str, float]:
    found: dict[str, float] = {
        "version_accuracy": outcome.default.version,
        "block_accuracy": outcome.default.block,
        "feedback_version_accuracy": outcome.feedback.version,
        "feedback_block_accuracy": outcome.feedback.block,
        "removed_lost_or_uncertain": float(np.mean([s != "found" for s in outcome.removed_states] or [0.0])),
        "removed_lost_or_uncertain_at_the_next_visit": float(
            np.mean([s != "found" for s in outcome.removed_again_states] or [0.0])
        ),
        "present_not_called_lost": float(np.mean([s != "lost" for s in outcome.states] or [0.0])),
        "same_element_version_accuracy": outcome.same_element.version,
        "same_element_not_called_lost": float(np.mean([s != "lost" for s in outcome.same_element_states] or [0.0])),
        "calibration": 1.0 - calibration_error(outcome.confident),
        "found_is_right": float(np.mean(outcome.found or [0.0])),
    }
    pages, sample = outcome.table.all, outcome.table.sample
    if pages:
        by_page = [pages[name].version_by_site for name in PAPER_BASELINES if name in pages]
        found["apm_minus_cpm_by_page"] = pages["APM"].version_by_site - pages["CPM"].version_by_site
        found["cpm_minus_best_baseline_by_page"] = pages["CPM"].version_by_site - max(by_page)
        sampled = max(sample[name].version for name in PAPER_BASELINES)
        found["cpm_minus_best_baseline_sample"] = sample["CPM"].version - sampled
        found["default_minus_apm"] = outcome.default.version - pages["APM"].version
    return found


def calibration_error(confident: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """Mean distance between confidence and share of right answers, over ten bins (expected calibration error)."""
    if not confident:
        return 1.0
    confidences, right = np.array([c for c, _ in confident]), np.array([r for _, r in confident])
    bin_of = np.minimum((confidences * bins).astype(int), bins - 1)
    return float(
        sum(
            abs(confidences[bin_of == number].mean() - right[bin_of == number].mean()) * (bin_of == number).mean()
            for number in np.unique(bin_of)
        )
    )


def run(sites: Sequence[str] = (), *, peers: bool = True, read: ReadVersions = versions_of) -> Outcome:
    outcome, rankers = Outcome(), fold_rankers()
    for site, tracks in sorted(tracks_by_site().items()):
        if not sites or site in sites:
            measure_site(site, tracks, rankers.get(site) or default_ranker(), outcome, read, peers=peers)
            score = outcome.default.of_site(site)
            print(
                f"  {site:28} {len(score.tracks):4} blocks   version {score.version:.3f}   block {score.block:.3f}",
                flush=True,
            )
    return outcome


def measure() -> dict[str, float]:
    outcome = run()
    outcome.table.show()
    return figures(outcome) | {f"grids: {name}": value for name, value in grids.measure().items()}


if __name__ == "__main__":
    result = run(sys.argv[1:])
    result.table.show()
    for figure, value in figures(result).items():
        print(f"  {figure:36} {value:.4f}")
