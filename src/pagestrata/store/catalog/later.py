"""SQLAlchemy and the tables of the schema, loaded on first use.

Loading them takes more than half of the processor time of a visit that finds its page unchanged, and such a visit needs only
the driver (`driver_statements`). Modules that it uses import `sql` and `schema` from here.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__all__ = ["schema", "sql"]


class _Later:
    """A module that is loaded when one of its attributes is read."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(importlib.import_module(self._name), attribute)
        setattr(self, attribute, found)  # read directly from now on
        return found


if TYPE_CHECKING:
    import sqlalchemy as sql

    from pagestrata.store.catalog import schema
else:
    sql = _Later("sqlalchemy")
    schema = _Later("pagestrata.store.catalog.schema")
