"""What an archive knows of a page, gathered into one `PageState` before a visit."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from pagestrata.errors import CollectedMeanwhileError, PagestrataError
from pagestrata.model.page_state import LEAST_VISITS, PageMemory, PageState, SeenPage, TrailState
from pagestrata.model.records import Trail, TrailEntry, Version
from pagestrata.visit.plan import HISTORY_VISITS, VisitPlan

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

MOST_ENTRIES = 500
"""Entries of a trail that are looked at, counted from its end."""
LOOKED_BACK = 20
"""Entries of a trail in which its last place is looked for."""
SITE_PAGES = 4
"""Other pages on a host that a page which is little known learns from."""
PICTURES_BEFORE = 10
"""How far back the picture is looked for that a new one is compared with."""


def load(archive: Archive, plan: VisitPlan, *, contents: bool = True) -> PageState:
    """The page as it is known now; a visit is never compared with a version of its future.

    Without `contents`, the blocks of the last version are left where they are (`with_tree`), and so are screenshots and
    the versions that followed blocks were seen in, which only a rendering needs (`with_pictures`): most visits end before.
    """
    try:
        with archive.one_view(by_driver=not contents):
            return _load(archive, plan, contents=contents)
    except CollectedMeanwhileError:  # what the view names was moved meanwhile: now every question looks for itself
        return _load(archive, plan, contents=contents)


def _load(archive: Archive, plan: VisitPlan, *, contents: bool) -> PageState:
    last = archive.versions.before(plan.url, plan.now, faults=False)
    reported = {rule.subject for rule in plan.rules if rule.kind == "trail"}
    trails = load_trails(archive, archive.trails.of(plan.url), before=plan.now, with_pictures=reported)
    history = tuple(archive.visits.of(plan.url, limit=HISTORY_VISITS))
    is_failing = bool(history) and history[0].fault is not None
    state = PageState(
        url=plan.url,
        last=last,
        kept_fault=archive.versions.before(plan.url, plan.now) if is_failing else None,
        history=history,
        trails=trails,
        memory=archive.visits.memory(plan.url),
    )
    return with_pictures(archive, with_tree(archive, state)) if contents else state


def with_tree(archive: Archive, state: PageState) -> PageState:
    """The page with the blocks of its last version."""
    return state if state.last is None else replace(state, tree=archive.contents.tree(state.last))


def with_pictures(archive: Archive, state: PageState) -> PageState:
    """The page with the screenshot of its last version, and with the versions in which followed blocks were seen."""
    if state.last is None:
        return state
    screenshot = archive.contents.picture(state.last)
    seen = load_seen(archive, state.url, state.trails, known=state.last)
    return replace(state, screenshot=screenshot, seen=seen, site=_site(archive, state))


def _site(archive: Archive, state: PageState) -> tuple[PageMemory, ...]:
    """What other pages on the host showed; a page that was visited often enough knows itself better."""
    if state.memory.changes.get("visits", 0) >= LEAST_VISITS:
        return ()
    return tuple(archive.visits.site_memories(state.url, most=SITE_PAGES))


def with_body(archive: Archive, state: PageState) -> PageState:
    """The page with the source of its last version; without it where that was stored without one."""
    if state.last is None:
        return state
    try:
        response = archive.contents.response(state.last)
    except PagestrataError:
        return state
    return replace(state, body=response.body, body_type=response.header("content-type"))


def load_trails(
    archive: Archive, trails: Sequence[Trail], *, before: datetime, with_pictures: Collection[str] = ()
) -> tuple[TrailState, ...]:
    """The trails with their entries; those named with the pictures of the last few."""
    return tuple(_trail_state(archive, trail, before, with_pictures=trail.id in with_pictures) for trail in trails)


def _trail_state(archive: Archive, trail: Trail, before: datetime, *, with_pictures: bool) -> TrailState:
    entries = archive.trails.entries(trail.id, last=MOST_ENTRIES, with_pictures=False)
    if with_pictures:
        entries = [*entries[:-PICTURES_BEFORE], *_entries_with_pictures(archive, trail, entries[-PICTURES_BEFORE:])]
    place = next((entry for entry in reversed(entries[-LOOKED_BACK:]) if is_sighting(entry)), None)
    seen_in = archive.versions.before(trail.url, place.found_at) if place else None
    usable = seen_in is not None and seen_in.captured_at < before
    return TrailState(trail=trail, entries=tuple(entries), seen_in=seen_in.id if seen_in and usable else None)


def is_sighting(entry: TrailEntry) -> bool:
    """Whether the block was surely there, and seen at a place."""
    return entry.state == "found" and bool(entry.box.area)


def _entries_with_pictures(archive: Archive, trail: Trail, bare: Sequence[TrailEntry]) -> Sequence[TrailEntry]:
    try:
        return archive.trails.entries(trail.id, last=len(bare)) if bare else bare
    except PagestrataError:
        return bare  # a message without its picture is better than none


def load_seen(
    archive: Archive, url: str, trails: Sequence[TrailState], *, known: Version | None = None
) -> dict[str, SeenPage]:
    """The versions in which the blocks were last seen, each once; the known one is at hand already."""
    names = {state.seen_in for state in trails if state.seen_in is not None} - {known.id if known else None}
    found = {}
    for name in sorted(name for name in names if name):
        version = archive.versions.at(url, name)
        found[name] = SeenPage(
            captured_at=version.captured_at,
            tree=archive.contents.tree(version),
            screenshot=archive.contents.picture(version),
        )
    return found
