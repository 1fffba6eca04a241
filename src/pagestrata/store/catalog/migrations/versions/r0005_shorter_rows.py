"""Shorter rows: kinds and codecs of objects by their first letter, seals of versions of eight bytes.

From here on, lists of responses omit the page's body, which the version names, and facts omit defaults. Lists
and facts that are there stay as they are and are read as before.
"""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    connection = op.get_bind()
    connection.execute(sql.text("UPDATE object SET kind = substr(kind, 1, 1), codec = substr(codec, 1, 1)"))
    connection.execute(sql.text("UPDATE version SET seal = substr(seal, 1, 8)"))
