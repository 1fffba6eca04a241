"""Whether the blocks of the page help the follower where the elements leave doubt.

    python -m benchmarks.quality.follow_hints [SITE…]

Follows all tracks with and without hints: the block around the element in the version before, found again by the
matching of the comparison and by its ref. Counts answers that the hints put right or wrong, and what they do to
pages from which the element was taken out. Ids are hidden from the segmentation as well.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from benchmarks.quality.follow import Version, fold_rankers, removals_of, tracks_by_site, versions_of
from pagestrata.comparing.vidiff import compare_versions
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import without_element
from pagestrata.follow.hints import Hint, HintFor, hint_of
from pagestrata.follow.page import nodes_of
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.model.blocks import BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import segment


class Hints:
    """Hints for the tracks of one site, cut and compared only when asked for."""

    def __init__(self) -> None:
        self.places: dict[str, tuple[Snapshot, Box]] = {}
        self._tree = cache(lambda snapshot_id: segment(self._snapshots[snapshot_id]))
        self._snapshots: dict[int, Snapshot] = {}

    def tree(self, snapshot: Snapshot) -> BlockTree:
        self._snapshots[id(snapshot)] = snapshot
        found: BlockTree = self._tree(id(snapshot))
        return found

    def ask(self, names: Sequence[str], snapshot: Snapshot) -> HintFor:
        def hint(number: int) -> Hint | None:
            before, box = self.places[names[number]]
            old = self.tree(before)
            new, delta = compare_versions(old, self.tree(snapshot))
            matches = [(match.old, match.new) for match in delta.matches]
            return hint_of(box, old, new, nodes_of(snapshot), matches=matches)

        return hint


def follow_site(
    site: str, tracks: Sequence[dict[str, Any]], versions: Mapping[str, Version], ranker: Ranker, *, hinted: bool
) -> dict[tuple[str, str, str], tuple[str, bool]]:
    """State and right or wrong by id, time and 'present' or 'removed'."""
    followers: dict[str, Follower] = {}
    hints, answers, removals = Hints(), dict[tuple[str, str, str], tuple[str, bool]](), removals_of(site, tracks)
    for time, version in sorted(versions.items()):
        page = version.hidden
        present = [track["id"] for track in tracks if time in track["times"] and track["id"] in version.rows]
        active = [name for name in present if name in followers]
        for name in active:
            if (name, time) in removals:
                cut, copy = without_element(page, version.rows[name]), Follower(followers[name].memory, ranker=ranker)
                (found,) = find_all([copy], cut, hint_for=hints.ask([name], cut) if hinted else None)
                answers[name, time, "removed"] = found.state, found.state != "found"
        ask = hints.ask(active, page) if hinted else None
        for name, found in zip(active, find_all([followers[n] for n in active], page, hint_for=ask), strict=True):
            answers[name, time, "present"] = found.state, found.row == version.rows[name]
            if found.box is not None:
                hints.places[name] = (page, found.box)
        for name in set(present) - set(followers):
            row = version.rows[name]
            followers[name] = Follower.from_row(page, row, ranker=ranker)
            hints.places[name] = (page, nodes_of(page).box_of(row))
    return answers


def main(sites: Sequence[str]) -> None:
    rankers, total = fold_rankers(), Counter[str]()
    for site, tracks in sorted(tracks_by_site().items()):
        if sites and site not in sites:
            continue
        versions = {version.time: version for version in versions_of(site)}
        ranker = rankers.get(site) or default_ranker()
        without, hinted = (follow_site(site, tracks, versions, ranker, hinted=flag) for flag in (False, True))
        counts = Counter[str]()
        for key, (state, right) in without.items():
            kind, (new_state, new_right) = key[2], hinted[key]
            counts[f"{kind} right without"] += right
            counts[f"{kind} right with"] += new_right
            counts[f"{kind} put right"] += new_right and not right
            counts[f"{kind} put wrong"] += right and not new_right
            counts[f"{kind} from doubt to found"] += (state, new_state) == ("uncertain", "found")
        total += counts
        print(f"  {site:28} {dict(+counts)}", flush=True)
    print(f"  {'all':28} {dict(+total)}")


if __name__ == "__main__":
    main(sys.argv[1:])
