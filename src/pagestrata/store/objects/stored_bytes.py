"""Byte strings in the archive, each stored once under the digest of its content.

An object is stored raw, as zstd (alone or against a base, see `chains`), or as a part: a range of another object. The
new objects of one version are written together as one bundle, one file or one upload, before the catalog mentions
them: a crash in between leaves an unknown bundle for `gc`, never a version without its bytes.

`ObjectReader` reads objects and caches what it read last. Consecutive versions of a page are stored against each other and
share most of their resources and pictures, so reading them through one reader decodes each chain and checks each content once.
"""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError, CollectedMeanwhileError
from pagestrata.interfaces import BlobStore
from pagestrata.store import chains
from pagestrata.store.catalog.driver_statements import among, ask, insert_numbered, values_by_key
from pagestrata.store.catalog.schema import CODECS, KINDS, bundle, object_
from pagestrata.store.objects.bundle_labels import LabelledObject, VersionNote, short_name, write_label

_KINDS, _CODECS = ({name[0]: name for name in names} for names in (KINDS, CODECS))
SMALL_BUNDLE_BYTES = 256 * 1024


KEPT_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredObject:
    """One row of the object table and the bundle it is in."""

    id: int
    digest: bytes
    kind: str
    codec: str
    size: int
    bundle: str
    start: int
    stored: int
    base_id: int | None
    ordinal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NewObject:
    """One object to be stored. A part has no payload; `base` is the digest of an object stored earlier or together."""

    digest: bytes
    kind: str
    codec: str
    size: int
    payload: bytes = b""
    base: bytes | None = None
    start: int = 0
    ordinal: int = 0


def digest_of(data: bytes) -> bytes:
    """Return the name of a content: 160 bits of BLAKE2b."""
    return hashlib.blake2b(data, digest_size=20).digest()


def checksum_of(data: bytes) -> bytes:
    """Return the SHA-256 of a content that other programs may check, too: bundles and raw pages."""
    return hashlib.sha256(data).digest()


def encode(
    kind: str,
    data: bytes,
    *,
    base: StoredObject | NewObject | None = None,
    prefix: bytes | None = None,
    ordinal: int = 0,
    level: int | None = None,
) -> NewObject:
    """Return the object for a content, stored against a base whose content is `prefix`; raw if zstd gains nothing.

    Without a `level`, small contents are compressed hard and large ones only as far as that is fast.
    """
    payload = chains.compress_quickly(data, prefix) if level is None else chains.compress(data, prefix, level=level)
    if len(payload) >= len(data):
        return NewObject(digest=digest_of(data), kind=kind, codec="raw", size=len(data), payload=data, ordinal=ordinal)
    return NewObject(
        digest=digest_of(data),
        kind=kind,
        codec="zstd",
        size=len(data),
        payload=payload,
        base=base.digest if base else None,
        ordinal=ordinal,
    )


_STORED = """
    SELECT o.id, o.digest, o.kind, o.codec, o.size, bundle.digest, o.start, o.stored, o.base_id, o.ordinal
    FROM object o LEFT JOIN bundle ON bundle.id = o.bundle_id"""
_COLUMNS = "o.id, o.digest, o.kind, o.codec, o.size, o.bundle_id, o.start, o.stored, o.base_id, o.ordinal"
# Rows are taken as they are found: to look for their numbers once more takes PostgreSQL twice as long. It expects ten
# times as many as there are, and would join them with all bundles.
_WITH_ANCESTRY = f"""
    WITH RECURSIVE o AS (
        SELECT {_COLUMNS} FROM object o WHERE o.id {{wanted}}
        UNION SELECT {_COLUMNS.replace("o.", "above.")} FROM o JOIN object above ON above.id = o.base_id
    )
    SELECT o.id, o.digest, o.kind, o.codec, o.size, (SELECT bundle.digest FROM bundle WHERE bundle.id = o.bundle_id),
        o.start, o.stored, o.base_id, o.ordinal
    FROM o"""  # noqa: S608 - no input


def with_ancestry(connection: sql.Connection, ids: Iterable[int]) -> dict[int, StoredObject]:
    """Return the objects and all their bases, by id."""
    rows = among(connection, _WITH_ANCESTRY, ids, prepare=False)  # PostgreSQL has no good plan for any number of them
    return {row[0]: _stored_object(row) for row in rows}


