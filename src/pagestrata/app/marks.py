"""What people say about changes: marks become training pairs, 'never tell me' becomes a setting of the page's watch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from pagestrata.app.comparisons import compare_archived
from pagestrata.app.watches import watch_for
from pagestrata.errors import UsageError
from pagestrata.model.records import Feedback, Version, Watch
from pagestrata.visit.judge import JudgeOptions

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

Verdict = Literal["mattered", "noise"]
LOOKED_BACK = 8
"""Versions for which is said what another setting would have made of them."""


def mark_change(
    archive: Archive, old: Version, new: Version, verdict: Verdict, *, now: datetime, note: str = ""
) -> Feedback:
    """Remember whether the change between two versions of a page mattered; the last word counts."""
    if old.url != new.url or old.id == new.id:
        raise UsageError(f"{old.id} and {new.id} are not two versions of one page")
    word = Feedback(old_version=old.id, new_version=new.id, verdict=verdict, given_at=now, note=note)
    archive.feedback.add(word)
    return word


def set_block_importance(archive: Archive, url: str, ref: str, value: float | None) -> Watch:
    """Say what a block of a page is worth, 0 for 'never tell me about it'; None takes that back.

    A page that nobody watches gets a watch that is paused: it is remembered, and not visited.
    """
    known = archive.watches.of(url)
    said = dict(known.settings.importance) if known else {}
    if value is None:
        said.pop(ref, None)
    else:
        said[ref] = value
    paused = {} if known else {"paused": True}
    return watch_for(archive, url, {"importance": said or None, **paused})


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What became of one version, and what would become of it."""

    version: Version
    probability: float
    was_kept: bool
    probability_then: float
    would_be_kept: bool

    @property
    def differs(self) -> bool:
        return self.was_kept != self.would_be_kept


def effects_of_importance(archive: Archive, url: str, ref: str, value: float) -> Iterator[Effect]:
    """What another importance of a block would have made of the last versions of its page, newest first."""
    for old, new in _last_pairs(archive, url):
        was = compare_archived(archive, old, new)
        then = compare_archived(archive, old, new, JudgeOptions(importance={ref: value}))
        yield Effect(
            version=new,
            probability=was.decision.probability,
            was_kept=not was.decision.similar,
            probability_then=then.decision.probability,
            would_be_kept=not then.decision.similar,
        )


def _last_pairs(archive: Archive, url: str) -> Iterator[tuple[Version, Version]]:
    """The last versions of a page, each with the one before it."""
    versions = archive.listings.versions(url, limit=LOOKED_BACK + 1)
    yield from zip(versions[1:], versions[:-1], strict=True)


def without_mark(archive: Archive, old: Version, new: Version) -> None:
    """Take back what was said about two versions."""
    archive.feedback.remove(old.id, new.id)
