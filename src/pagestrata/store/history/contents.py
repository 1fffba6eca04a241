"""Read what a version was made of, exactly: responses, document, screenshot, blocks and changes.

Modules that read pictures are loaded on first use: loading them takes longer than reading a text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from pagestrata.errors import InputError, NotFoundError
from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Response
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import BuiltStatement
from pagestrata.store.catalog.names import canonical, skipped_name, skipped_number, version_name, version_number
from pagestrata.store.catalog.packs import read_again_after_collection
from pagestrata.store.catalog.schema import layout, skipped
from pagestrata.store.catalog.schema import version as version_table
from pagestrata.store.catalog.varints import unpack
from pagestrata.store.objects import layouts, trees
from pagestrata.store.objects.responses import ListedResponse, read_responses
from pagestrata.store.objects.stored_bytes import ObjectReader, StoredObject, ancestry, ids_of, with_ancestry

if TYPE_CHECKING:
    from pagestrata.formats.pictures.screenshots import PngScreenshot
    from pagestrata.store.screenshots.stored_screenshot import Piece, StoredScreenshot

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

_VERSION = BuiltStatement(sql.select(version_table).where(version_table.c.id == sql.bindparam("number")))


class Contents:
    """The contents of versions. Use one instance to read several versions: it keeps the objects that they share."""

    def __init__(self, catalog: Catalog, blobs: BlobStore) -> None:
        self._catalog, self._objects = catalog, ObjectReader(blobs)

    @read_again_after_collection
    def response(self, version: Version, url: str | None = None) -> Response:
        """The raw response of the page itself or of one of its resources, byte for byte."""
        with self._catalog.reading() as connection:
            row = _row(connection, version)
            listed = listed_responses(connection, self._objects, row)
            if not listed and url is None and row.body_id is not None:
                return _page_alone(connection, self._objects, version, row.body_id)
            if not listed:
                raise _missing(version, "responses")
            found = listed[0] if url is None else _find(listed, url)
            if found is None:
                raise _missing(version, f"a response for {url}; see its list of resources")
            number = ids_of(connection, [found.digest]).get(found.digest) if found.digest else row.body_id
            if number is None:
                raise _missing(version, f"the body of {found.url}; run `pagestrata verify`")
            return found.with_body(_read(connection, self._objects, [number])[0])

    @read_again_after_collection
    def responses(self, version: Version) -> Mapping[str | None, Response]:
        """Return the page under None and its resources by address, in one read; bodies lost in a repair are omitted."""
        with self._catalog.reading() as connection:
            row = _row(connection, version)
            listed = listed_responses(connection, self._objects, row)
            if not listed:
                return (
                    {None: _page_alone(connection, self._objects, version, row.body_id)}
                    if row.body_id is not None
                    else {}
                )
            by_address: dict[str | None, ListedResponse] = {None: listed[0]}
            for found in listed[1:]:
                by_address.setdefault(found.url, found)
            known = ids_of(connection, [found.digest for found in by_address.values() if found.digest])
            numbers = {
                url: known.get(found.digest) if found.digest else row.body_id for url, found in by_address.items()
            }
            stored = {url: number for url, number in numbers.items() if number is not None}
            bodies = _read(connection, self._objects, list(stored.values()))
        return {url: by_address[url].with_body(body) for url, body in zip(stored, bodies, strict=True)}

    @read_again_after_collection
    def resources(self, version: Version) -> Sequence[str]:
        """The addresses of the resources stored with a version."""
        with self._catalog.reading() as connection:
            return [found.url for found in listed_responses(connection, self._objects, _row(connection, version))[1:]]

    @read_again_after_collection
    def dom(self, version: Version) -> str:
        """The rendered document, character for character."""
        with self._catalog.reading() as connection:
            row = _row(connection, version)
            if row.layout_id is None:
                raise _missing(version, "a rendered document; its bytes are the response's: try --format text or raw")
            outline = connection.execute(
                sql.select(layout.c.object_id).where(layout.c.id == row.layout_id)
            ).scalar_one()
            first, *slices = _read(connection, self._objects, [outline, *unpack(row.slices)])
        return layouts.join(first, slices)

    def screenshot(self, version: Version) -> bytes | None:
        """Return the screenshot as PNG, pixel for pixel; None if the version has none."""
        from pagestrata.store.screenshots.stored_screenshot import StoredScreenshot

        found = self.picture(version)
        return found.png() if isinstance(found, StoredScreenshot) else found.png if found is not None else None

    @read_again_after_collection
    def picture(self, version: Version) -> StoredScreenshot | PngScreenshot | None:
        """Return the screenshot for reading in parts; None if the version has none."""
        from pagestrata.formats.pictures.screenshots import PngScreenshot
        from pagestrata.store.screenshots.stored_screenshot import StoredScreenshot

        with self._catalog.reading() as connection:
            row = _row_in_view(self._catalog, connection, version)
            if row.recipe_id is None:
                return None
            numbers = unpack(row.pieces)
            recipe = _read(connection, self._objects, [row.recipe_id])[0]
            if recipe == b"png":
                return PngScreenshot(_read(connection, self._objects, numbers)[0])
            rows = with_ancestry(connection, numbers)
            pieces = _pieces(recipe, rows, numbers)
            sheets = {piece.sheet for piece in pieces}
            packed = self._objects.read(rows, sorted(sheets))
        return StoredScreenshot(
            recipe=recipe,
            pieces=pieces,
            sheets={number: packed[number] for number in sheets},
            file_name=json.loads(row.facts).get("screenshot", ""),
        )

    @read_again_after_collection
    def tree(self, version: Version) -> BlockTree:
        with self._catalog.reading() as connection:
            number = _row_in_view(self._catalog, connection, version).tree_id
            if number is None:
                raise _missing(version, "a block tree")
            data = _read(connection, self._objects, [number])[0]
        return replace(trees.read_tree(data), url=version.url, captured_at=version.captured_at, version=version.id)

    @read_again_after_collection
    def delta(self, version: Version, *, with_details: bool = True) -> Delta | None:
        """Return the changes from the previous version; None for a first version. Without details the delta cannot be applied."""
        with self._catalog.reading() as connection:
            row = _row(connection, version)
            if row.delta_id is None:
                return None
            before = (version_table.c.page_id == row.page_id) & (version_table.c.captured_at < row.captured_at)
            query = (
                sql.select(version_table.c.id, version_table.c.captured_at)
                .where(before)
                .order_by(version_table.c.captured_at.desc())
            )
            previous = connection.execute(query.limit(1)).one_or_none()
            found = trees.read_delta(_read(connection, self._objects, [row.delta_id])[0], with_details=with_details)
        named = found.from_version or (version_name(previous.id, previous.captured_at) if previous else "")
        return replace(found, from_version=named, to_version=version.id)

    @read_again_after_collection
    def named_objects(self, version: Version) -> Mapping[str, bytes]:
        """Return the stored objects (responses, blocks, changes, screenshot) by the digests that the log names."""
        with self._catalog.reading() as connection:
            row = _row(connection, version)
            numbers = [n for n in (row.responses_id, row.tree_id, row.recipe_id, row.delta_id) if n is not None]
            numbers += unpack(row.pieces)
            rows = with_ancestry(connection, numbers)
            if any(rows[number].codec == "crop" for number in numbers):
                raise NotFoundError(
                    f"the screenshot of {version.id} is stored in an older format; run `pagestrata gc` once, then try again"
                )
            found = self._objects.read(rows, numbers)
        return {rows[number].digest.hex(): found[number] for number in numbers}

    @read_again_after_collection
    def shown(self, version: Version) -> bytes:
        """Return the visit's record of the change for screens; empty if it left none."""
        with self._catalog.reading() as connection:
            row = _row(connection, version)
            return (
                b"" if row.delta_id is None else trees.shown_behind(_read(connection, self._objects, [row.delta_id])[0])
            )


