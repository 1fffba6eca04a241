"""The stays of blocks and resources on pages: one row for each, with its beginning and end.

Only what comes or goes costs a row: a style sheet that fifty versions share is one row. A version that arrives in order ends the
stays of what it lacks and begins those of what is new. For a version that arrives late, or is deleted, all stays of the page are
worked out again from the lists of its versions.

The stays of resources lead from the address of a resource and a time to a version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.model.change_rows import clean
from pagestrata.model.records import Holding, Version
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import append_rows, ask, tell
from pagestrata.store.catalog.names import FOREVER, canonical, from_microseconds, to_microseconds, url_key
from pagestrata.store.catalog.rows import to_version
from pagestrata.store.catalog.schema import holding, page, presence, resource, version
from pagestrata.store.catalog.varints import unpack

Stay = tuple[int, int, int]
"""The number of a block or resource, and the times at which it came and went."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A block as one version shows it."""

    block_id: int
    label_id: int
    ref: str


class Stays:
    """The stays of blocks or of resources: rows of `table`, which follow from the numbers that versions have in `listed`."""

    def __init__(self, table: sql.Table, listed: sql.Column[Any]) -> None:
        self._table, self._listed = table, listed
        self._columns = tuple(column.name for column in table.c if column.name != "id")
        number = self._columns[1]
        self._number = table.c[number]
        self._lasting = f"SELECT {number} FROM {table.name} WHERE page_id = ? AND gone_at = ?"  # noqa: S608 - no input
        self._end = f"UPDATE {table.name} SET gone_at = ? WHERE page_id = ? AND gone_at = ? AND {number} = ?"  # noqa: S608

    def extend(
        self, connection: sql.Connection, page_id: int, moment: int, current: Mapping[int, Sequence[Any]]
    ) -> None:
        """Update the stays for the newest version; `current` has what it shows by number, with the other columns of a row."""
        lasting = {number for (number,) in ask(connection, self._lasting, (page_id, FOREVER))}
        gone = sorted(lasting - current.keys())
        tell(connection, self._end, [(moment, page_id, FOREVER, number) for number in gone])
        new = [(page_id, number, *more, moment, FOREVER) for number, more in current.items() if number not in lasting]
        append_rows(connection, self._table, self._columns, new)

    def rebuild(self, connection: sql.Connection, page_id: int, known: Mapping[int, Sequence[Any]]) -> None:
        """Recompute all stays of a page; `known` has the other columns of a row by number, and what it lacks is left out."""
        connection.execute(sql.delete(self._table).where(self._table.c.page_id == page_id))
        found = self.expected(connection, page_id)
        rows = [(page_id, number, *known[number], since, until) for number, since, until in found if number in known]
        append_rows(connection, self._table, self._columns, rows)

    def expected(self, connection: sql.Connection, page_id: int) -> Sequence[Stay]:
        """Return all stays that follow from the versions of a page, in the order in which they began."""
        query = sql.select(version.c.captured_at, self._listed).where(version.c.page_id == page_id)
        stays: list[Stay] = []
        lasting: dict[int, int] = {}  # the places in `stays` of those that have not ended
        for moment, packed in connection.execute(query.order_by(version.c.captured_at)):
            current = dict.fromkeys(unpack(packed))
            for number in [number for number in lasting if number not in current]:
                place = lasting.pop(number)
                stays[place] = (number, stays[place][1], moment)
            for number in current:
                if number not in lasting:
                    lasting[number] = len(stays)
                    stays.append((number, moment, FOREVER))
        return stays

    def recorded(self, connection: sql.Connection, page_id: int) -> set[Stay]:
        """Return all stays of a page that the catalog has."""
        columns = (self._number, self._table.c.first_at, self._table.c.gone_at)
        rows = connection.execute(sql.select(*columns).where(self._table.c.page_id == page_id))
        return {(number, first_at, gone_at) for number, first_at, gone_at in rows}


