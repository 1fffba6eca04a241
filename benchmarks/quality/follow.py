"""How well blocks are followed: the tracks of tracks.json, every id hidden from the follower.

    python -m benchmarks.quality.follow [SITE…]      prints the table
    python -m benchmarks.quality follow              holds the figures against their floors

The default follower runs over all tracks, each site judged by a ranker that was trained without it. The models and
baselines of paper 2, a Similo-style scorer and Scrapling's adaptive match run over a fixed sample of the tracks, since
some of them need a second per page.
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
from benchmarks.quality.train_follow import FOLD_COUNT, FOLDS, SITES, rows_by_unique_id
from pagestrata.follow.adapt import AdaptiveModel
from pagestrata.follow.baselines import BASELINES
from pagestrata.follow.combine import Patterns, find_combined
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import without_element, without_ids
from pagestrata.follow.page import Page
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.learned import read_ensembles
from pagestrata.model.snapshot import Snapshot

SAMPLE_PER_SITE = 4
SAMPLE_VERSIONS = 12
REMOVALS_PER_TRACK = 2
FEEDBACK_LABELS = 5
PAPER_BASELINES = ("Area", "Path", "Content", "Context", "TextL", "EditD")
Method = Callable[[Page, int], Callable[[Page], int | None]]


@dataclass
class Score:
    """Right or wrong per version of each track."""

    tracks: dict[tuple[str, str], list[bool]] = field(default_factory=lambda: defaultdict(list))

    def add(self, site: str, name: str, right: bool) -> None:
        self.tracks[site, name].append(right)

    @property
    def version(self) -> float:
        return float(np.mean([right for track in self.tracks.values() for right in track] or [0.0]))

    @property
    def block(self) -> float:
        return float(np.mean([all(track) for track in self.tracks.values()] or [0.0]))


@dataclass
class Outcome:
    """Everything that is measured."""

    default: Score = field(default_factory=Score)
    feedback: Score = field(default_factory=Score)
    methods: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    states: list[str] = field(default_factory=list)
    removed_states: list[str] = field(default_factory=list)
    confident: list[tuple[float, bool]] = field(default_factory=list)


@dataclass(frozen=True)
class Version:
    time: str
    hidden: Snapshot
    rows: Mapping[str, int]


def fold_rankers() -> dict[str, Ranker]:
    """Site -> the ranker that was trained without it. Sites without persistent ids are in no training at all."""
    folds, sites = read_ensembles(FOLDS.read_bytes()), json.loads(SITES.read_text())
    rankers: dict[str, Ranker] = {}
    for fold in range(FOLD_COUNT):
        rankers |= dict.fromkeys(sites[fold::FOLD_COUNT], Ranker(folds[f"fold{fold}"]))
    return rankers


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


def measure_site(site: str, tracks: Sequence[dict[str, Any]], ranker: Ranker, outcome: Outcome, *, peers: bool) -> None:
    versions = {version.time: version for version in versions_of(site)}
    for corrected in (False, True):
        _follow_all(site, tracks, versions, ranker, outcome, corrected=corrected)
    chance = random.Random(site)
    for track in chance.sample(list(tracks), min(len(tracks), SAMPLE_PER_SITE)) if peers else ():
        _compare_methods(site, track, versions, outcome)


def _follow_all(
    site: str, tracks: Sequence[dict[str, Any]], versions: Mapping[str, Version], ranker: Ranker, outcome: Outcome,
    *, corrected: bool,
) -> None:  # fmt: skip
    followers: dict[str, Follower] = {}
    labels: dict[str, int] = defaultdict(int)
    removals = _removals(site, tracks)
    for time in sorted(versions):
        version = versions[time]
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
            if not corrected:
                outcome.states.append(found.state)
                if found.state != "lost":
                    outcome.confident.append((found.confidence, right))
        for track in present:
            if track["id"] not in followers:
                row = version.rows[track["id"]]
                followers[track["id"]] = Follower.from_row(version.hidden, row, ranker=ranker)


def _removals(site: str, tracks: Sequence[dict[str, Any]]) -> set[tuple[str, str]]:
    chance = random.Random(f"removed {site}")
    return {
        (track["id"], time)
        for track in tracks
        for time in chance.sample(track["times"][1:], min(REMOVALS_PER_TRACK, len(track["times"]) - 1))
    }


def _measure_removal(follower: Follower, version: Version, name: str, outcome: Outcome) -> None:
    """What a copy of the follower says about the page without the element."""
    copy = Follower(follower.memory, ranker=follower.ranker)
    outcome.removed_states.append(copy.find(without_element(version.hidden, version.rows[name])).state)


def _compare_methods(site: str, track: dict[str, Any], versions: Mapping[str, Version], outcome: Outcome) -> None:
    name = track["id"]
    times = [time for time in track["times"] if time in versions and name in versions[time].rows][: SAMPLE_VERSIONS + 1]
    if len(times) < 2:
        return
    pages = [Page(versions[time].hidden.nodes) for time in times]  # type: ignore[arg-type]
    rows = [versions[time].rows[name] for time in times]
    for method, make in _methods().items():
        locate = make(pages[0], rows[0])
        for page, row in zip(pages[1:], rows[1:], strict=True):
            outcome.methods[method].add(site, name, locate(page) == row)
    follower = outcome.default.tracks.get((site, name), [])
    for right in follower[: len(times) - 1]:
        outcome.methods["default"].add(site, name, right)


def _methods() -> dict[str, Method]:
    from benchmarks.peers.scrapling_match import scrapling_locator

    return {**BASELINES, "Scrapling": scrapling_locator, "CPM": _combined, "APM": _adaptive}


def _combined(page: Page, row: int) -> Callable[[Page], int | None]:
    patterns = Patterns.of_row(page, row)
    return lambda later: find_combined(patterns, later)


def _adaptive(page: Page, row: int) -> Callable[[Page], int | None]:
    model = AdaptiveModel.of_row(page, row)

    def locate(later: Page) -> int | None:
        nonlocal model
        found = model.find(later)
        if found is not None:
            model = model.learned(later, found)
        return found

    return locate


def figures(outcome: Outcome) -> dict[str, float]:
    methods = outcome.methods
    weaker = [methods[name] for name in PAPER_BASELINES if name in methods]
    found: dict[str, float] = {
        "version_accuracy": outcome.default.version,
        "block_accuracy": outcome.default.block,
        "feedback_version_accuracy": outcome.feedback.version,
        "feedback_block_accuracy": outcome.feedback.block,
        "removed_lost_or_uncertain": float(np.mean([s != "found" for s in outcome.removed_states] or [0.0])),
        "present_not_called_lost": float(np.mean([s != "lost" for s in outcome.states] or [0.0])),
        "calibration": 1.0 - calibration_error(outcome.confident),
    }
    if methods:
        found["apm_minus_cpm_version"] = methods["APM"].version - methods["CPM"].version
        found["cpm_minus_best_baseline_version"] = methods["CPM"].version - max(score.version for score in weaker)
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


def run(sites: Sequence[str] = (), *, peers: bool = True) -> Outcome:
    outcome, rankers = Outcome(), fold_rankers()
    for site, tracks in sorted(tracks_by_site().items()):
        if not sites or site in sites:
            measure_site(site, tracks, rankers.get(site) or default_ranker(), outcome, peers=peers)
            score = Score(defaultdict(list, {k: v for k, v in outcome.default.tracks.items() if k[0] == site}))
            print(
                f"  {site:28} {len(score.tracks):4} blocks   version {score.version:.3f}   block {score.block:.3f}",
                flush=True,
            )
    return outcome


def measure() -> dict[str, float]:
    outcome = run()
    print_methods(outcome)
    return figures(outcome)


def print_methods(outcome: Outcome) -> None:
    print(f"  {'method (sampled tracks)':28} {'version':>8} {'block':>8}")
    for name, score in sorted(outcome.methods.items(), key=lambda item: item[1].version):
        print(f"  {name:28} {score.version:8.3f} {score.block:8.3f}")


if __name__ == "__main__":
    result = run(sys.argv[1:])
    print_methods(result)
    for figure, value in figures(result).items():
        print(f"  {figure:36} {value:.4f}")
