"""Packs: texts, changes and facts of a page's history, many in one compressed row.

Blocks, visits and lists of changes repeat most words of the rows before them. `gc` therefore moves their contents into packs,
in order of time (`upkeep.pack_history`); the rows stay, with a number that names pack and place. Contents newer than the last
`gc` are still in their rows.

A pack is one zstd frame of up to `PACK_BYTES`: reading any entry unpacks some hundred kilobytes, half a millisecond.
Seals of rows depend on their content, wherever it is stored.

The operations of a version are packed column by column into one row even before that: names, refs and words repeat from one
operation to the next. A query unpacks the versions it needs.
"""

from __future__ import annotations

import contextlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from pagestrata.errors import ArchiveError, CollectedMeanwhileError
from pagestrata.store import chains
from pagestrata.store.catalog.driver_statements import among, batches, values_by_key
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.varints import pack as pack_numbers
from pagestrata.store.catalog.varints import unpack as unpack_numbers

PACK_BYTES = 128 * 1024
MOST_ENTRIES = 2**14
LARGEST_ENTRY = 1024 * 1024
_MOST_BYTES = 2 * LARGEST_ENTRY
_SIZE_BYTES = 4
_LAST_PLACE = 2**62
_PROBABILITY = re.compile(r'"probability":([0-9]+(?:\.[0-9]+)?)[,}]')
_FETCHED_AT_ONCE = 64
_PACKS = "SELECT id, data FROM pack WHERE id {wanted}"
_CHANGES_MARK = b"P"  # packed changes begin with another letter

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


