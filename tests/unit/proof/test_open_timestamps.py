from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from foreign_tools import run_foreign
from pagestrata.errors import InputError
from pagestrata.proof.open_timestamps import (
    MAGIC,
    begin_file,
    check_file,
    read_answer,
    read_file,
    read_header,
    submitted,
    write_file,
)
from scripted_calendar import ScriptedCalendar, header_with

DATA = b"a signed head\n"
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def _files() -> tuple[bytes, bytes, bytes]:
    """A file that is only promised, the same in block 700, and the header of that block."""
    calendar = ScriptedCalendar()
    calendar.address, calendar.height = "https://calendar.test", 700
    begun = begin_file(DATA)
    message = submitted(begun)
    waiting = begun.with_answers({message: read_answer(calendar.answer("/digest", message)[1], message)})
    (promised,) = waiting.promises()
    answer = read_answer(calendar.answer(f"/timestamp/{promised.hex()}", b"")[1], promised)
    whole = waiting.with_answers({promised: answer})
    return write_file(waiting), write_file(whole), header_with(calendar.root_of(message), AT)


def test_a_promise_proves_no_time() -> None:
    waiting, _, _ = _files()
    assert list(read_file(waiting).promises().values()) == ["https://calendar.test"]
    proven, open_ends = check_file(waiting, DATA)
    assert not proven
    assert open_ends == [
        "OpenTimestamps: only promised by https://calendar.test, not yet in Bitcoin; that proves no time"
    ]


def test_a_block_proves_its_time_to_who_has_its_header() -> None:
    _, whole, header = _files()
    proven, open_ends = check_file(whole, DATA)
    assert not proven
    root = read_header(header).merkle_root[::-1].hex()
    assert f"before Bitcoin block 700 if that block has the Merkle root {root}" in open_ends[0]
    for given in (header, header.hex().encode() + b"\n"):
        (stamp,), open_ends = check_file(whole, DATA, [given])
        assert (stamp.at, stamp.is_trusted, open_ends) == (AT, True, [])
        assert stamp.authority.startswith("Bitcoin block 700 with the hash ")
    with pytest.raises(InputError, match="no header that you gave has the Merkle root of Bitcoin block 700"):
        check_file(whole, DATA, [header_with(bytes(32), AT)])


def test_a_header_without_work_or_of_another_size_is_refused() -> None:
    _, _, header = _files()
    with pytest.raises(InputError, match="lacks its proof of work"):
        read_header(header[:72] + bytes.fromhex("ffff001d") + header[76:])
    for odd in (b"", header[:-1], b"zz" * 80):
        with pytest.raises(InputError, match="80 bytes"):
            read_header(odd)


def test_a_file_of_other_bytes_proves_nothing() -> None:
    with pytest.raises(InputError, match="for other data"):
        check_file(_files()[1], DATA + b" ")


def test_writing_a_file_again_gives_the_same_bytes() -> None:
    for written in _files()[:2]:
        assert write_file(read_file(written)) == written


def test_no_damage_makes_a_file_prove_a_time() -> None:
    """Whatever bytes are changed: it is refused with words, or proves nothing new."""
    _, whole, header = _files()
    dice = random.Random(37)
    for _ in range(500):
        damaged = bytearray(whole)
        for _ in range(dice.choice([1, 1, 3])):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        cut = bytes(damaged)[: dice.choice([len(damaged), dice.randrange(len(damaged))])]
        try:
            proven, _ = check_file(cut, DATA, [header])
        except InputError:
            continue
        assert all(stamp.at == AT for stamp in proven)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (b"\x02", "step 0x02"),
        (b"\xf0\x00\x08", "without bytes"),
        (b"\xf0\xff\xff\x7f", "too large"),
        (b"\xf0" + b"\xff" * 12, "too large"),
        (b"\x08" * 300, "too many steps"),
        (b"\x08", "truncated"),
    ],
)
def test_odd_steps_are_refused(steps: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_file(MAGIC + b"\x01\x08" + bytes(32) + steps)


def test_other_versions_and_hashes_are_refused() -> None:
    with pytest.raises(InputError, match="format version 2"):
        read_file(MAGIC + b"\x02")
    with pytest.raises(InputError, match="another hash"):
        read_file(MAGIC + b"\x01\x02")
    with pytest.raises(InputError, match="not an OpenTimestamps file"):
        read_file(b"%PDF")


READ_BY_THE_LIBRARY = """
import sys
from opentimestamps.core.notary import BitcoinBlockHeaderAttestation
from opentimestamps.core.serialize import BytesSerializationContext, StreamDeserializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile
for name in sys.argv[1:]:
    with open(name, "rb") as file:
        found = DetachedTimestampFile.deserialize(StreamDeserializationContext(file))
    print(found.file_digest.hex())
    for message, attestation in sorted(found.timestamp.all_attestations(), key=str):
        height = attestation.height if isinstance(attestation, BitcoinBlockHeaderAttestation) else attestation.uri
        print(message.hex(), height)
    with open(name + ".again", "wb") as file:
        made = BytesSerializationContext()
        found.serialize(made)
        file.write(made.getbytes())
"""


def test_the_reference_library_reads_our_files_and_we_read_its(tmp_path: Path) -> None:
    waiting, whole, header = _files()
    (tmp_path / "1.ots").write_bytes(waiting)
    (tmp_path / "2.ots").write_bytes(whole)
    said = run_foreign("-c", READ_BY_THE_LIBRARY, tmp_path / "1.ots", tmp_path / "2.ots").stdout.splitlines()
    first = read_file(waiting)
    (promised,) = first.promises()
    root = read_header(header).merkle_root
    expected = [f"{promised.hex()} https://calendar.test", f"{root.hex()} 700"]
    assert said[:2] == [first.message.hex(), expected[0]]
    assert said[2] == first.message.hex()
    assert sorted(said[3:]) == sorted(expected)
    (stamp,), _ = check_file((tmp_path / "2.ots.again").read_bytes(), DATA, [header])
    assert stamp.at == AT
