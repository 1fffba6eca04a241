"""The followed blocks of a page, found again in what it shows now."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from pagestrata.errors import InputError
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.states import Found
from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.model.blocks import BlockTree
from pagestrata.model.geometry import EMPTY_BOX
from pagestrata.model.page_state import PageState, TrailState
from pagestrata.model.records import SeenImage, Trail, TrailEntry
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import TrailFinding
from pagestrata.notify.pictures import picture_of_block
from pagestrata.visit.trails.block_images import BlockImages, share_of_others
from pagestrata.visit.trails.feed_trails import find_in_item
from pagestrata.visit.trails.trail_hints import TrailHints

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
