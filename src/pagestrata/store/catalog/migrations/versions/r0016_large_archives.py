"""Indexes for what every visit asks, and references that PostgreSQL checks no longer: see `schema.UNCHECKED`."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

from pagestrata.store.catalog.schema import UNCHECKED

revision = "0016"
down_revision = "0015"

_IS_HELD = sql.text("holder IS NOT NULL")


def upgrade() -> None:
    op.create_index("version_time", "version", ["captured_at"], if_not_exists=True)
    op.create_index("notice_rule_subject", "notice_rule", ["subject"], if_not_exists=True)
    op.create_index(
        "due_holder", "due", ["holder"], sqlite_where=_IS_HELD, postgresql_where=_IS_HELD, if_not_exists=True
    )
    if op.get_bind().dialect.name == "postgresql":
        op.create_index("visit_time", "visit", ["visited_at"], postgresql_using="brin", if_not_exists=True)
        op.create_index("presence_time", "presence", ["first_at"], postgresql_using="brin", if_not_exists=True)
        _drop_references()


def _drop_references() -> None:
    inspector = sql.inspect(op.get_bind())
    for table in ("version", "skipped", "trail_entry", "visit"):
        for key in inspector.get_foreign_keys(table):
            if set(key["constrained_columns"]) & UNCHECKED:
                op.drop_constraint(str(key["name"]), table, type_="foreignkey")
