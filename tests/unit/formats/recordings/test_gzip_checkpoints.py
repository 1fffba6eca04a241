import gzip
import io
import random
import zlib

from pagestrata.formats.recordings import gzip_checkpoints
from pagestrata.formats.recordings.gzip_checkpoints import Checkpoint, GzipCheckpoints
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.formats.recordings.warc_records import Record, read_record, walk_records
from warcs import message, record


class CountedFile(io.BytesIO):
    """A file that counts the bytes that are read from it."""

    read_bytes = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.read_bytes += len(data)
        return data


def one_member(records: int) -> bytes:
    bodies = (random.Random(number).randbytes(60) for number in range(records))
    return gzip.compress(
        b"".join(record(message(body), url=f"http://example.org/{number}") for number, body in enumerate(bodies)),
        compresslevel=1,
    )


def passes_over(file: CountedFile) -> float:
    """How often a file is read over when it is indexed and all its bodies are read."""
    index = WarcIndex.open(file)
    assert all(index.read(entry).body for entry in index.entries)
    return file.read_bytes / len(file.getvalue())


def test_ten_times_the_records_in_one_member_cost_ten_times_the_bytes() -> None:
    few, many = passes_over(CountedFile(one_member(2_000))), passes_over(CountedFile(one_member(20_000)))
    assert many <= few + 1
    assert many < 4


def test_records_are_the_same_in_any_order() -> None:
    file = io.BytesIO(one_member(3_000))
    records = [found for found in walk_records(file) if isinstance(found, Record)]
    random.Random(4).shuffle(records)
    checkpoints = GzipCheckpoints()
    assert len(records) == 3_000
    assert [read_record(file, r.place, packed=True, checkpoints=checkpoints) for r in records[:100]] == records[:100]


def test_there_are_never_more_than_allowed_and_the_start_stays_in_reach(monkeypatch) -> None:
    monkeypatch.setattr(gzip_checkpoints, "MAX_POINTS", 8)
    checkpoints, step = GzipCheckpoints(), gzip_checkpoints.FIRST_DISTANCE
    for number in range(1, 200):
        if checkpoints.wants(0, number * step):
            checkpoints.add(_point(number * step))
    found = [checkpoints.before(0, number * step) for number in range(200)]
    kept = {point.unpacked // step for point in found if point is not None}
    assert 4 <= len(kept) <= 8
    assert max(later - sooner for sooner, later in zip([0, *sorted(kept)], sorted(kept), strict=False)) <= 64


def test_only_states_of_the_same_member_before_the_place_will_do() -> None:
    checkpoints = GzipCheckpoints()
    checkpoints.add(_point(1_000_000))
    assert checkpoints.before(0, 999_999) is None
    assert checkpoints.before(7, 2_000_000) is None
    assert checkpoints.before(0, 1_000_000) == _point_like(checkpoints, 1_000_000)


def _point(unpacked: int) -> Checkpoint:
    return Checkpoint(member_start=0, unpacked=unpacked, next_input=0, stream=zlib.decompressobj())


def _point_like(checkpoints: GzipCheckpoints, unpacked: int) -> Checkpoint | None:
    found = checkpoints.before(0, unpacked)
    return found if found and found.unpacked == unpacked else None
