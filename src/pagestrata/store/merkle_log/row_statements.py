"""Statements of the log about versions, visits and audit lines, made from their rows on entry and at every check.

A statement holds what the archive keeps anyway, contents by their digests: the raw page by SHA-256, everything else by the
160 bits of BLAKE2b that name an object. Collections store objects elsewhere and number nothing again, so a statement made of
the same version stays the same. What a removed version said is not needed: its leaf stays.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from pagestrata.errors import ArchiveError
from pagestrata.model.slots import dataclass
from pagestrata.proof.merkle import moment_text
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.driver_statements import among, values_by_key
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.log_entries import Kind
from pagestrata.store.catalog.names import version_name
from pagestrata.store.catalog.packs import changes_of
from pagestrata.store.catalog.rows import change_words
from pagestrata.store.catalog.varints import unpack

Statement = Mapping[str, Any]
_RESOURCES = "SELECT id, url_key, object_id FROM resource WHERE id {wanted}"
_AUDIT = "SELECT id, happened_at, who, action, subject FROM audit WHERE id {wanted}"
FORM = 2
"""Of statements about versions. Those of form 1 do not say so: their facts lack the software that captured the version, and
their responses the certificates of the server. Both forms stay valid."""
_GONE = b""  # of a digest whose row is missing


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionContents:
    """The contents of a version: its address, and the digests of its objects and blocks in page order.

    `resources`: the key of the address and the digest of the body of each.
    """

    url: str
    page: bytes | None
    responses: bytes | None
    document: bytes | None
    document_parts: Sequence[bytes]
    screenshot: bytes | None
    screenshot_parts: Sequence[bytes]
    tree: bytes | None
    blocks: Sequence[bytes]
    delta: bytes | None
    resources: Sequence[tuple[bytes, bytes]]


def statements_of(
    connection: sql.Connection, kind: Kind, numbers: Iterable[int], *, removed: Mapping[int, int] | None = None
) -> dict[int, Statement]:
    """Return what the log says of versions, visits or audit lines, by number, as far as their rows can be read.

    `removed`: the versions that visits named before these were removed.
    """
    if kind is Kind.VISIT:
        return visit_statements(connection, numbers, removed=removed)
    return version_statements(connection, numbers) if kind is Kind.VERSION else audit_statements(connection, numbers)


def version_statements(connection: sql.Connection, numbers: Iterable[int]) -> dict[int, Statement]:
    """Return what the log says of versions; those without a row, or with one that cannot be read, are omitted."""
    columns = [column.name for column in schema.version.c]
    query = f"SELECT {', '.join(columns)} FROM version WHERE id {{wanted}}"  # noqa: S608 - no input
    rows = (SimpleNamespace(**dict(zip(columns, row, strict=True))) for row in among(connection, query, numbers))
    parts = {row.id: found for row in rows if (found := _Parts.of(row)) is not None}
    names = _names(connection, list(parts.values()))
    changes = changes_of(connection, parts)
    return {
        number: _version_statement(found.row, found.facts, names.contents_of(found), changes.get(number, ()))
        for number, found in parts.items()
        if found.row.page_id in names.urls
    }


def new_version_statement(
    row: Mapping[str, Any], contents: VersionContents, changes: Iterable[Mapping[str, Any]]
) -> Statement:
    """Return what the log says of a version whose row was just written, from what the writer knows."""
    return _version_statement(SimpleNamespace(**row), json.loads(row["facts"]), contents, changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """A version's row with its lists unpacked."""

    row: Any
    facts: Any
    slices: Sequence[int]
    pieces: Sequence[int]
    resources: Sequence[int]
    blocks: Sequence[int]

    @classmethod
    def of(cls, row: Any) -> _Parts | None:
        try:
            return cls(
                row=row,
                facts=json.loads(row.facts),
                slices=list(unpack(row.slices)),
                pieces=list(unpack(row.pieces)),
                resources=list(unpack(row.resources)),
                blocks=list(unpack(row.blocks)),
            )
        except (ArchiveError, ValueError):
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """The names of all that some versions are made of, by number."""

    urls: Mapping[int, str]
    digests: Mapping[int, bytes]
    layouts: Mapping[int, int]
    resources: Mapping[int, tuple[bytes, int]]
    blocks: Mapping[int, bytes]

    def contents_of(self, found: _Parts) -> VersionContents:
        row = found.row
        return VersionContents(
            url=self.urls[row.page_id],
            page=self._digest(row.body_id),
            responses=self._digest(row.responses_id),
            document=self._digest(self.layouts.get(row.layout_id)) if row.layout_id is not None else None,
            document_parts=self._digests(found.slices),
            screenshot=self._digest(row.recipe_id),
            screenshot_parts=self._digests(found.pieces),
            tree=self._digest(row.tree_id),
            blocks=[self.blocks.get(number, _GONE) for number in found.blocks],
            delta=self._digest(row.delta_id),
            resources=[self._resource(number) for number in found.resources],
        )

    def _digest(self, number: int | None) -> bytes | None:
        return None if number is None else self.digests.get(number, _GONE)

    def _digests(self, numbers: Iterable[int]) -> list[bytes]:
        return [self.digests.get(number, _GONE) for number in numbers]

    def _resource(self, number: int) -> tuple[bytes, bytes]:
        key, home = self.resources.get(number, (_GONE, -1))
        return key, self.digests.get(home, _GONE)


