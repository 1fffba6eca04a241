"""Times to come that go down by themselves, and promises, which do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.deciding.by_itself.countdowns import is_board, is_countdown
from pagestrata.weighing.texts.text_edits import edits_between


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Au mai rămas 18 zile 6 ore", "Au mai rămas 17 zile 9 ore", True),
        ("Zbývá 2 dny 4 hodiny", "Zbývá 1 den 23 hodin", True),
        ("2d 4h to go", "2d 3h to go", True),
        ("Au mai rămas 17 zile 6 ore", "Au mai rămas 18 zile 6 ore", False),
        ("de 9h à 18h", "de 9h à 12h", False),
        ("Film, 2 ore 40 minute", "Film, 2 ore 10 minute", False),
        ("Kurs 5 dni, 30 godzin", "Kurs 4 dni, 20 godzin", False),
        ("18 zile 6 ore, 40 lei", "17 zile 6 ore, 30 lei", False),
        ("18 zile 6 ore", "17 zile 6 ore, închis", False),
    ],
)
def test_days_and_hours_that_go_down_are_a_countdown(old: str, new: str, *, expected: bool) -> None:
    assert all(is_countdown(edit, (old, new)) for edit in edits_between(old, new)) is expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "Linia Odjazd\n4 Dworzec za 3 min\n11 Port za 7 min",
            "Linia Odjazd\n4 Dworzec za 2 min\n11 Port za 6 min",
            True,
        ),
        ("4 Dworzec za 3 min\n11 Port za 7 min", "4 Dworzec za 2 min\n11 Port za 9 min", False),
        ("4 Dworzec za 3 min\n11 Port za 7 min", "4 Dworzec za 2 min\n11 Port za 7 min", False),
        ("4 Dworzec za 3 min\n11 Port za 7 min", "4 Dworzec za 2 min\n12 Port za 6 min", False),
        ("Delivery in 3 days\nReturns in 14 days", "Delivery in 2 days\nReturns in 13 days", False),
    ],
)
def test_boards_of_departures_count_down_together(old: str, new: str, expected: bool) -> None:
    assert is_board(old, new) == expected


@given(
    st.text(alphabet="0123456789٣১ .,:·|a\ufffch°€-\n", max_size=24),
    st.text(alphabet="0123456789٣১ .,:·|a\ufffch°€-\n", max_size=24),
)
def test_any_two_texts_are_judged(old: str, new: str) -> None:
    assert is_board(old, new) in {True, False}
    assert all(is_countdown(edit, (old, new)) in {True, False} for edit in edits_between(old, new))
