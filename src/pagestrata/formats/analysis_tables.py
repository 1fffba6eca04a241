"""The four tables of an analysis as Parquet files (extra `analysis`): visits, blocks, changes, importance.

Every table is a folder of parts, one part a group of pages; a reader takes all of them (`OUT/visits/*.parquet`). A part
is there completely or not at all, and that of `visits` comes last: a group whose visits are there is done.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from pagestrata.errors import InputError, UsageError

# Imports inside functions: PyArrow is optional; the rest works without.

TABLES = ("blocks", "changes", "importance", "visits")
HINT = "writing Parquet needs an extra: pip install 'pagestrata[analysis]'"

_BOX = {"x": "float32", "y": "float32", "width": "float32", "height": "float32"}
COLUMNS: dict[str, dict[str, str]] = {
    "visits": {
        "url": "string", "visited_at": "time", "source": "string", "stage": "string", "status": "int16",
        "title": "string", "kept": "bool", "probability": "float64", "importance": "float64", "changes": "int32",
        "blocks": "int32", "words": "int32", "fault": "string", "error": "string", "reasons": "strings",
        "render_seconds": "float64", "own_seconds": "float64",
    },
    "blocks": {
        "url": "string", "visited_at": "time", "block": "string", "parent": "string", "is_leaf": "bool",
        "role": "string", "layer": "string", "importance": "float64", "topic": "string", "content_id": "string",
        "text": "string", "links": "strings", "images": "strings", **_BOX,
    },
    "changes": {
        "url": "string", "visited_at": "time", "compared_with": "time", "number": "int32", "operation": "string",
        "element": "string", "block": "string", "to_block": "string", "old": "string", "new": "string",
        "importance": "float64",
    },
    "importance": {
        "url": "string", "visited_at": "time", "block": "string", "importance": "float64", "amount": "float64",
        "share": "float64", "reason": "string",
    },
}  # fmt: skip
"""Column -> type, per table. `old` and `new` are JSON; times are UTC."""

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def _arrow() -> ModuleType:
    try:
        import pyarrow
    except ImportError as error:
        raise UsageError(HINT) from error
    module: ModuleType = pyarrow
    return module


def check_installed() -> None:
    """Raise UsageError with installation advice if PyArrow is missing, before hours of work are wasted."""
    _arrow()


def schema_of(table: str) -> Any:
    arrow = _arrow()
    types = {
        "string": arrow.string(),
        "strings": arrow.list_(arrow.string()),
        "time": arrow.timestamp("us", tz="UTC"),
        "bool": arrow.bool_(),
        "int16": arrow.int16(),
        "int32": arrow.int32(),
        "float32": arrow.float32(),
        "float64": arrow.float64(),
    }
    return arrow.schema([arrow.field(name, types[kind]) for name, kind in COLUMNS[table].items()])


_LAST_BYTES = b"PAR1"
"""The last bytes of every complete Parquet file."""


def part_path(folder: Path, table: str, key: str) -> Path:
    return folder / table / f"{key}.parquet"


def is_written(folder: Path, key: str) -> bool:
    """Return whether all four parts of a group are complete: a crash may leave a truncated file."""
    try:
        with part_path(folder, "visits", key).open("rb") as part:
            part.seek(-len(_LAST_BYTES), os.SEEK_END)
            return part.read() == _LAST_BYTES
    except OSError:
        return False


def write_part(folder: Path, key: str, rows: Rows) -> None:
    """Write the four parts of a group, `visits` last; existing parts are replaced."""
    for table in TABLES:
        _write(part_path(folder, table, key), table, rows[table])


def _write(path: Path, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    arrow = _arrow()
    import pyarrow.parquet

    data = arrow.Table.from_pylist([_clean(row) for row in rows], schema=schema_of(table))
    # Readers take *.parquet: a half-written file has another name until it is whole.
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pyarrow.parquet.write_table(data, partial, compression="zstd")
        with partial.open("rb+") as written:
            os.fsync(
                written.fileno()
            )  # before it has its name: the part that says 'done' is whole, and so are the others
        partial.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}; choose another path with -o") from error


def _clean(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _utf8(value) for name, value in row.items()}


def _utf8(value: Any) -> Any:
    """Pages hold lone surrogates, which UTF-8 cannot carry."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return [_utf8(part) for part in value] if isinstance(value, list | tuple) else value
