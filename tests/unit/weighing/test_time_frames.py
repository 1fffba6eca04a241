"""Words around a number that make it a time, in languages that no list of words was written for."""

import pytest

from pagestrata.weighing.noise_grammar import framed_times
from pagestrata.weighing.time_frames import COMING, PAST, Frames


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
