"""The labelled data of `judging` as block trees: written cases, pairs of real versions, and real sequences.

Every tree is as a visit cuts it, with `captured_at` from the date in the recording. Written cases have no such time: their
authors did not say how far the two versions are apart.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial

from benchmarks.kept_trees import CutPage, kept, kept_tree, kept_trees
from benchmarks.pages import Renderer, monitor_index, monitor_labels, require_data, sequence_index
from benchmarks.quality.made_pages import Case, key_of
from benchmarks.quality.small_changes import HALVES
from benchmarks.quality.written_changes import FILE, all_cases, entries, recorded
from pagestrata.formats.snapshots import read_snapshot
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot

DISSIMILAR = "dissimilar"
FIRST_SETS = "first and second set"
"""Both halves of `small_changes.json` and its thirty more: they share their sites and are left out together."""

Sequences = dict[str, list[tuple[str, BlockTree]]]
"""The versions of each site, oldest first, each with its time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenCase:
    """Two written pages, and the page as a second look shows it where that is known."""

    set: str
    fact: bool
    old_tree: BlockTree
    new_tree: BlockTree
    second_tree: BlockTree | None
    name: str
    new_key: str = ""  # of the page in `written_pages`, and of the page at the second look
    second_key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealPair:
    """Two consecutive versions of a real page, and whether a person would keep both."""

    site: str
    url: str
    old: str  # the versions' times, as in the index
    new: str
    old_tree: BlockTree
    new_tree: BlockTree
    old_depth_px: int | None
    new_depth_px: int | None
    dissimilar: bool
    certainty: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MonitorPair:
    """Two consecutive versions of a sequence in `monitor/`, with the kinds of noise that a reader saw in it."""

    site: str
    old: str
    new: str
    dissimilar: bool
    certainty: int
    why: str
    noise: tuple[str, ...]


def written_cases() -> list[WrittenCase]:
    """The cases of the sixteen sets and of `phrases.json`."""
    pages = kept_trees(f"written/{_written_digest()}", recorded)
    return [_written(case, pages) for case in all_cases()]


def written_looks() -> dict[str, Snapshot]:
    """The pages of cases with a second look, by their keys: at the first look and at the second."""

    def chosen() -> dict[str, bytes]:
        seen = [case for case in all_cases() if case.second_html is not None]
        keys = {key_of(html) for case in seen for html in (case.new_html, case.second_html or "")}
        return {key: data for key, data in entries().items() if key in keys}

    return {key: read_snapshot(data) for key, data in kept(f"looks/{_written_digest()}", chosen).items()}


def _written_digest() -> str:
    return hashlib.sha256(FILE.read_bytes()).hexdigest()[:16]


def set_of(group: str) -> str:
    """The set that a group of cases belongs to: what is left out together."""
    return FIRST_SETS if group in HALVES.values() else group.removesuffix(", sentences")


def _written(case: Case, pages: dict[str, CutPage]) -> WrittenCase:
    def tree(html: str) -> BlockTree:
        return replace(pages[key_of(html)].tree, captured_at=None)

    second = case.second_html
    return WrittenCase(
        set=set_of(case.group),
        fact=case.matters,
        old_tree=tree(case.old_html),
        new_tree=tree(case.new_html),
        second_tree=tree(second) if second is not None else None,
        name=case.said,
        new_key=key_of(case.new_html),
        second_key=key_of(second) if second is not None else "",
    )


def labels_of_pairs() -> list[dict[str, str]]:
    labels: list[dict[str, str]] = json.loads((require_data() / "pairs.json").read_text())
    return labels


def real_pairs(sites: Collection[str] | None = None) -> list[RealPair]:
    """The labelled pairs of `pairs.json`, of these sites or of all."""
    labels = [label for label in labels_of_pairs() if sites is None or label["site"] in sites]
    with Renderer() as renderer:
        return [_real(renderer, label) for label in labels]


def _real(renderer: Renderer, label: dict[str, str]) -> RealPair:
    site, url = label["site"], label["url"]
    old, new = (
        kept_tree(f"sequences/{site}/{time}", partial(renderer.version, site, url, time))
        for time in (label["old"], label["new"])
    )
    return RealPair(
        site=site,
        url=url,
        old=label["old"],
        new=label["new"],
        old_tree=old.tree,
        new_tree=new.tree,
        old_depth_px=old.depth_px,
        new_depth_px=new.depth_px,
        dissimilar=label["label"] == DISSIMILAR,
        certainty=int(label["certainty"]),
        why=label["why"],
    )


def pair_sequences() -> Sequences:
    """The versions of each site that pairs were labelled of, oldest first, each with its time."""
    with Renderer() as renderer:
        return {
            site: [
                (time, kept_tree(f"sequences/{site}/{time}", partial(renderer.version, site, entry["url"], time)).tree)
                for time in (version["time"] for version in entry["versions"])
            ]
            for site, entry in sequence_index().items()
        }


def monitor_sequences() -> Sequences:
    """The versions of each site in `monitor/`, oldest first, each with its time."""
    with Renderer() as renderer:
        return {site: [(time, page.tree) for time, page in _versions(renderer, site)] for site in monitor_index()}


def monitor_snapshots(site: str) -> Iterator[tuple[str, Snapshot]]:
    """The rendered versions of a site in `monitor/`, oldest first, each with its time."""
    entry = monitor_index()[site]
    with Renderer() as renderer:
        for version in entry["versions"]:
            yield version["time"], renderer.monitor_version(site, entry["url"], version["time"])


def _versions(renderer: Renderer, site: str) -> Iterator[tuple[str, CutPage]]:
    entry = monitor_index()[site]
    for version in entry["versions"]:
        load = partial(renderer.monitor_version, site, entry["url"], version["time"])
        yield version["time"], kept_tree(f"monitor/{site}/{version['time']}", load)


def monitor_pairs() -> list[MonitorPair]:
    """The labelled pairs of `monitor/`."""
    return [
        MonitorPair(
            site=label["site"],
            old=label["old"],
            new=label["new"],
            dissimilar=label["label"] == DISSIMILAR,
            certainty=label["certainty"],
            why=label["why"],
            noise=tuple(label["noise"]),
        )
        for label in monitor_labels()
    ]
