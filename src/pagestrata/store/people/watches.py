"""The pages that people asked for, each with its settings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pagestrata.errors import NotFoundError
from pagestrata.model.change_rows import clean
from pagestrata.model.records import Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import SEPARATOR, Question, ask, joined_columns, upsert
from pagestrata.store.catalog.failover import tried_again
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.names import canonical

_WITH_URL = Question("id url facts", "SELECT id, url, facts FROM watch WHERE url = ? ORDER BY id LIMIT 1")
_WITH_ID = Question("id url facts", "SELECT id, url, facts FROM watch WHERE id = ?")
_OF_SITE = "SELECT watch.id, site_page.url, watch.facts FROM watch JOIN site_page ON site_page.site = watch.id"
_OF_SITE_BY_URL = Question("id url facts", f"{_OF_SITE} WHERE site_page.url = ? LIMIT 1")
_OF_SITE_BY_ENTRY = Question("id url facts", f"{_OF_SITE} WHERE site_page.id = ? LIMIT 1")
_IN_SCHEDULE = "SELECT 1 FROM due WHERE watch_id = ? AND holder IS NULL"
_OWN = "SELECT id, url, facts FROM watch WHERE id IN :names"
_OF_SITES = (
    "SELECT site_page.id AS entry_id, watch.id, site_page.url, watch.facts FROM site_page "
    "JOIN watch ON site_page.site = watch.id WHERE site_page.id IN :names"
)


class Watches:
    """The watches of an archive."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def save(self, record: Watch) -> None:
        """Store a watch; it replaces one with the same id."""
        row = {"id": record.id, "url": clean(canonical(record.url)), "facts": json.dumps(record.settings.to_json())}
        with self._catalog.writing() as connection:
            upsert(connection, schema.watch, ["id"], row)

    def replace(self, seen: Watch, record: Watch) -> bool:
        """Replace a watch if it still is as the user saw it; False if it was changed or removed in the meantime."""
        with self._catalog.writing() as connection:
            query = sql.select(schema.watch).where(schema.watch.c.id == seen.id).with_for_update()
            row = connection.execute(query).one_or_none()
            if row is None or to_watch(row) != seen:
                return False
            values = {"url": clean(canonical(record.url)), "facts": json.dumps(record.settings.to_json())}
            connection.execute(sql.update(schema.watch).where(schema.watch.c.id == seen.id).values(values))
            return True

    def of(self, url: str) -> Watch | None:
        """Return the watch of a page, None if it is not watched."""
        return self._found(_WITH_URL, clean(canonical(url)))

    def with_id(self, watch_id: str) -> Watch | None:
        return self._found(_WITH_ID, watch_id)

    def covering(self, url: str) -> Watch | None:
        """Return the watch of a page or of its site, with the page's address; None if it is not watched."""
        own = self.of(url)
        return own if own is not None else self._found(_OF_SITE_BY_URL, clean(canonical(url)))

    def to_visit(self, entry_id: str) -> Watch | None:
        """Return the watch of a schedule entry: of a page, or of a site with the address of one of its pages."""
        own = self.with_id(entry_id)
        return own if own is not None else self._found(_OF_SITE_BY_ENTRY, entry_id)

    def is_in_schedule(self, entry_id: str) -> bool:
        """Return whether the schedule has this entry without a running visit; the schedule is not loaded."""
        with self._catalog.reading_by_driver() as connection:
            return bool(ask(connection, _IN_SCHEDULE, [entry_id]))

    def all_of(self, entry_ids: Sequence[str]) -> dict[str, Watch]:
        """Return the watches of schedule entries, by entry; entries without a watch are omitted."""
        return tried_again(lambda: self._all_of(entry_ids))

    def _all_of(self, entry_ids: Sequence[str]) -> dict[str, Watch]:
        with self._catalog.reading() as connection:
            rows = connection.execute(_with_names(_OWN), {"names": list(entry_ids)})
            found = {row.id: to_watch(row) for row in rows}
            if missing := [name for name in entry_ids if name not in found]:
                rows = connection.execute(_with_names(_OF_SITES), {"names": missing})
                found |= {row.entry_id: to_watch(row) for row in rows}
        return found

    def settings_to_visit(self) -> dict[str, WatchSettings]:
        """Return the settings of each entry of the schedule; watches with equal settings share one object."""
        with self._catalog.reading() as connection:
            facts_of = self._facts_by_name(connection)
            pages = connection.exec_driver_sql("SELECT id, site FROM site_page").cursor.fetchall()
        read = {facts: _settings(facts) for facts in set(facts_of.values())}
        own = dict(zip(facts_of, map(read.__getitem__, facts_of.values()), strict=True))
        return {name: own[site] for name, site in pages if site in own} | own if pages else own

    def _facts_by_name(self, connection: sql.Connection) -> dict[str, str]:
        if not self._catalog.is_sqlite:
            return dict(connection.exec_driver_sql("SELECT id, facts FROM watch").cursor.fetchall())
        facts_of: dict[str, str] = {}
        for names, facts in joined_columns(connection, "watch", ["id", "facts"]):
            facts_of.update(zip(names.split(SEPARATOR), facts.split(SEPARATOR), strict=True))
        return facts_of

    def all_to_visit(self) -> dict[str, Watch]:
        """Return all watches by schedule entry: those of pages, and those of sites once for each of their pages."""
        own = {found.id: found for found in self.all()}
        if not any(found.settings.scope for found in own.values()):
            return own
        query = sql.select(schema.site_page.c.id, schema.site_page.c.site, schema.site_page.c.url).order_by(
            schema.site_page.c.id
        )
        with self._catalog.reading() as connection:
            rows = connection.execute(query).all()
        pages = {row.id: replace(own[row.site], url=row.url) for row in rows if row.site in own}
        return pages | own

    def _found(self, question: Question, value: str) -> Watch | None:
        with self._catalog.reading_by_driver() as connection:
            row = question.first(connection, value)
        return to_watch(row) if row is not None else None

    def all(self) -> Sequence[Watch]:
        with self._catalog.reading() as connection:
            return [to_watch(row) for row in connection.execute(sql.select(schema.watch).order_by(schema.watch.c.id))]

    def remove(self, watch_id: str) -> None:
        with self._catalog.writing() as connection:
            if not connection.execute(sql.delete(schema.watch).where(schema.watch.c.id == watch_id)).rowcount:
                raise NotFoundError(f"there is no watch {watch_id!r}; `pagestrata watch list` lists all of them")


def _with_names(text: str) -> sql.TextClause:
    return sql.text(text).bindparams(sql.bindparam("names", expanding=True))


def to_watch(row: Any) -> Watch:
    return Watch(id=row.id, url=row.url, settings=_settings(row.facts))


@lru_cache(maxsize=1024)
def _settings(facts: str) -> WatchSettings:
    """Parse settings; cached, because most of a million watches have equal ones."""
    return WatchSettings.from_json(json.loads(facts))
