"""Everything in the archive, watched or not: its pages, what changed last on each, and the blocks that are followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagestrata.app.sentences import sentences_of
from pagestrata.model.records import Trail, Watch
from pagestrata.store.merkle_log.removals import RemovedVersion, removal_words
from pagestrata.store.questions.listings import ArchivedPage
from pagestrata.visit.news import name_of_trail

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

PAGES_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPage:
    """An archived page; `watch` is None where nobody watches it."""

    page: ArchivedPage
    name: str
    watch: Watch | None
    said: str  # what changed last
    blocks: Sequence[tuple[str, str]]  # followed ones: id and name
    removed: str  # how many versions which rule removed, in words; '' for none


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """A stretch of all archived pages; `after` is the place where it goes on, None at the end."""

    pages: Sequence[ListedPage]
    after: int | None


def everything(archive: Archive, *, words: str = "", after: int = 0, only_unwatched: bool = False) -> Everything:
    """The archived pages in the order in which they came; `words` stand in the address."""
    found = archive.listings.pages(
        after=after, limit=PAGES_SHOWN + 1, words=words or None, only_unwatched=only_unwatched
    )
    shown = found[:PAGES_SHOWN]
    removed = archive.versions.removed_of_pages([page.number for page in shown])
    listed = [_listed(archive, page, removed.get(page.number, ())) for page in shown]
    return Everything(pages=listed, after=shown[-1].number if len(found) > PAGES_SHOWN else None)


def _listed(archive: Archive, page: ArchivedPage, removed: Sequence[RemovedVersion]) -> ListedPage:
    watch, latest = archive.watches.of(page.url), archive.versions.latest(page.url)
    trails: Sequence[Trail] = archive.trails.of(page.url)
    return ListedPage(
        page=page,
        name=(watch.settings.title if watch else "") or page.title or page.url,
        watch=watch,
        said=sentences_of(archive, [latest])[latest.id] if latest is not None else "",
        blocks=[(trail.id, name_of_trail(trail)) for trail in trails],
        removed=removal_words(removed) if removed else "",
    )
