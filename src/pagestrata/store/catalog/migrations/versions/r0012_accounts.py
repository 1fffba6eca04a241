"""Who may use the web application: users, their sessions and tokens, and a log of what they did."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0012"
down_revision = "0011"

_NUMBER = sql.BigInteger().with_variant(sql.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "account",
        sql.Column("name", sql.Text, primary_key=True),
        sql.Column("role", sql.Integer, nullable=False),
        sql.Column("password", sql.Text, nullable=False),
        sql.Column("created_at", sql.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "login_session",
        sql.Column("digest", sql.Text, primary_key=True),
        sql.Column("account", sql.Text, nullable=False),
        sql.Column("created_at", sql.BigInteger, nullable=False),
        sql.Column("expires_at", sql.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "api_token",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("digest", sql.Text, nullable=False, unique=True),
        sql.Column("account", sql.Text, nullable=False),
        sql.Column("label", sql.Text, nullable=False),
        sql.Column("role", sql.Integer, nullable=False),
        sql.Column("created_at", sql.BigInteger, nullable=False),
        sql.Column("expires_at", sql.BigInteger),
        if_not_exists=True,
    )
    op.create_table(
        "audit",
        sql.Column("id", _NUMBER, primary_key=True, autoincrement=True),
        sql.Column("happened_at", sql.BigInteger, nullable=False),
        sql.Column("who", sql.Text, nullable=False),
        sql.Column("action", sql.Text, nullable=False),
        sql.Column("subject", sql.Text, nullable=False),
        if_not_exists=True,
    )
