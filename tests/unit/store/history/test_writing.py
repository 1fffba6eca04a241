from datetime import timedelta

import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, keep, texts_of
from captures import START, capture, visit_of
from pagestrata.errors import ArchiveError, CollectedMeanwhileError
from pagestrata.model.records import Version, Visit
from pagestrata.model.weights import Weights
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import block, page
from pagestrata.store.history import writing
from pagestrata.store.history.pages import page_number
from pagestrata.store.history.visits import record_visit
from pagestrata.store.history.writing import Capture, append

URL = "http://site.test/"


def made(*texts: str, hours: float = 0, weights: Weights | None = None, **fields: object) -> Capture:
    taken, tree = capture(texts, hours=hours, picture=False, **fields)  # type: ignore[arg-type]
    return Capture(snapshot=taken, tree=tree, delta=None, visit=visit_of(taken), weights=weights)


def added(catalog: Catalog, blobs: MemoryBlobs, *texts: str, **options: object) -> Version:
    return append(catalog, blobs, made(*texts, **options))  # type: ignore[arg-type]


def test_the_same_capture_again_changes_nothing(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    first = added(catalog, blobs, "one")
    assert added(catalog, blobs, "one") == first
    assert archive.versions.of(URL) == [first]
    assert len(archive.visits.of(URL)) == 1


def test_two_captures_of_one_instant_are_a_microsecond_apart(catalog: Catalog, blobs: MemoryBlobs) -> None:
    times = [added(catalog, blobs, text).captured_at - START for text in ("one", "two", "three")]
    assert times == [timedelta(microseconds=number) for number in range(3)]


def test_the_page_is_the_address_that_was_asked_for(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    taken, tree = capture(["one"], picture=False, requested_url=URL)
    visit = visit_of(taken, url="HTTP://asked.test/#part")
    append(catalog, blobs, Capture(snapshot=taken, tree=tree, delta=None, visit=visit, weights=None))
    assert archive.versions.pages() == ["http://asked.test/"]


def test_what_the_server_said_is_kept_the_first_of_equal_headers(catalog: Catalog, blobs: MemoryBlobs) -> None:
    headers = (("ETag", '"a"'), ("etag", '"b"'), ("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT"))
    found = added(catalog, blobs, "one", headers=headers, status=206, title="A \0 title", weights=Weights(total=0.75))
    assert (found.etag, found.last_modified) == ('"a"', "Fri, 02 Jan 2026 03:04:05 GMT")
    assert (found.status, found.title, found.importance) == (206, "A \ufffd title", 0.75)


def test_a_late_version_takes_its_place_in_time(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    new, old = added(catalog, blobs, "two", hours=2), added(catalog, blobs, "one", hours=1)
    assert archive.versions.of(URL) == [old, new]
    assert [texts_of(archive, version) for version in (old, new)] == [["one"], ["two"]]
    assert archive.queries.stays(URL)[0].gone_at == new.captured_at
    assert archive.upkeep.verify().is_sound


def test_a_block_is_stored_once_for_all_pages(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "the same", "the same")
    keep(archive, "the same", url="http://other.test/")
    with catalog.reading() as connection:
        # Links tell the second paragraph from the first.
        assert connection.execute(sql.select(sql.func.count()).select_from(block)).scalar_one() == 2


def test_what_was_collected_meanwhile_is_encoded_again(
    catalog: Catalog, blobs: MemoryBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def flaky(*values: object, **named: object) -> object:
        calls.append(1)
        if len(calls) < 3:
            raise CollectedMeanwhileError("object 12 was deleted in the meantime; try again")
        return stored(*values, **named)

    stored = writing.store
    monkeypatch.setattr(writing, "store", flaky)
    assert added(catalog, blobs, "one").url == URL
    assert len(calls) == 3


def test_after_some_attempts_it_gives_up_and_says_so(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_values: object, **_named: object) -> object:
        raise CollectedMeanwhileError("object 12 was deleted in the meantime; try again")

    monkeypatch.setattr(writing, "store", never)
    with pytest.raises(ArchiveError, match="could not be stored: object 12 was deleted in the meantime; try again"):
        added(catalog, blobs, "one")
    assert archive.versions.pages() == []


def test_a_visit_enters_its_page_once(archive: Archive, catalog: Catalog) -> None:
    for hour in range(2):
        moment = START + timedelta(hours=hour)
        record_visit(catalog, Visit(url=URL, visited_at=moment, stage="quick", version=None, kept=False))
    with catalog.writing() as connection:
        assert page_number(connection, URL, 0) == 1
        assert page_number(connection, "http://new.test/", 0) == 2
        assert connection.execute(sql.select(page.c.url).order_by(page.c.id)).scalars().all() == [
            URL,
            "http://new.test/",
        ]
    assert archive.versions.pages() == []
