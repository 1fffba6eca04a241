"""Turning a capture into objects: what of it is new, and what each new content is stored against.

Everything here happens before the write transaction, on contents only: objects are named by digest, the transaction
gives them numbers. What the predecessor already stored is never encoded again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sql

from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.store import chain, layout, trees
from pagestrata.store.objects import NewObject, StoredObject, ancestry, decode, digest_of, encode, ids_of, with_ancestry
from pagestrata.store.packing import unpack

MAX_STRATUM_DEPTH = 8
_PACKED_ALREADY = (
    b"\xff\xd8\xff",
    b"\x89PNG",
    b"GIF8",
    b"RIFF",
    b"wOF2",
    b"wOFF",
    b"\x1f\x8b",
    b"PK\x03\x04",
    b"\x28\xb5\x2f\xfd",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """One capture as digests, and the objects that may not be stored yet, bases first."""

    objects: tuple[NewObject, ...]
    body: bytes | None
    responses: bytes | None
    layout: bytes | None
    recipe: bytes | None
    tree: bytes
    delta: bytes | None
    slices: tuple[bytes, ...]
    pieces: tuple[bytes, ...]
    resources: tuple[tuple[str, bytes], ...]

    def digests(self) -> set[bytes]:
        single = (self.body, self.responses, self.layout, self.recipe, self.tree, self.delta)
        return {d for d in single if d} | {*self.slices, *self.pieces, *(d for _, d in self.resources)}


class Encoder:
    """Encodes one capture, with what the page's predecessor stored at hand."""

    def __init__(
        self, connection: sql.Connection, blobs: BlobStore, predecessor: sql.Row[tuple[object, ...]] | None
    ) -> None:
        self._connection = connection
        self._blobs = blobs
        self._predecessor = predecessor
        self._new: dict[bytes, NewObject] = {}
        self._contents: dict[bytes, bytes] = {}  # of new objects, as bases for others

    def encode(self, snapshot: Snapshot, tree: BlockTree, delta: Delta | None) -> Encoded:
        responses = snapshot.responses
        body = self._chained("html", responses[0].body, "body_id") if responses else None
        resources = self._resources(responses[1:])
        listing = self._chained("resource", list_responses(responses), "responses_id") if responses else None
        document = layout.cut(snapshot.dom, snapshot.nodes, tree)
        slices = self._slices(document.slices, body)
        outline = self._chained("dom", document.layout, "layout_object_id", first=body) if snapshot.dom else None
        written = self._chained("tree", trees.write_tree(tree), "tree_id")
        change = self._against_new("tree", trees.write_delta(delta), written) if delta is not None else None
        return Encoded(
            objects=tuple(self._new.values()),
            body=body,
            responses=listing,
            layout=outline,
            recipe=None,
            tree=written,
            delta=change,
            slices=slices,
            pieces=(),
            resources=resources,
        )

    def _stored(self, digests: Iterable[bytes]) -> Mapping[bytes, int]:
        return ids_of(self._connection, digests)

    def _chained(self, kind: str, data: bytes, column: str, *, first: bytes | None = None) -> bytes:
        """Stores data against the predecessor's object in that column; without one, against the new object `first`."""
        digest = digest_of(data)
        if digest in self._new or self._stored([digest]):
            return digest
        number = getattr(self._predecessor, column) if self._predecessor is not None else None
        if number is None:
            return self._against_new(kind, data, first)
        rows = with_ancestry(self._connection, [number])
        base = chain.choose_base(ancestry(rows, number))
        prefix = decode(rows, [base.id], self._blobs)[base.id] if base else None
        return self._add(encode(kind, data, base=base, prefix=prefix), data)

    def _against_new(self, kind: str, data: bytes, base: bytes | None) -> bytes:
        """Stores data against an object of this very capture."""
        prefix = self._contents.get(base) if base else None
        if base is None or prefix is None:
            return self._add(encode(kind, data), data)
        return self._add(encode(kind, data, base=self._new[base], prefix=prefix), data)

    def _add(self, new: NewObject, data: bytes) -> bytes:
        if new.digest not in self._new:
            self._new[new.digest] = new
            self._contents[new.digest] = data
        return new.digest

    def _slices(self, slices: Sequence[bytes], body: bytes | None) -> tuple[bytes, ...]:
        """New stretches of mark-up go together into one stratum, against the stratum most of the old page is in."""
        digests = tuple(map(digest_of, slices))
        stored = self._stored(digests)
        fresh = {d: s for d, s in zip(digests, slices, strict=True) if d not in stored}
        if fresh:
            stratum = b"".join(fresh.values())
            anchor = self._anchor("slices")
            if anchor is None:
                name = self._against_new("dom", stratum, body)
            else:
                rows = with_ancestry(self._connection, [anchor.id])
                prefix = decode(rows, [anchor.id], self._blobs)[anchor.id]
                name = self._add(encode("dom", stratum, base=anchor, prefix=prefix), stratum)
            self._parts(name, fresh)
        return digests

    def _parts(self, stratum: bytes, fresh: Mapping[bytes, bytes]) -> None:
        start = 0
        for digest, content in fresh.items():
            part = NewObject(digest=digest, kind="dom", codec="part", size=len(content), base=stratum, start=start)
            self._new.setdefault(digest, part)
            start += len(content)

    def _anchor(self, column: str) -> StoredObject | None:
        """The object that holds most bytes of the predecessor's parts, unless its own chain is too deep."""
        if self._predecessor is None:
            return None
        numbers = unpack(getattr(self._predecessor, column))
        rows = with_ancestry(self._connection, numbers)
        weights = Counter[int]()
        for number in set(numbers):
            row = rows[number]
            weights[row.base_id if row.codec == "part" and row.base_id is not None else number] += row.size
        if not weights:
            return None
        best = rows[max(weights, key=lambda number: (weights[number], number))]
        return best if len(ancestry(rows, best.id)) < MAX_STRATUM_DEPTH else None

    def _resources(self, responses: Sequence[Response]) -> tuple[tuple[str, bytes], ...]:
        found = tuple((response.url, digest_of(response.body)) for response in responses)
        stored = self._stored(digest for _, digest in found)
        for response, (_, digest) in zip(responses, found, strict=True):
            if digest not in stored and digest not in self._new:
                self._add(_encode_resource(response.body), response.body)
        return found


