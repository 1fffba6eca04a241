"""Whose turn it is at each host, so that all programs on an archive keep one pause."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "host_turn",
        sql.Column("host", sql.Text, primary_key=True),
        sql.Column("holder", sql.Text),
        sql.Column("since", sql.BigInteger, nullable=False),
        sql.Column("until", sql.BigInteger, nullable=False),
        if_not_exists=True,
    )
