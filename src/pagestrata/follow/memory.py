"""What a follower remembers of its block: one portrait for each page template, newest first.

Some sites alternate between templates (paper 2 §6.2): a banner comes and goes, and the path to the block changes with it. A
template is identified by the signatures from the root down to the block. The newest portrait of each is kept, so a template that
returns is recognised at once. An uncertain match becomes a template only when a person confirms it. Archives of earlier releases
also contain the last uncertain match as `pending`, which is ignored.

The archive keeps a memory as JSON: numbers as they are, columns of hashes packed as base64 little-endian bytes.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError
from pagestrata.follow.grids.place import GridPlace, LineKey, ListPlace
from pagestrata.follow.page import KIND_BITS
from pagestrata.follow.portraits.items import KINDS
from pagestrata.follow.portraits.portrait import ItemPortrait, Portrait

REMEMBERED = 4
Key = tuple[int, ...]
FollowAs = Literal["place", "item"]
"""What is followed of a block in a list: the position, whatever it contains, or the item, wherever it moves."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Memory:
    """The memory of one block after some versions. Immutable: each version gives a new one."""

    templates: tuple[Portrait, ...]
    password_fields: int = 0
    versions: int = 1
    corrections: int = 0
    missed: int = 0  # versions since it was last found
    place: GridPlace | None = None  # of a cell or line: what its row and column are called
    list_place: ListPlace | None = None  # of a place in a list, whatever it contains
    followed_as: FollowAs | None = None  # what a person said, of a block in a list

    @property
    def newest(self) -> Portrait:
        return self.templates[0]

    def learned(self, portrait: Portrait) -> Memory:
        """Return the memory after a sure match: its template becomes the newest; the oldest beyond the limit is dropped."""
        key = template_key(portrait)
        others = tuple(
            known for known in self.templates if template_key(known) != key and known.written is portrait.written
        )
        templates = (portrait, *others)[:REMEMBERED]
        return replace(self, templates=templates, versions=self.versions + 1, missed=0)

    def seen(self) -> Memory:
        """Return the memory after a version in which nothing about the block changed."""
        return replace(self, versions=self.versions + 1, missed=0)

    def withheld(self) -> Memory:
        """Return the memory after a match that was not sure, or after none."""
        return replace(self, versions=self.versions + 1, missed=self.missed + 1)

    def corrected(self, portrait: Portrait) -> Memory:
        """Return the memory after a correction by a person; the template that misled is kept, but not as the newest."""
        return replace(self.learned(portrait), corrections=self.corrections + 1)


def template_key(portrait: Portrait) -> Key:
    return tuple(portrait.lineage_signatures.tolist())


_SETS = ("column_marks", "own_marks", "value_marks")
_TUPLES = ("neighbours", "inside")


def place_to_json(place: GridPlace) -> dict[str, Any]:
    """Return a place in a grid as plain values."""
    return {entry.name: _plain(getattr(place, entry.name)) for entry in fields(GridPlace)}


def _plain(value: Any) -> Any:
    """Return a field of a place as JSON has it: tuples and sets as lists, keys as objects."""
    if isinstance(value, LineKey):
        return {entry.name: _plain(getattr(value, entry.name)) for entry in fields(LineKey)}
    if isinstance(value, frozenset):
        return sorted(value)
    return list(map(_plain, value)) if isinstance(value, tuple) else value


def place_from_json(stored: dict[str, Any]) -> GridPlace:
    """Return the place in a record of `place_to_json`. Raises KeyError, TypeError or ValueError for anything else."""
    values = {entry.name: stored[entry.name] for entry in fields(GridPlace)}
    values |= {name: frozenset(map(int, values[name])) for name in _SETS}
    values |= {name: tuple(map(str, values[name])) for name in _TUPLES}
    values["keys"] = tuple(map(_key_from_json, values["keys"]))
    if not values["keys"] or len(values["neighbours"]) != 2:
        raise ValueError("a place in a grid without its key")
    return GridPlace(**values)


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


FORMAT = 3
WRITTEN_FORMAT = 2
"""The format of portraits with texts as they are written and without traits: read, and replaced at the next sure match."""
_HASH_COLUMNS = ("texts_before", "texts_after", "lineage_tags", "lineage_signatures", "lineage_indexes")
_KINDED_COLUMNS = ("parts", "words_near", "page_sketch", "spelling", "anchors", "anchor_steps")
_TRAITS = ("family", "landmark", "address", "field_name", *_KINDED_COLUMNS, "written")
_LATER = ("spelling", "anchors", "anchor_steps", "control", "said_count", "address_count")
"""Fields that the first portraits lacked; their defaults mean 'unknown'."""
_STORED_NAMES = {
    "signature": "sign", "signature_rank": "sign_rank", "signature_count": "sign_count",
    "lineage_signatures": "lineage_signs", "sibling_signatures": "sibling_signs",
}  # fmt: skip
"""Fields whose names in archives differ from those in the program."""
_HASH_MASK = (1 << KIND_BITS) - 1
_PAIRS = ("sibling_signatures", "sibling_bags", "box", "page_size", "look")


