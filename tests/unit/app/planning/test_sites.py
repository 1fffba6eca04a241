from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from captures import START
from pagestrata.app.planning.planning import Planner
from pagestrata.app.planning.sites import (
    SITEMAPS_READ,
    FirstVisits,
    SitePageFinder,
    are_sitemaps_due,
    fit_site,
    sitemap_addresses,
)
from pagestrata.app.watches import change_watch, remove_watch, watch_for
from pagestrata.crawl.robots import Robots
from pagestrata.model.records import Watch
from pagestrata.schedule.budget import Budget
from pagestrata.schedule.outcomes import new_page
from pagestrata.store.archive import Archive, open_archive

SITE = "http://site.test"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def site(archive: Archive, **settings: Any) -> Watch:
    return watch_for(archive, f"{SITE}/", {"scope": "host", **settings})


def follow(
    archive: Archive, watch: Watch, *paths: str, entry_id: str | None = None, per_hour: float = 60.0
) -> list[str]:
    planner = Planner(budget=Budget(per_hour=per_hour))
    finder = SitePageFinder(archive=archive, planner=planner, first_visits=FirstVisits(planner.visits_per_hour()))
    links = [f"{SITE}{path}" for path in paths]
    found = finder.follow(links, watch=watch, entry_id=entry_id or watch.id, now=START)
    return [page.url.removeprefix(SITE) for page in found]


def test_new_pages_are_spread_over_half_of_the_budget(archive: Archive) -> None:
    watch = site(archive)
    assert follow(archive, watch, "/a", "/b", "/c", "/") == ["/a", "/b", "/c"]
    waits = [due.due_at - START for due in archive.due.next()]
    assert waits == [timedelta(0), timedelta(minutes=2), timedelta(minutes=4)]
    assert follow(archive, watch, "/a", "/b") == []


def test_traps_are_not_entered(archive: Archive) -> None:
    watch = site(archive, scope_pages=100)
    assert follow(archive, watch, "/x/x/x/", "/cal/2090/01", "/ok?a=1") == ["/ok?a=1"]
    days = [f"/plan?day={month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
    assert len(follow(archive, watch, *days)) == 60
    filters = [f"/shop?a={a}&b={b}&c={c}" for a in range(9) for b in range(9) for c in range(9)]
    assert len(follow(archive, watch, *filters)) == 20
    assert archive.site_pages.count(watch.id) == 81


def test_a_page_at_the_depth_leads_nowhere(archive: Archive) -> None:
    watch = site(archive, scope_depth=1)
    follow(archive, watch, "/a")
    (page,) = archive.site_pages.of_site(watch.id)
    assert follow(archive, watch, "/b", entry_id=page.id) == []
    assert follow(archive, site(archive, scope_depth=0), "/b") == []


def test_a_watch_that_is_gone_or_of_one_page_finds_nothing(archive: Archive) -> None:
    watch = site(archive)
    assert follow(archive, watch_for(archive, f"{SITE}/single"), "/a") == []
    follow(archive, watch, "/a")
    remove_watch(archive, watch)
    assert follow(archive, watch, "/b") == []
    assert archive.site_pages.count(watch.id) == 0


def test_another_scope_forgets_what_it_does_not_hold(archive: Archive) -> None:
    watch = site(archive)
    follow(archive, watch, "/a", "/b", "/c?print=1", "/d")
    fit_site(archive, change_watch(archive, watch, {"scope_exclude": ["print"], "scope_pages": 2}))
    assert [page.url for page in archive.site_pages.of_site(watch.id)] == [f"{SITE}/a", f"{SITE}/b"]
    Planner().replan(archive, now=START)
    assert len(archive.due.next()) == 3
    fit_site(archive, change_watch(archive, watch, {"scope": None}))
    assert archive.site_pages.count(watch.id) == 0


def test_sitemaps_are_due_once_a_day_whatever_the_clock_does() -> None:
    due = new_page("a", "site.test", now=START)
    assert are_sitemaps_due(due, START)
    due.facts[SITEMAPS_READ] = START.timestamp()  # type: ignore[index]
    assert not are_sitemaps_due(due, START + timedelta(hours=23))
    assert are_sitemaps_due(due, START + timedelta(hours=24))
    assert are_sitemaps_due(due, START - timedelta(hours=1))  # a clock that was put back


def test_sitemaps_are_where_robots_txt_says_on_the_same_host() -> None:
    said = f"Sitemap: {SITE}/a.xml\nSitemap: http://else.test/b.xml"
    assert sitemap_addresses(f"{SITE}/x", Robots(fetched_at=START, text=said)) == [f"{SITE}/a.xml"]
    assert sitemap_addresses(f"{SITE}/x", Robots(fetched_at=START, text="")) == [f"{SITE}/sitemap.xml"]
    assert sitemap_addresses(f"{SITE}/x", None) == [f"{SITE}/sitemap.xml"]


def test_no_page_of_a_sitemap_is_entered_twice_and_there_is_an_end(archive: Archive) -> None:
    watch = site(archive, scope_pages=700)
    planner = Planner()
    finder = SitePageFinder(archive=archive, planner=planner, first_visits=FirstVisits(1000.0))
    lines = "\n".join([f"{SITE}/page/{number}" for number in range(2000)] * 2 + ["http://else.test/"]).encode()
    assert finder.read_sitemaps([f"{SITE}/s.txt"], lambda _url: lines, watch=watch, now=START) == 700
    assert finder.read_sitemaps([f"{SITE}/s.txt"], lambda _url: lines, watch=watch, now=START) == 0
    assert finder.read_sitemaps([f"{SITE}/s.txt"], lambda _url: None, watch=watch, now=START) == 0
