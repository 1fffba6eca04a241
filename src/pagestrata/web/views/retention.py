"""Which versions a rule of retention keeps, and which it would drop today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from pagestrata.store.people.settings import KEEP
from pagestrata.store.upkeep.retention import DatedVersion

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

MOST_PAGES = 50
"""Pages that are named; the others are counted."""
MOST_VERSIONS = 20_000
"""Versions that are looked at while somebody waits."""
EVERYTHING = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinnedPage:
    """A page that would lose versions, oldest first."""

    url: str
    versions: Sequence[DatedVersion]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionView:
    """The rule that holds, another one that somebody thinks of, and what that would drop now."""

    held: str  # '' for none: everything is kept
    asked: str
    drops: int = 0  # versions
    is_whole: bool = True  # False: more versions are in the archive than were looked at, and may go too
    looked_at: int = MOST_VERSIONS  # at most
    pages: Sequence[ThinnedPage] = ()  # the most affected first
    more_pages: int = 0


def retention_view(archive: Archive, rule: str, *, now: datetime) -> RetentionView:
    """What a rule would drop today; nothing is dropped. UsageError for what is no rule."""
    held = str(archive.settings.get(KEEP) or "")
    if not rule.strip():
        return RetentionView(held=held, asked="")
    found = archive.upkeep.dry_run(rule.strip(), now=now, most=MOST_VERSIONS)
    pages = [ThinnedPage(url=url, versions=list(group)) for url, group in groupby(found.versions, lambda one: one.url)]
    pages.sort(key=lambda page: (-len(page.versions), page.url))
    return RetentionView(
        held=held,
        asked=rule.strip(),
        drops=len(found.versions),
        is_whole=found.is_whole,
        pages=pages[:MOST_PAGES],
        more_pages=max(0, len(pages) - MOST_PAGES),
    )


def hold_rule(archive: Archive, rule: str, *, now: datetime, agreed: int) -> RetentionView | None:
    """Let a rule hold from now on, where a person agreed to as many dropped versions as it drops today.

    None when it holds; where it drops more than that, what it drops, and nothing is changed.
    """
    shown = retention_view(archive, rule, now=now)
    if shown.drops > agreed:
        return shown
    archive.settings.set(KEEP, None if shown.asked in {"", EVERYTHING} else shown.asked)
    return None
