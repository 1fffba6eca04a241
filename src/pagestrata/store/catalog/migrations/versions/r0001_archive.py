"""The archive of paper 3: pages, versions, layouts, blocks, labels, their relations; changes, visits, resources."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

from pagestrata.store.search import full_text

revision = "0001"
down_revision = None

metadata = MetaData()
Number = BigInteger().with_variant(Integer(), "sqlite")


def _key() -> Column[int]:
    return Column("id", Number, primary_key=True, autoincrement=True)


Table(
    "page",
    metadata,
    _key(),
    Column("url_key", LargeBinary, nullable=False, unique=True),
    Column("url", Text, nullable=False),
    Column("first_at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False, default="{}"),
)

Table(
    "bundle",
    metadata,
    _key(),
    Column("digest", LargeBinary, nullable=False, unique=True),
    Column("size", BigInteger, nullable=False),
    Column("loose", Boolean, nullable=False),
    Index("bundle_loose", "loose"),
)

Table(
    "object",
    metadata,
    _key(),
    Column("digest", LargeBinary, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("codec", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("bundle_id", ForeignKey("bundle.id"), index=True),
    Column("start", BigInteger, nullable=False),
    Column("stored", BigInteger, nullable=False),
    Column("base_id", ForeignKey("object.id"), index=True),
    Column("ordinal", Integer, nullable=False),
)

Table("layout", metadata, _key(), Column("object_id", ForeignKey("object.id"), nullable=False, unique=True))

Table("label", metadata, _key(), Column("name", Text, nullable=False, unique=True))

Table(
    "block",
    metadata,
    _key(),
    Column("content_id", LargeBinary, nullable=False, unique=True),
    Column("topic", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("seal", BigInteger, nullable=False),
)

Table(
    "version",
    metadata,
    _key(),
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("captured_at", BigInteger, nullable=False),
    Column("status", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("importance", Float),
    Column("changes", Integer, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("etag", Text),
    Column("last_modified", Text),
    Column("facts", Text, nullable=False),
    Column("body_id", ForeignKey("object.id")),
    Column("responses_id", ForeignKey("object.id")),
    Column("layout_id", ForeignKey("layout.id")),
    Column("recipe_id", ForeignKey("object.id")),
    Column("tree_id", ForeignKey("object.id")),
    Column("delta_id", ForeignKey("object.id")),
    Column("blocks", LargeBinary, nullable=False),
    Column("slices", LargeBinary, nullable=False),
    Column("pieces", LargeBinary, nullable=False),
    Column("resources", LargeBinary, nullable=False),
    Column("seal", LargeBinary, nullable=False),
    UniqueConstraint("page_id", "captured_at"),
)

Table(
    "presence",
    metadata,
    _key(),
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("block_id", ForeignKey("block.id"), nullable=False),
    Column("label_id", ForeignKey("label.id"), nullable=False),
    Column("ref", Text, nullable=False),
    Column("first_at", BigInteger, nullable=False),
    Column("gone_at", BigInteger, nullable=False),
    Index("presence_page", "page_id", "gone_at", "first_at"),
    Index("presence_block", "block_id", "first_at"),
)

Table(
    "resource",
    metadata,
    _key(),
    Column("url_key", LargeBinary, nullable=False),
    Column("object_id", ForeignKey("object.id"), nullable=False, index=True),
    Column("url", Text, nullable=False),
    UniqueConstraint("url_key", "object_id"),
)

Table(
    "change",
    metadata,
    Column("version_id", ForeignKey("version.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("op", Text, nullable=False),
    Column("element", Text, nullable=False),
    Column("block", Text, nullable=False),
    Column("to_block", Text),
    Column("old", Text),
    Column("new", Text),
    Column("importance", Float),
)

Table(
    "visit",
    metadata,
    _key(),
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("visited_at", BigInteger, nullable=False),
    Column("stage", Text, nullable=False),
    Column("version_id", ForeignKey("version.id"), index=True),
    Column("kept", Boolean, nullable=False),
    Column("importance", Float),
    Column("score", Float),
    Column("changes", Integer, nullable=False),
    Column("facts", Text, nullable=False),
    Column("anchor_id", ForeignKey("visit.id")),
    Column("seal", BigInteger, nullable=False),
    Index("visit_page", "page_id", "visited_at"),
)


def upgrade() -> None:
    connection = op.get_bind()
    metadata.create_all(connection)
    full_text.create(connection, is_sqlite=connection.dialect.name == "sqlite")
