"""Which recorded histories are served: real pages with labelled pairs of neighbouring versions, chosen by a rule."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise

from benchmarks.pages import monitor_index, monitor_labels, require_data, sequence_index
from benchmarks.peers.monitors.served_versions import History


def labelled_sites() -> list[str]:
    """Every site with labelled pairs, by name."""
    return sorted({pair["site"] for pair in _labelled_pairs()})


def every_nth(step: int) -> list[str]:
    """The rule of the published run: the first labelled site by name and every `step`-th after it."""
    return labelled_sites()[::step]


def histories(sites: Sequence[str], versions: int) -> list[History]:
    """The histories of these sites; of each, as many neighbouring versions as asked, where the labels are densest."""
    pairs = _labelled_pairs()
    indexes = {**dict.fromkeys(sequence_index(), "sequences"), **dict.fromkeys(monitor_index(), "monitor/sequences")}
    entries = {**sequence_index(), **monitor_index()}
    found = []
    for site in sites:
        labels = {(pair["old"], pair["new"]): pair["label"] for pair in pairs if pair["site"] == site}
        times = [version["time"] for version in entries[site]["versions"]]
        begin = _densest([(old, new) in labels for old, new in pairwise(times)], versions)
        recording = require_data() / indexes[site] / f"{site}.warc.gz"
        chosen = tuple(times[begin : begin + versions])
        found.append(History(site=site, url=entries[site]["url"], recording=recording, times=chosen, labels=labels))
    return found


def _labelled_pairs() -> list[dict[str, str]]:
    listed: list[dict[str, str]] = json.loads((require_data() / "pairs.json").read_text())
    return listed + monitor_labels()


def _densest(labelled: Sequence[bool], versions: int) -> int:
    """Where to begin so that the most pairs have a label; the earliest of several."""
    starts = range(max(1, len(labelled) + 2 - versions))
    return max(starts, key=lambda start: (sum(labelled[start : start + versions - 1]), -start))
