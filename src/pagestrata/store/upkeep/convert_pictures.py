"""Convert older screenshots: write the places of their pieces into their recipes, as in archives from revision 0013 on.

Before, every piece was an object with a row of its own. The sheets stay as they are: only recipes are stored again, each
against the one before it on its page, and the rows of pieces go with the collection that follows. One page is one
transaction that no writer shares. A version whose row is not what was written is left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.interfaces import BlobStore
from pagestrata.store import chains
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.log_entries import Kind
from pagestrata.store.catalog.packs import changes_of
from pagestrata.store.catalog.rows import version_seal
from pagestrata.store.catalog.schema import object_, version
from pagestrata.store.catalog.varints import pack, unpack
from pagestrata.store.merkle_log import entering
from pagestrata.store.objects.stored_bytes import (
    NewObject,
    StoredObject,
    ancestry,
    decode,
    digest_of,
    encode,
    store,
    with_ancestry,
)
from pagestrata.store.screenshots.piece_sheets import corner
from pagestrata.store.screenshots.recipes import SHEET_NAME_BYTES, PieceOnSheet, with_pieces

_ANY_CROP = sql.select(object_.c.id).where(object_.c.codec == "crop").limit(1)


def convert_pictures(catalog: Catalog, blobs: BlobStore) -> int:
    """Convert the screenshots of all pages; return the number of versions converted."""
    with catalog.reading() as connection:
        if connection.execute(_ANY_CROP).one_or_none() is None:
            return 0
        pages = connection.execute(sql.select(version.c.page_id).distinct().order_by(version.c.page_id)).scalars().all()
    return sum(_convert_page(catalog, blobs, page_id) for page_id in pages)


def _convert_page(catalog: Catalog, blobs: BlobStore, page_id: int) -> int:
    with catalog.writing(alone=True) as connection:
        query = sql.select(version).where(version.c.page_id == page_id, version.c.recipe_id.is_not(None))
        rows = connection.execute(query.order_by(version.c.captured_at)).all()
        recipes = _Recipes()
        found = {row.id: sheets for row in rows if (sheets := _converted(connection, blobs, row, recipes)) is not None}
        numbers = store(connection, blobs, recipes.objects, recipes.names.values())
        changes = changes_of(connection, found)
        for row in rows:
            if row.id in found:
                values = {"recipe_id": numbers[recipes.names[row.id]], "pieces": pack(found[row.id])}
                values["seal"] = version_seal({**row._mapping, **values}, changes.get(row.id, ()))
                connection.execute(sql.update(version).where(version.c.id == row.id).values(values))
        entering.enter(connection, Kind.VERSION, found)
        return len(found)


class _Recipes:
    """The new recipes of a page, each stored against its predecessor."""

    def __init__(self) -> None:
        self.objects: list[NewObject] = []
        self.names: dict[int, bytes] = {}  # by version
        self._contents: dict[bytes, bytes] = {}

    def add(self, version_id: int, recipe: bytes) -> None:
        digest = self.names[version_id] = digest_of(recipe)
        if digest in self._contents:
            return
        base = chains.choose_base(self.objects[::-1])
        prefix = self._contents[base.digest] if base is not None else None
        new = encode("screenshot", recipe, base=base, prefix=prefix, ordinal=len(self.objects))
        self.objects.append(new)
        self._contents[digest] = recipe


def _converted(connection: sql.Connection, blobs: BlobStore, row: Any, recipes: _Recipes) -> Sequence[int] | None:
    """Return the sheets of a version whose pieces were objects; None if it needs no conversion, or is damaged."""
    try:
        numbers = unpack(row.pieces)
        rows = with_ancestry(connection, [row.recipe_id, *numbers])
        crops = [ancestry(rows, number)[0] for number in numbers]
        if not crops or any(crop.codec != "crop" or crop.base_id is None for crop in crops):
            return None
        changes = changes_of(connection, [row.id]).get(row.id, ())
        if version_seal(dict(row._mapping), changes) != row.seal:
            return None
        recipe = decode(rows, [row.recipe_id], blobs)[row.recipe_id]
        recipes.add(row.id, with_pieces(recipe, [_on_sheet(crop, rows) for crop in crops]))
    except ArchiveError:
        return None  # damaged: `verify` reports it
    return list(dict.fromkeys(crop.base_id for crop in crops if crop.base_id is not None))


def _on_sheet(crop: StoredObject, rows: Mapping[int, StoredObject]) -> PieceOnSheet:
    left, top = corner(crop.start)
    sheet = ancestry(rows, crop.base_id)[0].digest[:SHEET_NAME_BYTES]
    return PieceOnSheet(digest=crop.digest, sheet=sheet, left=left, top=top)
