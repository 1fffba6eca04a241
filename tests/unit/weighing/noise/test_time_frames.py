"""Words around a number that make it a time, in languages that no list of words was written for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.weighing.noise.noise_grammar import framed_times
from pagestrata.weighing.noise.time_frames import COMING, PAST, Frames


@pytest.mark.parametrize(
    ("text", "framed"),
    [
        ("Update fa 3 hores", "fa 3 hores"),
        ("5 минут мурун", ""),
        ("Nuashonraithe 5 nóiméad ó shin", "5 nóiméad ó shin"),
        ("prije 3 sata", "prije 3 sata"),
        ("3 hores", ""),
    ],
)
def test_an_age_is_framed_by_the_words_of_one_language(text: str, framed: str) -> None:
    assert [text[start:end] for start, end in framed_times(text, PAST)] == ([framed] if framed else [])


def test_a_time_to_come_is_no_age() -> None:
    text = "Osvežitev čez 9 minut"
    assert [text[start:end] for start, end in framed_times(text, COMING)] == ["čez 9 minut"]
    assert list(framed_times(text, PAST)) == []


def test_the_longest_frame_fits() -> None:
    frames = Frames(["about|days", "about|days ago"])
    assert frames.around(["about", "3", "days", "ago"], 1) == (0, 3)
    assert frames.around(["about", "3", "days"], 1) == (0, 2)
    assert frames.around(["some", "3", "days"], 1) is None


WORDS = st.lists(st.sampled_from(["about", "days", "ago", "3", "some"]), max_size=6)
FRAMES = ["about|days", "about|days ago", "|days ago", "some about|", "|ago"]


@given(WORDS)
def test_a_frame_fits_exactly_where_its_words_are_around_the_number(words: list[str]) -> None:
    def is_framed(at: int, first: int, last: int) -> bool:
        return f"{' '.join(words[first:at])}|{' '.join(words[at + 1 : last + 1])}" in FRAMES

    frames = Frames(FRAMES)
    for at, word in enumerate(words):
        found = frames.around(words, at) if word == "3" else None
        fitting = [
            (first, last) for first in range(at + 1) for last in range(at, len(words)) if is_framed(at, first, last)
        ]
        longest = max(last - first for first, last in fitting) if fitting and word == "3" else None
        assert (None if found is None else found[1] - found[0]) == longest
        assert found is None or (found in fitting and frames.may_fit(words))
