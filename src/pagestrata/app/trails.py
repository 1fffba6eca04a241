"""Followed blocks in an archive, and offline over recorded versions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from pagestrata.app.chosen_blocks import Ask, Choice, add_trail
from pagestrata.app.sources import Source, parse_source
from pagestrata.app.watches import change_watch
from pagestrata.errors import InputError, NotFoundError, UsageError
from pagestrata.follow.follower import Follower
from pagestrata.follow.hide import with_real_id, without_ids
from pagestrata.follow.methods import DEFAULT_METHOD, METHODS, FollowMethod
from pagestrata.follow.states import Found
from pagestrata.model.blocks import BlockTree
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import TrailFinding
from pagestrata.visit.cut import cut
from pagestrata.visit.load import load_seen, load_trails
from pagestrata.visit.plan import segmentation_of
from pagestrata.visit.trails.find_trails import ITEM, entry_of, find_trails, follower_of, item_origin

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.store.archive import Archive

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


def replay_sources(
    session: Session,
    sources: Sequence[str],
    choice: Choice,
    *,
    blind: bool = False,
    method: str = DEFAULT_METHOD,
) -> Iterator[tuple[Source, datetime, Found]]:
    """Find the block in each of the versions, with their times. The first result is the choice itself; nothing is stored.

    Versions that are not HTML have no elements: they are omitted before the first page; later the block is uncertain in them.
    """
    follower: FollowMethod | None = None
    for source in versions_in(session, sources):
        snapshot = snapshot_with_elements(session, source)
        if snapshot is None:
            if follower is not None:
                yield source, session.version(source.text).captured_at, NOT_A_PAGE
            continue
        snapshot = replace(snapshot, screenshot_png=None)
        seen = without_ids(snapshot) if blind else snapshot
        if follower is None:
            row = choice.row(snapshot, session.stored_tree(source))
            follower = METHODS[method](seen, row)
            found = Follower.from_row(seen, row).correct_row(seen, row)
        else:
            found = follower.find(seen)
        yield source, snapshot.captured_at, with_real_id(found, snapshot)
    if follower is None:
        raise InputError(f"none of the versions of {sources[0]} is an HTML page, so there is no element to follow")


NOT_A_PAGE = Found(state="uncertain", confidence=0.0, gap=0.0, reasons=("this version is not an HTML page",))


def snapshot_with_elements(session: Session, source: Source) -> Snapshot | None:
    """The page of a source; None for an archived version that is not HTML: a picture, a PDF, an empty response."""
    if source.kind != "archived":
        return session.snapshot(source)
    session.version(source.text)  # raises for a missing version
    try:
        snapshot = session.snapshot(source)
    except NotFoundError:
        return None
    return snapshot if snapshot.nodes is not None else None


def versions_in(session: Session, sources: Sequence[str]) -> list[Source]:
    """The sources in order. A single WARC means all its versions, a single archived version itself and all later ones.

    URL@FROM..TO means the archived versions between two times.
    """
    if len(sources) == 1:
        return _span(session, sources[0]) or _all_versions(session, parse_source(sources[0]))
    return [version for text in sources for version in _span(session, text) or [parse_source(text)]]


def _all_versions(session: Session, only: Source) -> list[Source]:
    if only.kind == "archived":
        return _archived_versions(session, only.place, only.time or "first", "latest")
    if only.kind != "warc" or only.time is not None:
        raise UsageError(f"{only.text} is one version; name the versions to follow it through, or one WARC of several")
    from pagestrata.capturing.recorded.recordings import recorded_versions

    versions = recorded_versions(only.path, url=only.url)
    return [replace(only, url=url, time=time.isoformat()) for url, time in versions]


def _span(session: Session, text: str) -> list[Source]:
    """The versions of URL@FROM..TO; none if the text is not such a span."""
    head, dots, until = text.rpartition("..")
    if not dots or "://" not in head:
        return []
    since = parse_source(head)
    if since.kind != "archived" or parse_source(f"{since.place}@{until}").kind != "archived":
        return []
    return _archived_versions(session, since.place, since.time or "first", until)


def _archived_versions(session: Session, url: str, since: str, until: str) -> list[Source]:
    first = session.archive.versions.at(url, since, nearest=True)  # a time before the first means the first
    last = session.archive.versions.at(url, until)
    found = session.archive.versions.of(url, since=first.captured_at, until=last.captured_at)
    if not found:
        raise UsageError(f"{url}@{since}..{until} runs backwards; name the earlier time first")
    return [
        Source(text=f"{url}@{version.captured_at.isoformat()}", kind="archived", place=url, time=version.id)
        for version in found
    ]


def follow_block(
    session: Session,
    source: str,
    choice: Choice,
    *,
    name: str | None = None,
    ask: Ask | None = None,
    opened: Snapshot | None = None,
    progress: Callable[[int, int], None] = lambda _seen, _count: None,
) -> Trail:
    """Open a page and begin to follow one of its blocks, from an archived version through all later ones.

    Refs are those of the archived version, or of the last version of a live page. `ask` may decide whether the place or the
    item of a list is meant. `opened` is the page of `source`, if it is already open. `progress` is called with the number of
    versions examined and their total.
    """
    found = _starting_with(session, parse_source(source))
    sources = iter(found)
    first, snapshot = (next(sources), opened) if opened is not None else _first_page(session, sources, source)
    version = _version_of(session, first)
    tree = session.stored_tree(first)
    if tree is None and choice.block is not None:
        last = session.archive.versions.latest(first.place)
        segmentation = segmentation_of(session.archive, first.place)
        tree = cut(snapshot, segmentation, previous=session.archive.contents.tree(last) if last else None)
    trail = add_trail(
        session.archive, snapshot, choice, url=first.place, version=version, name=name, tree=tree, ask=ask
    )
    try:
        for each in sources:
            progress(found.index(each), len(found))
            if (page := snapshot_with_elements(session, each)) is not None:
                known = find_trail(session.archive, trail.id)
                follow_through(session.archive, [known], page, version=_version_of(session, each))
    except BaseException:
        session.archive.trails.remove(trail.id)  # follow the whole history or nothing
        raise
    return trail


def _first_page(session: Session, sources: Iterator[Source], text: str) -> tuple[Source, Snapshot]:
    for source in sources:
        if (snapshot := snapshot_with_elements(session, source)) is not None:
            return source, snapshot
    raise InputError(f"no version of {text} is an HTML page, so there is no block to follow")


def _starting_with(session: Session, source: Source) -> list[Source]:
    if source.kind == "archived":
        return _archived_versions(session, source.place, source.time or "latest", "latest")
    if source.kind != "live":
        raise UsageError(f"{source.text} is not a page to come back to; follow an address, or an archived URL@TIME")
    return [source]


def _version_of(session: Session, source: Source) -> str | None:
    return session.archive.versions.at(source.place, source.time or "latest").id if source.kind == "archived" else None


def remove_trail(archive: Archive, trail_id: str) -> None:
    """Stop following a block and remove its rules."""
    trail = find_trail(archive, trail_id)
    for rule in archive.outbox.rules_about({("trail", trail.id)}):
        archive.outbox.remove_rule(rule.id)
    archive.trails.remove(trail.id)
    watch = archive.watches.of(trail.url)
    if watch is not None and watch.settings.select in (trail.origin.get("css"), trail.origin.get("xpath")):
        change_watch(archive, watch, {"select": None})  # else the next visit would follow it again


def follow_through(
    archive: Archive, trails: Sequence[Trail], snapshot: Snapshot, *, version: str | None
) -> tuple[TrailFinding, ...]:
    """Find these blocks in one capture and record where they were."""
    if not trails:
        return ()
    url = trails[0].url
    states = load_trails(archive, trails, before=snapshot.captured_at)
    state = PageState(url=url, trails=states, seen=load_seen(archive, url, states))
    found = find_trails(state, snapshot, lambda: cut(snapshot, segmentation_of(archive, url)))
    archive.trails.record(found, version=version)
    return found


def _last_entry(archive: Archive, trail: Trail) -> TrailEntry | None:
    entries = archive.trails.entries(trail.id, last=1, with_pictures=False)
    return entries[-1] if entries else None


def correct_trail(
    archive: Archive,
    trail_id: str,
    snapshot: Snapshot,
    choice: Choice,
    *,
    version: str | None,
    tree: BlockTree | None = None,
) -> TrailEntry:
    """Correct the position of a block in this version; a follower that cannot be read starts over there.

    Refs are those of `tree`, by default the blocks of this page.
    """
    trail = find_trail(archive, trail_id)
    row = choice.row(snapshot, tree)
    follower = follower_of(trail) or Follower.from_row(snapshot, row)
    found = follower.correct_row(snapshot, row)
    entry = entry_of(found, snapshot, version=version, before=_last_entry(archive, trail))
    origin = {way: value for way, value in trail.origin.items() if way != ITEM} | item_origin(snapshot, row)
    corrected = replace(trail, origin=origin, state=follower.state)
    archive.trails.record([TrailFinding(trail=corrected, entry=entry)], version=version)
    return entry


def find_trail(archive: Archive, trail_id: str) -> Trail:
    matching = [trail for trail in archive.trails.of() if trail.id.startswith(trail_id)]
    if len(matching) != 1:
        raise NotFoundError(
            f"{len(matching)} followed blocks have an id that begins with {trail_id!r}; see `pagestrata follow list`"
        )
    return matching[0]
