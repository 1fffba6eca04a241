"""One visit of the daemon as robots.txt allows it: the page and, for a watched site, the pages it leads to.

Visits run in threads; only errors of the archive and of remote workers are raised.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Protocol

from pagestrata.app.planning.planning import Planner, host_of
from pagestrata.app.planning.sites import FirstVisits, SitePageFinder, are_sitemaps_due, sitemap_addresses
from pagestrata.capturing.http.fetch import fetch_as
from pagestrata.crawl.robots import Robots, robots_address
from pagestrata.errors import ArchiveError, CaptureError, PagestrataError, WorkLostError
from pagestrata.model.due import Due
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit, Watch
from pagestrata.visit.plan import VisitRequest

if TYPE_CHECKING:
    from pagestrata.app.session import Session

log = logging.getLogger(__name__)

LONGEST_ERROR = 300  # characters of an unexpected error that are recorded


MOST_HOSTS = 10_000  # hosts whose robots.txt is remembered; the oldest goes first


class RobotsTexts:
    """The robots.txt of each host, fetched through the guard like any page, once a day. Thread-safe."""

    def __init__(self) -> None:
        self._known: dict[str, Robots] = {}
        self._lock = threading.Lock()

    def of(self, url: str, fetch: Callable[[str], Fetched], *, now: datetime) -> Robots:
        """The robots.txt of a page's host; `fetch` requests it as it would the page."""
        address = robots_address(url)
        with self._lock:
            known = self._known.get(address)
        if known is not None and known.is_fresh(now):
            return known
        found = _request_robots(address, fetch, now)
        if found.text is None and known is not None and known.text is not None:
            found = known  # RFC 9309: use the last copy while the host does not answer
        with self._lock:
            self._known.pop(address, None)
            self._known[address] = found
            while len(self._known) > MOST_HOSTS:
                self._known.pop(next(iter(self._known)))
        return found


