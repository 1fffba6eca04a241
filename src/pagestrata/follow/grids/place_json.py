"""A place in a grid as JSON, for the state of a follower."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from pagestrata.follow.grids.place import GridPlace, LineKey

_SETS = ("column_marks", "own_marks", "value_marks")
_TUPLES = ("neighbours", "inside")


def place_to_json(place: GridPlace) -> dict[str, Any]:
    stored = {entry.name: getattr(place, entry.name) for entry in fields(GridPlace)}
    stored |= {name: sorted(stored[name]) for name in _SETS} | {name: list(stored[name]) for name in _TUPLES}
    stored["keys"] = [_key_to_json(key) for key in place.keys]
    return stored


def place_from_json(stored: dict[str, Any]) -> GridPlace:
    """The place in such a record. Raises KeyError, TypeError or ValueError for anything else."""
    values = {entry.name: stored[entry.name] for entry in fields(GridPlace)}
    values |= {name: frozenset(map(int, values[name])) for name in _SETS}
    values |= {name: tuple(map(str, values[name])) for name in _TUPLES}
    values["keys"] = tuple(map(_key_from_json, values["keys"]))
    if not values["keys"] or len(values["neighbours"]) != 2:
        raise ValueError("a place in a grid without its key")
    return GridPlace(**values)


def _key_to_json(key: LineKey) -> dict[str, Any]:
    return {
        "columns": list(key.columns),
        "titles": list(key.titles),
        "names": list(key.names),
        "words": key.words,
        "marks": sorted(key.marks),
        "is_complete": key.is_complete,
        "stayed": key.stayed,
    }


def _key_from_json(stored: dict[str, Any]) -> LineKey:
    return LineKey(
        columns=tuple(map(int, stored["columns"])),
        titles=tuple(map(str, stored["titles"])),
        names=tuple(map(str, stored["names"])),
        words=str(stored["words"]),
        marks=frozenset(map(int, stored["marks"])),
        is_complete=bool(stored["is_complete"]),
        stayed=int(stored["stayed"]),
    )
