"""Pages found on watched sites. Missing ones are found again by later visits, so the ledger does not cover them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sql

from pagestrata.model.due import SitePage
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import batches, delete_rows, insert_new
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.store.catalog.record_rows import RecordRows
from pagestrata.store.catalog.schema import site_page

_PAGES = RecordRows(SitePage)


class SitePages:
    """Pages by their site; a page belongs to the site on which it was found first."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def add(self, pages: Sequence[SitePage], *, most: int) -> Sequence[SitePage]:
        """Insert unknown pages and return those inserted; a site never has more than `most`."""
        entered: list[SitePage] = []
        with self._catalog.writing(sealing=False) as connection:
            free = {page.site: most - _count(connection, page.site) for page in pages}
            known = _known(connection, [page.id for page in pages])
            for page in {page.id: page for page in pages}.values():
                if page.id not in known and free[page.site] > 0:
                    entered.append(page)
                    free[page.site] -= 1
            insert_new(connection, site_page, [_PAGES.row(page) for page in entered])
        return entered

    def known(self, ids: Collection[str]) -> Mapping[str, SitePage]:
        """Return the known pages among these ids."""
        with self._catalog.reading() as connection:
            return _known(connection, list(ids))

    def of_site(self, site: str, *, limit: int | None = None) -> Sequence[SitePage]:
        """Return the pages of a site in the order in which they were found."""
        query = sql.select(site_page).where(site_page.c.site == site)
        with self._catalog.reading() as connection:
            ordered = query.order_by(site_page.c.found_at, site_page.c.url).limit(limit)
            return [_PAGES.record(row) for row in connection.execute(ordered)]

    def count(self, site: str) -> int:
        with self._catalog.reading() as connection:
            return _count(connection, site)

    def shapes(self, site: str, shapes: Collection[str]) -> Mapping[str, int]:
        """Return how many pages of each of these shapes a site has."""
        counted = sql.select(site_page.c.shape, sql.func.count()).where(site_page.c.site == site)
        found: dict[str, int] = {}
        with self._catalog.reading() as connection:
            for batch in batches(list(shapes)):
                rows = connection.execute(counted.where(site_page.c.shape.in_(batch)).group_by(site_page.c.shape))
                found |= {row[0]: row[1] for row in rows}
        return found

    def set_modified(self, moments: Mapping[str, datetime]) -> None:
        """Store when pages were modified, according to a sitemap."""
        if moments:
            with self._catalog.writing(sealing=False) as connection:
                for page_id, moment in moments.items():
                    change = sql.update(site_page).where(site_page.c.id == page_id)
                    connection.execute(change.values(modified_at=to_microseconds(moment)))

    def remove(self, ids: Collection[str]) -> None:
        with self._catalog.writing(sealing=False) as connection:
            delete_rows(connection, site_page.c.id, ids)

    def remove_site(self, site: str) -> None:
        with self._catalog.writing(sealing=False) as connection:
            connection.execute(sql.delete(site_page).where(site_page.c.site == site))


def _count(connection: sql.Connection, site: str) -> int:
    query = sql.select(sql.func.count()).select_from(site_page).where(site_page.c.site == site)
    return int(connection.execute(query).scalar_one())


def _known(connection: sql.Connection, ids: list[str]) -> dict[str, SitePage]:
    found: dict[str, SitePage] = {}
    for batch in batches(ids):
        rows = connection.execute(sql.select(site_page).where(site_page.c.id.in_(batch)))
        found |= {row.id: _PAGES.record(row) for row in rows}
    return found
