"""The next visits are read from an index in their order, and a plan knows which pages it must look at one by one."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    connection = op.get_bind()
    if not any(column["name"] == "special" for column in sql.inspect(connection).get_columns("due")):
        op.add_column("due", sql.Column("special", sql.Boolean, nullable=False, server_default=sql.false()))
    facts = sql.column("facts", sql.Text)
    fails = facts.contains('"failures":') & ~facts.contains('"failures":0')
    is_special = fails | facts.contains('"signalled_at"') | facts.contains('"week"')
    due = sql.table("due", facts, sql.column("special", sql.Boolean))
    connection.execute(sql.update(due).where(is_special).values(special=True))
    op.drop_index("due_next", "due", if_exists=True)
    op.create_index("due_next", "due", ["due_at", "watch_id"])
