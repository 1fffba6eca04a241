"""Which versions a rule of retention keeps, and which it would drop today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from pagestrata.model.records import Version
from pagestrata.store.settings import KEEP

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

MOST_PAGES = 50
"""Pages that are named; the others are counted."""
EVERYTHING = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinnedPage:
    """A page that would lose versions, oldest first."""

    url: str
    versions: Sequence[Version]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionView:
    """The rule that holds, another one that somebody thinks of, and what that would drop now."""

    held: str  # '' for none: everything is kept
    asked: str
    drops: int = 0  # versions
    pages: Sequence[ThinnedPage] = ()  # the most affected first
    more_pages: int = 0


def retention_view(archive: Archive, rule: str, *, now: datetime) -> RetentionView:
    """What a rule would drop today; nothing is dropped. UsageError for what is no rule."""
    held = str(archive.settings.get(KEEP) or "")
    if not rule.strip():
        return RetentionView(held=held, asked="")
    doomed = archive.upkeep.superfluous(rule.strip(), now=now)
    pages = [ThinnedPage(url=url, versions=list(found)) for url, found in groupby(doomed, lambda each: each.url)]
    pages.sort(key=lambda page: (-len(page.versions), page.url))
    return RetentionView(
        held=held,
        asked=rule.strip(),
        drops=len(doomed),
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
