"""What the archive remembers, as news: versions of pages and entries of trails turned into events.

Events are made from what is stored, never from a visit in progress, so that whoever asks later, after a crash or for a
feed, gets the same ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pagestrata.app.block_images import share_of_others
from pagestrata.app.imports import IMPORTED
from pagestrata.errors import PagestrataError
from pagestrata.follow.series import series_of
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.records import RecordedChange, Trail, TrailEntry, Version, Watch
from pagestrata.notify.events import Event
from pagestrata.notify.pictures import marked_picture, picture_of_block

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

LONGEST_TEXT = 2_000
LONGEST_COMPARED = 4_000
MOST_ENTRIES = 500  # of a trail, counted from its end
QUOTED_CHARACTERS = 80
_PAST = {
    "insert": "added", "delete": "removed:", "update": "changed", "move": "moved:", "split": "split", "merge": "joined",
}  # fmt: skip
ANOTHER_PICTURE = "it shows another picture"
LARGEST_AROUND = 0.4  # of the page: a larger block around the change shows too little of it


def version_event(archive: Archive, version: Version, *, watch: Watch | None, with_picture: bool = False) -> Event:
    """A version of a page as news. A first version has no operations: nothing has changed."""
    changes = archive.queries.changes(version.url, since=version.captured_at, until=version.captured_at)
    by_weight = sorted(changes, key=lambda change: -(change.importance or 0.0))
    return Event(
        subject=watch.id if watch else version.url,
        kind="watch",
        name=str((watch.settings.get("title") if watch else "") or _title(version)),
        url=version.url,
        version=version.id,
        time=version.captured_at,
        importance=version.importance or 0.0,
        what=_what(archive, version, by_weight),
        operations=dict(Counter(change.op for change in changes)),
        old_text=_joined(change.old for change in by_weight),
        new_text=_joined(change.new for change in by_weight),
        tags=tags_of(watch),
        picture_png=_picture_of_version(archive, version, by_weight) if with_picture else None,
    )


def _what(archive: Archive, version: Version, by_weight: Sequence[RecordedChange]) -> str:
    """Why the version was kept; of one that was imported, the heaviest change in words."""
    if not by_weight:
        return ""
    reasons = [reason for reason in archive.visits.reasons(version) if reason not in IMPORTED.reasons]
    return reasons[0] if reasons else _heaviest(by_weight)


def _heaviest(by_weight: Sequence[RecordedChange]) -> str:
    first = next((change for change in by_weight if _text_of(change.new or change.old)), by_weight[0])
    old, new = _quoted(first.old), _quoted(first.new)
    if first.op == "update" and new:
        told = f"{first.element} is now {new}"
    elif first.op == "insert":
        told = f"new {first.element} {new}"
    else:
        told = f"{first.element} {_PAST[first.op]} {old or new}"
    others = len(by_weight) - 1
    more = f", and {others} more change{'s' if others > 1 else ''}" if others else ""
    return f"{told.strip()}{more}"


def _quoted(value: Any) -> str:
    words = shorten(_text_of(value), QUOTED_CHARACTERS, placeholder="…")
    return f"‘{words}’" if words else ""


def _title(version: Version) -> str:
    """The title of the page, not that of an error in its place."""
    return version.title if version.title and version.status < 400 else version.url


def trail_events(archive: Archive, trail: Trail, *, watch: Watch | None, pictures: int = 0) -> Iterator[Event]:
    """The entries of a trail as news, oldest first: each against the last one that was sure.

    The last few, as many as `pictures` says, have a picture with the change marked.
    """
    bare = archive.trails.entries(trail.id, last=MOST_ENTRIES, with_pictures=False)
    entries = [*bare[:-pictures], *_with_pictures(archive, trail, bare[-pictures:])] if pictures else bare
    found = [entry for entry in entries if entry.state == "found"]
    numbers = dict(zip(map(id, found), series_of([entry.text for entry in found]), strict=True))
    sure: TrailEntry | None = None
    seen: TrailEntry | None = None
    for entry in entries:
        if sure is not None:
            number = numbers.get(id(seen)), numbers.get(id(entry))
            yield _trail_event(trail, watch, entry, sure=sure, seen=seen, numbers=number)
        if entry.state != "uncertain":
            sure = entry
        if entry.state == "found":
            seen = entry


def _with_pictures(archive: Archive, trail: Trail, bare: Sequence[TrailEntry]) -> Sequence[TrailEntry]:
    try:
        return archive.trails.entries(trail.id, last=len(bare))
    except PagestrataError:
        return bare  # a message without its picture is better than none


def _trail_event(
    trail: Trail,
    watch: Watch | None,
    entry: TrailEntry,
    *,
    sure: TrailEntry,
    seen: TrailEntry | None,
    numbers: tuple[float | None, float | None],
) -> Event:
    old_text = seen.text if seen else ""
    others = share_of_others(seen.images if seen else None, entry.images)
    operations = {"update": int(entry.state == "found" and (entry.text != old_text or others > 0))}
    operations |= {"move": int(entry.change == "moved")}
    operations |= {"delete": int(entry.state == "lost" and sure.state == "found")}
    operations |= {"insert": int(entry.state == "found" and sure.state == "lost")}
    picture = entry.picture_png
    if picture is not None:
        picture = marked_picture(seen.picture_png if seen else None, picture)
    return Event(
        subject=trail.id,
        kind="trail",
        name=name_of_trail(trail),
        url=trail.url,
        version=entry.found_at.isoformat(),
        time=entry.found_at,
        importance=max(_share_changed(old_text, entry.text), others),
        what=ANOTHER_PICTURE if others and entry.text == old_text else "",
        operations={name: count for name, count in operations.items() if count},
        old_text=old_text,
        new_text=entry.text,
        old_number=numbers[0],
        new_number=numbers[1],
        old_state=sure.state,
        new_state=entry.state,
        has_other_picture=others > 0,
        tags=tags_of(watch),
        picture_png=picture,
    )


def name_of_trail(trail: Trail) -> str:
    """What the person called the block, or how they pointed at it."""
    name = trail.origin.get("name")
    if name:
        return str(name)
    pointed = next((str(value) for way, value in trail.origin.items() if way != "name"), "a block")
    return f"{pointed[:80]} on {urlsplit(trail.url).netloc}"


def tags_of(watch: Watch | None) -> tuple[str, ...]:
    return tuple(str(tag) for tag in watch.settings.get("tags", ())) if watch else ()


def _share_changed(old: str, new: str) -> float:
    """How much of a block's text is another, 0 to 1: what a threshold means for a block."""
    from rapidfuzz.distance import Indel

    return float(Indel.normalized_distance(old[:LONGEST_COMPARED], new[:LONGEST_COMPARED]))


