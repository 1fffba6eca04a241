"""Creating the schema, bringing older archives up to it, and refusing newer ones."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql

from pagestrata.errors import ArchiveError, NotFoundError, OlderArchiveError
from pagestrata.store.catalog import ledger
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import metadata
from pagestrata.store.search import full_text

REVISIONS = (
    *("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011", "0012", "0013"),
    "0015",
)
HEAD = REVISIONS[-1]


def bring_up_to_date(catalog: Catalog, *, create: bool = True) -> None:
    """Leaves the catalog with the current schema, or says why it cannot."""
    found = revision(catalog)
    if found is not None and found not in REVISIONS:
        raise ArchiveError(
            f"the archive {catalog.name} has schema {found}, newer than {HEAD} of this program; upgrade Pagestrata"
        )
    if found == HEAD:
        return
    if catalog.read_only or (found is None and not create):
        if found is None:
            raise NotFoundError(f"there is no archive in {catalog.name}; `pagestrata visit URL` starts one there")
        raise OlderArchiveError(
            f"the archive {catalog.name} has the older schema {found}; open it once for writing, where it can be written"
        )
    with catalog.writing(alone=True, sealing=False) as connection:
        found = _revision(connection)  # another program may have been faster
        if found is None:
            _create(connection, catalog)
        elif found != HEAD:
            upgrade(connection)
            ledger.seal_everything(connection)


def check_current(catalog: Catalog) -> None:
    """Raises ArchiveError where another program upgraded the catalog since it was opened: writing would harm it."""
    found = revision(catalog)
    if found != HEAD:
        raise ArchiveError(
            f"the archive {catalog.name} was upgraded to schema {found} by another version of Pagestrata; nothing was changed. "
            "Start this program again with that version"
        )


def revision(catalog: Catalog) -> str | None:
    """The schema revision of a catalog, None for an empty database."""
    with catalog.reading() as connection:
        return _revision(connection)


def _revision(connection: sql.Connection) -> str | None:
    if not sql.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return str(found) if found is not None else None


def _create(connection: sql.Connection, catalog: Catalog) -> None:
    """What all migrations together would make, without loading Alembic."""
    metadata.create_all(connection)
    full_text.create(connection, is_sqlite=catalog.is_sqlite)
    if not catalog.is_sqlite:
        ledger.install_on_tables(connection)
    column = "version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    connection.execute(sql.text(f"CREATE TABLE alembic_version ({column})"))
    connection.execute(sql.text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def upgrade(connection: sql.Connection, target: str = "head") -> None:
    """Runs the missing migrations in the transaction of the connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, target)
