"""Pages of sites that are watched as a whole: found through links and sitemaps and added to the schedule, within limits.

A found page belongs to its site's watch and is visited with its settings. Addresses that robots.txt denies, that look like a
trap or that exceed the limits of the watch are skipped. First visits to new pages are spread out, so that a large site does not
delay other pages.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pagestrata.app.planning.planning import Planner, entered, host_of
from pagestrata.app.watches import watch_id
from pagestrata.crawl.scopes import Scope, page_address, pages_in
from pagestrata.crawl.sitemaps import SitemapEntry, sitemap_pages
from pagestrata.crawl.traps import most_of_shape, shape_of, trap_in
from pagestrata.model.due import Due, SitePage
from pagestrata.model.records import Watch

if TYPE_CHECKING:
    from pagestrata.crawl.robots import Robots
    from pagestrata.store.archive import Archive

log = logging.getLogger(__name__)

SITEMAPS_AGAIN = timedelta(days=1)
SITEMAPS_READ = "sitemaps_at"  # among the facts of a site's own page: when its sitemaps were read
NEW_PAGES_SHARE = 0.5  # share of the budget for first visits to pages of sites
_TOGETHER = 500


class FirstVisits:
    """Spreads the first visits to new pages over a share of the budget. Thread-safe."""

    def __init__(self, visits_per_hour: float) -> None:
        self._spacing = timedelta(hours=1 / max(NEW_PAGES_SHARE * visits_per_hour, 1e-3))
        self._last: datetime | None = None
        self._lock = threading.Lock()

    def next(self, now: datetime) -> datetime:
        with self._lock:
            self._last = now if self._last is None else max(now, self._last + self._spacing)
            return self._last


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePageFinder:
    """Finds the pages of a site; `may_visit` checks robots.txt."""

    archive: Archive
    planner: Planner
    first_visits: FirstVisits
    may_visit: Callable[[str], bool] = lambda _url: True

    def follow(self, links: Sequence[str], *, watch: Watch, entry_id: str, now: datetime) -> Sequence[SitePage]:
        """Add the pages of a site that one of its pages links to; `entry_id` is the schedule entry of that page."""
        site, scope = self._site(watch)
        if site is None or scope is None:
            return ()
        depth = 0
        if entry_id != site.id:
            page = self.archive.site_pages.known([entry_id]).get(entry_id)
            depth = page.depth if page is not None else scope.depth
        if depth >= scope.depth:
            return ()
        found = [SitemapEntry(url=url) for url in pages_in(scope, links)]
        return self._enter(site, scope, found, depth=depth + 1, now=now)

    def read_sitemaps(
        self, addresses: Iterable[str], fetch: Callable[[str], bytes | None], *, watch: Watch, now: datetime
    ) -> int:
        """Add the pages in the sitemaps of a site, and bring forward those modified since their last visit."""
        site, scope = self._site(watch)
        if site is None or scope is None:
            return 0
        count, waiting = 0, list[SitemapEntry]()
        for entry in sitemap_pages(addresses, fetch, now=now):
            waiting.append(entry)
            if len(waiting) == _TOGETHER:
                count += self._listed(site, scope, waiting, now)
                waiting = []
        return count + self._listed(site, scope, waiting, now)

    def _listed(self, site: Watch, scope: Scope, entries: Sequence[SitemapEntry], now: datetime) -> int:
        addresses = {entry.url: page_address(entry.url) for entry in entries}
        inside = [
            SitemapEntry(url=address, modified_at=entry.modified_at)
            for entry in entries
            if (address := addresses[entry.url]) is not None and scope.holds(address)
        ]
        self._bring_forward({watch_id(entry.url): entry for entry in inside if entry.modified_at}, now)
        return len(self._enter(site, scope, inside, depth=1, now=now)) if scope.depth else 0

    def _site(self, watch: Watch) -> tuple[Watch | None, Scope | None]:
        """The watch of the site with its own address, and its scope."""
        site = self.archive.watches.with_id(watch.id)
        return site, Scope.of_watch(site.url, site.settings) if site is not None else None

    def _enter(
        self, site: Watch, scope: Scope, found: Sequence[SitemapEntry], *, depth: int, now: datetime
    ) -> Sequence[SitePage]:
        new = self._unknown(site, found)
        if not new:
            return ()
        counts = Counter(self.archive.site_pages.shapes(site.id, {shape_of(entry.url) for entry in new}))
        pages = []
        for entry in new:
            shape, trap = shape_of(entry.url), trap_in(entry.url, now=now)
            if trap is not None or counts[shape] >= most_of_shape(shape, scope.most_pages):
                log.info("%s: not added: %s", entry.url[:200], trap or f"too many pages like it ({shape[:100]})")
                continue
            if not self.may_visit(entry.url):
                continue
            counts[shape] += 1
            pages.append(
                SitePage(
                    id=watch_id(entry.url), site=site.id, url=entry.url, depth=depth, shape=shape, found_at=now,
                    modified_at=entry.modified_at,
                )
            )  # fmt: skip
        entered_pages = self.archive.site_pages.add(pages, most=scope.most_pages)
        first = [entered(self.archive, page.id, page.url, self.first_visits.next(now)) for page in entered_pages]
        self.archive.due.add(first)
        return entered_pages

    def _unknown(self, site: Watch, found: Sequence[SitemapEntry]) -> list[SitemapEntry]:
        """The entries that are neither known nor the watched page itself."""
        by_id = {watch_id(entry.url): entry for entry in found if entry.url != site.url}
        known = self.archive.site_pages.known(by_id.keys())
        return [entry for name, entry in by_id.items() if name not in known]

    def _bring_forward(self, entries: dict[str, SitemapEntry], now: datetime) -> None:
        """Make known pages due that were modified since a sitemap was last read and since their last visit."""
        known = self.archive.site_pages.known(entries.keys())
        moved = {
            name: moment
            for name, entry in entries.items()
            if (moment := entry.modified_at) is not None and name in known and known[name].modified_at != moment
        }
        self.archive.site_pages.set_modified(moved)
        for name, moment in moved.items():
            watch = self.archive.watches.to_visit(name)
            entry = self.archive.due.of(name)
            if watch is None or entry is None or watch.settings.paused or entry.last_at is None:
                continue
            if _end_of(moment) > entry.last_at:
                self.archive.due.hasten(name, lambda due, watch=watch: self.planner.signalled(due, watch, now=now))  # type: ignore[misc]


def _end_of(moment: datetime) -> datetime:
    """The latest time that a date may mean: without a time of day, the end of the day."""
    is_day = (moment.hour, moment.minute, moment.second) == (0, 0, 0)
    return moment + timedelta(days=1) if is_day else moment


def are_sitemaps_due(due: Due, now: datetime) -> bool:
    """Whether to read the sitemaps of a site (again), by the schedule entry of its own page."""
    read = due.facts.get(SITEMAPS_READ)
    return read is None or not 0 <= now.timestamp() - read < SITEMAPS_AGAIN.total_seconds()


def sitemap_addresses(site_url: str, robots: Robots | None) -> list[str]:
    """The addresses of a site's sitemaps: those that robots.txt names on its host, else the usual one."""
    host = host_of(site_url)
    named = [url for url in (robots.sitemaps if robots is not None else ()) if host_of(url) == host]
    return named or [f"{site_url.partition('://')[0]}://{host}/sitemap.xml"]


def fit_site(archive: Archive, watch: Watch) -> None:
    """Remove the pages of a site that are outside its current scope."""
    scope = Scope.of_watch(watch.url, watch.settings)
    if scope is None:
        archive.site_pages.remove_site(watch.id)
        return
    pages = archive.site_pages.of_site(watch.id)
    outside = [page.id for page in pages if page.depth > scope.depth or not scope.holds(page.url)]
    inside = [page.id for page in pages if page.id not in set(outside)]
    archive.site_pages.remove([*outside, *inside[scope.most_pages :]])
