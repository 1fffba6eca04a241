"""The changes of a page, or of one block, over time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from pagestrata.interfaces import ArchiveReader

if TYPE_CHECKING:
    from pagestrata.model.blocks import Block
    from pagestrata.model.deltas import Change, Delta
    from pagestrata.model.records import RecordedChange, Version

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


class ChangeLog(Protocol):
    """The single operations of all deltas."""

    def changes(
        self, url: str | None = None, *, since: datetime | None = None, until: datetime | None = None
    ) -> Sequence[RecordedChange]: ...


class ChangeArchive(ArchiveReader, Protocol):
    """An archive that has the single operations of all deltas at hand."""

    @property
    def queries(self) -> ChangeLog: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMoment:
    """One version and its changes from the previous one, by block."""

    version: Version
    changes: dict[str, tuple[RecordedChange, ...]]

    @property
    def number(self) -> int:
        return sum(map(len, self.changes.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockMoment:
    """One block at one version. `ref` and `block` are None if it is not on the page."""

    version: Version
    ref: str | None
    block: Block | None
    changes: tuple[Change, ...]
    changed: bool  # its content changed, or it was inserted or deleted


def page_timeline(
    archive: ChangeArchive, url: str, *, since: datetime | None = None, until: datetime | None = None
) -> list[PageMoment]:
    """All versions of a page with their changes, oldest first."""
    versions = between(archive, url, since, until)
    grouped: dict[str, dict[str, list[RecordedChange]]] = defaultdict(lambda: defaultdict(list))
    if versions:
        first, last = versions[0].captured_at, versions[-1].captured_at
        for change in sorted(archive.queries.changes(url, since=first, until=last), key=lambda change: change.number):
            grouped[change.version][change.block].append(change)
    return [
        PageMoment(version=version, changes={ref: tuple(found) for ref, found in grouped[version.id].items()})
        for version in versions
    ]


def block_timeline(
    archive: ArchiveReader,
    url: str,
    ref: str,
    *,
    at: str | datetime = "latest",
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[BlockMoment]:
    """One block through the versions of its page. `ref` is its ref in the version at that time."""
    versions = list(archive.versions.of(url))
    deltas = {version.id: archive.contents.delta(version) for version in versions}
    from pagestrata.query.trace import trace

    steps = trace(archive, versions, ref, archive.versions.at(url, at), delta_of=lambda version: deltas[version.id])
    moments: list[BlockMoment] = []
    before: Block | None = None
    for number, (version, place) in enumerate(steps):
        block = archive.contents.tree(version).by_ref().get(place) if place is not None else None
        delta = deltas[version.id]
        old_ref = steps[number - 1][1] if number else None
        changed = number > 0 and (block is None) != (before is None)
        changed = changed or (block is not None and before is not None and block.id != before.id)
        moments.append(
            BlockMoment(
                version=version,
                ref=place if block is not None else None,
                block=block,
                changes=_changes_of(delta, old_ref, place, before, block) if delta and number else (),
                changed=changed,
            )
        )
        before = block
    return [moment for moment in moments if _within(moment.version, since, until)]


def _changes_of(
    delta: Delta, old_ref: str | None, new_ref: str | None, before: Block | None, after: Block | None
) -> tuple[Change, ...]:
    """The changes in a block and in the blocks inside it, before and after."""
    old = {old_ref, *(inner.ref for inner in before.walk())} if before else {old_ref}
    new = {new_ref, *(inner.ref for inner in after.walk())} if after else {new_ref}

    def touches(change: Change) -> bool:
        inserted_block = change.op == "insert" and change.element == "block"
        return change.block in (new if inserted_block else old) or (change.op == "move" and change.to_block in new)

    return tuple(change for change in delta.changes if touches(change))


def between(archive: ArchiveReader, url: str, since: datetime | None, until: datetime | None) -> Sequence[Version]:
    """Return the versions of a page in a time range, both ends included."""
    return [version for version in archive.versions.of(url) if _within(version, since, until)]


def _within(version: Version, since: datetime | None, until: datetime | None) -> bool:
    return (since is None or version.captured_at >= since) and (until is None or version.captured_at <= until)
