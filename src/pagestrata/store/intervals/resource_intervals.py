"""Which page held which resource from when to when: the way from a resource's address and a time to a version.

One row per stay, like the stays of blocks (`block_intervals`): a style sheet that fifty versions share costs one row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.model.change_rows import clean
from pagestrata.model.records import Holding, Version
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import append_rows, ask, tell
from pagestrata.store.catalog.names import FOREVER, canonical, from_microseconds, to_microseconds, url_key
from pagestrata.store.catalog.rows import to_version
from pagestrata.store.catalog.schema import holding, page, resource, version
from pagestrata.store.intervals.block_intervals import stays_of

_STAYING = "SELECT resource_id FROM holding WHERE page_id = ? AND gone_at = ?"
_END = "UPDATE holding SET gone_at = ? WHERE page_id = ? AND gone_at = ? AND resource_id = ?"
_COLUMNS = ("page_id", "resource_id", "first_at", "gone_at")


def extend(connection: sql.Connection, page_id: int, moment: int, resources: Sequence[int]) -> None:
    """Update the stays of resources for a version that is the newest of its page."""
    staying = {row[0] for row in ask(connection, _STAYING, (page_id, FOREVER))}
    gone, come = staying - set(resources), dict.fromkeys(number for number in resources if number not in staying)
    tell(connection, _END, [(moment, page_id, FOREVER, number) for number in sorted(gone)])
    append_rows(connection, holding, _COLUMNS, [(page_id, number, moment, FOREVER) for number in come])


def rebuild(connection: sql.Connection, page_id: int) -> None:
    """Recompute all stays of resources on a page."""
    connection.execute(sql.delete(holding).where(holding.c.page_id == page_id))
    known = set(connection.execute(sql.select(resource.c.id)).scalars())
    found = stays_of(connection, page_id, version.c.resources)
    rows = [(page_id, number, since, until) for number, since, until in found if number in known]
    append_rows(connection, holding, _COLUMNS, rows)


def expected(connection: sql.Connection, page_id: int) -> set[tuple[int, int, int]]:
    """Resource, beginning and end of all holdings, as the versions of a page have them."""
    return set(stays_of(connection, page_id, version.c.resources))


def recorded(connection: sql.Connection, page_id: int) -> set[tuple[int, int, int]]:
    """Resource, beginning and end of all holdings, as the catalog has them."""
    query = sql.select(holding.c.resource_id, holding.c.first_at, holding.c.gone_at)
    return {tuple(row) for row in connection.execute(query.where(holding.c.page_id == page_id))}


def _of_address(url: str) -> sql.Select[Any]:
    keys = {url_key(clean(spelling)) for spelling in (url, canonical(url))}
    return (
        sql.select(holding.c.page_id, holding.c.first_at, holding.c.gone_at)
        .join(resource, resource.c.id == holding.c.resource_id)
        .where(resource.c.url_key.in_(keys))
        .limit(1)
    )


def version_holding(catalog: Catalog, url: str, when: datetime) -> Version | None:
    """The version that held a resource at a time: one shown then, or the closest before or behind."""
    moment = to_microseconds(when)
    # 14 digits name a whole second
    moment += 999_999 if not moment % 1_000_000 else 0
    began = holding.c.first_at <= moment
    with catalog.reading() as connection:
        for chosen in (
            _of_address(url).where(began, holding.c.gone_at > moment).order_by(holding.c.first_at.desc()),
            _of_address(url).where(began).order_by(holding.c.gone_at.desc()),
            _of_address(url).order_by(holding.c.first_at),
        ):
            row = connection.execute(chosen).one_or_none()
            if row is not None:
                return _version(connection, row.page_id, min(max(moment, row.first_at), row.gone_at - 1))
    return None


def _version(connection: sql.Connection, page_id: int, moment: int) -> Version:
    query = (
        sql.select(version, page.c.url)
        .join(page, page.c.id == version.c.page_id)
        .where(version.c.page_id == page_id, version.c.captured_at <= moment)
        .order_by(version.c.captured_at.desc())
        .limit(1)
    )
    return to_version(connection.execute(query).one())


def holdings(catalog: Catalog, url: str | None) -> Sequence[Holding]:
    """The holdings of one resource, or of all, in the order of their addresses and times."""
    first = version.alias("first")
    query = (
        sql.select(resource.c.url.label("address"), holding.c.gone_at, first, page.c.url)
        .select_from(holding)
        .join(resource, resource.c.id == holding.c.resource_id)
        .join(first, (first.c.page_id == holding.c.page_id) & (first.c.captured_at == holding.c.first_at))
        .join(page, page.c.id == holding.c.page_id)
        .order_by(resource.c.url, holding.c.first_at, holding.c.id)
    )
    if url is not None:
        query = query.where(resource.c.url_key.in_({url_key(clean(spelling)) for spelling in (url, canonical(url))}))
    with catalog.reading() as connection:
        return [
            Holding(
                url=row.address,
                version=to_version(row),
                gone_at=from_microseconds(row.gone_at) if row.gone_at != FOREVER else None,
            )
            for row in connection.execute(query)
        ]
