"""One program of many that plans and leases: whoever holds a lock in the database, as long as its connection lives."""

from __future__ import annotations

import contextlib

import sqlalchemy as sql

from pagestrata.errors import UsageError
from pagestrata.store.catalog.database import Catalog

_LOCK = 0x50_61_67_65_53_74_72_61  # 'PageStra'


class Leadership:
    """PostgreSQL's advisory lock. It is free the moment the program that held it is gone, however it went."""

    def __init__(self, catalog: Catalog) -> None:
        if catalog.is_sqlite:
            raise UsageError("a cluster needs an archive that all machines reach; give --archive postgresql://…")
        self._catalog = catalog
        self._connection: sql.Connection | None = None

    def take(self) -> bool:
        """Whether this program leads now: it already did, or there was no leader."""
        with self._catalog.translated():
            if self._connection is not None:
                self._check(self._connection)
                return True
            connection = self._catalog.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            if connection.execute(sql.text(f"SELECT pg_try_advisory_lock({_LOCK})")).scalar_one():
                connection.detach()  # it belongs to this object alone from now on
                self._connection = connection
                return True
            connection.close()
            return False

    def _check(self, connection: sql.Connection) -> None:
        """Check the connection: a broken one has lost the lock, and another program may lead."""
        try:
            connection.execute(sql.text("SELECT 1"))
        except sql.exc.SQLAlchemyError:
            self._connection = None
            with contextlib.suppress(sql.exc.SQLAlchemyError):
                connection.close()
            raise

    def give_up(self) -> None:
        """Let another one lead."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # A server hears of a closed connection a moment later.
            with contextlib.suppress(sql.exc.SQLAlchemyError):
                connection.execute(sql.text(f"SELECT pg_advisory_unlock({_LOCK})"))
            with contextlib.suppress(sql.exc.SQLAlchemyError):
                connection.close()
