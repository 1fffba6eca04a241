"""Ages in the shortest form that rose together."""

from __future__ import annotations

import pytest

from pagestrata.deciding.by_itself.short_ages import is_short_age
from pagestrata.weighing.texts.text_edits import edits_between


def are_ages(old: str, new: str) -> bool:
    return all(is_short_age(edit, (old, new)) for edit in edits_between(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Bring your card · 2h\nDoors are open · 9h", "Bring your card · 19h\nDoors are open · 1d"),
        ("Ana: lovely (12m)\nTom: which weir? (2h)", "Ana: lovely (1h)\nTom: which weir? (3h)"),
    ],
)
def test_ages_that_rose_by_one_time(old: str, new: str) -> None:
    assert are_ages(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Course · 2h", "Course · 5h"),
        ("Course A · 2h\nCourse B · 9h", "Course A · 3h\nCourse B · 2d"),
        ("Course A · 5h\nCourse B · 9h", "Course A · 2h\nCourse B · 6h"),
        ("Ana: closed · 2h\nTom: open · 9h", "Ana: open · 19h\nTom: open · 1d"),
    ],
)
def test_how_long_something_takes_speaks(old: str, new: str) -> None:
    assert not are_ages(old, new)