def _request_robots(address: str, fetch: Callable[[str], Fetched], now: datetime) -> Robots:
    try:
        answer = fetch(address)
    except CaptureError:
        return Robots.from_answer(None, b"", now=now)
    return Robots.from_answer(answer.status, answer.body, now=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeasedVisit:
    """A visit that this program has leased."""

    due: Due
    watch: Watch

    def reads_sitemaps(self, now: datetime) -> bool:
        """Whether this is a visit to the start page of a site whose sitemaps are due."""
        return self.due.watch_id == self.watch.id and are_sitemaps_due(self.due, now)


class PageVisit(Protocol):
    """Visits one page."""

    def __call__(self, url: str, *, may_look_again: bool) -> Visit: ...


@dataclass(slots=True, kw_only=True)
class PoliteVisits:
    """Makes visits; keeps the `delay_seconds` of their hosts until `forget_delay`."""

    session: Session
    planner: Planner
    pause_seconds: float  # between two requests to a host, at least
    stop: threading.Event
    clock: Callable[[], datetime]
    fetch: Callable[[str], Fetched] | None  # of robots.txt and sitemaps; None: over the network
    visit: PageVisit | None  # one page; None: in the session
    _robots: RobotsTexts = field(default_factory=RobotsTexts, init=False)
    _delays: dict[str, float] = field(default_factory=dict, init=False)  # that robots.txt asks for, by page
    _first_visits: FirstVisits = field(init=False)

    def __post_init__(self) -> None:
        self._first_visits = FirstVisits(self.planner.visits_per_hour())

    def make(self, leased: LeasedVisit) -> Visit:
        """Make a visit and return it as recorded; if it fails, the record says why."""
        watch = leased.watch
        robots = self._robots_of(watch)
        self._delays[watch.url] = robots.delay_seconds if robots is not None else 0.0
        if robots is not None and not robots.allows(watch.url):
            return self._refused_by_robots(watch, answered=robots.text is not None)
        try:
            outcome = self._visited(watch.url, may_look_again=self._delays[watch.url] == 0)  # twice is no pause
        except (ArchiveError, WorkLostError):
            raise
        except PagestrataError as error:
            return self.record_failure(watch, f"{error}")
        except Exception as error:  # a bug in this program: recorded, or it would go unnoticed
            log.exception("%s: the visit failed with an error in the program", watch.url)
            message = f"{type(error).__name__}: {error}"[:LONGEST_ERROR]
            return self.record_failure(
                watch, f"the page could not be examined or stored ({message}); please report this"
            )
        if watch.settings.scope is not None:
            self._look_for_pages(leased, outcome)
        return outcome

    def _visited(self, url: str, *, may_look_again: bool) -> Visit:
        if self.visit is not None:
            return self.visit(url, may_look_again=may_look_again)
        return self.session.attempt(VisitRequest(url, may_look_again=may_look_again))[0]

    def delay_seconds(self, url: str) -> float:
        """The pause that the host of a visited page asks for."""
        return self._delays.get(url, 0.0)

    def forget_delay(self, url: str) -> None:
        self._delays.pop(url, None)

    def record_failure(self, watch: Watch, error: str) -> Visit:
        """Record a failed visit."""
        visit = Visit(url=watch.url, visited_at=self.clock(), stage="unchanged", version=None, kept=False, error=error)
        self.session.archive.record_visit(visit)
        return visit

    def _robots_of(self, watch: Watch) -> Robots | None:
        """The robots.txt of the host; None if the watch ignores it."""
        if watch.settings.robots == "ignore":
            return None
        return self._robots.of(watch.url, self._asking_as(watch), now=self.clock())

    def _refused_by_robots(self, watch: Watch, *, answered: bool) -> Visit:
        answer = "does not allow it" if answered else "could not be read, which forbids all visits (RFC 9309)"
        return self.record_failure(
            watch,
            f"not visited: robots.txt {answer}; override with `pagestrata watch edit --robots ignore {watch.url}`",
        )

    def _asking_as(self, watch: Watch) -> Callable[[str], Fetched]:
        """Return how robots.txt and sitemaps are fetched: like the watched page, through the same proxy."""
        if self.fetch is not None:
            return self.fetch

        return partial(fetch_as, options=self.session.options.filled(watch.settings.capture), page_url=watch.url)

    def _look_for_pages(self, leased: LeasedVisit, visit: Visit) -> None:
        """Add the pages of a site that a visit leads to; on failure, the next visit tries again."""
        watch, now = leased.watch, self.clock()
        robots, ask = self._robots_of(watch), self._asking_as(watch)
        finder = SitePageFinder(
            archive=self.session.archive,
            planner=self.planner,
            first_visits=self._first_visits,
            may_visit=lambda url: robots is None or self._robots.of(url, ask, now=now).allows(url),
        )
        try:
            finder.follow(visit.links, watch=watch, entry_id=leased.due.watch_id, now=now)
            if leased.reads_sitemaps(now):
                addresses = sitemap_addresses(watch.url, robots)
                finder.read_sitemaps(addresses, self._sitemap_fetcher(watch, robots), watch=watch, now=now)
        except PagestrataError as error:
            log.warning("%s: could not search its site for more pages: %s", watch.url, error)

    def _sitemap_fetcher(self, watch: Watch, robots: Robots | None) -> Callable[[str], bytes | None]:
        """Return a function that fetches sitemaps of the visited host, with its pauses in between."""
        pause = max(self.pause_seconds, robots.delay_seconds if robots is not None else 0.0)
        ask = self._asking_as(watch)

        def fetch(url: str) -> bytes | None:
            allowed = host_of(url) == host_of(watch.url) and (robots is None or robots.allows(url))
            if not allowed or self.stop.wait(pause):
                return None
            try:
                answer = ask(url)
            except CaptureError as error:
                log.info("%s: no sitemap: %s", url, error)
                return None
            return answer.body if answer.status == 200 else None

        return fetch
