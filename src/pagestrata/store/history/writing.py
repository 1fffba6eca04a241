"""Store a version: encode it first, then write everything in one transaction (paper 3, algorithm 4).

The bundle is on disk before the rows that name it, and the rows appear together. If a base that the encoder relied on was
deleted by `gc` in the meantime, the version is encoded again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, TypeVar

import sqlalchemy as sql

from pagestrata.errors import ArchiveError, CollectedMeanwhileError
from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.change_rows import change_rows, clean
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.weights import Weights
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import (
    BuiltStatement,
    among,
    ask,
    insert_new,
    insert_numbered,
    tell,
    values_by_key,
)
from pagestrata.store.catalog.failover import Attempts
from pagestrata.store.catalog.log_entries import Kind
from pagestrata.store.catalog.names import canonical, to_microseconds, url_key, version_name
from pagestrata.store.catalog.packs import pack_changes
from pagestrata.store.catalog.rows import block_seal, to_version, version_facts, version_seal
from pagestrata.store.catalog.schema import block, label, layout, page, resource, version
from pagestrata.store.catalog.varints import pack
from pagestrata.store.history import intervals, visits
from pagestrata.store.history.pages import page_number, page_number_in_turn
from pagestrata.store.merkle_log import entering
from pagestrata.store.merkle_log.row_statements import VersionContents
from pagestrata.store.objects.bundle_labels import VersionNote, short_name
from pagestrata.store.objects.encoding import Encoded, Encoder
from pagestrata.store.objects.stored_bytes import checksum_of, store
from pagestrata.store.search import full_text, topics
from pagestrata.store.search.topics import with_topics_of

_ATTEMPTS = 5
Answer = TypeVar("Answer")


def _neighbours() -> tuple[sql.Select[Any], sql.Select[Any]]:
    query = (
        sql.select(version, layout.c.object_id.label("layout_object_id"))
        .join(page, page.c.id == version.c.page_id)
        .join(layout, layout.c.id == version.c.layout_id, isouter=True)
        .where(page.c.url_key == sql.bindparam("key"))
        .limit(1)
    )
    when, moment = version.c.captured_at, sql.bindparam("moment", type_=sql.BigInteger)
    return query.where(when <= moment).order_by(when.desc()), query.where(when > moment).order_by(when)


# Built once: building a statement takes longer than running it.
_BEFORE, _BEHIND = map(BuiltStatement, _neighbours())
_NOT_BEFORE = BuiltStatement(
    sql.select(version, page.c.url)
    .join(page, page.c.id == version.c.page_id)
    .where(version.c.page_id == sql.bindparam("page"), version.c.captured_at >= sql.bindparam("moment"))
    .order_by(version.c.captured_at)
    .limit(1)
)
_TOPIC_COLUMNS = ("id", "content_id", "topic", "packed", "text")
_TOPICS = "SELECT id, content_id, topic, packed, '' FROM block WHERE content_id {wanted}"
_RESOURCES = "SELECT id, url_key, object_id FROM resource WHERE object_id {wanted}"
_VERSION_COLUMNS = tuple(column.name for column in version.c if column.name != "id")
_INSERT_VERSION = f"""
    INSERT INTO version ({", ".join(_VERSION_COLUMNS)}) VALUES ({", ".join("?" * len(_VERSION_COLUMNS))})
    RETURNING id"""  # noqa: S608 - no input
_INSERT_CHANGES = "INSERT INTO change (version_id, data) VALUES (?, ?)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """Everything that makes up one version."""

    snapshot: Snapshot
    tree: BlockTree
    delta: Delta | None
    visit: Visit
    weights: Weights | None
    shown: bytes = b""  # what a screen shows of the delta

    @property
    def body(self) -> bytes:
        return self.snapshot.responses[0].body if self.snapshot.responses else b""

    @property
    def url(self) -> str:
        """The address of the page: the one that was visited, since a redirect may point elsewhere tomorrow."""
        return clean(canonical(self.visit.url))

    @property
    def moment(self) -> int:
        return to_microseconds(self.snapshot.captured_at)


Also = visits.Also
"""Writes more in the transaction that stores a version."""


def append(catalog: Catalog, blobs: BlobStore, capture: Capture, also: Also | None = None) -> Version:
    """Store a version with its visit and return it. Storing a capture twice returns the existing version."""

    def write(connection: sql.Connection, named: Capture, encoded: Encoded) -> Version:
        stored = _write(connection, blobs, named, encoded)
        if also is not None:
            also(connection, stored)
        return stored

    def committed(connection: sql.Connection) -> Version:
        page_id = page_number(connection, capture.url, capture.moment)
        stored = free_moment(connection, page_id, capture.moment, checksum_of(capture.body))[1]
        if stored is None:  # deleted in the meantime
            raise ArchiveError(f"{capture.url[:200]} was stored and then deleted; visit it again")
        return stored

    return encode_and_write(catalog, blobs, capture, write, committed)


def encode_and_write(
    catalog: Catalog,
    blobs: BlobStore,
    capture: Capture,
    write: Callable[[sql.Connection, Capture, Encoded], Answer],
    committed: Callable[[sql.Connection], Answer],
) -> Answer:
    """Call `write` in a transaction with the encoded capture and return its result; retry after interruptions.

    `committed` returns the result instead if an earlier attempt turns out to have been committed.
    """
    attempts, collected = Attempts(), 0
    while True:
        try:
            named, encoded = _encode(catalog, blobs, capture)
            with catalog.writing() as connection:
                if attempts.is_repeated and visits.is_entered(connection, capture.visit):
                    return committed(connection)
                return write(connection, named, encoded)
        except CollectedMeanwhileError as error:  # encode again, against what is stored now
            collected += 1
            if collected == _ATTEMPTS:
                raise ArchiveError(f"{capture.url[:200]} could not be stored: {error}") from error
        except ArchiveError as error:
            if not attempts.another(error):
                raise


def _encode(catalog: Catalog, blobs: BlobStore, capture: Capture) -> tuple[Capture, Encoded]:
    """Return the capture as it will be stored, and encoded. The visit records how long that took: most of the storing time."""
    begin, moment = time.perf_counter(), capture.moment
    with catalog.reading() as connection:
        before = _predecessor(connection, capture.url, moment)
        tree = _with_topics(connection, capture)
        delta = with_topics_of(capture.delta, capture.tree, tree) if capture.delta is not None else None
        named = replace(capture, tree=tree, delta=_with_origin(delta, before, moment))
        encoded = Encoder(connection, blobs, before).encode(named.snapshot, named.tree, named.delta, named.shown)
    seconds = {**capture.visit.seconds, "store": round(time.perf_counter() - begin, 6)}
    return replace(named, visit=replace(capture.visit, seconds=seconds)), encoded


def _with_origin(delta: Delta | None, before: sql.Row[Any] | None, moment: int) -> Delta | None:
    """Return the delta with the name of its old version: dropping versions changes which one is its neighbour."""
    if delta is None or delta.from_version or before is None or before.captured_at >= moment:
        return delta
    return replace(delta, from_version=version_name(before.id, before.captured_at))


def _with_topics(connection: sql.Connection, capture: Capture) -> BlockTree:
    """Return the tree with a topic for every leaf; contents seen before keep their stored topic."""
    bare = [bytes.fromhex(leaf.id) for leaf in capture.tree.leaves() if not leaf.topic]
    if not bare:
        return capture.tree
    rows = list(among(connection, _TOPICS, bare))
    known = {content.hex(): topic for _, content, topic, packed, _ in rows if packed is None}
    packed_rows = [SimpleNamespace(**dict(zip(_TOPIC_COLUMNS, row, strict=True))) for row in rows if row[3] is not None]
    if packed_rows:
        texts = packs.block_texts(connection, packed_rows)
        known |= {row.content_id.hex(): texts[row.id][0] for row in packed_rows}
    return topics.with_topics(capture.tree, capture.snapshot.nodes, known)


def _predecessor(connection: sql.Connection, url: str, moment: int) -> Any:
    """Return the row of the last version up to a moment, else of the first after it, else None."""
    values = {"key": url_key(url), "moment": moment}
    return _BEFORE.first(connection, **values) or _BEHIND.first(connection, **values)


def _write(connection: sql.Connection, blobs: BlobStore, capture: Capture, encoded: Encoded) -> Version:
    url, digest = capture.url, checksum_of(capture.body)
    page_id = page_number_in_turn(connection, url, capture.moment)
    moment, existing, is_newest = free_moment(connection, page_id, capture.moment, digest)
    if existing is not None:
        return existing
    note = VersionNote(
        url=url,
        captured_at=moment,
        status=capture.snapshot.status,
        title=clean(capture.snapshot.title),
        body=short_name(encoded.body),
        responses=short_name(encoded.responses),
        tree=short_name(encoded.tree),
    )
    numbers = store(connection, blobs, encoded.objects, encoded.digests(), note=note)
    resources = resource_numbers(connection, encoded, numbers)
    leaves = list(capture.tree.leaves())
    placed = block_places(connection, leaves)
    row = version_row(capture, encoded, numbers) | {
        "page_id": page_id,
        "captured_at": moment,
        "digest": digest,
        "layout_id": layout_number(connection, encoded.layout, numbers),
        "blocks": pack(p.block_id for p in placed),
        "resources": pack(resources.values()),
    }
    contents = VersionContents(
        url=url,
        page=encoded.body,
        responses=encoded.responses,
        document=encoded.layout,
        document_parts=encoded.slices,
        screenshot=encoded.recipe,
        screenshot_parts=encoded.pieces,
        tree=encoded.tree,
        blocks=[bytes.fromhex(leaf.id) for leaf in leaves],
        delta=encoded.delta,
        resources=_with_digests(resources, numbers),
    )
    version_id = insert_version(connection, row, change_rows(capture.delta, capture.weights), contents)
    visits.add(connection, capture.visit, page_id, version_id)
    take_stays(connection, page_id, moment, placed, list(resources.values()), is_newest=is_newest)
    return to_version(SimpleNamespace(**row, id=version_id, url=url))


def insert_version(
    connection: sql.Connection,
    row: dict[str, Any],
    changes: Sequence[dict[str, Any]],
    contents: VersionContents | None = None,
) -> int:
    """Enter a version with its changes, sealed and in the log; return its number.

    `contents`: what the version is made of, where the caller knows it; it is read otherwise.
    """
    row["seal"] = version_seal(row, changes)
    ((number,),) = ask(connection, _INSERT_VERSION, [row[name] for name in _VERSION_COLUMNS])
    tell(connection, _INSERT_CHANGES, [(number, pack_changes(changes))] if changes else [])
    if contents is not None:
        entering.enter_new_version(connection, {**row, "id": int(number)}, contents, changes)
    else:
        entering.enter(connection, Kind.VERSION, [number])
    return int(number)


def version_row(capture: Capture, encoded: Encoded, numbers: dict[bytes, int]) -> dict[str, Any]:
    snapshot, weights = capture.snapshot, capture.weights
    headers = {name.lower(): value for name, value in reversed(snapshot.headers)}

    def number(digest: bytes | None) -> int | None:
        return numbers[digest] if digest is not None else None

    return {
        "status": snapshot.status,
        "title": clean(snapshot.title),
        "importance": weights.total if weights is not None else capture.visit.importance,
        "probability": capture.visit.probability,
        "changes": len(capture.delta.changes) if capture.delta is not None else 0,
        "etag": clean(headers["etag"]) if "etag" in headers else None,
        "last_modified": clean(headers["last-modified"]) if "last-modified" in headers else None,
        "facts": version_facts(snapshot, capture.tree.segmenter, encoded.picture),
        "body_id": number(encoded.body),
        "responses_id": number(encoded.responses),
        "recipe_id": number(encoded.recipe),
        "tree_id": number(encoded.tree),
        "delta_id": number(encoded.delta),
        "slices": pack(numbers[digest] for digest in encoded.slices),
        "pieces": pack(numbers[digest] for digest in encoded.pieces),
    }


def free_moment(
    connection: sql.Connection, page_id: int, moment: int, digest: bytes
) -> tuple[int, Version | None, bool]:
    """Return the time to store a version under, the stored version if this one exists already, and whether it is the newest.

    Two different captures of one instant are stored a microsecond apart.
    """
    while True:
        row = _NOT_BEFORE.first(connection, page=page_id, moment=moment)
        if row is None or row.captured_at > moment:
            return moment, None, row is None
        if row.digest == digest:
            return moment, to_version(row), False
        moment += 1


def block_places(connection: sql.Connection, leaves: Sequence[Block]) -> list[intervals.Placed]:
    """Return the place of each leaf block; new blocks are stored and made searchable."""
    keys = [bytes.fromhex(leaf.id) for leaf in leaves]
    numbers = _numbers(connection, block.c.content_id, keys)
    new = {key: leaf for key, leaf in zip(keys, leaves, strict=True) if key not in numbers}
    if new:
        rows = [_block_row(key, leaf) for key, leaf in sorted(new.items())]
        added = insert_numbered(connection, block.c.content_id, rows)
        full_text.index(connection, {added[key]: clean(leaf.text) for key, leaf in new.items()})
        numbers |= added
    labels = _labels(connection, {leaf.role for leaf in leaves})
    return [
        intervals.Placed(block_id=numbers[key], label_id=labels[leaf.role], ref=leaf.ref)
        for key, leaf in zip(keys, leaves, strict=True)
    ]


def _block_row(key: bytes, leaf: Block) -> dict[str, Any]:
    topic, text = clean(leaf.topic), clean(leaf.text)
    return {"content_id": key, "topic": topic, "text": text, "seal": block_seal(topic, text)}


def _numbers(connection: sql.Connection, column: sql.Column[Any], keys: Any) -> dict[Any, int]:
    return values_by_key(connection, column, column.table.c.id, keys)


def _labels(connection: sql.Connection, names: set[str]) -> dict[str, int]:
    numbers = _numbers(connection, label.c.name, names)
    rows = [{"name": name} for name in sorted(names - numbers.keys())]
    return numbers | insert_numbered(connection, label.c.name, rows)


def layout_number(connection: sql.Connection, digest: bytes | None, numbers: dict[bytes, int]) -> int | None:
    if digest is None:
        return None
    number = numbers[digest]
    if found := _numbers(connection, layout.c.object_id, [number]):  # that of the version before, most often
        return found[number]
    return insert_numbered(connection, layout.c.object_id, [{"object_id": number}])[number]


def resource_numbers(
    connection: sql.Connection, encoded: Encoded, numbers: dict[bytes, int]
) -> dict[tuple[bytes, int], int]:
    """Return the ids of the resources in page order, by the key of the address and the id of the body."""
    if not encoded.resources:
        return {}
    wanted = {(url_key(clean(url)), numbers[digest]): clean(url) for url, digest in encoded.resources}
    rows = [{"url_key": key, "object_id": number, "url": url} for (key, number), url in sorted(wanted.items())]
    found = _resource_numbers(connection, wanted)
    missing = [row for row in rows if (row["url_key"], row["object_id"]) not in found]
    if missing:
        insert_new(connection, resource, missing)
        found = _resource_numbers(connection, wanted)
    return {key: found[key] for key in wanted}


def _with_digests(resources: Iterable[tuple[bytes, int]], numbers: dict[bytes, int]) -> list[tuple[bytes, bytes]]:
    """Return resources with the digests of their bodies instead of their ids."""
    digests = {number: digest for digest, number in numbers.items()} if resources else {}
    return [(key, digests[number]) for key, number in resources]


def _resource_numbers(connection: sql.Connection, wanted: Any) -> dict[tuple[bytes, int], int]:
    rows = among(connection, _RESOURCES, {number for _, number in wanted})
    return {(key, object_id): number for number, key, object_id in rows}


def take_stays(
    connection: sql.Connection,
    page_id: int,
    moment: int,
    placed: Sequence[intervals.Placed],
    resources: Sequence[int],
    *,
    is_newest: bool,
) -> None:
    if is_newest:
        intervals.extend(connection, page_id, moment, placed, resources)
    else:
        intervals.rebuild(connection, page_id, placed)
