"""Which page held which resource from when to when."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, Table

from pagestrata.store.catalog.varints import unpack

revision = "0004"
down_revision = "0003"

FOREVER = 2**62
metadata = MetaData()
Number = BigInteger().with_variant(Integer(), "sqlite")

for name in ("page", "resource"):
    Table(name, metadata, Column("id", Number, primary_key=True))  # only to refer to
holding = Table(
    "holding",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("resource_id", ForeignKey("resource.id"), nullable=False),
    Column("first_at", BigInteger, nullable=False),
    Column("gone_at", BigInteger, nullable=False),
    Index("holding_page", "page_id", "gone_at"),
    Index("holding_resource", "resource_id", "first_at"),
)


def upgrade() -> None:
    connection = op.get_bind()
    holding.create(connection)
    known = set(connection.execute(sql.text("SELECT id FROM resource")).scalars())
    listed = "SELECT page_id, captured_at, resources FROM version ORDER BY page_id, captured_at"
    rows: list[dict[str, int]] = []
    staying: dict[tuple[int, int], dict[str, int]] = {}  # of the page at hand, by page and resource
    for page_id, moment, packed in connection.execute(sql.text(listed)).all():
        current = {(page_id, number) for number in unpack(packed) if number in known}
        for key in [key for key in staying if key not in current]:
            stay = staying.pop(key)
            stay["gone_at"] = moment if key[0] == page_id else FOREVER
        for key in sorted(current - staying.keys()):
            stay = {"page_id": page_id, "resource_id": key[1], "first_at": moment, "gone_at": FOREVER}
            staying[key] = stay
            rows.append(stay)
    if rows:
        connection.execute(sql.insert(holding), rows)
