"""Signing the head of the log whenever a transaction added to it; where the archive has no key, nothing of it is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagestrata.store.catalog.later import sql
from pagestrata.store.catalog.log_entries import LogEnd

if TYPE_CHECKING:
    from pagestrata.proof.keys import Signer

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


class HeadSigner:
    """Signs the head; a key that cannot be used stops nothing.

    The key, and the name of the log with it, is looked for again when the log has a new entry about keys.
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
