"""Long lists come in stretches, the same on every database: nothing twice, nothing left out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from archives import fill_every_table, keep
from captures import START
from pagestrata.errors import NotFoundError
from pagestrata.model.records import Stage, Visit, Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.people.activity import Outcomes

URL = "http://site.test/"


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        yield opened


def test_pages_come_in_stretches_with_what_there_is_of_them(archive: Archive) -> None:
    for number in range(5):
        keep(archive, "a text", url=f"http://site.test/{number}")
    keep(archive, "another text", url="http://site.test/3", hours=2)
    first = archive.listings.pages(limit=2)
    rest = archive.listings.pages(after=first[-1].number, limit=10)
    assert [page.url for page in (*first, *rest)] == [f"http://site.test/{number}" for number in range(5)]
    page = rest[1]
    assert (page.versions, page.first_at, page.last_at) == (2, START, START + timedelta(hours=2))
    assert page.title == "A page"
    assert archive.listings.page(page.number) == page
    assert [found.url for found in archive.listings.pages(limit=9, words="TEST/4")] == ["http://site.test/4"]
    assert [found.url for found in archive.listings.pages(limit=9, url="HTTP://site.test/2#x")] == [
        "http://site.test/2"
    ]
    archive.watches.save(Watch(id="w", url="http://site.test/1"))
    assert [found.url[-1] for found in archive.listings.pages(limit=9, only_unwatched=True)] == ["0", "2", "3", "4"]
    assert not archive.listings.pages(limit=9, words="%")
    assert not archive.listings.pages(after=2**80, limit=9)
    with pytest.raises(NotFoundError, match="no page 77"):
        archive.listings.page(77)


def test_versions_come_newest_first_behind_a_moment(archive: Archive) -> None:
    made = [keep(archive, f"text {hour}", hours=hour) for hour in range(4)]
    first = archive.listings.versions(URL, limit=3)
    assert [version.id for version in first] == [version.id for version in reversed(made[1:])]
    rest = archive.listings.versions(URL, before=first[-1].captured_at, limit=3)
    assert [version.id for version in rest] == [made[0].id]
    span = archive.listings.versions(URL, since=START + timedelta(hours=1), until=START + timedelta(hours=2), limit=9)
    assert [version.id for version in span] == [made[2].id, made[1].id]
    numbered = archive.listings.newest_versions(limit=2)
    older = archive.listings.newest_versions(below=numbered[-1][0], limit=9)
    assert [version.id for _, version in (*numbered, *older)] == [version.id for version in reversed(made)]


def test_kept_versions_of_all_pages_come_newest_first_behind_one_of_them(archive: Archive) -> None:
    urls = ["http://a.test/", "http://b.test/"]
    for hour in range(3):
        for url in urls:
            keep(archive, f"text {hour}", url=url, hours=hour)
    listings = archive.listings
    whole = listings.kept_versions(limit=50, with_first=True)
    moments = [(version.captured_at, int(version.id.rpartition("-")[2])) for version in whole]
    assert len(moments) == 6
    assert moments == sorted(moments, reverse=True)
    read = listings.kept_versions(limit=4, with_first=True)
    assert [*read, *listings.kept_versions(limit=4, with_first=True, behind=read[-1])] == whole
    span = {"since": START + timedelta(hours=1), "until": START + timedelta(hours=1)}
    of_one = listings.kept_versions(limit=9, urls=["HTTP://b.test/#x"], with_first=True, **span)
    assert [(version.url, version.captured_at) for version in of_one] == [(urls[1], START + timedelta(hours=1))]
    assert listings.kept_versions(limit=9, urls=[]) == []
    assert listings.kept_versions(limit=9, with_first=True, least_probability=0.5) == []
    assert {version.changes > 0 for version in listings.kept_versions(limit=9)} <= {True}


def test_a_version_or_a_skipped_visit_is_found_by_its_whole_id(archive: Archive) -> None:
    fill_every_table(archive)
    version = archive.versions.of(URL)[0]
    assert archive.versions.named(version.id) == version
    (skip,) = archive.skipped.of(URL)
    assert archive.versions.named(skip.id) == skip
    wrong_time = f"20000101000000-{version.id.rpartition('-')[2]}"
    for name in (wrong_time, "nonsense", "", "20260102030405-s99", "20260102030405-9" + "9" * 30):
        with pytest.raises(NotFoundError, match="no version"):
            archive.versions.named(name)


def test_watches_are_found_by_words_and_tags_in_stretches(archive: Archive) -> None:
    for number in range(7):
        settings = WatchSettings(tags=("odd",) if number % 2 else (), title='a "odd" title')
        archive.watches.save(Watch(id=f"w{number}", url=f"http://site.test/{number}", settings=settings))
    first = archive.listings.watches(limit=4)
    rest = archive.listings.watches(after=first[-1].id, limit=4)
    assert [found.id for found in (*first, *rest)] == [f"w{number}" for number in range(7)]
    assert [found.id for found in archive.listings.watches(limit=2, tag="odd")] == ["w1", "w3"]
    assert [found.id for found in archive.listings.watches(after="w3", limit=2, tag="odd")] == ["w5"]
    assert [found.id for found in archive.listings.watches(limit=9, words="TEST/6")] == ["w6"]


def test_a_watch_is_replaced_only_as_it_was_seen(archive: Archive) -> None:
    seen = Watch(id="w", url=URL, settings=WatchSettings(tags=("a",), capture={"wait": 1}))
    archive.watches.save(seen)
    mine = Watch(id="w", url=URL, settings=WatchSettings(title="mine"))
    assert archive.watches.replace(seen, mine)
    assert not archive.watches.replace(seen, Watch(id="w", url=URL, settings=WatchSettings(title="too late")))
    assert archive.watches.with_id("w") == mine
    archive.watches.remove("w")
    assert not archive.watches.replace(mine, seen)


def test_trails_marks_messages_and_visits_come_in_stretches(archive: Archive) -> None:
    fill_every_table(archive)
    assert [trail.id for trail in archive.listings.trails(limit=5, url=URL)] == ["t1"]
    assert not archive.listings.trails(after="t1", limit=5)
    ((number, mark),) = archive.listings.marks(limit=5)
    assert mark == archive.feedback.all()[0]
    assert not archive.listings.marks(below=number, limit=5)
    ((number, message),) = archive.listings.deliveries(limit=5, rule="r1")
    assert (message.key, message.picture_png) == ("k", None)
    assert not archive.listings.deliveries(below=number, limit=5)
    assert not archive.listings.deliveries(limit=5, rule="nobody's")
    visits = archive.visits.of(URL)
    assert archive.visits.of(URL, before=visits[0].visited_at) == visits[1:]


def test_visits_are_counted_by_day_page_and_outcome(archive: Archive) -> None:
    fill_every_table(archive)
    keep(archive, "elsewhere", url="http://other.test/", hours=30)
    counted = archive.activity.visits(since=START - timedelta(days=1), until=START + timedelta(days=5))
    for found in counted:
        assert sum(outcomes.visits for outcomes in found.values()) == 4
        assert sum(outcomes.kept for outcomes in found.values()) == 3
    assert set(counted.by_page) == {URL, "http://other.test/"}
    assert sorted(day.isoformat() for day in counted.by_day) == ["2026-01-02", "2026-01-03"]
    assert archive.activity.visits(since=START + timedelta(days=5), until=START + timedelta(days=9)) == ({}, {})


def test_every_visit_is_kept_suppressed_quiet_or_failed(archive: Archive) -> None:
    moments = [START + timedelta(minutes=minutes) for minutes in range(12)]
    for moment in moments[:2]:
        archive.record_visit(visit_at(moment, stage="render", kept=True, changes=3))
    archive.record_visit(visit_at(moments[2], stage="render", changes=5))
    for moment in moments[3:10]:
        archive.record_visit(visit_at(moment, stage="unchanged"))
    archive.record_visit(visit_at(moments[10], stage="quick", error="404 Not Found"))
    archive.record_visit(visit_at(moments[11], stage="quick", changes=2, fault="wall"))
    counted = archive.activity.visits(since=START, until=START + timedelta(days=1))
    expected = Outcomes(
        visits=12, kept=2, suppressed=1, quiet=7, failed=2, changes=6, suppressed_changes=5, without_browser=7
    )
    assert list(counted.by_page.values()) == list(counted.by_day.values()) == [expected]


def test_a_visit_late_in_the_evening_is_one_of_that_day(archive: Archive) -> None:
    evening = datetime(2026, 1, 2, 23, 30, tzinfo=UTC)
    archive.record_visit(visit_at(evening, stage="unchanged"))
    counted = archive.activity.visits(since=evening - timedelta(days=2), until=evening + timedelta(days=2))
    assert [day.isoformat() for day in counted.by_day] == ["2026-01-02"]


def test_visits_that_came_change_the_state_of_their_time_alone(archive: Archive) -> None:
    days = [{"since": START + timedelta(days=day), "until": START + timedelta(days=day + 1)} for day in range(2)]
    before = [archive.activity.state_of_visits(**day) for day in days]
    archive.record_visit(visit_at(START + timedelta(hours=1), stage="unchanged"))
    after = [archive.activity.state_of_visits(**day) for day in days]
    assert (before[0] != after[0], before[1] == after[1]) == (True, True)


def visit_at(moment: datetime, *, stage: Stage, **fields: Any) -> Visit:
    return Visit(**{"url": URL, "visited_at": moment, "stage": stage, "version": None, "kept": False, **fields})


def test_blocks_that_came_later_are_counted_by_role(archive: Archive) -> None:
    fill_every_table(archive)
    span = {"since": START - timedelta(days=1), "until": START + timedelta(days=5)}
    assert archive.activity.new_blocks_by_role(**span) == {"article": 1}
