"""Where the blocks of a page put its followed blocks, for the follower's doubtful cases.

The version in which a followed block was last seen is compared with the new capture as any two versions are (Vi-DIFF);
the block that was around it says where to look. A page is cut and compared only when the follower asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pagestrata.app.cutting import cut, segmentation_of, with_topics
from pagestrata.errors import InputError, NotFoundError
from pagestrata.follow.hints import Hint, hint_of
from pagestrata.follow.page import nodes_of
from pagestrata.model.blocks import BlockTree
from pagestrata.model.records import Trail, TrailEntry, Version
from pagestrata.model.snapshot import Snapshot

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

LOOKED_BACK = 20
"""Entries of a trail in which its last place is looked for."""


class TrailHints:
    """The hint for each of the trails, by its number."""

    def __init__(self, archive: Archive, trails: Sequence[Trail], snapshot: Snapshot) -> None:
        self._archive, self._trails, self._snapshot = archive, trails, snapshot
        self._compared: dict[str, tuple[BlockTree, BlockTree, list[tuple[str, str]]]] = {}

    def __call__(self, number: int) -> Hint | None:
        trail = self._trails[number]
        entry = self._last_place(trail)
        version = self._version_then(trail, entry) if entry is not None else None
        if entry is None or version is None:
            return None
        old, new, matches = self._comparison(version)
        return hint_of(entry.box, old, new, nodes_of(self._snapshot), matches=matches)

    def _last_place(self, trail: Trail) -> TrailEntry | None:
        entries = self._archive.trail_entries(trail.id, last=LOOKED_BACK, with_pictures=False)
        return next((entry for entry in reversed(entries) if entry.state == "found" and entry.box.area), None)

    def _version_then(self, trail: Trail, entry: TrailEntry) -> Version | None:
        try:
            found = self._archive.version_at(trail.url, entry.found_at)
        except NotFoundError:
            return None
        return found if found.captured_at < self._snapshot.captured_at else None

    def _comparison(self, version: Version) -> tuple[BlockTree, BlockTree, list[tuple[str, str]]]:
        """The old tree, the new one with the refs of the old, and the pairs of refs that match."""
        if version.id not in self._compared:
            from pagestrata.comparing.vidiff import compare_versions

            old = with_pictures(self._archive.tree(version), self._archive.screenshot(version))
            new, delta = compare_versions(old, self._tree)
            matches = [(match.old, match.new) for match in delta.matches]
            self._compared[version.id] = (old, new, matches)
        return self._compared[version.id]

    @cached_property
    def _tree(self) -> BlockTree:
        segmentation = segmentation_of(self._archive, self._trails[0].url)
        tree = with_topics(cut(self._snapshot, segmentation), self._snapshot)  # those stored have topics, too
        return with_pictures(tree, self._snapshot.screenshot_png)


def with_pictures(tree: BlockTree, screenshot_png: bytes | None) -> BlockTree:
    """The tree with the hashes of its blocks' pictures; as it is where there is no screenshot that can be read."""
    from pagestrata.comparing.pixels.visual_changes import with_picture_hashes

    if not screenshot_png:
        return tree
    try:
        return with_picture_hashes(tree, screenshot_png)
    except InputError:
        return tree