def all_objects(connection: sql.Connection) -> dict[int, StoredObject]:
    """Every object of the archive."""
    return {row[0]: _stored_object(row) for row in ask(connection, _STORED)}


def _stored_object(row: Sequence[Any]) -> StoredObject:
    number, digest, kind, codec, size, home, start, stored, base_id, ordinal = row
    return StoredObject(
        id=number,
        digest=digest,
        kind=_KINDS.get(kind, kind),
        codec=_CODECS.get(codec, codec),
        size=size,
        bundle=home.hex() if home else "",
        start=start,
        stored=stored,
        base_id=base_id,
        ordinal=ordinal,
    )


def ids_of(connection: sql.Connection, digests: Iterable[bytes]) -> dict[bytes, int]:
    """Return the ids of stored contents, by digest; contents that are not stored are omitted."""
    return values_by_key(connection, object_.c.digest, object_.c.id, digests)


def decode(
    rows: Mapping[int, StoredObject],
    wanted: Iterable[int],
    blobs: BlobStore,
    *,
    known: Mapping[int, bytes] | None = None,
) -> dict[int, bytes]:
    """Return the contents of the wanted objects, checked against their digests; `rows` holds them with their ancestry.

    `known`: contents already checked, by object id.
    """
    numbers, known = list(wanted), known or {}
    needed = _in_order(rows, numbers, known)
    payloads = read_payloads(needed, blobs)
    contents = dict(known)
    for row in needed:
        contents[row.id] = content_of(row, contents, payloads.get(row.id, b""))
    for number in numbers:
        if number not in known and digest_of(contents[number]) != rows[number].digest:
            raise ArchiveError(f"object {number} in bundle {rows[number].bundle} is damaged; run `pagestrata verify`")
    return contents


def read_payloads(rows: Sequence[StoredObject], blobs: BlobStore) -> dict[int, bytes]:
    """The stored bytes of objects, by their numbers, all read at once."""
    stored = [row for row in rows if row.stored]
    parts = blobs.read([(row.bundle, row.start, row.stored) for row in stored]) if stored else ()
    return {row.id: part for row, part in zip(stored, parts, strict=True)}


def ancestry(rows: Mapping[int, StoredObject], number: int | None) -> Sequence[StoredObject]:
    """Return the object, its base, the base's base, ..."""
    found: list[StoredObject] = []
    while number is not None:
        row = rows.get(number)
        if row is None:
            raise CollectedMeanwhileError(f"object {number} is missing in the catalog; run `pagestrata verify`")
        found.append(row)
        number = row.base_id
        if len(found) > len(rows):
            raise ArchiveError(f"object {row.id} is stored against itself; run `pagestrata verify`")
    return found


def _in_order(
    rows: Mapping[int, StoredObject], numbers: Iterable[int], known: Mapping[int, bytes]
) -> list[StoredObject]:
    """Return the objects to decode for some objects, bases first."""
    needed: dict[int, StoredObject] = {}
    for number in numbers:
        missing = itertools.takewhile(lambda row: row.id not in needed and row.id not in known, ancestry(rows, number))
        needed.update((row.id, row) for row in reversed(list(missing)))
    return list(needed.values())


def content_of(row: StoredObject, contents: Mapping[int, bytes], payload: bytes) -> bytes:
    """Return the content of one object, given its stored bytes and the contents of its base; it is not checked."""
    base = contents[row.base_id] if row.base_id is not None else None
    if row.codec == "part" and base is not None:
        return base[row.start : row.start + row.size]
    if len(payload) != row.stored:
        raise ArchiveError(f"bundle {row.bundle} is cut short; run `pagestrata verify`")
    if row.codec != "zstd":
        return payload
    try:
        return chains.decompress(payload, row.size, base)
    except ArchiveError as error:
        raise ArchiveError(f"object {row.id} in bundle {row.bundle} is damaged: {error}") from error


def store(
    connection: sql.Connection,
    blobs: BlobStore,
    new: Sequence[NewObject],
    digests: Iterable[bytes],
    *,
    note: VersionNote | None = None,
) -> dict[bytes, int]:
    """Write the objects that are not stored yet as one bundle; return the ids of all `digests`.

    `note` is written with them, for rebuilding a lost catalogue. Raises CollectedMeanwhileError for a digest that is neither
    stored nor new: a collection deleted it after the caller looked.
    """
    wanted = {*digests, *(o.digest for o in new), *(o.base for o in new if o.base)}
    numbers = ids_of(connection, wanted)
    missing = [o for o in new if o.digest not in numbers]
    if missing:
        numbers |= _insert(connection, blobs, missing, numbers, note)
    gone = next((digest for digest in wanted if digest not in numbers), None)
    if gone is not None:
        raise _collected(gone)
    return numbers


