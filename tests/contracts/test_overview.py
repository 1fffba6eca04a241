"""Watched pages with what became of them, on every database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from archives import add_entry, keep
from captures import START, capture, visit_of
from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import watch_for
from pagestrata.model.records import Trail, TrailEntry, Visit
from pagestrata.store.archive import open_archive

NOW = datetime(2026, 2, 1, tzinfo=UTC)


@pytest.fixture
def archive(place):
    with open_archive(place) as opened:
        yield opened


def fill(archive, count: int = 3) -> list[str]:
    urls = [f"http://site.test/{number}" for number in range(count)]
    for hours, url in enumerate(urls):
        keep(archive, "a text", url=url, hours=hours)
        watch_for(archive, url, {"tags": ["odd"]} if hours % 2 else {"title": f"Page {hours}"})
    return urls


def addresses(stretch) -> list[str]:
    return [each.watch.url[-1] for each in stretch.pages]


def test_pages_come_in_three_orders_a_stretch_at_a_time(archive):
    fill(archive, 5)
    keep(archive, "another text", url="http://site.test/1", hours=9)
    Planner().replan(archive, now=NOW)
    for order, wanted in (("address", "01234"), ("changed", "14320")):
        first = archive.overview.stretch(order=order, limit=3, now=NOW)
        assert "".join(addresses(first)) == wanted[:3]
        rest = archive.overview.stretch(order=order, limit=3, now=NOW, after=first.after)
        assert "".join(addresses(rest)) == wanted[3:]
        assert rest.after is None
    first = archive.overview.stretch(order="next", limit=3, now=NOW)
    rest = archive.overview.stretch(order="next", limit=3, now=NOW, after=first.after)
    assert sorted(addresses(first) + addresses(rest)) == list("01234")


def test_words_and_tags_choose(archive):
    fill(archive)
    of = archive.overview.stretch
    assert addresses(of(order="address", limit=9, now=NOW, tag="odd")) == ["1"]
    assert addresses(of(order="changed", limit=9, now=NOW, words="PAGE 2")) == ["2"]
    assert addresses(of(order="address", limit=9, now=NOW, words="test/0")) == ["0"]
    assert addresses(of(order="address", limit=9, now=NOW, words="100%")) == []
    assert archive.overview.tags() == {"odd": 1}


def test_a_page_comes_with_its_visits_and_its_newest_version(archive):
    (url,) = fill(archive, 1)
    taken, tree = capture(["new"], url=url, hours=2, picture=False)
    archive.append(taken, tree, None, visit=visit_of(taken, importance=0.5, reasons=("Kept: it is new",)))
    failed = START + timedelta(hours=3)
    archive.record_visit(
        Visit(url=url, visited_at=failed, stage="render", version=None, kept=False, fault="bot wall", error="refused")
    )
    (found,) = archive.overview.stretch(order="address", limit=9, now=NOW).pages
    assert found.newest is not None
    assert found.newest.reasons == ("Kept: it is new",)
    first, second = archive.versions.of(url)
    assert (found.newest.id, found.newest.before) == (second.id, first.id)
    assert [mark.failed for mark in found.marks] == [True, False, False]
    assert [mark.importance for mark in found.marks][1] == 0.5
    assert (found.fault, found.error) == ("bot wall", "refused")


def test_lost_blocks_and_pages_under_way_are_known(archive):
    (url,) = fill(archive, 1)
    for name, state in (("t1", "found"), ("t2", "lost")):
        archive.trails.save(Trail(id=name, url=url, origin={}, state={}))
        add_entry(archive, name, TrailEntry(found_at=START, version=None, state="found", confidence=1.0))
        later = TrailEntry(found_at=START + timedelta(hours=1), version=None, state=state, confidence=1.0)
        add_entry(archive, name, later)
    Planner().replan(archive, now=NOW)
    assert archive.due.take(now=NOW + timedelta(days=60), holder="somebody")
    (found,) = archive.overview.of([archive.watches.all()[0].id], now=NOW + timedelta(days=60))
    assert (found.trails, found.lost_trails, found.is_held) == (2, 1, True)


def test_pages_are_chosen_by_how_they_are_doing(archive):
    urls = fill(archive, 5)
    watch_for(archive, "http://site.test/9", {"paused": True})

    def visited(url, hours, fault=None):
        when = START + timedelta(days=1, hours=hours)
        archive.record_visit(Visit(url=url, visited_at=when, stage="render", version=None, kept=False, fault=fault))

    visited(urls[1], 1, "not found")
    visited(urls[2], 1, "not found")
    visited(urls[2], 2)  # there again
    archive.trails.save(Trail(id="t1", url=urls[3], origin={}, state={}))
    Planner().replan(archive, now=NOW)
    held = archive.due.take(now=NOW + timedelta(days=60), holder="somebody")[0]

    def doing(what, order="address"):
        return addresses(archive.overview.stretch(order=order, limit=9, now=NOW + timedelta(days=60), doing=what))

    assert {what: doing(what) for what in ("paused", "failed", "lost", "unseen")} == {
        "paused": ["9"],
        "failed": ["1"],
        "lost": ["3"],
        "unseen": ["9"],
    }
    assert doing("failed", "changed") == doing("failed", "next") == ["1"]
    held_url = archive.watches.with_id(held.watch_id).url
    assert doing("held") == [held_url[-1]]
    found = archive.overview.never_seen(limit=9, now=NOW, doing="failed")
    assert found == []


def test_whatever_is_written_changes_the_revision(archive, place):
    before = archive.revision()
    fill(archive, 1)
    between = archive.revision()
    with open_archive(place) as other:
        watch_for(other, "http://other.test/")
    assert len({before, between, archive.revision()}) == 3


def test_watches_without_a_version_are_found(archive):
    fill(archive, 2)
    watch_for(archive, "http://new.test/", {"paused": True})
    assert [each.watch.url for each in archive.overview.never_seen(limit=9, now=NOW)] == ["http://new.test/"]
    counts = archive.overview.counts()
    assert (counts.watches, counts.paused, counts.failing) == (3, 1, 0)


def test_visits_are_seen_as_they_come(archive):
    assert archive.overview.last_visit_number() == 0
    fill(archive, 2)
    last = archive.overview.last_visit_number()
    assert [url[-1] for _, url, kept in archive.overview.visits_behind(0) if kept] == ["0", "1"]
    assert archive.overview.visits_behind(last) == []


def test_what_a_collection_has_packed_is_read_all_the_same(archive):
    (url,) = fill(archive, 1)
    for hours in range(2, 6):
        taken, tree = capture([f"text {hours}"], url=url, hours=hours, picture=False)
        said = visit_of(taken, probability=0.7, reasons=(f"Kept: text {hours}",))
        archive.append(taken, tree, None, visit=said)
    failed = Visit(url=url, visited_at=NOW, stage="render", version=None, kept=False, fault="bot wall", error="refused")
    archive.record_visit(failed)
    before = archive.overview.stretch(order="address", limit=9, now=NOW).pages
    archive.upkeep.gc()
    assert archive.overview.stretch(order="address", limit=9, now=NOW).pages == before
    assert before[0].fault == "bot wall"
    assert archive.overview.probabilities(since=START) == [0.7] * 4