def memory_to_json(memory: Memory) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "templates": [_portrait_to_json(portrait) for portrait in memory.templates],
        "password_fields": memory.password_fields,
        "versions": memory.versions,
        "corrections": memory.corrections,
        "missed": memory.missed,
        "place": None if memory.place is None else place_to_json(memory.place),
        "list_place": None if memory.list_place is None else _list_place_to_json(memory.list_place),
        "as": memory.followed_as,
    }


def memory_from_json(stored: dict[str, Any]) -> Memory:
    """Return the memory in a record of `memory_to_json`. Raises InputError for anything else."""
    try:
        if stored["format"] not in (FORMAT, WRITTEN_FORMAT):
            raise ValueError(f"format {stored['format']!r}, this program reads format {FORMAT} and {WRITTEN_FORMAT}")
        if not stored["templates"]:
            raise ValueError("no template")
        return Memory(
            templates=tuple(_portrait_from_json(entry) for entry in stored["templates"]),
            password_fields=int(stored["password_fields"]),
            versions=int(stored["versions"]),
            corrections=int(stored["corrections"]),
            missed=int(stored.get("missed", 0)),
            place=None if stored.get("place") is None else place_from_json(stored["place"]),
            list_place=None if stored.get("list_place") is None else _list_place_from_json(stored["list_place"]),
            followed_as=stored.get("as"),
        )
    except (KeyError, TypeError, ValueError, binascii.Error) as error:
        raise InputError(
            f"the stored state of a followed block cannot be read ({error}); correct the block once to start it again"
        ) from error


def _list_place_to_json(place: ListPlace) -> dict[str, Any]:
    return {
        "container": _portrait_to_json(place.container),
        "kind": list(place.kind),
        "number": place.number,
        "inside": list(place.inside),
    }


def _list_place_from_json(stored: dict[str, Any]) -> ListPlace:
    tag, name = stored["kind"]
    return ListPlace(
        container=_portrait_from_json(stored["container"]),
        kind=(str(tag), str(name)),
        number=int(stored["number"]),
        inside=tuple(map(str, stored["inside"])),
    )


def _portrait_to_json(portrait: Portrait) -> dict[str, Any]:
    stored: dict[str, Any] = {}
    for entry in fields(Portrait):
        value = getattr(portrait, entry.name)
        if entry.name == "items":
            value = _items_to_json(value)
        elif entry.name == "own":
            value = _packed(np.array(sorted(value), np.uint32))
        elif entry.name in _HASH_COLUMNS:
            value = _packed(value.astype(np.uint32))
        elif entry.name in _KINDED_COLUMNS:
            value = _packed(value)
        stored[_STORED_NAMES.get(entry.name, entry.name)] = value
    return stored


def _portrait_from_json(stored: dict[str, Any]) -> Portrait:
    known = [entry.name for entry in fields(Portrait) if "parts" in stored or entry.name not in _TRAITS]
    known = [name for name in known if name in stored or name not in _LATER]
    values = {name: stored[_STORED_NAMES.get(name, name)] for name in known}
    if "parts" not in stored:
        values["written"] = True
    values["items"] = _items_from_json(values["items"])
    values["own"] = frozenset(_unpacked(values["own"], np.uint32).tolist())
    values |= {name: _unpacked(values[name], np.uint32).astype(np.int64) for name in _HASH_COLUMNS}
    values |= {name: _unpacked(values[name], np.int64).astype(np.int64) for name in _KINDED_COLUMNS if name in values}
    values |= {name: tuple(values[name]) for name in _PAIRS}
    return Portrait(**values)


def _items_to_json(items: ItemPortrait) -> dict[str, Any]:
    """The kind of each hash is stored as the number of hashes of each kind."""
    return {
        "hashes": _packed((items.hashes & _HASH_MASK).astype(np.uint32)),
        "kinds": np.bincount(items.hashes >> KIND_BITS, minlength=len(KINDS)).tolist(),
        "inside": _packed(items.inside.astype(np.float16)),
        "total": list(items.total),
        "count": list(items.count),
        "sampled": list(items.sampled),
    }


def _items_from_json(stored: dict[str, Any]) -> ItemPortrait:
    kinds = np.repeat(np.arange(len(KINDS)), stored["kinds"])
    return ItemPortrait(
        hashes=_unpacked(stored["hashes"], np.uint32).astype(np.int64) + (kinds << KIND_BITS),
        inside=_unpacked(stored["inside"], np.float16).astype(np.float64),
        total=tuple(map(float, stored["total"])),
        count=tuple(map(int, stored["count"])),
        sampled=tuple(map(float, stored["sampled"])),
    )


def _packed(column: npt.NDArray[Any]) -> str:
    return base64.b64encode(column.astype(column.dtype.newbyteorder("<")).tobytes()).decode("ascii")


def _unpacked(text: str, kind: Any) -> npt.NDArray[Any]:
    return np.frombuffer(base64.b64decode(text, validate=True), np.dtype(kind).newbyteorder("<"))
