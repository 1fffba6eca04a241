"""Trails, watches, feedback and notifications sent."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

revision = "0002"
down_revision = "0001"

metadata = MetaData()
Number = BigInteger().with_variant(Integer(), "sqlite")


def _key() -> Column[int]:
    return Column("id", Number, primary_key=True, autoincrement=True)


for name in ("page", "version", "object"):
    Table(name, metadata, _key())  # only to refer to
Table(
    "trail",
    metadata,
    Column("id", Text, primary_key=True),
    Column("page_id", ForeignKey("page.id"), nullable=False, index=True),
    Column("origin", Text, nullable=False),
    Column("state", Text, nullable=False),
)

Table(
    "trail_entry",
    metadata,
    _key(),
    Column("trail_id", ForeignKey("trail.id"), nullable=False),
    Column("version_id", ForeignKey("version.id"), index=True),
    Column("found_at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),
    Column("picture_id", ForeignKey("object.id")),
    Index("trail_entry_trail", "trail_id", "found_at"),
)

Table(
    "watch",
    metadata,
    Column("id", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("facts", Text, nullable=False),
)

Table(
    "feedback",
    metadata,
    _key(),
    Column("old_version", Text, nullable=False),
    Column("new_version", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("given_at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),
    UniqueConstraint("old_version", "new_version"),
)

Table(
    "notification",
    metadata,
    Column("key", Text, primary_key=True),
    Column("claimed_at", BigInteger, nullable=False),
)


def upgrade() -> None:
    created = [table for name, table in metadata.tables.items() if name not in {"page", "version", "object"}]
    metadata.create_all(op.get_bind(), tables=created)
