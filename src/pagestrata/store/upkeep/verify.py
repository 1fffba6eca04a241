"""Check everything that is stored, and report which versions each damage affects.

Bundles are compared with their hashes, every object is decoded and compared with its digest, every row with its seal,
all tables with the ledger, versions, visits and audit lines with the log, the search index with the texts of blocks, and
the stays of blocks with the versions they follow from. `repair` repairs what can be repaired.
"""

from __future__ import annotations

import contextlib
import hashlib
import zlib
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.interfaces import BlobStore
from pagestrata.proof.pinned_head import PinnedHead
from pagestrata.store.catalog import ledger
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import ask
from pagestrata.store.catalog.names import url_key, version_name
from pagestrata.store.catalog.packs import changes_of
from pagestrata.store.catalog.rows import block_seal, version_seal
from pagestrata.store.catalog.schema import block, bundle, metadata, object_, page, version, visit
from pagestrata.store.history import intervals, visits
from pagestrata.store.merkle_log.check_log import check_log
from pagestrata.store.objects.stored_bytes import StoredObject, all_objects, content_of, digest_of
from pagestrata.store.screenshots import block_pictures, piece_sheets
from pagestrata.store.search import full_text
from pagestrata.store.upkeep import references
from pagestrata.store.upkeep.damages import FoundDamage, Report, problems_of

Progress = Callable[[int, int], None]
"""Called with the number of checked objects and their total."""
_BUNDLE_BYTES = 64 * 1024 * 1024  # of bundles in memory at once
_CALLED = {
    "body": "raw page",
    "responses": "list of responses",
    "layout": "rendered document",
    "slices": "rendered document",
    "recipe": "screenshot",
    "pieces": "screenshot",
    "tree": "block tree",
    "delta": "list of changes",
    "resources": "resources (pictures, style sheets, scripts)",
}


MOST_MISTYPED = 20
"""Maximum number of values of wrong types that are listed."""
_SQLITE_TYPES: dict[type, str] = {
    bool: "'integer', 'null'",
    int: "'integer', 'null'",
    float: "'real', 'integer', 'null'",
    str: "'text', 'null'",
    bytes: "'blob', 'null'",
}
"""SQLite's names of the types a column may contain. Missing values have a check of their own."""


def check(
    catalog: Catalog, blobs: BlobStore, progress: Progress | None = None, *, against: PinnedHead | None = None
) -> tuple[Report, FoundDamage]:
    """Check everything without changing anything. `against`: a head of the log that a second party kept."""
    findings = FoundDamage()
    with catalog.reading() as connection:
        _check_database(connection, catalog, findings)
        if findings.mistyped:  # such rows cannot be read safely: check nothing else
            return Report(
                versions=0, objects=0, bundles=0, problems=tuple(problems_of(connection, findings, {}, {}))
            ), findings
        findings.rows = _check_ledger(connection)
        bundles = _check_bundles(connection, blobs, findings)
        objects = _check_objects(connection, blobs, findings, progress)
        versions = connection.execute(sql.select(version)).all()
        relations, base_of = references.Relations.load(connection), references.bases(connection)
        touched = _check_versions(connection, versions, relations, base_of, findings)
        findings.skipped = _check_skipped(connection, relations, base_of, findings)
        _check_rows(connection, findings)
        findings.stays = _check_stays(connection)
        texts = _checked_texts(connection, findings)
        findings.searched = full_text.wrongly_indexed(connection, texts)
        names = {row.id: version_name(row.id, row.captured_at) for row in versions}
        problems = tuple(problems_of(connection, findings, touched, names))
        log = check_log(connection, against)
    notes = (
        (f"{len(findings.orphans)} blobs belong to no version; `pagestrata gc` removes them",)
        if findings.orphans
        else ()
    )
    return (
        Report(versions=len(versions), objects=objects, bundles=bundles, problems=problems, notes=notes, log=log),
        findings,
    )


def _check_database(connection: sql.Connection, catalog: Catalog, findings: FoundDamage) -> None:
    if catalog.is_sqlite:
        answers = connection.execute(sql.text("PRAGMA integrity_check")).scalars().all()
        findings.catalog += [str(answer) for answer in answers if answer != "ok"]
        answers = connection.execute(sql.text("PRAGMA foreign_key_check")).all()
        findings.catalog += [f"row {row[1]} of {row[0]} refers to a missing row of {row[2]}" for row in answers]
        findings.mistyped = list(islice(_mistyped(connection), MOST_MISTYPED))