def _insert(
    connection: sql.Connection,
    blobs: BlobStore,
    missing: Sequence[NewObject],
    stored: Mapping[bytes, int],
    note: VersionNote | None,
) -> dict[bytes, int]:
    """Insert the new objects, each after its base; return the ids of all objects."""
    has_payload = any(o.payload for o in missing)
    bundle_id = put_bundle(connection, blobs, missing, note) if has_payload else None
    starts, numbers = _starts(missing), dict(stored)
    while missing:
        ready = sorted((o for o in missing if o.base is None or o.base in numbers), key=lambda o: o.digest)
        if not ready:
            raise _collected(missing[0].base)
        rows = [_row(o, bundle_id, starts[o.digest], numbers) for o in ready]
        numbers |= insert_numbered(connection, object_.c.digest, rows)
        missing = [o for o in missing if o.digest not in numbers]
    return numbers


def _starts(new: Sequence[NewObject]) -> dict[bytes, int]:
    """Return the offset of each object in the bundle, or in its base."""
    starts, end = {}, 0
    for found in new:
        starts[found.digest] = end if found.payload else found.start
        end += len(found.payload)
    return starts


def _collected(digest: bytes | None) -> CollectedMeanwhileError:
    name = digest.hex() if digest else "without a name"
    return CollectedMeanwhileError(f"object {name} was deleted in the meantime; try again")


def _row(new: NewObject, bundle_id: int | None, start: int, numbers: Mapping[bytes, int]) -> dict[str, object]:
    return {
        "digest": new.digest,
        "kind": new.kind[0],  # as `schema.Initial` would: these rows go straight to the driver
        "codec": new.codec[0],
        "size": new.size,
        "bundle_id": bundle_id if new.payload else None,
        "start": start,
        "stored": len(new.payload),
        "base_id": numbers[new.base] if new.base else None,
        "ordinal": new.ordinal,
    }


def _labelled(new: NewObject, start: int) -> LabelledObject:
    return LabelledObject(
        name=short_name(new.digest),
        codec=new.codec,
        size=new.size,
        start=start,
        stored=len(new.payload),
        base=short_name(new.base),
    )


def put_bundle(
    connection: sql.Connection, blobs: BlobStore, new: Sequence[NewObject], note: VersionNote | None = None
) -> int:
    """Write the payloads and a label after them as one bundle; return its id."""
    starts = _starts(new)
    named = [_labelled(o, starts[o.digest]) for o in new if o.payload]
    data = b"".join(o.payload for o in new) + write_label(named, [note] if note else [])
    digest = checksum_of(data)
    blobs.put(digest.hex(), data)
    row = {"digest": digest, "size": len(data), "loose": len(data) < SMALL_BUNDLE_BYTES}
    return insert_numbered(connection, bundle.c.digest, [row])[digest]


class ObjectReader:
    """Reads objects and caches them by digest: ids may be reused for other objects."""

    def __init__(self, blobs: BlobStore, *, most_bytes: int = KEPT_BYTES) -> None:
        self._blobs = blobs
        self._most_bytes = most_bytes
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def read(self, rows: Mapping[int, StoredObject], wanted: Iterable[int]) -> dict[int, bytes]:
        """Return the contents of the wanted objects, checked against their digests; `rows` holds them with their ancestry."""
        numbers = list(wanted)
        with self._lock:
            known = {row.id: self._kept[row.digest] for row in rows.values() if row.digest in self._kept}
        found = decode(rows, numbers, self._blobs, known=known)
        self._keep({rows[number].digest: found[number] for number in numbers})
        return found

    def _keep(self, contents: Mapping[bytes, bytes]) -> None:
        with self._lock:
            for digest, content in contents.items():
                if digest not in self._kept:
                    self._kept[digest] = content
                    self._bytes += len(content)
                self._kept.move_to_end(digest)
            while self._kept and self._bytes > self._most_bytes:
                self._bytes -= len(self._kept.popitem(last=False)[1])
