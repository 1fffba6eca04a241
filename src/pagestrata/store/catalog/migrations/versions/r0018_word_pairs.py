"""PostgreSQL's index of pairs of words: see `search.word_pairs`."""

from __future__ import annotations

from alembic import op

from pagestrata.store.search import word_pairs

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        word_pairs.create(op.get_bind())
