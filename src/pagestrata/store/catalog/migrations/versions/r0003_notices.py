"""Rules for notifications and the messages on their way; claimed keys go, since a delivery has a key of its own."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

revision = "0003"
down_revision = "0002"

metadata = MetaData()
Number = BigInteger().with_variant(Integer(), "sqlite")

Table(
    "notice_rule",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),
)

Table(
    "notice_position",
    metadata,
    Column("log", Text, primary_key=True),
    Column("position", BigInteger, nullable=False),
)

Table(
    "delivery",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False, unique=True),
    Column("rule_id", Text, nullable=False, index=True),
    Column("place", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("release_at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("in_digest", Boolean, nullable=False),
    Column("problem", Text),
    Column("facts", Text, nullable=False),
    Column("picture", LargeBinary),
    Index("delivery_due", "status", "due_at"),
)


def upgrade() -> None:
    metadata.create_all(op.get_bind())
    op.drop_table("notification")
