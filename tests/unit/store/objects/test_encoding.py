from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, keep
from captures import capture
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import layout, object_, version
from pagestrata.store.objects import encoding
from pagestrata.store.objects.encoding import Encoded, Encoder
from pagestrata.store.objects.stored_bytes import NewObject, digest_of

DELTA = Delta(changes=(Change(op="update", element="text", block="1.1", old="one", new="two"),))


def encoded(
    catalog: Catalog, blobs: MemoryBlobs, texts: Sequence[str], *, delta: Delta | None = None, **options: Any
) -> Encoded:
    """A capture encoded against the newest version there is."""
    taken, tree = capture(texts, **{"picture": False, **options})
    query = sql.select(version, layout.c.object_id.label("layout_object_id")).join(layout, isouter=True)
    with catalog.reading() as connection:
        newest = connection.execute(query.order_by(version.c.captured_at.desc()).limit(1)).one_or_none()
        return Encoder(connection, blobs, newest).encode(taken, tree, delta)


def resource(body: bytes, url: str = "http://site.test/r") -> Response:
    return Response(url=url, status=200, headers=(), body=body)


def test_a_first_capture_is_stored_against_itself_only(catalog: Catalog, blobs: MemoryBlobs) -> None:
    found = encoded(catalog, blobs, ["one", "two"], delta=DELTA, picture=True)
    own = {new.digest for new in found.objects}
    assert found.digests() <= own
    assert {new.base for new in found.objects} - {None} <= own
    by_digest = {new.digest: new for new in found.objects}
    assert found.delta is not None
    assert by_digest[found.delta].base in {None, found.tree}


def test_bases_come_before_what_is_stored_against_them(catalog: Catalog, blobs: MemoryBlobs) -> None:
    found = encoded(catalog, blobs, [f"a paragraph with number {number}" for number in range(8)], picture=True)
    seen: set[bytes] = set()
    for new in found.objects:
        assert new.base is None or new.base in seen, new.kind
        seen.add(new.digest)


def test_the_same_capture_again_needs_no_object(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one", "two", picture=True)
    again = encoded(catalog, blobs, ["one", "two"], picture=True)
    # The tree of the archive has topics, this one has none.
    assert [new.kind for new in again.objects if new.digest != again.tree] == []


def test_only_new_mark_up_is_stored_and_against_the_old(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    texts = [f"a paragraph with number {number} and some more words" for number in range(20)]
    keep(archive, *texts)
    texts[7] = "rewritten"
    found = encoded(catalog, blobs, texts, hours=1)
    fresh = [new for new in found.objects if new.kind == "dom" and new.digest in found.slices]
    assert len(fresh) == 1
    assert sum(len(new.payload) for new in found.objects) < 600


def objects_by_digest(found: Encoded) -> dict[bytes, NewObject]:
    return {new.digest: new for new in found.objects}


@pytest.mark.parametrize("head", [b"\x89PNG", b"\xff\xd8\xff", b"wOF2", b"\x1f\x8b"])
def test_what_is_packed_already_is_not_packed_again(catalog: Catalog, blobs: MemoryBlobs, head: bytes) -> None:
    body = head + bytes(500)
    found = encoded(catalog, blobs, ["one"], resources=[resource(body)])
    assert objects_by_digest(found)[digest_of(body)].codec == "raw"
    assert found.resources == (("http://site.test/r", digest_of(body)),)


def test_a_resource_is_stored_against_what_the_address_gave_before(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs
) -> None:
    style = b"".join(b"p.c%d { margin: %dpx }\n" % (number * 7919, number * 31) for number in range(60))
    keep(archive, "one", resources=[resource(style)])
    found = encoded(catalog, blobs, ["one"], hours=1, resources=[resource(style + b"a { color: red }")])
    new = objects_by_digest(found)[digest_of(style + b"a { color: red }")]
    assert (new.base, new.ordinal) == (digest_of(style), 1)
    assert len(new.payload) < 60


def test_large_resources_are_packed_alone(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "LARGE_RESOURCE_BYTES", 100)
    keep(archive, "one", resources=[resource(b"a" * 200)])
    found = encoded(catalog, blobs, ["one"], hours=1, resources=[resource(b"a" * 201)])
    assert objects_by_digest(found)[digest_of(b"a" * 201)].base is None


def test_a_page_that_is_not_html_has_a_body_and_no_layout(catalog: Catalog, blobs: MemoryBlobs) -> None:
    found = encoded(catalog, blobs, [], dom="", nodes=None)
    assert (found.layout, found.slices, found.recipe, found.pieces, found.delta) == (None, (), None, (), None)
    assert found.body is not None


def test_a_screenshot_file_that_did_not_change_is_not_decoded(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = keep(archive, "one", "two", picture=True)
    monkeypatch.setattr(encoding.block_pictures, "read_png", lambda _: pytest.fail("the picture was decoded"))
    second = keep(archive, "one", "two", picture=True, hours=1, title="another")
    monkeypatch.undo()
    assert archive.contents.screenshot(second) == archive.contents.screenshot(first) is not None


def test_pieces_missing_in_a_damaged_catalog_are_stored_again(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs
) -> None:
    keep(archive, "one", picture=True)
    with catalog.writing() as connection:
        connection.execute(sql.delete(object_).where(object_.c.kind == "screenshot", object_.c.codec == "raw"))
    again = encoded(catalog, blobs, ["one"], picture=True, hours=1)
    assert {new.digest for new in again.objects} >= set(again.pieces) != set()
