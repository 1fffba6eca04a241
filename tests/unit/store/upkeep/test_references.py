import pytest
import sqlalchemy as sql

from archives import add_entry, keep
from captures import START
from pagestrata.errors import ArchiveError
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import block, layout, object_, resource, version
from pagestrata.store.objects.stored_bytes import digest_of, ids_of
from pagestrata.store.upkeep.references import Live, Relations, live, with_bases


def marked(catalog: Catalog) -> Live:
    with catalog.reading() as connection:
        return live(connection)


def numbers(catalog: Catalog, table: sql.Table) -> set[int]:
    with catalog.reading() as connection:
        return set(connection.execute(sql.select(table.c.id)).scalars())


def test_bases_of_bases_are_needed_too_and_circles_end() -> None:
    assert with_bases([3], {3: 2, 2: 1, 1: None, 9: None}) == {1, 2, 3}
    assert with_bases([1], {1: 2, 2: 1}) == {1, 2}
    assert with_bases([7], {}) == {7}


def test_everything_of_a_whole_archive_is_live(archive: Archive, catalog: Catalog) -> None:
    style = Response(url="http://site.test/a.css", status=200, headers=(), body=b"p { margin: 0 }")
    keep(archive, "one", "two", picture=True, resources=(style,))
    keep(archive, "one", "three", hours=1, picture=True)
    found = marked(catalog)
    assert found.objects == numbers(catalog, object_)
    assert found.blocks == numbers(catalog, block)
    assert found.resources == numbers(catalog, resource)
    assert found.layouts == numbers(catalog, layout)


def test_nothing_is_live_without_versions_but_pictures_of_trails(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one")
    archive.trails.save(Trail(id="t", url="http://site.test/", origin={}, state={}))
    add_entry(archive, "t", TrailEntry(found_at=START, version=None, state="found", confidence=1.0, picture_png=b"png"))
    with catalog.writing() as connection:
        connection.execute(sql.text("UPDATE visit SET version_id = NULL"))
        connection.execute(sql.delete(version))
        picture = ids_of(connection, [digest_of(b"png")])
    found = marked(catalog)
    assert found.objects == set(picture.values())
    assert (found.blocks, found.resources, found.layouts) == (set(), set(), set())


def test_the_parts_of_a_version_are_named_by_what_they_are(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one")
    with catalog.reading() as connection:
        row = connection.execute(sql.select(version)).one()
        parts = Relations.load(connection).parts(row)
    assert parts.objects["body"] == {row.body_id}
    assert parts.objects["tree"] == {row.tree_id}
    assert parts.objects["delta"] == parts.objects["pieces"] == parts.objects["resources"] == frozenset()


def test_a_damaged_list_stops_the_marking(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one")
    with catalog.writing() as connection:
        connection.execute(sql.update(version).values(slices=b"\x80"))
    with pytest.raises(ArchiveError, match="run `pagestrata verify --repair`"):
        marked(catalog)
