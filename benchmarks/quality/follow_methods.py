"""The models and baselines of paper 2 and two later peers on the tracks, every id hidden from all of them.

What is fast runs over all tracks. EditD, the Similo-style scorer and Scrapling's adaptive match need up to seconds per
page: they run over a fixed random sample, three tracks of each page as in the paper (§3.2) and of each track a few versions
spread over its length, and so that they can be compared the fast ones are scored on that sample as well.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pagestrata.follow.methods import adaptive_locator, combined_locator
from pagestrata.follow.page import Page
from pagestrata.follow.paper.baselines import BASELINES

SAMPLE_PER_SITE = 3
SAMPLE_VERSIONS = 6
PAPER_BASELINES = ("Area", "Path", "Content", "Context", "TextL", "EditD")
SLOW = ("EditD", "Similo", "Scrapling")
Method = Callable[[Page, int], Callable[[Page], int | None]]


@dataclass
class Score:
    """Right or wrong per version of each track."""

    tracks: dict[tuple[str, str], list[bool]] = field(default_factory=lambda: defaultdict(list))

    def add(self, site: str, name: str, right: bool) -> None:
        self.tracks[site, name].append(right)

    def __len__(self) -> int:
        return len(self.tracks)

    @property
    def version(self) -> float:
        """The share of versions that are right."""
        return float(np.mean([right for track in self.tracks.values() for right in track] or [0.0]))

    @property
    def block(self) -> float:
        """The share of tracks that are right in every version."""
        return float(np.mean([all(track) for track in self.tracks.values()] or [0.0]))

    def of_site(self, site: str) -> Score:
        return Score({key: track for key, track in self.tracks.items() if key[0] == site})

    @property
    def sites(self) -> list[str]:
        return sorted({site for site, _ in self.tracks})

    @property
    def version_by_site(self) -> float:
        """The same with every page counting once, however many tracks it has."""
        return float(np.mean([self.of_site(site).version for site in self.sites] or [0.0]))

    @property
    def block_by_site(self) -> float:
        return float(np.mean([self.of_site(site).block for site in self.sites] or [0.0]))


@dataclass
class Table:
    """Scores by method: over all tracks (fast methods only), and over the sample."""

    all: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    sample: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))

    def show(self) -> None:
        print(f"\n  {'':12}{'all tracks':>18}{'each page once':>18}{'sample':>18}")
        print(f"  {'method':12}{'version':>9}{'block':>9}" + f"{'version':>9}{'block':>9}" * 2)
        for name, sample in sorted(self.sample.items(), key=lambda item: item[1].version):
            whole = self.all.get(name)
            figures = (whole.version, whole.block, whole.version_by_site, whole.block_by_site) if whole else ()
            cells = "".join(f"{value:9.3f}" for value in figures) if figures else f"{'-':>9}" * 4
            print(f"  {name:12}{cells}{sample.version:9.3f}{sample.block:9.3f}")


def sampled_tracks(site: str, tracks: Sequence[dict[str, Any]]) -> set[str]:
    """The ids of the tracks of a page that are in the sample."""
    names = sorted(track["id"] for track in tracks)
    return set(random.Random(f"sample {site}").sample(names, min(len(names), SAMPLE_PER_SITE)))


def sampled_places(count: int) -> set[int]:
    """Which of the versions of a track are in the sample: spread evenly, the last among them."""
    return {round(place) for place in np.linspace(count / SAMPLE_VERSIONS, count, SAMPLE_VERSIONS) - 1 if place > -0.5}


def compare_methods(
    table: Table, site: str, tracks: Sequence[dict[str, Any]], pages: Mapping[str, Page],
    rows: Mapping[str, Mapping[str, int]], default: Mapping[str, Sequence[bool]],
) -> None:  # fmt: skip
    """Add one site. `rows` are the true rows per time and id; `default` what the default follower got right."""
    chosen = sampled_tracks(site, tracks)
    for track in tracks:
        name = track["id"]
        times = [time for time in track["times"] if time in pages and name in rows[time]]
        if len(times) < 2:
            continue
        right = {"default": list(default[name])}
        for method, make in methods().items():
            if method not in SLOW or name in chosen:
                wanted = sampled_places(len(times) - 1) if method in SLOW else set(range(len(times) - 1))
                right[method] = _located(make, [pages[time] for time in times], [rows[t][name] for t in times], wanted)
        _add(table, site, name, right, sampled_places(len(times) - 1) if name in chosen else set())


def _located(make: Method, pages: Sequence[Page], rows: Sequence[int], wanted: set[int]) -> list[bool]:
    """Right or wrong in the wanted versions behind the first."""
    locate = make(pages[0], rows[0])
    return [locate(pages[place + 1]) == rows[place + 1] for place in sorted(wanted)]


def _add(table: Table, site: str, name: str, right: Mapping[str, Sequence[bool]], places: set[int]) -> None:
    for method, found in right.items():
        if method not in SLOW:
            for one in found:
                table.all[method].add(site, name, one)
        if places:
            sample = found if method in SLOW else [found[place] for place in sorted(places)]
            for one in sample:
                table.sample[method].add(site, name, one)


def methods() -> dict[str, Method]:
    from benchmarks.peers.scrapling_match import scrapling_locator

    return {**BASELINES, "Scrapling": scrapling_locator, "CPM": combined_locator, "APM": adaptive_locator}
