import math

import pytest

from judged_pages import block, numbers, page


def form(old: str, new: str) -> dict[str, float]:
    return numbers(page(block("1", *old.split("\n"))), page(block("1", *new.split("\n"))))


def test_a_counter_rose_a_little() -> None:
    found = form("545 comments", "546 comments")
    assert (found["is count"], found["rose"], found["fell"]) == (1, 1, 0)
    assert 0 < found["factor"] < 0.01


def test_a_new_line_is_new() -> None:
    found = form("one story", "one story\nThe second story is out now.")
    assert (found["is new"], found["is gone"], found["is a whole line"], found["is a sentence"]) == (1, 0, 1, 1)


def test_a_part_of_a_telephone_number_is_part_of_a_longer_number() -> None:
    assert form("call 0521 334455", "call 0521 334477")["is part of a longer number"] == 1
    assert form("58 320 users", "58 330 users")["is part of a longer number"] == 0
    assert form("call 334455", "call 334477")["is part of a longer number"] == 0


def test_a_name_and_a_sign_are_told() -> None:
    assert form("Director: Anna Berg", "Director: Eva Holm")["is a name"] == 1
    assert form("parking ✓", "parking ✗")["is one sign"] == 1


@pytest.mark.parametrize(
    ("old", "new", "is_part"),
    [
        ("Emergency: 01632 960 999", "Emergency: 01632 960 111", 1),  # the groups behind the 0 are no thousands
        ("Visitors: 204 771", "Visitors: 204 903", 0),
        ("For sale 4 312", "For sale 4 329", 0),  # two columns of a table, not a telephone number
    ],
)
def test_a_telephone_number_is_told_from_thousands_and_columns(old: str, new: str, is_part: int) -> None:
    assert numbers(page(block("1", old)), page(block("1", new)))["is part of a longer number"] == is_part


def test_the_longer_side_says_how_many_words_changed() -> None:
    old = page(block("1", "Did you know? Otters hold hands while they sleep."))
    assert numbers(old, page(block("1", "Did you know? Honey never spoils.")))["words changed"] == pytest.approx(
        math.log1p(6)
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Mon-Thu 9:30-12:30", "Mon-Wed 9:30-12:30", 1),
        ("Open 14.00 – 18.00 Uhr", "Open 14.00 – 16.00 Uhr", 1),
        ("It is 10:15 in Lisbon", "It is 12:45 in Lisbon", 0),
        ("Deployed 2026-11-05", "Deployed 2026-11-06", 0),
    ],
)
def test_one_end_of_a_range_is_known(old: str, new: str, expected: int) -> None:
    assert numbers(page(block("1", old)), page(block("1", new)))["is in a range"] == expected


def test_a_date_and_the_time_beside_it_are_no_longer_number() -> None:
    assert form("State of 16.11.2026 12:31", "State of 16.11.2026 12:46")["is part of a longer number"] == 0


@pytest.mark.parametrize(
    ("old", "new", "how_round"),
    [
        ("120,000 readers", "90,000 readers", 2),
        ("40 seeds", "25 seeds", 1),
        ("545 readers", "546 readers", 0),
        ("5 seats", "10 seats", 0),  # so small figures are round by chance
        ("open at 14:20", "open at 15:05", 0),  # a time is round or not by its minutes
    ],
)
def test_figures_that_people_set_are_round(old: str, new: str, how_round: int) -> None:
    assert form(old, new)["round figures"] == how_round
