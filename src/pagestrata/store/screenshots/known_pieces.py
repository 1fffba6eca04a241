"""Find pieces of screenshots that are stored on a sheet already.

The recipes of versions name their pieces, so that no index over all pieces is needed. The search reads the last versions of
the page and, if most pieces are new, the versions of any page that were stored last: pages of a site have pieces in common.
A piece that is on none of their sheets is stored again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog.driver_statements import among
from pagestrata.store.catalog.schema import version
from pagestrata.store.catalog.varints import unpack
from pagestrata.store.screenshots.piece_sheets import corner
from pagestrata.store.screenshots.recipes import SHEET_NAME_BYTES, PieceOnSheet, pieces_of

VERSIONS_OF_PAGE = 8
VERSIONS_OF_ANY = 8
_COLUMNS = (version.c.id, version.c.recipe_id, version.c.pieces)
_LAST_STORED = sql.select(*_COLUMNS).order_by(version.c.id.desc()).limit(VERSIONS_OF_ANY)
_LISTED = "SELECT id, digest, codec, base_id, start FROM object WHERE id {wanted}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPlace:
    """A corner on a sheet, which is named by its whole digest."""

    sheet: bytes
    left: int
    top: int

    def named(self, digest: bytes) -> PieceOnSheet:
        return PieceOnSheet(digest=digest, sheet=self.sheet[:SHEET_NAME_BYTES], left=self.left, top=self.top)


Decode = Callable[[Sequence[int]], Mapping[int, bytes]]
"""Returns the contents of objects by id."""


class KnownPieces:
    """Finds where pieces are stored, reading one group of versions after another while pieces are missing."""

    def __init__(self, connection: sql.Connection, predecessor: sql.Row[Any] | None, decode: Decode) -> None:
        self._connection, self._predecessor, self._decode = connection, predecessor, decode
        self._wanted: frozenset[str] = frozenset()
        self._places: dict[bytes, SheetPlace] = {}
        self._names: dict[bytes, bytes] = {}  # of sheets, to their digests; b"" where two have the same

    def places(self, digests: Sequence[bytes]) -> dict[bytes, SheetPlace]:
        """Return the places of the pieces that are on a sheet already, by digest."""
        before, self._wanted = self._predecessor, frozenset(map(bytes.hex, digests))
        if before is not None:
            self._read([before])
            if not self._places.keys() >= set(digests):
                earlier = version.c.captured_at < before.captured_at
                self._read(self._newest(VERSIONS_OF_PAGE, version.c.page_id == before.page_id, earlier))
        if 2 * sum(digest not in self._places for digest in digests) > len(digests):  # a new page, or a new design
            self._read(self._connection.execute(_LAST_STORED).all())
        return {digest: self._places[digest] for digest in digests if digest in self._places}

    def _newest(self, count: int, *conditions: sql.ColumnElement[bool]) -> Sequence[Any]:
        query = sql.select(*_COLUMNS).where(*conditions).order_by(version.c.captured_at.desc()).limit(count)
        return self._connection.execute(query).all()

    def _read(self, versions: Sequence[Any]) -> None:
        pictured = [row for row in versions if row.recipe_id is not None]
        try:
            recipes = self._decode([row.recipe_id for row in pictured])
            listed = [(unpack(row.pieces), pieces_of(recipes[row.recipe_id], wanted=self._wanted)) for row in pictured]
        except ArchiveError:
            return  # damaged: store the pieces again
        rows = {row[0]: row for row in among(self._connection, _LISTED, {n for numbers, _ in listed for n in numbers})}
        for numbers, pieces in listed:
            there = [rows[number] for number in numbers if number in rows]
            if pieces is None:
                self._read_crops(there)
            else:
                self._name_sheets([digest for _, digest, *_ in there])
                self._take(pieces)

    def _take(self, pieces: Sequence[PieceOnSheet]) -> None:
        for piece in pieces:
            if sheet := self._names.get(piece.sheet):
                self._places.setdefault(piece.digest, SheetPlace(sheet=sheet, left=piece.left, top=piece.top))

    def _name_sheets(self, digests: Sequence[bytes]) -> None:
        for digest in digests:
            name = digest[:SHEET_NAME_BYTES]
            # Two sheets of one name: their pieces are stored again rather than taken for each other.
            self._names[name] = digest if self._names.get(name, digest) == digest else b""

    def _read_crops(self, rows: Sequence[Any]) -> None:
        """Read the pieces of an archive before revision 0013, which are objects."""
        bases = {base for _, _, codec, base, _ in rows if codec == "c" and base is not None}
        sheets = {found[0]: found[1] for found in among(self._connection, _LISTED, bases)}
        for _, digest, codec, base, start in rows:
            if codec == "c" and base in sheets:
                left, top = corner(start)
                self._places.setdefault(digest, SheetPlace(sheet=sheets[base], left=left, top=top))
