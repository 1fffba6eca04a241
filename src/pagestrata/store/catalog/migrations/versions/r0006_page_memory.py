"""What a page has shown so far (names of blocks, what keeps changing), and watches found by their address."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"

_NUMBER = sql.BigInteger().with_variant(sql.Integer(), "sqlite")


def upgrade() -> None:
    op.create_index("watch_url", "watch", ["url"], if_not_exists=True)
    op.create_table(
        "page_memory",
        sql.Column("page_id", _NUMBER, sql.ForeignKey("page.id"), primary_key=True, autoincrement=False),
        sql.Column("data", sql.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    op.drop_table("notice_position", if_exists=True)  # messages are queued with what they report
