"""Followed blocks in an archive, and offline over recorded versions."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pagestrata.app.block_images import BlockImages, share_of_others
from pagestrata.app.cutting import cut, segmentation_of
from pagestrata.app.hinting import TrailHints
from pagestrata.app.sources import Source, parse_source
from pagestrata.errors import InputError, NotFoundError, UsageError
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import with_real_id, without_ids
from pagestrata.follow.methods import DEFAULT_METHOD, METHODS, FollowMethod
from pagestrata.follow.select import row_of_block, select_row
from pagestrata.follow.states import Found
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import EMPTY_BOX
from pagestrata.model.records import SeenImage, Trail, TrailEntry, Version
from pagestrata.model.snapshot import Snapshot

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.store.archive import Archive

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """How a person pointed at a block; exactly one of the ways is given."""

    css: str | None = None
    xpath: str | None = None
    path: str | None = None
    text: str | None = None
    at: tuple[float, float] | None = None
    block: str | None = None  # ref in the block tree
    first: bool = False

    def row(self, snapshot: Snapshot, tree: BlockTree | None = None) -> int:
        """The row meant; `tree` holds the blocks that refs are of, by default those of this very page."""
        if self.block is not None and len(self.as_json()) == 1:
            return row_of_block(snapshot, _block(snapshot, tree or cut(snapshot), self.block))
        return select_row(
            snapshot, css=self.css, xpath=self.xpath, path=self.path, text=self.text, at=self.at, first=self.first
        )

    def as_json(self) -> dict[str, Any]:
        ways = {"css": self.css, "xpath": self.xpath, "path": self.path, "text": self.text, "at": self.at}
        return {name: value for name, value in (ways | {"block": self.block}).items() if value is not None}


def _block(snapshot: Snapshot, tree: BlockTree, ref: str) -> Block:
    found = tree.by_ref().get(ref)
    if found is None:
        raise NotFoundError(
            f"there is no block {ref!r} on {snapshot.url}; `pagestrata segment {snapshot.url} --format html` shows the refs"
        )
    return found


def replay_sources(
    session: Session,
    sources: Sequence[str],
    choice: Choice,
    *,
    blind: bool = False,
    method: str = DEFAULT_METHOD,
) -> Iterator[tuple[Source, Snapshot, Found]]:
    """The block in each of the versions. The first answer is the choice itself; nothing is stored."""
    follower: FollowMethod | None = None
    for source in versions_in(session, sources):
        snapshot = replace(session.snapshot(source), screenshot_png=None)
        seen = without_ids(snapshot) if blind else snapshot
        if follower is None:
            row = choice.row(snapshot, session.stored_tree(source))
            follower = METHODS[method](seen, row)
            found = Follower.from_row(seen, row).correct_row(seen, row)
        else:
            found = follower.find(seen)
        yield source, snapshot, with_real_id(found, snapshot)


def versions_in(session: Session, sources: Sequence[str]) -> list[Source]:
    """The sources, in their order. Alone, a WARC means all its versions, an archived version it and all later ones.

    URL@FROM..TO means the archived versions from one time to another.
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
    """The versions of URL@FROM..TO, none where the text is no such span."""
    head, dots, until = text.rpartition("..")
    if not dots or "://" not in head:
        return []
    since = parse_source(head)
    if since.kind != "archived" or parse_source(f"{since.place}@{until}").kind != "archived":
        return []
    return _archived_versions(session, since.place, since.time or "first", until)


def _archived_versions(session: Session, url: str, since: str, until: str) -> list[Source]:
    first, last = session.archive.version_at(url, since), session.archive.version_at(url, until)
    found = session.archive.versions(url, since=first.captured_at, until=last.captured_at)
    if not found:
        raise UsageError(f"{url}@{since}..{until} runs backwards; name the earlier time first")
    return [
        Source(text=f"{url}@{version.captured_at.isoformat()}", kind="archived", place=url, time=version.id)
        for version in found
    ]


def add_trail(
    archive: Archive,
    snapshot: Snapshot,
    choice: Choice,
    *,
    url: str,
    version: str | None,
    name: str | None = None,
    tree: BlockTree | None = None,
) -> Trail:
    """Begin to follow a block; `name` is what messages call it."""
    row = choice.row(snapshot, tree)
    follower = Follower.from_row(snapshot, row)
    found = Follower.from_row(snapshot, row).correct_row(snapshot, row)
    digest = hashlib.sha256(f"{url}\n{found.path}\n{choice.as_json()}".encode()).hexdigest()
    origin = choice.as_json() | ({"name": name} if name else {})
    trail = Trail(id=digest[:8], url=url, origin=origin, state=follower.state)
    if any(known.id == trail.id for known in archive.trails(url)):
        raise UsageError(
            f"this block of {url} is followed already as {trail.id}; see `pagestrata follow show {trail.id}`"
        )
    archive.save_trail(trail)
    archive.add_trail_entry(trail.id, entry_of(found, snapshot, version=version, before=None))
    return trail


def follow_block(session: Session, source: str, choice: Choice, *, name: str | None = None) -> Trail:
    """Open a page and begin to follow a block of it. From an archived version on, it is followed through all later ones.

    Refs are those of the archived version, or of the last one there is of a live page.
    """
    first, *later = _starting_with(session, parse_source(source))
    snapshot, version = session.snapshot(first), _version_of(session, first)
    tree = session.stored_tree(first)
    if tree is None and choice.block is not None:
        last = session.archive.latest(first.place)
        segmentation = segmentation_of(session.archive, first.place)
        tree = cut(snapshot, segmentation, previous=session.archive.tree(last) if last else None)
    trail = add_trail(session.archive, snapshot, choice, url=first.place, version=version, name=name, tree=tree)
    for each in later:
        known = find_trail(session.archive, trail.id)
        follow_through(session.archive, [known], session.snapshot(each), version=_version_of(session, each))
    return trail


