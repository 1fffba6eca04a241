import dataclasses
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from archives import MemoryBlobs
from pagestrata.errors import ArchiveError, CollectedMeanwhileError
from pagestrata.interfaces import Span
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.objects.stored_bytes import (
    NewObject,
    ObjectReader,
    StoredObject,
    ancestry,
    decode,
    digest_of,
    encode,
    ids_of,
    store,
    with_ancestry,
)

TEXT = b"a text that is long enough to be worth compressing, " * 20


TEXTS = [b"a page that is long enough to be worth compressing, version %d. " % day * 20 for day in range(3)]


def put(catalog: Catalog, blobs: MemoryBlobs, *new: NewObject) -> dict[bytes, int]:
    with catalog.writing() as connection:
        return store(connection, blobs, new, [])


def rows_of(catalog: Catalog, *numbers: int) -> dict[int, StoredObject]:
    with catalog.reading() as connection:
        return with_ancestry(connection, numbers)


def content(catalog: Catalog, blobs: MemoryBlobs, number: int) -> bytes:
    return decode(rows_of(catalog, number), [number], blobs)[number]


def test_what_zstd_cannot_shrink_is_stored_raw() -> None:
    assert (encode("html", b"x").codec, encode("html", b"").codec) == ("raw", "raw")
    packed = encode("html", TEXT)
    assert (packed.codec, packed.size) == ("zstd", len(TEXT))
    assert len(packed.payload) < len(TEXT) // 4


def test_objects_come_back_alone_against_a_base_and_as_a_part(catalog: Catalog, blobs: MemoryBlobs) -> None:
    base = encode("html", TEXT)
    changed = encode("html", TEXT + b"and more", base=base, prefix=TEXT, ordinal=1)
    part = NewObject(digest=digest_of(TEXT[5:25]), kind="dom", codec="part", size=20, base=base.digest, start=5)
    numbers = put(catalog, blobs, part, changed, base)
    assert len(changed.payload) < len(base.payload)
    assert content(catalog, blobs, numbers[base.digest]) == TEXT
    assert content(catalog, blobs, numbers[changed.digest]) == TEXT + b"and more"
    assert content(catalog, blobs, numbers[part.digest]) == TEXT[5:25]
    assert len(blobs.kept) == 1


def test_what_is_stored_is_not_stored_again(catalog: Catalog, blobs: MemoryBlobs) -> None:
    first = put(catalog, blobs, encode("html", TEXT))
    assert put(catalog, blobs, encode("html", TEXT)) == first
    assert len(blobs.kept) == 1
    with catalog.reading() as connection:
        assert ids_of(connection, [digest_of(TEXT), digest_of(b"unknown")]) == first


def test_an_object_whose_base_was_collected_is_collected_meanwhile(catalog: Catalog, blobs: MemoryBlobs) -> None:
    base = encode("html", TEXT)
    orphan = encode("html", TEXT + b"!", base=base, prefix=TEXT)
    with pytest.raises(CollectedMeanwhileError, match="was deleted in the meantime; try again"):
        put(catalog, blobs, orphan)


def test_ancestry_is_given_with_all_bases_and_checked(catalog: Catalog, blobs: MemoryBlobs) -> None:
    base = encode("html", TEXT)
    changed = encode("html", TEXT + b"!", base=base, prefix=TEXT)
    numbers = put(catalog, blobs, base, changed)
    old, new = numbers[base.digest], numbers[changed.digest]
    rows = rows_of(catalog, new)
    assert [row.id for row in ancestry(rows, new)] == [new, old]
    assert ancestry(rows, None) == []
    with pytest.raises(ArchiveError, match=f"object {old} is missing in the catalog; run `pagestrata verify`"):
        ancestry({new: rows[new]}, new)
    with pytest.raises(ArchiveError, match="is stored against itself; run `pagestrata verify`"):
        ancestry({new: rows[new], old: dataclasses.replace(rows[old], base_id=new)}, new)


def test_damaged_and_short_bundles_are_archive_errors(catalog: Catalog, blobs: MemoryBlobs) -> None:
    (number,) = put(catalog, blobs, encode("html", b"raw bytes")).values()
    (name,) = blobs.kept
    blobs.kept[name] = b"RAW bytes"
    with pytest.raises(ArchiveError, match=f"object {number} in bundle {name} is damaged; run `pagestrata verify`"):
        content(catalog, blobs, number)
    blobs.kept[name] = b"raw"
    with pytest.raises(ArchiveError, match=f"bundle {name} is cut short; run `pagestrata verify`"):
        content(catalog, blobs, number)


def test_damage_is_named_with_its_place(catalog: Catalog, blobs: MemoryBlobs) -> None:
    number = put(catalog, blobs, found := encode("html", TEXT))[found.digest]
    (name,) = blobs.kept
    blobs.kept[name] = bytes(byte ^ 255 for byte in blobs.kept[name])
    with pytest.raises(ArchiveError, match=f"object {number} in bundle {name} is damaged: .*; run `pagestrata verify`"):
        content(catalog, blobs, number)


class CountingBlobs(MemoryBlobs):
    def __init__(self) -> None:
        super().__init__()
        self.spans = 0

    def read(self, spans: Sequence[Span]) -> Sequence[bytes]:
        self.spans += len(spans)
        return super().read(spans)


def chain(catalog: Catalog, blobs: MemoryBlobs) -> list[int]:
    """Three versions of a text, each stored against the one before."""
    objects = [encode("html", TEXTS[0])]
    for before, text in pairwise(TEXTS):
        objects.append(encode("html", text, base=objects[-1], prefix=before))
    with catalog.writing() as connection:
        numbers = store(connection, blobs, objects, [])
    return [numbers[made.digest] for made in objects]


def read(catalog: Catalog, reader: ObjectReader, number: int) -> bytes:
    with catalog.reading() as connection:
        rows = with_ancestry(connection, [number])
    return reader.read(rows, [number])[number]


def test_the_next_of_a_chain_is_decoded_from_the_one_that_was_read(catalog: Catalog) -> None:
    blobs = CountingBlobs()
    numbers, reader = chain(catalog, blobs), ObjectReader(blobs)
    assert [read(catalog, reader, number) for number in numbers] == TEXTS
    assert blobs.spans == 3
    assert [read(catalog, reader, number) for number in numbers] == TEXTS
    assert blobs.spans == 3
    assert [read(catalog, ObjectReader(blobs, most_bytes=0), number) for number in numbers] == TEXTS
    assert blobs.spans == 3 + 1 + 2 + 3


def test_what_was_not_read_yet_is_checked(catalog: Catalog) -> None:
    blobs = CountingBlobs()
    numbers, reader = chain(catalog, blobs), ObjectReader(blobs)
    read(catalog, reader, numbers[0])
    with catalog.reading() as connection:
        rows = with_ancestry(connection, numbers)
    forged = rows | {numbers[1]: replace(rows[numbers[1]], digest=bytes(20))}
    with pytest.raises(ArchiveError, match="is damaged; run `pagestrata verify`"):
        reader.read(forged, [numbers[1]])