def _mistyped(connection: sql.Connection) -> Iterator[str]:
    """Yield values of another type than their column, which SQLite stores without an error."""
    for table in metadata.sorted_tables:
        wrong = {
            column.name: f'typeof("{column.name}") NOT IN ({_SQLITE_TYPES[_stored_as(column).python_type]})'
            for column in table.columns
        }
        keys = " || ' ' || ".join(f'"{column.name}"' for column in table.primary_key)
        source = f'FROM "{table.name}" WHERE'
        if not ask(connection, f"SELECT 1 {source} {' OR '.join(wrong.values())} LIMIT 1"):
            continue
        for name, condition in wrong.items():
            for key, found in ask(connection, f'SELECT {keys}, typeof("{name}") {source} {condition}'):
                yield f"row {key} of {table.name}: {name} holds a value of the type {found}"


def _stored_as(column: sql.Column[Any]) -> sql.types.TypeEngine[Any]:
    return column.type.impl_instance if isinstance(column.type, sql.types.TypeDecorator) else column.type


def _check_bundles(connection: sql.Connection, blobs: BlobStore, findings: FoundDamage) -> int:
    known = {row.digest: row for row in connection.execute(sql.select(bundle))}
    for digest, row in known.items():
        try:
            data = blobs.get(digest.hex())
        except ArchiveError:
            findings.bundles.add(row.id)
            continue
        if hashlib.sha256(data).digest() != digest or len(data) != row.size:
            findings.bundles.add(row.id)
    names = {digest.hex() for digest in known}
    there = set(blobs.digests())
    findings.orphans = sorted(there - names)
    findings.no_blob_is_there = bool(names) and not there & names
    return len(known)


def _check_objects(
    connection: sql.Connection, blobs: BlobStore, findings: FoundDamage, progress: Progress | None = None
) -> int:
    """Decode every object, bases first, with only one line of ancestors in memory."""
    rows = all_objects(connection)
    children: dict[int | None, list[int]] = defaultdict(list)
    for row in rows.values():
        children[row.base_id if row.base_id in rows else None].append(row.id)
    contents: dict[int, bytes] = {}
    sheets, bundles = _LastSheet(), _LastBundles(blobs)
    unseen = set(rows)
    stack = [(number, False) for number in children[None]]
    while stack:
        number, done = stack.pop()
        if done:
            contents.pop(number, None)
            continue
        unseen.discard(number)
        _check_object(rows[number], contents, sheets, bundles, findings)
        if progress is not None:
            progress(len(rows) - len(unseen), len(rows))
        stack.append((number, True))
        stack.extend((child, False) for child in children[number])
    findings.objects.update((number, "it is stored against itself") for number in unseen)
    return len(rows)


class _LastBundles:
    """A cache of whole bundles: a chain goes back and forth between a few of them."""

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def payload(self, row: StoredObject) -> bytes:
        if not row.stored:
            return b""
        if row.bundle not in self._kept:
            self._kept[row.bundle] = self._blobs.get(row.bundle)
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > _BUNDLE_BYTES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(row.bundle)
        return self._kept[row.bundle][row.start : row.start + row.stored]


class _LastSheet:
    """A cache of one decoded sheet: its pieces are checked one after another."""

    def __init__(self) -> None:
        self._number: int | None = None
        self._pixels: block_pictures.Pixels | None = None

    def pixels(self, number: int, contents: Mapping[int, bytes]) -> block_pictures.Pixels:
        if self._pixels is None or self._number != number:
            self._number, self._pixels = number, piece_sheets.read_sheet(contents[number])
        return self._pixels


