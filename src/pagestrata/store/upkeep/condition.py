"""The condition of an archive, without changing it: can it be reached, is it current, can it be written."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.interfaces import BlobStore
from pagestrata.store import opening
from pagestrata.store.catalog import ledger, migrate
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import from_microseconds
from pagestrata.store.catalog.schema import version, visit


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveCondition:
    """The condition of an archive that could be opened. `write_problem` is empty if its catalogue can be written.

    `unsealed` counts versions missing in the ledger, and versions of the ledger missing in the catalog.
    """

    name: str
    schema: str
    versions: int
    unsealed: int
    newest_visit_at: datetime | None
    server: str  # name and version of a database server, "" for a folder
    server_time: datetime | None
    write_problem: str


def archive_condition(place: str) -> ArchiveCondition:
    """Look at an archive. Raises ArchiveError, NotFoundError or UsageError, as opening it does."""
    catalog, _ = opening.open_parts(place, create=False, read_only=True)
    try:
        with catalog.reading() as connection:
            versions = int(connection.execute(sql.select(sql.func.count()).select_from(version)).scalar_one())
            sealed = sum(rows for (name, _), (rows, _) in ledger.written_down(connection).items() if name == "version")
            newest = connection.execute(sql.select(sql.func.max(visit.c.visited_at))).scalar_one()
            server, server_time = _server(connection, catalog)
        return ArchiveCondition(
            name=catalog.name,
            schema=migrate.HEAD,
            versions=versions,
            unsealed=abs(versions - sealed),
            newest_visit_at=None if newest is None else from_microseconds(int(newest)),
            server=server,
            server_time=server_time,
            write_problem=_write_problem(place),
        )
    finally:
        catalog.close()


def blob_problem(blobs: BlobStore) -> str:
    """Write a small blob and delete it again; return why that failed, or ""."""
    name = secrets.token_hex(32)
    try:
        blobs.put(name, b"pagestrata doctor")
        blobs.delete(name)
    except ArchiveError as error:
        return str(error)
    return ""


def _server(connection: sql.Connection, catalog: Catalog) -> tuple[str, datetime | None]:
    if catalog.is_sqlite:
        return "", None
    number, now = connection.exec_driver_sql("SELECT current_setting('server_version'), clock_timestamp()").one()
    return f"PostgreSQL {number}", now


class _TrialOverError(Exception):
    """Ends a transaction that was only a trial."""


def _write_problem(place: str) -> str:
    """Update a row without changing it, in a transaction that is rolled back; return why that failed, or ""."""
    try:
        catalog, _ = opening.open_parts(place, create=False, read_only=False)
    except ArchiveError as error:
        return str(error)
    try:
        with catalog.writing() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
            raise _TrialOverError
    except _TrialOverError:
        return ""
    except ArchiveError as error:
        return str(error)
    finally:
        catalog.close()
