"""Packs of what blocks, changes and visits say; the next `gc` fills them, and the archive is smaller from then on."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0013"
down_revision = "0012"

_NUMBER = sql.BigInteger().with_variant(sql.Integer(), "sqlite")


def upgrade() -> None:
    inspector = sql.inspect(op.get_bind())
    if not inspector.has_table("pack"):
        op.create_table(
            "pack",
            sql.Column("id", _NUMBER, primary_key=True, autoincrement=True),
            sql.Column("page_id", _NUMBER, sql.ForeignKey("page.id"), nullable=False),
            sql.Column("data", sql.LargeBinary, nullable=False),
        )
        op.create_index("ix_pack_page_id", "pack", ["page_id"])
    if not any(column["name"] == "packed" for column in inspector.get_columns("block")):
        op.add_column("block", sql.Column("packed", sql.BigInteger))
