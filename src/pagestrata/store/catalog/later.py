"""SQLAlchemy and the tables of the schema, loaded on first use.

Loading them takes more than half of the processor time of a visit that finds its page unchanged, and such a visit needs only
the driver (`driver_statements`). Modules that it uses import `sql` and `schema` from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagestrata.model.later import Later

__all__ = ["schema", "sql"]


if TYPE_CHECKING:
    import sqlalchemy as sql

    from pagestrata.store.catalog import schema
else:
    sql = Later("sqlalchemy")
    schema = Later("pagestrata.store.catalog.schema")
