"""Prepare the log when an archive is opened: begin the log of an older archive, and sign its heads from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagestrata.store.catalog import log_entries
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import ask, batches
from pagestrata.store.catalog.later import sql
from pagestrata.store.catalog.log_entries import OF_ROWS, LogEnd
from pagestrata.store.merkle_log.entering import new_entries

if TYPE_CHECKING:
    from pagestrata.proof.keys import Signer

_AT_ONCE = 2000
_IS_OLDER = """
    SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM log_entry) AND (EXISTS (SELECT 1 FROM version) OR
    EXISTS (SELECT 1 FROM visit) OR EXISTS (SELECT 1 FROM audit))"""


def begin_where_missing(catalog: Catalog) -> None:
    """Begin the log of an archive that has versions, visits or audit lines and no log; change nothing else."""
    if catalog.read_only:
        return
    with catalog.reading_by_driver() as connection:
        is_older = bool(ask(connection, _IS_OLDER))
    if is_older:
        with catalog.writing(alone=True) as connection:
            if ask(connection, _IS_OLDER):  # another program may have been faster
                _begin(connection)


def _begin(connection: sql.Connection) -> None:
    log_entries.wait_for_the_end(connection)
    counts = {kind.table: int(ask(connection, f"SELECT count(*) FROM {kind.table}")[0][0]) for kind in OF_ROWS}  # noqa: S608
    log_entries.enter(connection, [log_entries.beginning(**counts)])
    for kind in OF_ROWS:
        numbers = [number for (number,) in ask(connection, f"SELECT id FROM {kind.table} ORDER BY id")]  # noqa: S608 - no input
        for batch in batches(numbers, _AT_ONCE):
            log_entries.enter(connection, new_entries(connection, kind, batch))


# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


class HeadSigner:
    """Signs the head after each transaction; without a usable key, transactions go on unsigned.

    Key and name of the log are read again when the log has a new entry about keys.
    """

    def __init__(self) -> None:
        self._place: int | None = None
        self._signer: Signer | None = None
        self._log = ""

    def __call__(self, connection: sql.Connection, end: LogEnd) -> None:
        place = end.last_key
        if place is None:
            return
        from pagestrata.store.merkle_log.heads import sign_new_head, signer_now  # only now: most archives have no key

        if place != self._place:
            (self._signer, self._log), self._place = signer_now(connection), place
        if self._signer is not None:
            sign_new_head(connection, self._signer, self._log, end)
