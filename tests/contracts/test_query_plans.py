"""No table that grows with the archive is walked through by a visit, by the loop that takes visits, or by what people look at.

Every statement is taken down as it is sent, and the database is asked how it would go about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from archives import fill_every_table
from captures import START, capture
from pagestrata.app.planning.planning import Planner
from pagestrata.model.notices import NoticeRule
from pagestrata.schedule.budget import Budget
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.upkeep import garbage
from query_plans import fill, recorded, walks
from visits import visit_page

URL = "http://site.test/"
NOW = START + timedelta(days=2)
BETWEEN = {"changed": True, "since": START, "until": NOW}


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as archive:
        fill_every_table(archive)
        archive.outbox.add_rule(NoticeRule(id="r2", kind="watch", subject="w1", channel="terminal", created_at=START))
        yield archive


def visits(archive: Archive) -> None:
    """Kept, skipped and unchanged ones, with messages, and with small bundles to be joined behind them."""
    for hour, text in enumerate(
        ["on 3 May at nine", "on 4 May at nine", "on 4 May at nine", "not before June"], start=3
    ):
        visit_page(archive, capture([f"The council meets {text} in the hall", "Imprint"], hours=hour)[0])
    taken = archive.outbox.take(now=NOW)
    assert archive.outbox.rule(taken[0].rule) is not None
    archive.outbox.settle(taken)


def loop(archive: Archive) -> None:
    """What `run` asks again and again."""
    due = archive.due
    taken = due.take(now=NOW + timedelta(days=100), holder="me", without_hosts=["other.test"])
    assert taken
    assert archive.watches.to_visit(taken[0].watch_id) is not None
    archive.watches.to_visit("page-of-a-site")
    archive.watches.covering("http://unknown.test/")
    due.renew([taken[0].watch_id], now=NOW, holder="me")
    due.settle(taken[0], holder="me")
    turns = due.take_turns(now=NOW + timedelta(days=100), holder="me", pause=timedelta(0), limit=5)
    archive.watches.all_of([*(entry.watch_id for entry in turns), "page-of-a-site"])
    due.settle_all(turns, holder="me", now=NOW, pauses={entry.host: timedelta(0) for entry in turns})
    due.hasten(taken[0].watch_id, lambda entry: entry)
    due.next(limit=10)
    due.overdue(now=NOW)
    due.release(holder="me")
    archive.outbox.unsent()


def history(archive: Archive) -> None:
    """`log`, `diff`, `replay` and the page of a page."""
    last = archive.versions.latest(URL)
    assert last is not None
    for when in ("first", "~1", last.id, last.captured_at):
        archive.versions.at(URL, when)
    archive.versions.of(URL, since=START)
    archive.versions.named(last.id)
    archive.versions.after(URL, START)
    archive.versions.recent(limit=5)
    archive.versions.recent(urls=[URL], limit=5)
    archive.versions.holding("http://site.test/a.css", START)
    archive.visits.of(URL, limit=5)
    archive.visits.days(URL, since=START)
    archive.visits.failed(URL, limit=5)
    archive.visits.reasons(last)
    archive.contents.dom(last)
    archive.contents.screenshot(last)
    archive.contents.response(last)
    archive.trails.of(URL)
    archive.trails.entries("t1", last=5)
    archive.queries.stays(URL)
    archive.queries.changes(URL, limit=5)


def search(archive: Archive) -> None:
    for asked in ({}, {"url": URL}, {"since": START}, {"until": NOW}, {"changed": True}, {"topic": True}, BETWEEN):
        for words in ("text", '"text of hour"'):
            archive.queries.search(words, **asked)  # type: ignore[arg-type]
    archive.queries.changes(limit=5)
    archive.queries.changes(since=START, until=NOW, limit=5)


def screens(archive: Archive) -> None:
    overview, listings = archive.overview, archive.listings
    for order in ("changed", "next", "address"):
        overview.stretch(order=order, limit=5, now=NOW)  # type: ignore[arg-type]
    overview.stretch(order="changed", limit=5, now=NOW, after="1000")
    overview.stretch(order="next", limit=5, now=NOW, after="1000-w0")
    overview.stretch(order="address", limit=5, now=NOW, after="http://a")
    overview.of(["w1"], now=NOW)
    overview.visits_behind(overview.last_visit_number() - 1)
    listings.pages(limit=5)
    listings.pages(limit=5, url=URL)
    listings.pages(limit=5, only_unwatched=True)
    listings.page(1)
    listings.versions(URL, limit=5)
    listings.newest_versions(limit=5)
    newest = listings.kept_versions(limit=1, with_first=True)
    listings.kept_versions(limit=5, since=START, until=NOW, behind=newest[0])
    listings.kept_versions(limit=5, urls=[URL], least_probability=0.5)
    listings.watches(limit=5)
    listings.trails(limit=5, url=URL)
    listings.marks(limit=5)
    listings.deliveries(limit=5)
    listings.deliveries(limit=5, rule="r1")


def planning_and_counting(archive: Archive) -> None:
    """What needs all pages."""
    Planner(budget=Budget(per_hour=100.0)).replan(archive, now=NOW)
    archive.overview.counts()
    archive.activity.visits(since=NOW, until=NOW + timedelta(days=1))
    archive.activity.state_of_visits(since=NOW, until=NOW + timedelta(days=1))


def test_nothing_is_walked_through_from_end_to_end(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOSE_BUNDLES", 2)  # small bundles are joined at every second visit
    catalog = archive._catalog
    with recorded(catalog) as by_nature:
        planning_and_counting(archive)
    with recorded(catalog) as sent:
        for work in (visits, loop, history, search, screens):
            work(archive)
    fill(catalog)
    assert len(sent.statements) > 100
    assert [str(found) for found in walks(catalog, sent)] == []
    found = {walk.sender for walk in walks(catalog, by_nature)}  # else the line above shows nothing
    assert {"people.watches.settings_to_visit", "questions.overview.counts"} <= found
    assert any(sender.startswith("due.due_plan.") for sender in found)
    assert ("people.activity.state_of_visits" in found) == catalog.is_sqlite  # PostgreSQL has an index by time
    assert catalog.is_sqlite or "people.activity.visits" not in found
