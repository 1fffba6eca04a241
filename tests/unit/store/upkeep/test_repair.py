import hashlib

import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, keep, texts_of
from pagestrata.errors import NotFoundError
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import block, bundle, object_, presence, version
from pagestrata.store.upkeep.repair import repair
from pagestrata.store.upkeep.verify import check


def repaired(catalog: Catalog, blobs: MemoryBlobs) -> list[str]:
    _, findings = check(catalog, blobs)
    done = repair(catalog, blobs, findings)
    assert check(catalog, blobs)[0].is_sound
    return done


def damage(catalog: Catalog, blobs: MemoryBlobs, number: int) -> None:
    """Overwrites the stored bytes of one object."""
    with catalog.reading() as connection:
        query = sql.select(object_.c.start, object_.c.stored, bundle.c.digest).join(bundle)
        row = connection.execute(query.where(object_.c.id == number)).one()
    data = bytearray(blobs.kept[row.digest.hex()])
    data[row.start : row.start + row.stored] = bytes(row.stored)
    blobs.kept[row.digest.hex()] = bytes(data)


def number_of(catalog: Catalog, column: sql.Column[int]) -> int:
    with catalog.reading() as connection:
        return int(connection.execute(sql.select(column)).scalars().one())


def test_a_lost_tree_is_made_again_from_the_catalog(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    kept = keep(archive, "one text", "another text")
    damage(catalog, blobs, number_of(catalog, version.c.tree_id))
    done = repaired(catalog, blobs)
    assert "version 1: rebuilt its tree without nesting: no other version of the page has a readable tree" in done
    assert texts_of(archive, kept) == ["one text", "another text"]
    tree = archive.contents.tree(kept)
    assert (tree.segmenter, {leaf.role for leaf in tree.leaves()}) == ("repaired", {"article"})


def test_a_version_outlives_a_lost_resource(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    style = Response(url="http://site.test/a.css", status=200, headers=(), body=b"p { margin: 1px }")
    kept = keep(archive, "one", resources=(style,))
    with catalog.reading() as connection:
        query = sql.select(object_.c.id).where(object_.c.digest == hashlib.blake2b(style.body, digest_size=20).digest())
        number = connection.execute(query).scalar_one()
    damage(catalog, blobs, number)
    assert "version 1: took out resources" in repaired(catalog, blobs)
    assert archive.contents.response(kept).url == kept.url


def test_a_version_outlives_its_lost_page_and_tells_what_it_said(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs
) -> None:
    gone = keep(archive, "one")
    damage(catalog, blobs, number_of(catalog, version.c.body_id))
    other = keep(archive, "two", url="http://other.test/")
    assert any(done.startswith("version 1: took out body") for done in repaired(catalog, blobs))
    assert texts_of(archive, gone) == ["one"]
    with pytest.raises(NotFoundError, match="was stored without the body"):
        archive.contents.response(gone)
    assert texts_of(archive, other) == ["two"]


def test_a_forged_version_whose_page_is_lost_goes(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    gone = keep(archive, "one")
    damage(catalog, blobs, number_of(catalog, version.c.body_id))
    with catalog.writing() as connection:
        connection.execute(sql.update(version).values(title="forged"))
    assert "dropped version 1, which cannot be read" in repaired(catalog, blobs)
    assert archive.versions.of(gone.url) == []


def test_a_row_changed_behind_its_back_is_sealed_again_if_its_page_is_right(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs
) -> None:
    keep(archive, "one")
    with catalog.writing() as connection:
        connection.execute(sql.update(version).values(title="forged"))
    assert "version 1: sealed its row again" in repaired(catalog, blobs)


def test_a_row_that_names_another_page_goes(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one")
    with catalog.writing() as connection:
        connection.execute(sql.update(version).values(digest=bytes(32)))
    assert "dropped version 1, which cannot be read" in repaired(catalog, blobs)
    assert archive.versions.pages() == []


def test_a_text_comes_again_from_a_tree_that_shows_it(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "right words")
    with catalog.writing() as connection:
        connection.execute(sql.update(block).values(text="forged"))
    assert "block 1: read its text again" in repaired(catalog, blobs)
    assert [stay.text for stay in archive.queries.search("right")] == ["right words"]


def test_stays_come_again_from_the_versions(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one", "two")
    with catalog.writing() as connection:
        connection.execute(sql.delete(presence))
    assert repaired(catalog, blobs) == ["rebuilt the stays of blocks and resources and the search index"]
    assert {stay.text for stay in archive.queries.stays("http://site.test/")} == {"one", "two"}
