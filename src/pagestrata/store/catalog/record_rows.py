"""Records of a dataclass as rows of a table, and back: fields and columns have the same names unless said otherwise.

Moments are microseconds in columns. Texts lose what a database refuses. Fields that are never searched may be together in the
column `facts`, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import Any, Generic, TypeVar

from pagestrata.model.change_rows import clean
from pagestrata.store.catalog.names import from_microseconds, to_microseconds

Record = TypeVar("Record")


class RecordRows(Generic[Record]):
    """Converts records of one kind to rows and back.

    `columns`: names of columns that differ from those of their fields. `facts`: the fields in the column `facts`. `not_stored`:
    fields without a column.
    """

    def __init__(
        self,
        kind: Callable[..., Record],
        *,
        columns: Mapping[str, str] | None = None,
        facts: Collection[str] = (),
        not_stored: Collection[str] = (),
    ) -> None:
        self._kind, self._facts = kind, facts
        stored = [field for field in fields(kind) if field.name not in {*facts, *not_stored}]  # type: ignore[arg-type]
        self._columns = {field.name: (columns or {}).get(field.name, field.name) for field in stored}
        self._moments = {field.name for field in stored if "datetime" in str(field.type)}

    def row(self, record: Record) -> dict[str, Any]:
        """Return the columns of a record's row."""
        row: dict[str, Any] = {}
        for name, column in self._columns.items():
            value = getattr(record, name)
            if name in self._moments:
                value = None if value is None else to_microseconds(value)
            row[column] = clean(value) if isinstance(value, str) else value
        if self._facts:
            row["facts"] = json.dumps({name: getattr(record, name) for name in self._facts})
        return row

    def record(self, row: Any, **values: Any) -> Record:
        """Return the record of a row; `values` replace or complete those of its columns."""
        found = {name: getattr(row, column) for name, column in self._columns.items()}
        found |= {name: from_microseconds(found[name]) for name in self._moments if found[name] is not None}
        if self._facts:
            found |= json.loads(row.facts)
        return self._kind(**(found | values))
