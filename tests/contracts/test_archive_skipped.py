"""What skipped visits found is there for some days, can be searched and kept, and is checked; on every database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from captures import START, capture, pixels
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.model.records import Feedback, Version
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.schema import skipped as skipped_table
from pagestrata.store.history import skipped
from visits import visit_page

URL = "http://site.test/"
STAYS = "The council meets in the old town hall"


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        yield opened


def shown(hour: int) -> Snapshot:
    """A page of which only the clock goes on."""
    return capture([STAYS, f"Last updated at 12:{hour:02}"], hours=hour)[0]


def skip(archive: Archive, hour: int = 1) -> Version:
    """The page visited once and then again, which is skipped."""
    if archive.versions.latest(URL) is None:
        visit_page(archive, shown(0))
    outcome = visit_page(archive, shown(hour))
    assert not outcome.kept
    return archive.versions.at(URL, "skipped")


def test_what_a_skipped_visit_found_can_be_looked_at(archive: Archive) -> None:
    found = skip(archive)
    taken = shown(1)
    assert archive.contents.response(found).body == taken.responses[0].body
    assert archive.contents.dom(found) == taken.dom
    assert pixels(archive.contents.screenshot(found) or b"") == pixels(taken.screenshot_png or b"")
    assert "12:01" in " ".join(leaf.text for leaf in archive.contents.tree(found).leaves())
    delta = archive.contents.delta(found)
    assert delta is not None
    assert delta.from_version == archive.versions.at(URL, "latest").id
    assert archive.visits.of(URL)[0].skipped == found.id
    assert archive.visits.reasons(found)[0].startswith("Skipped: ")
    assert archive.versions.at(URL, found.id) == found
    assert [version.captured_at for version in archive.versions.of(URL)] == [START]


def test_what_changed_at_skipped_visits_can_be_searched(archive: Archive) -> None:
    skip(archive, 1)
    newest = skip(archive, 2)
    assert next(hit.version.id for hit in archive.skipped.search("last updated")) == newest.id
    assert [hit.text for hit in archive.skipped.search('"updated at 12"', limit=1)] == ["Last updated at 12:02"]
    assert archive.skipped.search("updat* 02", url=URL, since=START + timedelta(hours=2))
    assert not archive.skipped.search("council")  # which did not change
    assert not archive.skipped.search("updated", until=START)


def test_a_visit_that_found_nothing_new_is_not_stored(archive: Archive) -> None:
    visit_page(archive, shown(0))
    again, _ = capture([STAYS, "Last updated at 12:00"], hours=1)
    assert not visit_page(archive, again).kept
    assert archive.skipped.of(URL) == []
    with pytest.raises(NotFoundError, match="log URL --visits"):
        archive.versions.at(URL, "skipped")


def test_what_was_skipped_is_kept_afterwards_at_its_place_in_time(archive: Archive) -> None:
    found = skip(archive, 1)
    archive.feedback.add(Feedback(old_version="x", new_version=found.id, verdict="mattered", given_at=START))
    visit_page(archive, shown(3), force=True)
    kept = archive.skipped.keep(found)
    assert [version.id for version in archive.versions.of(URL)][1] == kept.id
    assert pixels(archive.contents.screenshot(kept) or b"") == pixels(shown(1).screenshot_png or b"")
    assert [mark.new_version for mark in archive.feedback.all()] == [kept.id]
    assert archive.visits.reasons(kept)[0] == skipped.KEPT_AFTERWARDS
    assert [stay.first_version for stay in archive.queries.search('"updated at 12 01"')] == [kept.id]
    assert archive.skipped.of(URL) == []
    with pytest.raises(NotFoundError):
        archive.contents.tree(found)
    with pytest.raises(UsageError, match="a version already"):
        archive.skipped.keep(kept)
    assert archive.upkeep.verify().is_sound
    archive.upkeep.gc()
    assert archive.upkeep.verify().is_sound
    assert archive.contents.dom(kept) == shown(1).dom


def test_it_goes_after_its_days_unless_it_was_marked(archive: Archive) -> None:
    first, second = skip(archive, 1), skip(archive, 2)
    archive.feedback.add(Feedback(old_version="x", new_version=second.id, verdict="noise", given_at=START))
    assert archive.skipped.forget(now=START + timedelta(days=29)) == 0
    assert archive.skipped.forget(now=START + timedelta(days=29), older_than=timedelta(days=28)) == 1
    archive.upkeep.gc()
    assert archive.skipped.of() == [second]
    assert archive.contents.dom(second) == shown(2).dom
    assert archive.skipped.forget(now=START + timedelta(days=40)) == 0
    with pytest.raises(NotFoundError, match="no longer in the archive"):
        archive.contents.dom(first)
    assert archive.upkeep.verify().is_sound


def test_a_page_has_only_so_many(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skipped, "MOST_VISITS", 3)
    for hour in range(1, 6):
        skip(archive, hour)
    assert [found.captured_at.hour - START.hour for found in archive.skipped.of(URL)] == [5, 4, 3]
    monkeypatch.setattr(skipped, "MOST_BYTES", 1)
    skip(archive, 6)
    assert len(archive.skipped.of(URL)) == 1


def test_nothing_is_stored_where_nobody_wants_it(archive: Archive) -> None:
    archive.settings.set("skipped_days", 0)
    visit_page(archive, shown(0))
    visit_page(archive, shown(1))
    assert archive.skipped.of(URL) == []


def test_a_damaged_row_is_found_and_dropped(archive: Archive) -> None:
    skip(archive)
    with archive._catalog.writing() as connection:
        connection.execute(skipped_table.update().values(texts=b"x"))
    assert "skipped" in {problem.kind for problem in archive.upkeep.verify().problems}
    assert archive.upkeep.verify(repair=True).is_sound
    assert archive.skipped.of(URL) == []
