"""A count and a checksum over the rows of every table; what is there is sealed when the migrations are through."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "ledger",
        sql.Column("name", sql.Text, primary_key=True),
        sql.Column("key", sql.Text, primary_key=True),
        sql.Column("writer", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("rows", sql.BigInteger, nullable=False),
        sql.Column("total", sql.BigInteger, nullable=False),
        if_not_exists=True,
        sqlite_with_rowid=False,
    )
