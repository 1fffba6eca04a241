from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from archives import MemoryBlobs
from pagestrata.errors import ArchiveError
from pagestrata.interfaces import Span
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.objects.object_reader import ObjectReader
from pagestrata.store.objects.stored_bytes import encode, store, with_ancestry

TEXTS = [b"a page that is long enough to be worth compressing, version %d. " % day * 20 for day in range(3)]


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
        numbers = store(connection, catalog, blobs, objects, [])
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
