"""The beginning of the log of an archive that is older than its log: all that is there enters at once."""

from __future__ import annotations

from pagestrata.store.catalog import log_entries
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import ask
from pagestrata.store.catalog.later import sql
from pagestrata.store.catalog.log_entries import Kind
from pagestrata.store.merkle_log.entering import new_entries

_AT_ONCE = 2000
_TABLES = {"version": Kind.VERSION, "visit": Kind.VISIT, "audit": Kind.AUDIT}
_IS_OLDER = """
    SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM log_entry) AND (EXISTS (SELECT 1 FROM version) OR
    EXISTS (SELECT 1 FROM visit) OR EXISTS (SELECT 1 FROM audit))"""


def begin_where_missing(catalog: Catalog) -> None:
    """Begin the log of an archive that has versions, visits or audit lines and no log. Nothing else is changed."""
    if catalog.read_only:
        return
    with catalog.asking() as connection:
        is_older = bool(ask(connection, _IS_OLDER))
    if is_older:
        with catalog.writing(alone=True) as connection:
            if ask(connection, _IS_OLDER):  # another program may have been faster
                _begin(connection)


def _begin(connection: sql.Connection) -> None:
    log_entries.wait_for_the_end(connection)
    counts = {name: int(ask(connection, f"SELECT count(*) FROM {name}")[0][0]) for name in _TABLES}  # noqa: S608
    log_entries.enter(connection, [log_entries.beginning(**counts)])
    for name, kind in _TABLES.items():
        numbers = [number for (number,) in ask(connection, f"SELECT id FROM {name} ORDER BY id")]  # noqa: S608 - no input
        for start in range(0, len(numbers), _AT_ONCE):
            log_entries.enter(connection, new_entries(connection, kind, numbers[start : start + _AT_ONCE]))
