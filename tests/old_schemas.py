"""Empty catalogs as earlier releases made them: the statements of each revision, recorded from the programs that had them."""

from __future__ import annotations

import json
from pathlib import Path

import sqlalchemy as sql

from pagestrata.store.catalog.migrate import REVISIONS

_STATEMENTS = json.loads((Path(__file__).parent / "unit/store/catalog/data/old_schemas.json").read_text("utf-8"))
_VERSION_TABLE = """
    CREATE TABLE alembic_version (
        version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"""


def create_old_schema(connection: sql.Connection, revision: str) -> None:
    """Create the tables and indexes of a revision in an empty database."""
    for number in REVISIONS[: REVISIONS.index(revision) + 1]:
        for statement in _STATEMENTS[number][connection.dialect.name]:
            connection.exec_driver_sql(statement)
    connection.exec_driver_sql(_VERSION_TABLE)
    connection.execute(sql.text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})
