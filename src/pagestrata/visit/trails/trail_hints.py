"""Where the blocks of a page put its followed blocks, for the follower's doubtful cases.

The version in which a followed block was last seen is compared with the new capture as any two versions are (Vi-DIFF);
the block that was around it says where to look. A page is cut and compared only when the follower asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from pagestrata.errors import InputError
from pagestrata.follow.hints import Hint, hint_of
from pagestrata.follow.page import nodes_of
from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.model.blocks import BlockTree
from pagestrata.model.page_state import PageState, SeenPage, TrailState
from pagestrata.model.records import TrailEntry
from pagestrata.model.screenshots import Screenshot
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.cut import with_topics
from pagestrata.visit.load import LOOKED_BACK, is_sighting

Comparison = tuple[BlockTree, BlockTree, list[tuple[str, str]]]


class TrailHints:
    """The hint for each of the trails, by its number."""

    def __init__(
        self,
        state: PageState,
        trails: Sequence[TrailState],
        snapshot: Snapshot,
        cut_page: Callable[[], BlockTree],
    ) -> None:
        self._state, self._trails, self._snapshot, self._cut_page = state, trails, snapshot, cut_page
        self._compared: dict[str, Comparison] = {}

    def __call__(self, number: int) -> Hint | None:
        trail = self._trails[number]
        place = _last_place(trail)
        if place is None or trail.seen_in is None or self._seen(trail.seen_in) is None:
            return None
        old, new, matches = self._comparison(trail.seen_in)
        return hint_of(place.box, old, new, nodes_of(self._snapshot), matches=matches)

    def _seen(self, version: str) -> SeenPage | None:
        last, tree = self._state.last, self._state.tree
        if last is not None and tree is not None and last.id == version:
            return SeenPage(captured_at=last.captured_at, tree=tree, screenshot=self._state.screenshot)
        return self._state.seen.get(version)

    def _comparison(self, version: str) -> Comparison:
        """The old tree, the new one with the refs of the old, and the pairs of refs that match."""
        if version not in self._compared:
            from pagestrata.comparing.vidiff import compare_versions

            seen = self._seen(version)
            assert seen is not None
            old = with_pictures(seen.tree, seen.screenshot)
            new, delta = compare_versions(old, self._tree)
            matches = [(match.old, match.new) for match in delta.matches]
            self._compared[version] = (old, new, matches)
        return self._compared[version]

    @cached_property
    def _tree(self) -> BlockTree:
        tree = with_topics(self._cut_page(), self._snapshot)  # those stored have topics, too
        return with_pictures(tree, screenshot_of(self._snapshot))


def _last_place(trail: TrailState) -> TrailEntry | None:
    return next((entry for entry in reversed(trail.entries[-LOOKED_BACK:]) if is_sighting(entry)), None)


def with_pictures(tree: BlockTree, screenshot: Screenshot | None) -> BlockTree:
    """The tree with the hashes of its blocks' pictures; as it is where there is no screenshot that can be read."""
    from pagestrata.comparing.pixels.visual_changes import with_picture_hashes

    if screenshot is None:
        return tree
    try:
        return with_picture_hashes(tree, screenshot)
    except InputError:
        return tree