def _starting_with(session: Session, source: Source) -> list[Source]:
    if source.kind == "archived":
        return _archived_versions(session, source.place, source.time or "latest", "latest")
    if source.kind != "live":
        raise UsageError(f"{source.text} is no page to come back to; follow an address, or an archived URL@TIME")
    return [source]


def _version_of(session: Session, source: Source) -> str | None:
    return session.archive.version_at(source.place, source.time or "latest").id if source.kind == "archived" else None


def remove_trail(archive: Archive, trail_id: str) -> None:
    """Stop following a block; nobody is told about it any more."""
    trail = find_trail(archive, trail_id)
    for rule in archive.outbox.rules():
        if (rule.kind, rule.subject) == ("trail", trail.id):
            archive.outbox.remove_rule(rule.id)
    archive.remove_trail(trail.id)


def is_followed_up(archive: Archive, last: Version) -> bool:
    """Whether the followed blocks of a page were looked for in its last version: a program may have died before."""
    for trail in archive.trails(last.url):
        entry = _last_entry(archive, trail)
        if entry is not None and entry.found_at < last.captured_at:
            return False
    return True


def follow_trails(
    archive: Archive, snapshot: Snapshot, *, url: str, version: str | None
) -> list[tuple[Trail, TrailEntry]]:
    """Find every followed block of a page in its newest capture, and remember where it was."""
    return follow_through(archive, list(archive.trails(url)), snapshot, version=version)


def follow_through(
    archive: Archive, trails: Sequence[Trail], snapshot: Snapshot, *, version: str | None
) -> list[tuple[Trail, TrailEntry]]:
    """Find these blocks in one capture, and remember where they were."""
    if snapshot.nodes is None:
        return []
    followers = [(trail, follower) for trail in trails if (follower := _follower(trail)) is not None]
    if not followers:
        return []
    hints = TrailHints(archive, [trail for trail, _ in followers], snapshot)
    answers = find_all([follower for _, follower in followers], snapshot, hint_for=hints)
    outcome, images = [], BlockImages(snapshot)
    for (trail, follower), found in zip(followers, answers, strict=True):
        before = _last_entry(archive, trail)
        entry = entry_of(found, snapshot, version=version, before=before, images=images)
        archive.add_trail_entry(trail.id, entry)
        archive.save_trail(replace(trail, state=follower.state))
        outcome.append((trail, entry))
    return outcome


def _follower(trail: Trail) -> Follower | None:
    """The follower as it was left; None, with a warning, where that cannot be read: the other blocks go on."""
    try:
        return Follower.from_state(dict(trail.state))
    except InputError as error:
        log.warning("block %s of %s is not followed: %s", trail.id, trail.url, error)
        return None


def _last_entry(archive: Archive, trail: Trail) -> TrailEntry | None:
    entries = archive.trail_entries(trail.id, last=1, with_pictures=False)
    return entries[-1] if entries else None


def correct_trail(
    archive: Archive, trail_id: str, snapshot: Snapshot, choice: Choice, *, version: str | None
) -> TrailEntry:
    """A person says where the block is in this version; a follower that cannot be read starts anew there."""
    trail = find_trail(archive, trail_id)
    row = choice.row(snapshot)
    follower = _follower(trail) or Follower.from_row(snapshot, row)
    found = follower.correct_row(snapshot, row)
    entry = entry_of(found, snapshot, version=version, before=_last_entry(archive, trail))
    archive.save_trail(replace(trail, state=follower.state))
    archive.add_trail_entry(trail.id, entry)
    return entry


def find_trail(archive: Archive, trail_id: str) -> Trail:
    matching = [trail for trail in archive.trails() if trail.id.startswith(trail_id)]
    if len(matching) != 1:
        raise NotFoundError(
            f"{len(matching)} followed blocks have an id that begins with {trail_id!r}; see `pagestrata follow list`"
        )
    return matching[0]


def entry_of(
    found: Found,
    snapshot: Snapshot,
    *,
    version: str | None,
    before: TrailEntry | None,
    images: BlockImages | None = None,
) -> TrailEntry:
    """One line of a trail: where the block was, what it said and showed, how that differs from the line before."""
    from pagestrata.notify.pictures import picture_of_block

    picture = None
    if snapshot.screenshot_png is not None and found.box is not None:
        picture = picture_of_block(snapshot.screenshot_png, found.box)
    inside = (images or BlockImages(snapshot)).inside(found.row)
    return TrailEntry(
        found_at=_time(snapshot),
        version=version,
        state=found.state,
        confidence=found.confidence,
        path=found.path,
        box=found.box or EMPTY_BOX,
        text=found.text,
        images=inside,
        change=_change(found, inside, before),
        picture_png=picture,
    )


def _time(snapshot: Snapshot) -> datetime:
    return snapshot.captured_at


def _change(found: Found, images: Sequence[SeenImage] | None, before: TrailEntry | None) -> str | None:
    if before is None:
        return None
    if found.state == "lost":
        return None if before.state == "lost" else "lost"
    if before.state == "lost":
        return "found again"
    if found.row is not None and found.text == before.text and share_of_others(before.images, images):
        return "picture"
    if found.row is None or found.text == before.text:
        return "moved" if found.path and before.path and found.path != before.path else None
    return "text"
