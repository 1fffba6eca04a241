"""Taking versions out of the catalog; their bytes go with the next collection."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sql

from pagestrata.store.catalog import packs
from pagestrata.store.catalog.packed_changes import changes_of
from pagestrata.store.catalog.rows import version_seal
from pagestrata.store.catalog.schema import change, trail_entry, version, visit
from pagestrata.store.history import visits
from pagestrata.store.intervals import block_intervals, resource_intervals
from pagestrata.store.merkle_log import entering


def drop_versions(connection: sql.Connection, numbers: Collection[int], *, rule: str, now: datetime) -> None:
    """Removes versions with their changes; visits and trails stay and no longer name them.

    Their leaves stay in the log, which says from then on that `rule` removed them.
    """
    wanted = sorted(numbers)
    for start in range(0, len(wanted), 5000):
        batch = wanted[start : start + 5000]
        pages = set(connection.execute(sql.select(version.c.page_id).where(version.c.id.in_(batch))).scalars())
        connection.execute(sql.delete(change).where(change.c.version_id.in_(batch)))
        connection.execute(sql.update(trail_entry).where(trail_entry.c.version_id.in_(batch)).values(version_id=None))
        rows = connection.execute(sql.select(visit).where(visit.c.version_id.in_(batch))).all()
        by_visit = {row.id: row.version_id for row in rows}
        own_page = next(iter(pages)) if len(pages) == 1 else 0
        entering.enter_removed_versions(connection, batch, by_visit, rule=rule, now=now, page=own_page)
        full = packs.full_facts(connection, (row.facts for row in rows))
        for row in rows:
            values = {**row._mapping, "version_id": None, "facts": full[row.facts]}
            found = {"version_id": None, "seal": visits.seal(values)}
            connection.execute(sql.update(visit).where(visit.c.id == row.id).values(found))
        connection.execute(sql.delete(version).where(version.c.id.in_(batch)))
        for page_id in pages:
            block_intervals.rebuild(connection, page_id, {})
            resource_intervals.rebuild(connection, page_id)


def reseal(connection: sql.Connection, number: int) -> None:
    """Seals a version's row after it was changed on purpose, and has it enter the log once more."""
    row = connection.execute(sql.select(version).where(version.c.id == number)).one()
    seal = version_seal(dict(row._mapping), changes_of(connection, [number]).get(number, ()))
    connection.execute(sql.update(version).where(version.c.id == number).values(seal=seal))
    entering.enter_versions(connection, [number])
