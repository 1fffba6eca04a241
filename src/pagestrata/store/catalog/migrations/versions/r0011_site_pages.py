"""The pages found on sites that are watched as a whole."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "site_page",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("site", sql.Text, nullable=False),
        sql.Column("url", sql.Text, nullable=False),
        sql.Column("depth", sql.Integer, nullable=False),
        sql.Column("shape", sql.Text, nullable=False),
        sql.Column("found_at", sql.BigInteger, nullable=False),
        sql.Column("modified_at", sql.BigInteger),
        if_not_exists=True,
    )
    op.create_index("site_page_shape", "site_page", ["site", "shape"], if_not_exists=True)
    op.create_index("site_page_url", "site_page", ["url"], if_not_exists=True)
