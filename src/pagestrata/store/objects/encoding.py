"""Turn a capture into objects: which contents are new, and what each new content is stored against.

This happens before the write transaction and looks at contents only: objects are named by digest, and the transaction assigns
ids. Contents that are stored already are never encoded again. New contents are stored against

- the predecessor's object of the same kind (`chains`): raw page, list of responses, layout, recipe, tree;
- the stratum most of the old page is in: all new mark-up of a version together, its own "stratum";
- an object of the same capture: the delta against the tree, a first layout and stratum against the raw page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.store import chains
from pagestrata.store.catalog.driver_statements import values_by_key
from pagestrata.store.catalog.schema import object_
from pagestrata.store.catalog.varints import unpack
from pagestrata.store.objects import layouts, trees
from pagestrata.store.objects.responses import read_responses, write_responses
from pagestrata.store.objects.stored_bytes import (
    NewObject,
    StoredObject,
    ancestry,
    decode,
    digest_of,
    encode,
    ids_of,
    with_ancestry,
)
from pagestrata.store.screenshots import block_pictures, piece_sheets
from pagestrata.store.screenshots.known_pieces import KnownPieces, SheetPlace
from pagestrata.store.screenshots.recipes import with_pieces

MAX_STRATUM_DEPTH = 8
LARGE_RESOURCE_BYTES = 1024 * 1024
LARGE_RESOURCE_LEVEL = 9
_CHAINED = ("body_id", "responses_id", "layout_object_id", "recipe_id", "tree_id")
_PACKED_ALREADY = (
    b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF", b"wOF2", b"wOFF", b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """One capture as digests, and the objects that may not be stored yet, bases first."""

    objects: tuple[NewObject, ...]
    body: bytes | None
    responses: bytes | None
    layout: bytes | None
    recipe: bytes | None
    picture: str  # name of the screenshot's file, '' without one
    tree: bytes
    delta: bytes | None
    slices: tuple[bytes, ...]
    pieces: tuple[bytes, ...]
    resources: tuple[tuple[str, bytes], ...]

    def digests(self) -> set[bytes]:
        single = (self.body, self.responses, self.layout, self.recipe, self.tree, self.delta)
        return {d for d in single if d} | {*self.slices, *self.pieces, *(d for _, d in self.resources)}


class Encoder:
    """Encodes one capture against the previous version of its page."""

    def __init__(self, connection: sql.Connection, blobs: BlobStore, predecessor: sql.Row[Any] | None) -> None:
        self._connection = connection
        self._blobs = blobs
        self._predecessor = predecessor
        self._new: dict[bytes, NewObject] = {}
        self._fresh: dict[bytes, bytes] = {}  # contents of new objects, as bases for others
        self._decoded: dict[int, bytes] = {}
        self._stored: dict[bytes, int] = {}
        self._rows: dict[int, StoredObject] = {}
        if predecessor is not None:
            numbers = {getattr(predecessor, name) for name in _CHAINED} - {None}
            self._rows = with_ancestry(connection, numbers | set(unpack(predecessor.slices)))

    def encode(self, snapshot: Snapshot, tree: BlockTree, delta: Delta | None, shown: bytes = b"") -> Encoded:
        responses = snapshot.responses
        listing = write_responses(responses)
        document = layouts.cut(snapshot.dom, snapshot.nodes, tree)
        written = trees.write_tree(tree)
        change = trees.write_delta(delta, shown) if delta is not None else b""
        bodies = [response.body for response in responses]
        contents = [*bodies, listing, document.layout, written, change, *document.slices]
        self._stored = ids_of(self._connection, map(digest_of, contents))
        body = self._chained("html", bodies[0], "body_id") if responses else None
        screenshot = screenshot_of(snapshot)
        picture = screenshot.file_name if screenshot is not None else ""
        recipe, pieces = self._same_picture(picture) or self._picture(snapshot, tree)
        return Encoded(
            body=body,
            resources=self._resources(responses[1:]),
            responses=self._chained("resource", listing, "responses_id") if responses else None,
            slices=self._slices(document.slices, body),
            layout=self._chained("dom", document.layout, "layout_object_id", first=body) if snapshot.dom else None,
            recipe=recipe,
            picture=picture,
            pieces=pieces,
            tree=(named := self._chained("tree", written, "tree_id")),
            delta=self._against_new("tree", change, named) if change else None,
            objects=tuple(self._new.values()),
        )

    def _chained(self, kind: str, data: bytes, column: str, *, first: bytes | None = None) -> bytes:
        """Encode data against the predecessor's object in this column; without one, against the new object `first`."""
        number = getattr(self._predecessor, column) if self._predecessor is not None else None
        if number is None:
            return self._against_new(kind, data, first)
        return self._against_chain(kind, data, ancestry(self._rows, number))

    def _against_chain(self, kind: str, data: bytes, line: Sequence[StoredObject]) -> bytes:
        digest = digest_of(data)
        if digest in self._new or digest in self._stored:
            return digest
        base = chains.choose_base(line)
        prefix = self._content(base.id) if base is not None else None
        return self._add(encode(kind, data, base=base, prefix=prefix, ordinal=line[0].ordinal + 1), data)

    def _against_new(self, kind: str, data: bytes, base: bytes | None) -> bytes:
        """Encode data against an object of the same capture."""
        digest = digest_of(data)
        if digest in self._new or digest in self._stored:
            return digest
        prefix = self._fresh.get(base) if base is not None else None
        if base is None or prefix is None:
            return self._add(encode(kind, data), data)
        return self._add(encode(kind, data, base=self._new[base], prefix=prefix), data)

    def _content(self, number: int) -> bytes:
        if number not in self._decoded:
            self._decoded |= decode(self._rows, [number], self._blobs)
        return self._decoded[number]

    def _add(self, new: NewObject, data: bytes) -> bytes:
        if new.digest not in self._new:
            self._new[new.digest] = new
            self._fresh[new.digest] = data
        return new.digest

    def _slices(self, slices: Sequence[bytes], body: bytes | None) -> tuple[bytes, ...]:
        """Encode all new mark-up as one stratum, against the stratum that holds most of the old page."""
        digests = tuple(map(digest_of, slices))
        fresh = {d: s for d, s in zip(digests, slices, strict=True) if d not in self._stored and d not in self._new}
        if not fresh:
            return digests
        stratum = b"".join(fresh.values())
        anchor = self._anchor()
        if anchor is None:
            name = self._against_new("dom", stratum, body)
        else:
            name = self._add(encode("dom", stratum, base=anchor, prefix=self._content(anchor.id)), stratum)
        start = 0
        for digest, content in fresh.items():
            if digest != name:
                part = NewObject(digest=digest, kind="dom", codec="part", size=len(content), base=name, start=start)
                self._new[digest] = part
            start += len(content)
        return digests

    def _anchor(self) -> StoredObject | None:
        """Return the stratum that holds most of the predecessor's mark-up, None if its own chain is too deep."""
        weights = Counter[int]()
        for number in set(unpack(self._predecessor.slices)) if self._predecessor is not None else ():
            row = self._rows[number]
            weights[row.base_id if row.codec == "part" and row.base_id is not None else number] += row.size
        if not weights:
            return None
        best = self._rows[max(weights, key=lambda number: (weights[number], number))]
        return best if len(ancestry(self._rows, best.id)) < MAX_STRATUM_DEPTH else None

    def _resources(self, responses: Sequence[Response]) -> tuple[tuple[str, bytes], ...]:
        found = tuple((response.url, digest_of(response.body)) for response in responses)
        before = self._resources_before([url for url, digest in found if digest not in self._stored])
        for response, (url, digest) in zip(responses, found, strict=True):
            body = response.body
            if digest in self._stored or digest in self._new:
                continue
            if body.startswith(_PACKED_ALREADY):
                new = NewObject(digest=digest, kind="resource", codec="raw", size=len(body), payload=body)
                self._add(new, body)
            elif url in before and len(body) < LARGE_RESOURCE_BYTES:
                self._against_chain("resource", body, ancestry(self._rows, before[url]))
            else:
                level = None if len(body) < LARGE_RESOURCE_BYTES else LARGE_RESOURCE_LEVEL
                self._add(encode("resource", body, level=level), body)
        return found

    def _resources_before(self, urls: Sequence[str]) -> Mapping[str, int]:
        """Return the ids of the predecessor's resources with these addresses."""
        number = self._predecessor.responses_id if self._predecessor is not None and urls else None
        if number is None:
            return {}
        listed = {r.url: r.digest for r in read_responses(self._content(number)) if r.digest and r.url in set(urls)}
        numbers = ids_of(self._connection, listed.values())
        self._rows |= with_ancestry(self._connection, numbers.values())
        return {url: numbers[digest] for url, digest in listed.items() if digest in numbers}

    def _picture(self, snapshot: Snapshot, tree: BlockTree) -> tuple[bytes | None, tuple[bytes, ...]]:
        screenshot = screenshot_of(snapshot)
        if screenshot is None:
            return None, ()
        read = block_pictures.read_png(screenshot)
        if read is None:
            return self._chained("screenshot", b"png", "recipe_id"), (self._whole(screenshot.png),)
        boxes = [leaf.box for leaf in tree.leaves()]
        scale = snapshot.device_pixel_ratio
        taken = block_pictures.cut(*read, boxes, scale=scale, cut_parts=screenshot.cut_parts)
        digests = taken.digests()
        places = KnownPieces(self._connection, self._predecessor, self._decode).places(digests)
        fresh = {d: place for d, place in zip(digests, taken.places, strict=True) if d not in places}
        places |= self._new_sheets(taken, fresh)
        used = tuple(dict.fromkeys(places[digest].sheet for digest in digests))
        on_sheets = [places[digest].named(digest) for digest in digests]
        recipe = with_pieces(taken.recipe, on_sheets)
        self._stored |= ids_of(self._connection, [digest_of(recipe)])
        return self._chained("screenshot", recipe, "recipe_id"), used

    def _new_sheets(
        self, taken: block_pictures.CutPicture, fresh: Mapping[bytes, block_pictures.PieceBox]
    ) -> dict[bytes, SheetPlace]:
        """Encode the pieces that are on no sheet yet; return where each is."""
        names, places, found = list(fresh), list(fresh.values()), {}
        for sheet in piece_sheets.lay_out(taken.page, places, channels=taken.channels):
            stored = self._whole(piece_sheets.write_sheet(sheet.pixels))
            for number, (left, top) in sheet.corners.items():
                found[names[number]] = SheetPlace(sheet=stored, left=left, top=top)
        return found

    def _decode(self, numbers: Sequence[int]) -> Mapping[int, bytes]:
        """Return the contents of objects, which may belong to any version."""
        self._rows |= with_ancestry(self._connection, [number for number in numbers if number not in self._rows])
        self._decoded |= (found := decode(self._rows, numbers, self._blobs))
        return found

    def _same_picture(self, picture: str) -> tuple[bytes, tuple[bytes, ...]] | None:
        """Return the predecessor's recipe and pieces if its screenshot is the same file; None otherwise."""
        before = self._predecessor
        if not picture or before is None or before.recipe_id is None or picture not in before.facts:
            return None
        numbers = unpack(before.pieces)
        digests = values_by_key(self._connection, object_.c.id, object_.c.digest, (*numbers, before.recipe_id))
        if not digests.keys() >= {*numbers, before.recipe_id}:
            return None  # the catalog is damaged: store the picture again
        return digests[before.recipe_id], tuple(digests[number] for number in numbers)

    def _whole(self, data: bytes) -> bytes:
        digest = digest_of(data)
        new = NewObject(digest=digest, kind="screenshot", codec="raw", size=len(data), payload=data)
        return self._add(new, data)
