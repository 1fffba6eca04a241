"""Feeds of an archive: of everything, a page, a watch, a tag or a followed block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pagestrata.app.sentences import made_sentence, whole_changes
from pagestrata.app.trails import find_trail
from pagestrata.errors import NotFoundError
from pagestrata.formats.urls import canonical_url, timestamp14
from pagestrata.model.events import Event
from pagestrata.model.records import Trail, Version, Watch
from pagestrata.notify.feed import LONGEST_FEED, FeedEntry, atom_feed, entry_of, feed_id, newest, updated_at
from pagestrata.replay.feeds import FeedDocument, FeedLink, feed_path
from pagestrata.visit.load import MOST_ENTRIES
from pagestrata.visit.news import name_of_trail, trail_events, version_event

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive


class ArchiveFeeds:
    """The feeds of one archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def document(self, kind: str, name: str, *, root: str = "") -> FeedDocument:
        """One feed in Atom."""
        title, entries = self.entries(kind, name, root=root)
        body = atom_feed(
            entries,
            feed_id=feed_id("feed", kind, name),
            title=title,
            self_url=f"{root}{feed_path(kind, name)}" if root else "",
        )
        return FeedDocument(body=body, updated_at=updated_at(entries))

    def entries(self, kind: str, name: str, *, root: str = "") -> tuple[str, list[FeedEntry]]:
        """The title and the entries of a feed, newest first.

        With `root`, the address of a server, entries lead to archived versions, else to the live page.
        """
        title, events = self._chosen(kind, name)
        return title, newest(_entry(event, root) for event in events if event.is_news)

    def links(self, url: str | None) -> Sequence[FeedLink]:
        """The feeds to link from the history of a page, or (None) from the list of all pages."""
        if url is None:
            return [FeedLink("All changes", feed_path())]
        blocks = [
            FeedLink(name_of_trail(trail), feed_path("trail", trail.id)) for trail in self._archive.trails.of(url)
        ]
        return [FeedLink(f"Changes of {url}", feed_path("page", url)), *blocks]

    def _chosen(self, kind: str, name: str) -> tuple[str, Iterator[Event]]:
        watches = {watch.url: watch for watch in self._archive.watches.all()}
        if kind == "trail":
            trail = find_trail(self._archive, name)
            return name_of_trail(trail), self._of_trails([trail], watches)
        if kind == "":
            return "All changes", self._of_pages(None, watches)
        urls = self._pages(kind, name, watches)
        title = f"Changes tagged {name}" if kind == "tag" else f"Changes of {urls[0]}"
        return title, self._of_pages(urls, watches)

    def _pages(self, kind: str, name: str, watches: dict[str, Watch]) -> list[str]:
        if kind == "page":
            address = canonical_url(name)
            urls = [address] if self._archive.versions.latest(address) or address in watches else []
        elif kind == "watch":
            urls = [watch.url for watch in watches.values() if watch.id == name]
        else:
            urls = [watch.url for watch in watches.values() if name in watch.settings.tags]
        if not urls:
            raise NotFoundError(
                f"there is no {kind} {name[:200]!r} in this archive; give the address of an archived page, "
                "a trail's id (`pagestrata follow list`), a watch's id or tag:NAME"
            )
        return urls

    def _of_pages(self, urls: list[str] | None, watches: dict[str, Watch]) -> Iterator[Event]:
        for version in self._archive.versions.recent(urls=urls, limit=LONGEST_FEED):
            yield stored_version_event(self._archive, version, watch=watches.get(version.url))
        trails = [trail for trail in self._archive.trails.of() if urls is None or trail.url in urls]
        yield from self._of_trails(trails, watches)

    def _of_trails(self, trails: Sequence[Trail], watches: dict[str, Watch]) -> Iterator[Event]:
        for trail in trails:
            yield from stored_trail_events(self._archive, trail, watch=watches.get(trail.url))


def _entry(event: Event, root: str) -> FeedEntry:
    url = f"{root}/web/{timestamp14(event.time)}/{event.url}" if root else event.url
    return entry_of(event, url=url)


def feed_named(archive: Archive, text: str | None) -> tuple[str, str]:
    """Kind and name of a feed: None means all; else a page's address, tag:NAME, or an id."""
    if text is None:
        return "", ""
    if "://" in text:
        return "page", text
    if text.startswith("tag:"):
        return "tag", text.removeprefix("tag:")
    if any(watch.id == text for watch in archive.watches.all()):
        return "watch", text
    return "trail", text


def stored_version_event(archive: Archive, version: Version, *, watch: Watch | None = None) -> Event:
    """Return the event of a stored version."""
    changes = whole_changes(archive, version)
    sentence = archive.visits.sentences([version.id]).get(version.id) or made_sentence(archive, version, changes)
    return version_event(version, changes, said=sentence, watch=watch)


def stored_trail_events(archive: Archive, trail: Trail, *, watch: Watch | None = None) -> Iterator[Event]:
    """Return the events of a stored trail, oldest first."""
    entries = archive.trails.entries(trail.id, last=MOST_ENTRIES, with_pictures=False)
    return trail_events(trail, entries, watch=watch)
