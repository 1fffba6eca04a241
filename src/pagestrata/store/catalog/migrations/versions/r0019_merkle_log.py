"""The log that proves what an archive held when; older archives begin theirs when they are opened (`merkle_log.at_opening`)."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0019"
down_revision = "0018"

_NUMBER = sql.BigInteger().with_variant(sql.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "log_entry",
        sql.Column("place", _NUMBER, primary_key=True, autoincrement=False),
        sql.Column("subject", sql.BigInteger, nullable=False),
        sql.Column("kind", sql.SmallInteger, nullable=False),
        sql.Column("nodes", sql.LargeBinary, nullable=False),
        sql.Column("said", sql.Text),
        if_not_exists=True,
    )
    for name, column, where in (("log_version", "subject", "kind = 1"), ("log_told", "kind", "said IS NOT NULL")):
        chosen = sql.text(where)
        op.create_index(name, "log_entry", [column], sqlite_where=chosen, postgresql_where=chosen, if_not_exists=True)
    op.create_table(
        "log_head",
        sql.Column("size", _NUMBER, primary_key=True, autoincrement=False),
        sql.Column("signed_at", sql.BigInteger, nullable=False),
        sql.Column("note", sql.Text, nullable=False),
        sql.Column("kept", sql.Boolean, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "log_stamp",
        sql.Column("id", _NUMBER, primary_key=True, autoincrement=True),
        sql.Column("size", sql.BigInteger, nullable=False),
        sql.Column("authority", sql.Text, nullable=False),
        sql.Column("stamped_at", sql.BigInteger, nullable=False),
        sql.Column("token", sql.LargeBinary, nullable=False),
        sql.Column("certificates", sql.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_log_stamp_size", "log_stamp", ["size"], if_not_exists=True)
