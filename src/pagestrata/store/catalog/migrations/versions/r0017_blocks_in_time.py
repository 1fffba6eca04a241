"""Times and blocks of stays together in PostgreSQL's index by stretches: see `search.times`."""

from __future__ import annotations

from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_index(
        "presence_stretch", "presence", ["first_at", "block_id"], postgresql_using="brin", if_not_exists=True
    )
    op.drop_index("presence_time", "presence", if_exists=True)