def _row(connection: sql.Connection, wanted: Version) -> Any:
    if (skip := skipped_number(wanted.id)) is not None:
        return _skipped_row(connection, wanted, skip)
    number = version_number(wanted.id)
    row = _VERSION.first(connection, number=number)
    if row is None or version_name(row.id, row.captured_at) != wanted.id:
        raise NotFoundError(
            f"version {wanted.id} of {wanted.url[:200]} is no longer in the archive; see `pagestrata log`"
        )
    return row


def _row_in_view(catalog: Catalog, connection: sql.Connection, wanted: Version) -> Any:
    """The row of a version, read once per view: a visit needs it for tree and picture."""
    return catalog.known_in_view(f"version {wanted.id}", lambda: _row(connection, wanted))


def _skipped_row(connection: sql.Connection, wanted: Version, number: int) -> sql.Row[Any]:
    row = connection.execute(sql.select(skipped).where(skipped.c.id == number)).one_or_none()
    if row is None or skipped_name(row.id, row.captured_at) != wanted.id:
        raise NotFoundError(
            f"the result of the skipped visit {wanted.id} of {wanted.url[:200]} is no longer in the archive;"
            " see `pagestrata log --visits`"
        )
    return row


def _read(connection: sql.Connection, objects: ObjectReader, numbers: Sequence[int]) -> list[bytes]:
    contents = objects.read(with_ancestry(connection, numbers), numbers)
    return [contents[number] for number in numbers]


