import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog.varints import pack, unpack


@given(st.lists(st.integers(min_value=0, max_value=2**62)))
def test_numbers_come_back_in_order(numbers: list[int]) -> None:
    assert unpack(pack(numbers)) == numbers


def test_neighbours_take_a_byte_each() -> None:
    assert len(pack(range(1000, 1100))) == 101


def test_numbers_cut_short_or_beyond_all_rows_are_an_error() -> None:
    with pytest.raises(ArchiveError, match="ends inside a number; run `pagestrata verify --repair`"):
        unpack(b"\x80")
    with pytest.raises(ArchiveError, match="is damaged; run `pagestrata verify --repair`"):
        unpack(b"\xff" * 12 + b"\x01")