def read_again_after_collection(read: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Decorate a reader so that it reads again if a collection moved blobs between looking them up and reading them."""

    @wraps(read)
    def read_twice(*values: Parameters.args, **options: Parameters.kwargs) -> Answer:
        try:
            return read(*values, **options)
        except CollectedMeanwhileError:
            return read(*values, **options)

    return read_twice


def write_pack(entries: Sequence[bytes]) -> bytes:
    """Return entries as the data of one pack, in their order."""
    head = pack_numbers(map(len, entries))
    content = len(head).to_bytes(_SIZE_BYTES) + head + b"".join(entries)
    return len(content).to_bytes(_SIZE_BYTES) + chains.compress(content)


def read_pack(data: bytes) -> list[bytes]:
    """Return the entries of a pack. Raises ArchiveError if it is damaged."""
    size = int.from_bytes(data[:_SIZE_BYTES])
    if size > _MOST_BYTES:
        raise ArchiveError("a pack of the catalog is damaged (its size); run `pagestrata verify`")
    content = chains.decompress(data[_SIZE_BYTES:], size)
    start = _SIZE_BYTES + int.from_bytes(content[:_SIZE_BYTES])
    entries = []
    for length in unpack_numbers(content[_SIZE_BYTES:start]):
        if length < 0:
            raise ArchiveError("a pack of the catalog is damaged (its list of lengths); run `pagestrata verify`")
        entries.append(content[start : start + length])
        start += length
    if start != len(content):
        raise ArchiveError("a pack of the catalog is damaged (its length); run `pagestrata verify`")
    return entries


def is_damaged(data: bytes) -> bool:
    try:
        read_pack(data)
    except ArchiveError:
        return True
    return False


def place_of(pack: int, entry: int) -> int:
    """Return a pack and the place in it as one number, which rows store."""
    return pack * MOST_ENTRIES + entry


def pack_of(place: int) -> int:
    return place // MOST_ENTRIES


def entries_at(connection: sql.Connection, places: Iterable[int]) -> dict[int, bytes]:
    """Return the data at these places. Raises ArchiveError if something cannot be read."""
    found, problems = readable_entries(connection, places)
    if problems:
        raise next(iter(problems.values()))
    return found


def readable_entries(
    connection: sql.Connection, places: Iterable[int]
) -> tuple[dict[int, bytes], dict[int, ArchiveError]]:
    """Return the data at these places, and why the others cannot be read."""
    wanted: dict[int, list[int]] = {}
    for place in places:
        wanted.setdefault(pack_of(place), []).append(place)
    found: dict[int, bytes] = {}
    problems: dict[int, ArchiveError] = {}
    for batch in batches(sorted(wanted), _FETCHED_AT_ONCE):
        data = dict(map(tuple, among(connection, _PACKS, batch)))
        for number in batch:
            _take_entries(number, data.get(number), wanted[number], found, problems)
    return found, problems


def _take_entries(
    number: int, data: bytes | None, places: Sequence[int], found: dict[int, bytes], problems: dict[int, ArchiveError]
) -> None:
    try:
        if data is None:
            raise CollectedMeanwhileError(f"pack {number} is missing in the catalog; run `pagestrata verify`")
        entries = read_pack(bytes(data))
        found.update((place, entries[place % MOST_ENTRIES]) for place in places)
    except (ArchiveError, IndexError) as error:
        problem = error if isinstance(error, ArchiveError) else ArchiveError(f"pack {number} has too few entries")
        problems.update(dict.fromkeys(places, problem))


def block_entry(topic: str, text: str) -> bytes:
    """Return topic and text of a block as an entry."""
    return json.dumps([topic, text], ensure_ascii=False, separators=(",", ":")).encode()


def read_block_entry(entry: bytes) -> tuple[str, str]:
    try:
        topic, text = json.loads(entry)
    except (ValueError, TypeError) as error:
        raise ArchiveError(f"a packed block is damaged ({error}); run `pagestrata verify`") from error
    return str(topic), str(text)


def readable_block_texts(connection: sql.Connection, rows: Iterable[Any]) -> dict[int, tuple[str, str]]:
    """Return topic and text by id, like `block_texts`, but omit blocks that cannot be read."""
    rows = list(rows)
    entries, _ = readable_entries(connection, {row.packed for row in rows if row.packed is not None})
    found = {}
    for row in rows:
        try:
            found[row.id] = (row.topic, row.text) if row.packed is None else read_block_entry(entries[row.packed])
        except (ArchiveError, KeyError):
            continue
    return found


def block_texts(connection: sql.Connection, rows: Iterable[Any]) -> dict[int, tuple[str, str]]:
    """Return topic and text by id, for rows with `id`, `topic`, `text` and `packed`."""
    rows = list(rows)
    entries = entries_at(connection, {row.packed for row in rows if row.packed is not None})
    return {
        row.id: read_block_entry(entries[row.packed]) if row.packed is not None else (row.topic, row.text)
        for row in rows
    }


def changes_mark(place: int) -> bytes:
    """Return the mark that replaces packed changes in their row."""
    return _CHANGES_MARK + pack_numbers([place])


def marked_place(data: bytes) -> int | None:
    """Return the pack and place of a row's changes; None if the row itself contains them."""
    if not data.startswith(_CHANGES_MARK):
        return None
    try:
        (place,) = unpack_numbers(data[1:])
    except (ArchiveError, ValueError):  # damaged
        return None
    return place if place >= 0 else None


def facts_mark(place: int, facts: str) -> str:
    """Return what replaces packed facts in the row of a visit: their place, and the fields that queries search for."""
    kept: dict[str, float] = {name: 0 for name in ("blocks", "fault", "error") if f'"{name}":' in facts}
    if match := _PROBABILITY.search(facts):
        kept["probability"] = float(match[1])
    return json.dumps({"packed": place, **kept}, separators=(",", ":"))


def facts_place(facts: str) -> int | None:
    """Return the pack and place of a visit's facts; None if the row itself contains them."""
    if not facts.startswith('{"packed":'):
        return None
    try:
        place = json.loads(facts)["packed"]
    except (ValueError, TypeError):  # damaged
        return None
    return place if isinstance(place, int) and 0 <= place < _LAST_PLACE else None


def full_facts(connection: sql.Connection, facts: Iterable[str]) -> dict[str, str]:
    """Return the full facts of visits, by the facts in their rows."""
    wanted = set(facts)
    places = {text: place for text in wanted if (place := facts_place(text)) is not None}
    entries = entries_at(connection, places.values())
    return {text: entries[places[text]].decode() if text in places else text for text in wanted}


COLUMNS = ("op", "element", "block", "to_block", "old", "new", "importance")


def pack_changes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Return rows made by `change_rows` as bytes, in their order."""
    columns = [[row[name] for row in rows] for name in COLUMNS]
    return zlib.compress(json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def unpack_changes(data: bytes) -> list[dict[str, Any]]:
    """Undo `pack_changes`. Raises ArchiveError for any other data."""
    return read_changes(changes_entry(data))


def changes_entry(data: bytes) -> bytes:
    """Return packed changes as an entry of a pack: uncompressed, since the pack is compressed as a whole."""
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise ArchiveError(f"the changes of a version are damaged ({error}); run `pagestrata verify`") from error


def read_changes(entry: bytes) -> list[dict[str, Any]]:
    """Return the changes in an entry of a pack. Raises ArchiveError for any other data."""
    try:
        columns = json.loads(entry)
        values = list(zip(*columns, strict=True))
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in values]
    except (ValueError, TypeError) as error:
        raise ArchiveError(f"the changes of a version are damaged ({error}); run `pagestrata verify`") from error
    return [{"number": number, **row} for number, row in enumerate(rows)]


def changes_of(connection: sql.Connection, version_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """Return the operations by version; versions without operations, or with damaged ones, are omitted."""
    rows = values_by_key(connection, schema.change.c.version_id, schema.change.c.data, version_ids)
    return dict(_readable(connection, {number: bytes(data) for number, data in rows.items()}))


def all_changes(connection: sql.Connection, rows: Mapping[int, bytes]) -> dict[int, list[dict[str, Any]]]:
    """Return the operations by version from the data of their rows. Raises ArchiveError if any cannot be read."""
    places = {number: place for number, data in rows.items() if (place := marked_place(data)) is not None}
    entries = entries_at(connection, places.values())
    return {
        number: read_changes(entries[places[number]]) if number in places else unpack_changes(data)
        for number, data in rows.items()
    }


def _readable(connection: sql.Connection, rows: Mapping[int, bytes]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Yield the operations by version, without unreadable ones: the seal of their version reveals those."""
    places = {number: place for number, data in rows.items() if (place := marked_place(data)) is not None}
    entries, _ = readable_entries(connection, places.values())
    for number, data in rows.items():
        with contextlib.suppress(ArchiveError, KeyError):
            yield number, read_changes(entries[places[number]]) if number in places else unpack_changes(data)