def _missing(wanted: Version, what: str) -> NotFoundError:
    return NotFoundError(f"version {wanted.id} of {wanted.url[:200]} was stored without {what}")


def listed_responses(connection: sql.Connection, objects: ObjectReader, row: sql.Row[Any]) -> Sequence[ListedResponse]:
    number = row.responses_id
    return read_responses(_read(connection, objects, [number])[0]) if number is not None else ()


def _page_alone(connection: sql.Connection, objects: ObjectReader, wanted: Version, number: int) -> Response:
    """Return the page of a version whose list of responses was lost."""
    body = _read(connection, objects, [number])[0]
    return Response(url=wanted.url, status=wanted.status, headers=(), body=body, resource_type="document")


def _find(listed: Sequence[ListedResponse], url: str) -> ListedResponse | None:
    exact = next((found for found in listed if found.url == url), None)
    return exact or next((found for found in listed if _spelling(found.url) == _spelling(url)), None)


def _spelling(url: str) -> str:
    """One spelling per address; what pages load is not always an address."""
    try:
        return canonical(url)
    except InputError:
        return url


def _pieces(recipe: bytes, rows: Mapping[int, StoredObject], numbers: Sequence[int]) -> tuple[Piece, ...]:
    """Return where the pieces of a screenshot are; `numbers` are its sheets, in older archives the pieces themselves."""
    from pagestrata.store.screenshots.recipes import SHEET_NAME_BYTES, pieces_of
    from pagestrata.store.screenshots.stored_screenshot import Piece, pieces_on_sheets

    listed = pieces_of(recipe)
    if listed is not None:
        found = [ancestry(rows, number)[0] for number in numbers]
        return pieces_on_sheets(recipe, listed, {row.digest[:SHEET_NAME_BYTES]: row.id for row in found})
    crops = (ancestry(rows, number)[0] for number in numbers)
    return tuple(Piece(digest=row.digest, sheet=row.base_id or row.id, start=row.start, size=row.size) for row in crops)


def screenshot_of_objects(recipe: str, parts: Sequence[str], contents: Mapping[str, bytes], file_name: str) -> bytes:
    """Return the screenshot as PNG, assembled from objects that `named_objects` returned."""
    from pagestrata.store.screenshots.recipes import SHEET_NAME_BYTES, pieces_of
    from pagestrata.store.screenshots.stored_screenshot import StoredScreenshot, pieces_on_sheets

    whole = contents[recipe]
    if whole == b"png":
        return contents[parts[0]]
    listed = pieces_of(whole)
    if listed is None:
        raise NotFoundError("this screenshot was stored by an older version and cannot be assembled")
    sheets = {bytes.fromhex(name)[:SHEET_NAME_BYTES]: number for number, name in enumerate(parts)}
    return StoredScreenshot(
        recipe=whole,
        pieces=pieces_on_sheets(whole, listed, sheets),
        sheets={number: contents[name] for number, name in enumerate(parts)},
        file_name=file_name,
    ).png()
