"""The followed blocks of a page, found again in what it shows now.

Where the blocks of a page put its followed blocks, for the follower's doubtful cases.

The version in which a followed block was last seen is compared with the new capture as any two versions are (Vi-DIFF);
the block that was around it says where to look. A page is cut and compared only when the follower asks.

Followed blocks of a feed: an item with an id is the same item wherever it is and whatever it says.

Items look alike, and each moves down by one when a new one comes: what a block looks like says less here than the
id of the item it is in, which is noted when somebody begins to follow it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from pagestrata.errors import InputError
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hints import Hint, hint_of
from pagestrata.follow.page import nodes_of
from pagestrata.follow.states import Found
from pagestrata.formats.documents.document_pages import is_feed_page
from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.model.blocks import BlockTree
from pagestrata.model.geometry import EMPTY_BOX
from pagestrata.model.page_state import PageState, SeenPage, TrailState
from pagestrata.model.records import SeenImage, Trail, TrailEntry
from pagestrata.model.screenshots import Screenshot
from pagestrata.model.snapshot import NodeTable, Snapshot
from pagestrata.model.visit_result import TrailFinding
from pagestrata.notify.pictures import picture_of_block
from pagestrata.visit.cut import with_topics
from pagestrata.visit.load import LOOKED_BACK, is_sighting
from pagestrata.visit.trails.block_images import BlockImages, share_of_others

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

ITEM = "item"
"""Under this name the origin of a trail has the id of the item."""
SAME_ITEM = "it is in the item with the same id"
NO_ITEM = "its item is no longer in the feed"
STEPS_TO_ITEM = 2
"""body[1]/article[3] leads to an item."""


def item_of(snapshot: Snapshot, row: int) -> str | None:
    """The id of the item that an element of a feed is in; None if missing."""
    nodes = snapshot.nodes
    if nodes is None or not is_feed_page(snapshot):
        return None
    while row > 0 and nodes.tag_of(row) != "article":
        row = int(nodes.parent[row])
    return nodes.attributes[row].get("id") if row > 0 else None


def item_origin(snapshot: Snapshot, row: int) -> dict[str, str]:
    """The item of a feed that is followed, as part of a trail's origin; nothing where it has no id."""
    item = item_of(snapshot, row)
    return {ITEM: item} if item else {}


def find_in_item(trail: TrailState, follower: Follower, snapshot: Snapshot) -> Found | None:
    """Where a block is now by the id of its item; None where its looks have to say that."""
    item, nodes = trail.trail.origin.get(ITEM), snapshot.nodes
    path = next((entry.path for entry in reversed(trail.entries) if entry.path), None)
    if not item or nodes is None or path is None or not is_feed_page(snapshot):
        return None
    article = _row_of(nodes, str(item))
    if article is None:
        return Found(state="lost", confidence=0.0, gap=0.0, reasons=(NO_ITEM,))
    inside = path.split("/")[STEPS_TO_ITEM:]
    row = nodes.row_at_path("/".join([nodes.path_of(article), *inside]))
    return follower.learn_row(snapshot, row, reason=SAME_ITEM) if row is not None else None


def _row_of(nodes: NodeTable, item: str) -> int | None:
    """The only item with this id."""
    rows = [row for row, own in enumerate(nodes.attributes) if own.get("id") == item and nodes.tag_of(row) == "article"]
    return rows[0] if len(rows) == 1 else None


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


log = logging.getLogger(__name__)


def find_trails(state: PageState, snapshot: Snapshot, cut_page: Callable[[], BlockTree]) -> tuple[TrailFinding, ...]:
    """Where each followed block is now. `cut_page` gives the blocks of this page; asked for in doubt only."""
    if snapshot.nodes is None:
        return ()
    known = [(trail, follower) for trail in state.trails if (follower := follower_of(trail.trail)) is not None]
    if not known:
        return ()
    images, answers = BlockImages(snapshot), [find_in_item(trail, follower, snapshot) for trail, follower in known]
    others = [pair for pair, answer in zip(known, answers, strict=True) if answer is None]
    hints = TrailHints(state, [trail for trail, _ in others], snapshot, cut_page)
    by_looks = iter(find_all([follower for _, follower in others], snapshot, hint_for=hints))
    return tuple(
        _finding(trail, follower, answer or next(by_looks), snapshot, images)
        for (trail, follower), answer in zip(known, answers, strict=True)
    )


def _finding(
    state: TrailState, follower: Follower, found: Found, snapshot: Snapshot, images: BlockImages
) -> TrailFinding:
    entry = entry_of(found, snapshot, before=state.last_sure, images=images)
    log.info(
        "%s: followed block %s is %s: %s", state.trail.url, state.trail.id, entry.state, entry.change or "no change"
    )
    return TrailFinding(trail=replace(state.trail, state=follower.state), entry=entry)


def follower_of(trail: Trail) -> Follower | None:
    """The follower as it was left; None, with a warning, where that cannot be read: the other blocks go on."""
    try:
        return Follower.from_state(dict(trail.state))
    except InputError as error:
        log.warning("block %s of %s is not followed: %s", trail.id, trail.url, error)
        return None


def entry_of(
    found: Found,
    snapshot: Snapshot,
    *,
    before: TrailEntry | None,
    version: str | None = None,
    images: BlockImages | None = None,
) -> TrailEntry:
    """One line of a trail: where the block was, what it said and showed, how that differs from the line before."""
    picture = None
    screenshot = screenshot_of(snapshot)
    if screenshot is not None and found.box is not None:
        picture = picture_of_block(screenshot, found.box, alone=True)
    inside = (images or BlockImages(snapshot)).inside(found.row)
    return TrailEntry(
        found_at=snapshot.captured_at,
        version=version,
        state=found.state,
        confidence=found.confidence,
        gap=found.gap,
        path=found.path,
        box=found.box or EMPTY_BOX,
        text=found.text,
        images=inside,
        change=_change(found, inside, before, is_error=snapshot.status >= 400),
        reasons=tuple(reason for reason in found.reasons if reason not in found.alerts),
        alerts=found.alerts,
        other=found.other,
        picture_png=picture,
    )


def _change(
    found: Found, images: Sequence[SeenImage] | None, before: TrailEntry | None, *, is_error: bool
) -> str | None:
    if before is None:
        return None
    if found.state == "lost":
        return None if before.state == "lost" else "lost"
    if found.state == "uncertain":
        return None  # what may be a neighbour says nothing of the block
    if before.state == "lost":
        return None if is_error else "found again"
    if found.row is not None and found.text == before.text and share_of_others(before.images, images):
        return "picture"
    if found.row is None or found.text == before.text:
        return "moved" if found.path and before.path and found.path != before.path else None
    return "text"
