from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import ArchiveError
from pagestrata.store import chains
from pagestrata.store.chains import (
    FAST_LEVEL,
    RUN,
    RUN_BYTES,
    choose_base,
    compress,
    compress_quickly,
    decompress,
    run_length,
)


@dataclass(frozen=True)
class Member:
    ordinal: int
    size: int
    base: "Member | None" = None

    def line(self) -> "list[Member]":
        return [self, *(self.base.line() if self.base else [])]


def grow(count: int, size: int) -> list[Member]:
    members = [Member(0, size)]
    for ordinal in range(1, count):
        members.append(Member(ordinal, size, choose_base(members[-1].line())))
    return members


@given(st.binary(max_size=3000), st.binary(max_size=3000))
def test_bytes_come_back_alone_and_against_a_prefix(data: bytes, prefix: bytes) -> None:
    assert decompress(compress(data), len(data)) == data
    assert decompress(compress(data, prefix), len(data), prefix) == data


def test_a_small_change_takes_few_bytes() -> None:
    old = b"".join(b"line %d of a page\n" % (number * number) for number in range(3000))
    new = old.replace(b"line 100 ", b"another line ")
    assert len(compress(new, old)) < 60
    assert len(compress(new)) > 3000


def test_bytes_that_are_not_what_was_stored_are_an_archive_error() -> None:
    stored = compress(b"some text " * 20)
    with pytest.raises(ArchiveError, match=r"do not decompress .*; run `pagestrata verify`"):
        decompress(stored[:-3], 200)
    with pytest.raises(ArchiveError, match="give 200 bytes instead of 300"):
        decompress(stored, 300)


def test_within_a_run_each_refers_to_its_predecessor() -> None:
    members = grow(RUN, 1000)
    assert [member.base for member in members[1:]] == members[:-1]


@pytest.mark.parametrize("size", [1000, RUN_BYTES // 40, RUN_BYTES])
def test_chains_stay_short_however_many_versions_there_are(size: int) -> None:
    members = grow(1500, size)
    run = run_length(size)
    longest = max(len(member.line()) for member in members)
    assert longest <= run + (1500 // run).bit_length()
    assert sum(member.base is None for member in members) == 1


def test_the_bytes_decoded_for_one_version_are_bounded() -> None:
    assert run_length(100) == RUN
    assert run_length(RUN_BYTES // 10) * RUN_BYTES // 10 <= RUN_BYTES


def test_a_base_that_was_dropped_is_replaced_by_an_older_one() -> None:
    oldest = Member(0, 1000)
    late = Member(RUN * 2 - 1, 1000, oldest)
    assert choose_base([]) is None
    assert choose_base(late.line()) is oldest


def test_only_what_is_large_is_packed_in_a_hurry() -> None:
    assert chains.quick_level(1000) == chains.LEVEL
    assert chains.quick_level(2_000_000) < chains.LEVEL


def test_what_hardly_differs_from_its_prefix_is_packed_in_a_hurry_and_nothing_else() -> None:
    words = [f"word{number * number % 7919}" for number in range(2000)]
    old, new = " ".join(words).encode(), " ".join([*words[:50], "another", *words[51:]]).encode()
    assert compress_quickly(new, old) == compress(new, old, level=FAST_LEVEL)
    assert len(compress_quickly(new, old)) <= len(compress(new, old)) + len(new) // 64
    rewritten = " ".join(words[::-1]).encode()
    assert compress_quickly(rewritten, old) == compress(rewritten, old)
    assert compress_quickly(new) == compress(new)
    assert decompress(compress_quickly(new, old), len(new), old) == new
