"""What skipped visits found, for some days; settings of the archive; trained models; the probability of a version."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"

_NUMBER = sql.BigInteger().with_variant(sql.Integer(), "sqlite")


def upgrade() -> None:
    if "probability" not in {column["name"] for column in sql.inspect(op.get_bind()).get_columns("version")}:
        op.add_column("version", sql.Column("probability", sql.Float))
    op.create_table(
        "skipped",
        sql.Column("id", _NUMBER, sql.ForeignKey("visit.id"), primary_key=True, autoincrement=False),
        sql.Column("page_id", _NUMBER, sql.ForeignKey("page.id"), nullable=False),
        sql.Column("captured_at", sql.BigInteger, nullable=False),
        sql.Column("keep_until", sql.BigInteger, nullable=False),
        sql.Column("status", sql.Integer, nullable=False),
        sql.Column("title", sql.Text, nullable=False),
        sql.Column("importance", sql.Float),
        sql.Column("probability", sql.Float),
        sql.Column("changes", sql.Integer, nullable=False),
        sql.Column("digest", sql.LargeBinary, nullable=False),
        sql.Column("etag", sql.Text),
        sql.Column("last_modified", sql.Text),
        sql.Column("facts", sql.Text, nullable=False),
        *(
            sql.Column(f"{name}_id", _NUMBER, sql.ForeignKey(f"{table}.id"))
            for name, table in (
                ("body", "object"),
                ("responses", "object"),
                ("layout", "layout"),
                ("recipe", "object"),
                ("tree", "object"),
                ("delta", "object"),
            )
        ),
        *(sql.Column(name, sql.LargeBinary, nullable=False) for name in ("slices", "pieces", "resources")),
        sql.Column("stored", sql.BigInteger, nullable=False),
        sql.Column("texts", sql.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    op.create_index("skipped_page", "skipped", ["page_id", "captured_at"], if_not_exists=True)
    op.create_table(
        "setting",
        sql.Column("name", sql.Text, primary_key=True),
        sql.Column("value", sql.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "learned_model",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("data", sql.LargeBinary, nullable=False),
        if_not_exists=True,
    )
