"""Creating the schema and bringing older archives up to it."""

from __future__ import annotations

import sqlalchemy as sql

from pagestrata.store import searching
from pagestrata.store.catalog import Catalog
from pagestrata.store.schema import metadata


def bring_up_to_date(catalog: Catalog) -> None:
    if sql.inspect(catalog.engine).has_table("page"):
        return
    with catalog.writing() as connection:
        metadata.create_all(connection)
        searching.create(connection, is_sqlite=catalog.is_sqlite)
