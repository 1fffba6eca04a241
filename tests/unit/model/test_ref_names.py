from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.ref_names import PAGE_REF, SPACES, candidate_numbers, inner_ref, root_ref


@given(st.text(max_size=20))
def test_a_key_gives_the_same_numbers_again(key: str) -> None:
    assert list(islice(candidate_numbers(key), 5)) == list(islice(candidate_numbers(key), 5))


def test_numbers_grow_longer_only_when_shorter_ones_are_taken() -> None:
    for space, number in zip(SPACES, candidate_numbers("a story about cats"), strict=False):
        assert 1 <= number <= space


def test_the_root_of_an_overlay_is_never_the_pages_own() -> None:
    assert root_ref(1) != PAGE_REF
    assert inner_ref(PAGE_REF, 372) == "1.372"
