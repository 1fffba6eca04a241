"""The pages of each host, which a page's first visits learn from."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

from pagestrata.store.catalog.names import host_of

revision = "0020"
down_revision = "0019"

_AT_ONCE = 5_000
_NUMBER = sql.BigInteger().with_variant(sql.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "page_host",
        sql.Column("page_id", _NUMBER, sql.ForeignKey("page.id"), primary_key=True, autoincrement=False),
        sql.Column("host", sql.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_index("page_host_host", "page_host", ["host", "page_id"], if_not_exists=True)
    connection = op.get_bind()
    last = 0
    asked = sql.text("SELECT id, url FROM page WHERE id > :last ORDER BY id LIMIT :most")
    told = sql.text("INSERT INTO page_host (page_id, host) VALUES (:page_id, :host) ON CONFLICT (page_id) DO NOTHING")
    while rows := connection.execute(asked, {"last": last, "most": _AT_ONCE}).all():
        connection.execute(told, [{"page_id": number, "host": host_of(url)} for number, url in rows])
        last = rows[-1][0]
