"""Pieces are found where they are likely to be, and stored again elsewhere."""

from __future__ import annotations

import sqlalchemy as sql

from archives import keep
from captures import pixels
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import object_
from pagestrata.store.screenshots import known_pieces


def sheets(catalog: Catalog) -> int:
    query = sql.select(sql.func.count()).select_from(object_)
    with catalog.reading() as connection:
        return int(
            connection.execute(query.where(object_.c.kind == "screenshot", object_.c.codec == "raw")).scalar_one()
        )


def test_what_stayed_is_on_the_sheet_before(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one", "two", picture=True)
    keep(archive, "one", "two", "three", hours=1, picture=True)
    keep(archive, "two", "one", hours=2, picture=True)
    assert sheets(catalog) == 2


def test_what_comes_back_is_found_for_some_versions(archive: Archive, catalog: Catalog) -> None:
    first = keep(archive, "one", "two", picture=True)
    for hour in range(known_pieces.VERSIONS_OF_PAGE):
        keep(archive, "one", hours=1 + hour, picture=True)
    before = sheets(catalog)
    again = keep(archive, "one", "two", hours=50, picture=True)
    assert sheets(catalog) == before
    assert pixels(archive.contents.screenshot(again)) == pixels(archive.contents.screenshot(first))


def test_a_new_page_uses_what_was_stored_last(archive: Archive, catalog: Catalog) -> None:
    first = keep(archive, "one", "two", picture=True)
    other = keep(archive, "one", "two", hours=1, url="http://other.test/", picture=True)
    assert sheets(catalog) == 1
    assert pixels(archive.contents.screenshot(other)) == pixels(archive.contents.screenshot(first))


def test_pieces_have_no_rows(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one", "two", "three", picture=True)
    with catalog.reading() as connection:
        assert connection.execute(sql.select(object_.c.id).where(object_.c.codec == "crop")).all() == []