def _names(connection: sql.Connection, parts: Sequence[_Parts]) -> _Names:
    rows = [found.row for found in parts]
    layouts = values_by_key(
        connection,
        schema.layout.c.id,
        schema.layout.c.object_id,
        {row.layout_id for row in rows if row.layout_id is not None},
    )
    wanted = {number for found in parts for number in found.resources}
    resources = {number: (bytes(key), home) for number, key, home in among(connection, _RESOURCES, wanted)}
    objects = {*_objects(parts), *layouts.values(), *(home for _, home in resources.values())}
    blocks = {number for found in parts for number in found.blocks}
    digests = values_by_key(connection, schema.object_.c.id, schema.object_.c.digest, objects)
    contents = values_by_key(connection, schema.block.c.id, schema.block.c.content_id, blocks)
    return _Names(
        urls=values_by_key(connection, schema.page.c.id, schema.page.c.url, {row.page_id for row in rows}),
        digests={number: bytes(digest) for number, digest in digests.items()},
        layouts=layouts,
        resources=resources,
        blocks={number: bytes(content) for number, content in contents.items()},
    )


def _objects(parts: Sequence[_Parts]) -> Iterator[int]:
    """Return the objects that versions name themselves."""
    for found in parts:
        row = found.row
        single = (row.body_id, row.responses_id, row.recipe_id, row.tree_id, row.delta_id)
        yield from (number for number in single if number is not None)
        yield from found.slices
        yield from found.pieces


def _version_statement(
    row: Any, facts: Mapping[str, Any], contents: VersionContents, changes: Iterable[Mapping[str, Any]]
) -> Statement:
    return {
        **({"form": FORM} if "software" in facts else {}),
        "kind": "version",
        "version": version_name(row.id, row.captured_at),
        "page": contents.url,
        "captured_at": moment_text(row.captured_at),
        "status": row.status,
        "title": row.title,
        "etag": row.etag,
        "last_modified": row.last_modified,
        "facts": facts,
        "importance": _float(row.importance),
        "probability": _float(row.probability),
        "changes": row.changes,
        "changes_sha256": hashlib.sha256(change_words(changes)).hexdigest(),
        "page_sha256": bytes(row.digest).hex(),
        "page_object": _hex(contents.page),
        "responses_object": _hex(contents.responses),
        "document_object": _hex(contents.document),
        "document_parts": [digest.hex() for digest in contents.document_parts],
        "screenshot_object": _hex(contents.screenshot),
        "screenshot_parts": [digest.hex() for digest in contents.screenshot_parts],
        "blocks_object": _hex(contents.tree),
        "blocks": [digest.hex() for digest in contents.blocks],
        "delta_object": _hex(contents.delta),
        "resources": [[key.hex(), digest.hex()] for key, digest in contents.resources],
    }


def _hex(digest: bytes | None) -> str | None:
    return None if digest is None else digest.hex()


def visit_statements(
    connection: sql.Connection, numbers: Iterable[int], *, removed: Mapping[int, int] | None = None
) -> dict[int, Statement]:
    """Return what the log says of visits; those without a row, or whose facts cannot be read, are omitted.

    `removed`: the versions that visits named before they were removed.
    """
    once_named = removed or {}
    query = sql.select(schema.visit, schema.page.c.url).join(schema.page, schema.page.c.id == schema.visit.c.page_id)
    rows = connection.execute(query.where(schema.visit.c.id.in_(sorted(numbers)))).all()
    places = {row.id: place for row in rows if (place := packs.facts_place(row.facts)) is not None}
    entries, _ = packs.readable_entries(connection, places.values())
    found = {}
    for row in rows:
        packed = entries.get(places[row.id]) if row.id in places else row.facts
        try:
            facts = json.loads(packed) if packed is not None else None
        except ValueError:
            facts = None
        if facts is not None:
            values = {**row._mapping, "version_id": once_named.get(row.id, row.version_id)}
            found[row.id] = visit_statement(row.id, row.url, values, facts)
    return found


def visit_statement(number: int, url: str, row: Mapping[str, Any], facts: Mapping[str, Any]) -> Statement:
    """Return what the log says of a visit, from what its row has or is about to have."""
    return {
        "kind": "visit",
        "visit": number,
        "page": url,
        "visited_at": moment_text(row["visited_at"]),
        "stage": row["stage"],
        "version": row["version_id"],
        "kept": bool(row["kept"]),
        "importance": _float(row["importance"]),
        "score": _float(row["score"]),
        "changes": row["changes"],
        "facts": facts,
        "anchor": row["anchor_id"],
    }


def _float(value: float | None) -> float | None:
    return None if value is None else float(value)


def audit_statements(connection: sql.Connection, numbers: Iterable[int]) -> dict[int, Statement]:
    """Return what the log says of lines of the audit log; those without a row are omitted."""
    return {
        number: {
            "kind": "audit",
            "line": number,
            "happened_at": moment_text(moment),
            "who": who,
            "action": action,
            "subject": subject,
        }
        for number, moment, who, action, subject in among(connection, _AUDIT, numbers)
    }