def _joined(values: Iterator[Any]) -> str:
    return " · ".join(dict.fromkeys(text for text in map(_text_of, values) if text))[:LONGEST_TEXT]


def _text_of(value: Any) -> str:
    """The words in a recorded value: a text, a link or image with its name, a block, or several blocks."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list):
        return " ".join(filter(None, map(_text_of, value)))
    if isinstance(value, dict):
        return _text_of(value.get("text") or value.get("name") or "")
    return ""


def _picture_of_version(archive: Archive, version: Version, changes: Sequence[RecordedChange]) -> bytes | None:
    """The block whose change weighs most, with everything framed that changed in it."""
    try:
        screenshot = archive.contents.screenshot(version)
        if screenshot is None or not changes:
            return None
        tree, delta = archive.contents.tree(version), archive.contents.delta(version)
    except PagestrataError:
        return None  # a message without its picture is better than none
    blocks, renamed = tree.by_ref(), dict(delta.patch.renames) if delta else {}
    refs = [change.to_block or renamed.get(change.block, change.block) for change in changes]
    changed = [blocks[ref] for ref in refs if ref in blocks]
    changed = [block for block in changed if block.box.area]
    if not changed:
        return None
    around = _around(tree, changed[0])
    return picture_of_block(screenshot, around, [block.box for block in changed if not block.children])


def _around(tree: BlockTree, block: Block) -> Box:
    """The block around this one, as long as it is not most of the page."""
    width, height = tree.page_size
    parent = tree.by_ref().get(tree.parents().get(block.ref) or "")
    fits = parent is not None and 0 < parent.box.area <= LARGEST_AROUND * width * height
    return parent.box if parent is not None and fits else block.box