def _check_object(
    row: StoredObject, contents: dict[int, bytes], sheets: _LastSheet, bundles: _LastBundles, findings: FoundDamage
) -> None:
    if row.base_id is not None and row.base_id not in contents:
        findings.objects[row.id] = "what it is stored against is lost"
        return
    if row.codec == "crop" and ("object", str(row.id // ledger.BUCKET)) not in findings.rows:
        return  # its row is what was written, and so is its sheet: nothing is left to unpack
    try:
        if row.codec == "crop" and row.base_id is not None:
            piece = piece_sheets.crop(sheets.pixels(row.base_id, contents), row.start, row.size)
            sound = block_pictures.piece_digest(piece) == row.digest
        else:
            content = content_of(row, contents, bundles.payload(row))
            sound = digest_of(content) == row.digest
            contents[row.id] = content
    except (ArchiveError, ValueError, ZeroDivisionError) as error:
        findings.objects[row.id] = str(error)
        return
    if not sound:
        findings.objects[row.id] = "its content is not what was stored"
        contents.pop(row.id, None)


def _check_versions(
    connection: sql.Connection,
    rows: Sequence[Any],
    relations: references.Relations,
    base_of: Mapping[int, int | None],
    findings: FoundDamage,
) -> Mapping[int, Mapping[str, set[int]]]:
    """Check seals and references; return the broken objects of each version, by part."""
    doubtful = _in_bundles(connection, findings.bundles)
    broken = set(findings.objects)
    suspect = broken | doubtful
    blocks = set(connection.execute(sql.select(block.c.id)).scalars())
    changes = changes_of(connection, (row.id for row in rows))
    touched: dict[int, dict[str, set[int]]] = {}
    for row in rows:
        if version_seal(dict(row._mapping), changes.get(row.id, ())) != row.seal:
            findings.forged.add(row.id)
            findings.versions[row.id].append("its row in the catalog is not what was written")
        try:
            parts = relations.parts(row)
        except ArchiveError:
            findings.versions[row.id].append("its list of parts is damaged")
            continue
        if not parts.blocks <= blocks:
            findings.versions[row.id].append("some of its blocks are missing in the catalog")
        for part, numbers in parts.objects.items():
            if not suspect and numbers <= base_of.keys():
                continue
            needed = references.with_bases(numbers, base_of)
            lost = {n for n in numbers if n not in base_of} | (needed & broken)
            if lost:
                findings.versions[row.id].append(f"its {_CALLED.get(part, part)} is lost or damaged")
            if lost or needed & doubtful:
                touched.setdefault(row.id, {})[part] = lost | (needed & doubtful)
    return touched


def _check_skipped(
    connection: sql.Connection,
    relations: references.Relations,
    base_of: Mapping[int, int | None],
    findings: FoundDamage,
) -> set[int]:
    """Return the skipped visits with lost or damaged results."""
    broken, wrong = set(findings.objects), set()
    for row in references.skipped_rows(connection):
        try:
            numbers = set[int]().union(*relations.parts(row).objects.values())
            zlib.decompress(row.texts)
        except (ArchiveError, zlib.error):
            wrong.add(row.id)
            continue
        if not numbers <= base_of.keys() or references.with_bases(numbers, base_of) & broken:
            wrong.add(row.id)
    return wrong


def _in_bundles(connection: sql.Connection, bundles: set[int]) -> set[int]:
    query = sql.select(object_.c.id).where(object_.c.bundle_id.in_(sorted(bundles)))
    return set(connection.execute(query).scalars())


def _check_rows(connection: sql.Connection, findings: FoundDamage) -> None:
    findings.visits |= visits.unsealed(connection, connection.execute(sql.select(visit)).all()).keys()
    for row in connection.execute(sql.select(page.c.id, page.c.url, page.c.url_key)):
        if url_key(row.url) != row.url_key:
            findings.pages.add(row.id)


def _checked_texts(connection: sql.Connection, findings: FoundDamage) -> Iterator[dict[int, str]]:
    """Yield the texts of all blocks in batches; record blocks whose seal does not fit."""
    for rows, texts in full_text.all_block_texts(connection):
        findings.blocks |= {row.id for row in rows if row.id not in texts or block_seal(*texts[row.id]) != row.seal}
        yield {number: text for number, (_, text) in texts.items()}


def _check_stays(connection: sql.Connection) -> set[int]:
    """Return the pages whose stays do not follow from their versions."""
    wrong = set()
    for number in connection.execute(sql.select(page.c.id)).scalars().all():
        with contextlib.suppress(ArchiveError):  # a version's block list is damaged, reported there
            if not intervals.are_right(connection, number):
                wrong.add(number)
    return wrong


def _check_ledger(connection: sql.Connection) -> set[tuple[str, str]]:
    """Return the groups of rows that were changed, added or removed by another program."""
    written, counted = ledger.written_down(connection), ledger.counted(connection)
    return {key for key in written.keys() | counted.keys() if written.get(key) != counted.get(key)}
