import gzip
import io
import random
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.formats.recordings import warc_records
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.formats.recordings.warc_records import (
    Checkpoint,
    Damage,
    GzipCheckpoints,
    Record,
    RecordStart,
    is_packed,
    read_record,
    walk_records,
)
from warcs import message, packed, record

ONE = record(message(b"one"), url="http://example.org/1")
TWO = record(message(b"two"), url="http://example.org/2")
THREE = record(message(b"three"), url="http://example.org/3")


def walk(data: bytes, **options: int) -> tuple[list[Record], list[Damage]]:
    found = list(walk_records(io.BytesIO(data), **options))
    return [r for r in found if isinstance(r, Record)], [d for d in found if isinstance(d, Damage)]


def names(data: bytes) -> list[str]:
    return [r.header("warc-target-uri")[-1] for r in walk(data)[0]]


@pytest.mark.parametrize("data", [ONE + TWO + THREE, packed(ONE, TWO, THREE), gzip.compress(ONE + TWO + THREE)])
def test_records_are_found_and_can_be_read_again(data: bytes) -> None:
    records, damages = walk(data)
    assert [r.block[-3:] for r in records] == [b"one", b"two", b"ree"]
    assert damages == []
    file = io.BytesIO(data)
    assert [read_record(file, r.place, packed=is_packed(file)) for r in records] == records


def test_blocks_can_be_cut_to_their_first_bytes() -> None:
    records, damages = walk(packed(ONE, record(b"x" * 200_000)), first_bytes=10)
    assert [len(r.block) for r in records] == [10, 10]
    assert [r.length for r in records] == [len(message(b"one")), 200_000]
    assert damages == []


def test_an_empty_file_holds_nothing() -> None:
    assert walk(b"") == ([], [])


def test_padding_and_blank_lines_between_records_are_passed_over() -> None:
    assert names(packed(ONE) + bytes(512) + packed(TWO)) == ["1", "2"]
    assert names(b"\r\n\r\n" + ONE + b"\r\n\r\n\r\n" + TWO) == ["1", "2"]


@pytest.mark.parametrize("pack", [packed, lambda *records: b"".join(records)])
@pytest.mark.parametrize("lie", [5, 10_000, "many", -3, 10**15])
def test_a_wrong_length_costs_only_its_own_record(pack: object, lie: int | str) -> None:
    data = pack(ONE, record(message(b"a body that is longer than it says"), length=lie), TWO, THREE)  # type: ignore[operator]
    records, damages = walk(data)
    found = [r.header("warc-target-uri") for r in records]
    assert found[0].endswith("/1")
    assert found[-1].endswith("/3")
    assert damages[0].byte == len(pack(ONE))  # type: ignore[operator]


def test_the_reasons_say_what_is_wrong() -> None:
    assert "longer than its Content-Length says" in walk(packed(record(b"x" * 99, length=5)))[1][0].reason
    assert "ends 901 bytes before its Content-Length says" in walk(packed(record(b"x" * 95, length=1000)))[1][0].reason
    assert "without usable length ('many')" in walk(packed(record(b"", length="many")))[1][0].reason
    assert f"at most {warc_records.MAX_RECORD_BYTES} are read" in walk(packed(record(b"", length=10**15)))[1][0].reason
    assert "no WARC record starts here but b'<html>" in walk(b"<html>\n<body>")[1][0].reason
    assert str(walk(b"<html>\n")[1][0]).startswith("byte 0: ")


def test_damaged_compression_costs_only_its_own_record() -> None:
    first, second, third = (gzip.compress(r) for r in (ONE, TWO, THREE))
    broken = second[:30] + bytes(byte ^ 0xFF for byte in second[30:60]) + second[60:]
    records, damages = walk(first + broken + third)
    assert [r.header("warc-target-uri")[-1] for r in records] == ["1", "3"]
    assert damages[0].byte == len(first)
    assert "damaged compression" in damages[0].reason


def test_a_truncated_file_keeps_the_records_before() -> None:
    data = packed(ONE, TWO)
    for cut in range(len(packed(ONE)) + 20, len(data) - 12):
        records, damages = walk(data[:cut])
        assert [r.header("warc-target-uri")[-1] for r in records] == ["1"]
        assert len(damages) == 1


def test_an_endless_head_is_not_read_into_memory() -> None:
    bomb = gzip.compress(b"WARC/1.1\r\nX: " + b"a" * 50_000_000)
    records, damages = walk(bomb + packed(TWO))
    assert [r.header("warc-target-uri")[-1] for r in records] == ["2"]
    assert "in a record head" in damages[0].reason


def test_odd_header_lines_are_passed_over() -> None:
    odd = ONE.replace(b"WARC-Date:", b" lonely\r\nno colon\r\n folded\r\nX-Long: a\r\n\tb\r\nWARC-Date:")
    ((found,), damages) = walk(odd)
    assert found.header("x-long") == "a b"
    assert damages == []


def test_many_short_head_lines_are_limited_too() -> None:
    _, damages = walk(gzip.compress(b"WARC/1.1\r\n" + b"X: y\r\n" * 200_000))
    assert "a record head of more than" in damages[0].reason


def test_a_file_full_of_damage_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warc_records, "MAX_DAMAGES", 5)
    _, damages = walk(b"WARC/1.1 nothing\n\n" * 50)
    assert len(damages) == 6
    assert "the rest is not read" in damages[-1].reason


def test_a_place_without_record_is_a_value_error() -> None:
    with pytest.raises(ValueError, match=r"no WARC record starts here"):
        read_record(io.BytesIO(ONE), RecordStart(3, 0), packed=False)
    with pytest.raises(ValueError, match=r"no record there"):
        read_record(io.BytesIO(ONE), RecordStart(len(ONE), 0), packed=False)


@settings(max_examples=150)
@given(data=st.data())
def test_no_damage_raises_or_loses_records_elsewhere(data: st.DataObject) -> None:
    pieces = [gzip.compress(r, mtime=0) for r in (ONE, TWO, THREE)]
    victim = data.draw(st.integers(0, 2))
    at = data.draw(st.integers(0, len(pieces[victim]) - 1))
    value = data.draw(st.integers(0, 255))
    pieces[victim] = pieces[victim][:at] + bytes([value]) + pieces[victim][at + 1 :]
    if at < 2 and victim == 0:
        return  # without its first two bytes the file does not look compressed
    found = names(b"".join(pieces))
    assert [n for n in found if n in "123"[:victim] + "123"[victim + 1 :]] == list("123"[:victim] + "123"[victim + 1 :])


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
    monkeypatch.setattr(warc_records, "MAX_POINTS", 8)
    checkpoints, step = GzipCheckpoints(), warc_records.FIRST_DISTANCE
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