OF_BLOCKS = Stays(presence, version.c.blocks)
OF_RESOURCES = Stays(holding, version.c.resources)


def extend(
    connection: sql.Connection, page_id: int, moment: int, placed: Sequence[Placed], resources: Sequence[int]
) -> None:
    """Update the stays of blocks and resources for a version that is the newest of its page."""
    blocks: dict[int, Sequence[Any]] = {}
    for block in placed:
        blocks.setdefault(block.block_id, (block.label_id, block.ref))
    OF_BLOCKS.extend(connection, page_id, moment, blocks)
    OF_RESOURCES.extend(connection, page_id, moment, dict.fromkeys(resources, ()))


def rebuild(connection: sql.Connection, page_id: int, placed: Sequence[Placed] = ()) -> None:
    """Recompute the stays of blocks and resources on a page. `placed`: blocks that may have no stay yet."""
    query = sql.select(presence.c.block_id, presence.c.label_id, presence.c.ref).where(presence.c.page_id == page_id)
    before = connection.execute(query.order_by(presence.c.first_at.desc()))
    new = {block.block_id: (block.label_id, block.ref) for block in reversed(placed)}
    OF_BLOCKS.rebuild(connection, page_id, new | {number: (label, ref) for number, label, ref in before})
    known = connection.execute(sql.select(resource.c.id)).scalars()
    OF_RESOURCES.rebuild(connection, page_id, dict.fromkeys(known, ()))


def are_right(connection: sql.Connection, page_id: int) -> bool:
    """Return whether the stays on a page are those that follow from its versions."""
    return all(set(kind.expected(connection, page_id)) == kind.recorded(connection, page_id) for kind in _KINDS)


_KINDS = (OF_BLOCKS, OF_RESOURCES)


def version_holding(catalog: Catalog, url: str, when: datetime) -> Version | None:
    """Return the version that held a resource at a time: one shown then, or else the closest before or after."""
    moment = to_microseconds(when)
    # 14 digits name a whole second
    moment += 999_999 if not moment % 1_000_000 else 0
    columns = (holding.c.page_id, holding.c.first_at, holding.c.gone_at)
    stays = sql.select(*columns).join(resource, resource.c.id == holding.c.resource_id).where(_is_at(url)).limit(1)
    began = holding.c.first_at <= moment
    with catalog.reading() as connection:
        for query in (
            stays.where(began, holding.c.gone_at > moment).order_by(holding.c.first_at.desc()),
            stays.where(began).order_by(holding.c.gone_at.desc()),
            stays.order_by(holding.c.first_at),
        ):
            row = connection.execute(query).one_or_none()
            if row is not None:
                return _version(connection, row.page_id, min(max(moment, row.first_at), row.gone_at - 1))
    return None


def _is_at(url: str) -> sql.ColumnElement[bool]:
    """Return the condition that a resource has this address, as written or in its canonical spelling."""
    return resource.c.url_key.in_({url_key(clean(spelling)) for spelling in (url, canonical(url))})


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
    """Return the holdings of one resource, or of all, in the order of their addresses and times."""
    first = version.alias("first")
    query = (
        sql.select(resource.c.url.label("address"), holding.c.gone_at, first, page.c.url)
        .select_from(holding)
        .join(resource, resource.c.id == holding.c.resource_id)
        .join(first, (first.c.page_id == holding.c.page_id) & (first.c.captured_at == holding.c.first_at))
        .join(page, page.c.id == holding.c.page_id)
        .order_by(resource.c.url, holding.c.first_at, holding.c.id)
    )
    query = query.where(_is_at(url)) if url is not None else query
    with catalog.reading() as connection:
        return [
            Holding(
                url=row.address,
                version=to_version(row),
                gone_at=from_microseconds(row.gone_at) if row.gone_at != FOREVER else None,
            )
            for row in connection.execute(query)
        ]
