"""The operations of a version packed into one row, and an index over bundles only of the objects that are in one.

The archive is smaller from the next `gc` on, which gives the space back.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0009"

_NUMBER = sql.BigInteger().with_variant(sql.Integer(), "sqlite")
_COLUMNS = ("op", "element", "block", "to_block", "old", "new", "importance")


def upgrade() -> None:
    connection = op.get_bind()
    if not any(column["name"] == "data" for column in sql.inspect(connection).get_columns("change")):
        _pack_changes(connection)
    op.drop_index("ix_object_bundle_id", table_name="object", if_exists=True)
    condition = sql.text("bundle_id IS NOT NULL")
    op.create_index(
        "object_bundle", "object", ["bundle_id"], if_not_exists=True, sqlite_where=condition, postgresql_where=condition
    )


def _pack_changes(connection: sql.Connection) -> None:
    op.create_table(
        "packed_change",
        sql.Column("version_id", _NUMBER, sql.ForeignKey("version.id"), primary_key=True, autoincrement=False),
        sql.Column("data", sql.LargeBinary, nullable=False),
    )
    insert = sql.text("INSERT INTO packed_change (version_id, data) VALUES (:version, :data)")
    listed = ", ".join(f'"{name}"' for name in _COLUMNS)
    query = sql.text(f"SELECT {listed} FROM change WHERE version_id = :version ORDER BY number")  # noqa: S608 - no input
    for number in connection.execute(sql.text("SELECT DISTINCT version_id FROM change")).scalars().all():
        rows = connection.execute(query, {"version": number}).all()
        connection.execute(insert, {"version": number, "data": _packed(rows)})
    op.drop_table("change")
    op.rename_table("packed_change", "change")


def _packed(rows: Any) -> bytes:
    columns = [list(column) for column in zip(*rows, strict=True)]
    return zlib.compress(json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode(), 9)
