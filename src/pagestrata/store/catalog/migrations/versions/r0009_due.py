"""When each watched page is visited next, and who is visiting it."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "due",
        sql.Column("watch_id", sql.Text, primary_key=True),
        sql.Column("host", sql.Text, nullable=False),
        sql.Column("due_at", sql.BigInteger, nullable=False),
        sql.Column("last_at", sql.BigInteger),
        sql.Column("rate", sql.Float, nullable=False),
        sql.Column("weight", sql.Float, nullable=False),
        sql.Column("cost", sql.Float, nullable=False),
        sql.Column("holder", sql.Text),
        sql.Column("held_until", sql.BigInteger, nullable=False),
        sql.Column("facts", sql.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_index("due_next", "due", ["due_at"], if_not_exists=True)
