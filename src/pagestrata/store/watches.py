"""The pages that people asked for, each with its settings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import NotFoundError
from pagestrata.model.records import Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import canonical
from pagestrata.store.catalog.rows import clean
from pagestrata.store.catalog.schema import watch


class Watches:
    """The watches of an archive."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def save(self, record: Watch) -> None:
        """Stores a watch, or replaces the one with the same id."""
        row = {"id": record.id, "url": clean(canonical(record.url)), "facts": json.dumps(record.settings.to_json())}
        with self._catalog.writing() as connection:
            self._catalog.upsert(connection, watch, ["id"], row)

    def replace(self, seen: Watch, record: Watch) -> bool:
        """Puts a watch in the place of the one that somebody saw; False where it was changed or removed meanwhile."""
        with self._catalog.writing() as connection:
            query = sql.select(watch).where(watch.c.id == seen.id).with_for_update()
            row = connection.execute(query).one_or_none()
            if row is None or to_watch(row) != seen:
                return False
            values = {"url": clean(canonical(record.url)), "facts": json.dumps(record.settings.to_json())}
            connection.execute(sql.update(watch).where(watch.c.id == seen.id).values(values))
            return True

    def of(self, url: str) -> Watch | None:
        """The watch of a page, None where nobody asked for it."""
        query = sql.select(watch).where(watch.c.url == clean(canonical(url))).order_by(watch.c.id).limit(1)
        with self._catalog.reading() as connection:
            row = connection.execute(query).one_or_none()
        return to_watch(row) if row is not None else None

    def with_id(self, watch_id: str) -> Watch | None:
        with self._catalog.reading() as connection:
            row = connection.execute(sql.select(watch).where(watch.c.id == watch_id)).one_or_none()
        return to_watch(row) if row is not None else None

    def all(self) -> Sequence[Watch]:
        with self._catalog.reading() as connection:
            return [to_watch(row) for row in connection.execute(sql.select(watch).order_by(watch.c.id))]

    def remove(self, watch_id: str) -> None:
        with self._catalog.writing() as connection:
            if not connection.execute(sql.delete(watch).where(watch.c.id == watch_id)).rowcount:
                raise NotFoundError(f"there is no watch {watch_id!r}; `pagestrata watch list` shows those there are")


def to_watch(row: Any) -> Watch:
    return Watch(id=row.id, url=row.url, settings=WatchSettings.from_json(json.loads(row.facts)))
