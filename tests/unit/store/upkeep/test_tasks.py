from datetime import timedelta
from typing import Any

import sqlalchemy as sql

from archives import MemoryBlobs, keep
from captures import START
from pagestrata.model.records import Stage, Visit
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import object_
from pagestrata.store.upkeep.tasks import Upkeep


def stats(catalog: Catalog) -> dict[str, Any]:
    return Upkeep(catalog, MemoryBlobs()).stats()


def test_an_empty_archive_holds_nothing_but_its_tables(catalog: Catalog) -> None:
    found = stats(catalog)
    assert {name: found[name] for name in ("pages", "known_pages", "versions", "visits", "blocks", "changes")} == {
        "pages": 0, "known_pages": 0, "versions": 0, "visits": 0, "blocks": 0, "changes": 0,
    }  # fmt: skip
    assert found["bytes"]["total"] == found["bytes"]["database"] > 0


def test_pages_with_versions_are_told_from_pages_merely_known(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one", "two")
    keep(archive, "one", "three", hours=1)
    archive.record_visit(Visit(url="http://new.test/", visited_at=START, stage="render", version=None, kept=False))
    found = stats(catalog)
    assert (found["pages"], found["known_pages"], found["versions"], found["visits"]) == (1, 2, 2, 3)
    assert found["blocks"] == 3


def test_bytes_by_purpose_add_up_to_what_the_blobs_take(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one", "two", picture=True)
    found = stats(catalog)["bytes"]
    purposes = {name: count for name, count in found.items() if name not in {"database", "slack", "total"}}
    assert sum(purposes.values()) + found["slack"] == sum(map(len, blobs.kept.values()))
    assert found["total"] == found["database"] + sum(map(len, blobs.kept.values()))
    assert purposes["screenshots"] > 0
    assert 0 < found["slack"] < 400  # the bundle's label


def test_contents_are_counted_unpacked_and_once(archive: Archive, catalog: Catalog) -> None:
    version = keep(archive, "one", "two")
    body = len(archive.contents.response(version).body)
    assert stats(catalog)["content_bytes"]["html"] == body
    with catalog.reading() as connection:
        assert connection.execute(sql.select(sql.func.count()).select_from(object_)).scalar_one() > 0


def test_what_visits_without_a_browser_saved_is_added_up(archive: Archive, catalog: Catalog) -> None:
    def visited(stage: Stage, hour: int, url: str = "http://a.test/", **seconds: float) -> None:
        at = START + timedelta(hours=hour)
        archive.record_visit(Visit(url=url, visited_at=at, stage=stage, version=None, kept=False, seconds=seconds))

    assert stats(catalog)["saved_seconds"] == 0
    visited("quick", 0, fetch=0.5)
    assert stats(catalog)["saved_seconds"] == 0  # nobody knows what a rendering takes here
    visited("render", 1, render=2.0, compare=1.0)
    visited("refill", 2, fetch=0.25)
    visited("unchanged", 3, url="http://b.test/", fetch=0.25)
    visited("unchanged", 4, fetch=9.0)
    assert stats(catalog)["saved_seconds"] == 2.5 + 2.75
