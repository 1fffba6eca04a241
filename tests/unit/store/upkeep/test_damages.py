import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, fill_every_table, keep
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import object_
from pagestrata.store.upkeep.verify import check


@pytest.fixture
def others(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that has the catalog open."""
    connection = sqlite3.connect(tmp_path / "archive" / "catalog.sqlite", isolation_level=None)
    yield connection
    connection.close()


def test_problems_are_named_as_a_person_calls_them(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, others: sqlite3.Connection
) -> None:
    fill_every_table(archive)
    others.execute("UPDATE trail_entry SET facts = replace(facts, '12', '11')")
    others.execute("DELETE FROM visit WHERE id = 2")
    others.execute("UPDATE label SET name = 'advert'")
    named = {problem.name for problem in check(catalog, blobs)[0].problems if problem.kind == "rows"}
    assert named == {"the history of the trail t1", "the visits of http://site.test/", "labels 0 to 1023"}
    left = archive.upkeep.verify(repair=True)
    assert left.is_sound
    assert "left trail_entry t1 as it is now and sealed it" in left.repaired


def test_a_lost_part_is_named_with_its_page(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    kept = keep(archive, "one")
    with catalog.writing() as connection:
        connection.execute(sql.update(object_).where(object_.c.kind == "tree").values(digest=b"another"))
    (problem,) = [problem for problem in check(catalog, blobs)[0].problems if problem.kind == "version"]
    assert problem.name == kept.id
    assert problem.message == "http://site.test/: its block tree is lost or damaged"