def _encode_resource(body: bytes) -> NewObject:
    if body.startswith(_PACKED_ALREADY):
        return NewObject(digest=digest_of(body), kind="resource", codec="raw", size=len(body), payload=body)
    return encode("resource", body)


def list_responses(responses: Sequence[Response]) -> bytes:
    """All about the responses but their bodies, which the list names by digest."""
    lines = [
        [r.url, r.status, r.method, r.resource_type, digest_of(r.body).hex(), [list(pair) for pair in r.headers]]
        for r in responses
    ]
    return "\n".join(json.dumps(line, ensure_ascii=True) for line in lines).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedResponse:
    url: str
    status: int
    method: str
    resource_type: str
    digest: bytes
    headers: tuple[tuple[str, str], ...] = field(repr=False)

    def with_body(self, body: bytes) -> Response:
        return Response(
            url=self.url,
            status=self.status,
            headers=self.headers,
            body=body,
            method=self.method,
            resource_type=self.resource_type,
        )


def read_responses(data: bytes) -> Sequence[ListedResponse]:
    """What `list_responses` wrote."""
    found = []
    for line in data.splitlines():
        url, status, method, kind, digest, headers = json.loads(line)
        pairs = tuple((str(name), str(value)) for name, value in headers)
        found.append(
            ListedResponse(
                url=url, status=status, method=method, resource_type=kind, digest=bytes.fromhex(digest), headers=pairs
            )
        )
    return found
