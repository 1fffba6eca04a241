"""Evidence of the edit itself: form, time, words."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("old", "new", "hours"),
    [
        ("5 minutes ago", "35 minutes ago", 0.5),
        ("46 min 2 sec", "1 hour 16 min", 0.5),
        ("ends in 3 hours", "ends in 2 hours", 1.0),
        ("now 12:05", "now 12:35", 0.5),
        ("Tuesday, 17 November 2026", "Wednesday, 18 November 2026", 24.0),
    ],
)
def test_a_time_that_moved_as_far_as_the_visits_is_explained(old: str, new: str, hours: float) -> None:
    found = numbers(page(block("1", old)), page(block("1", new), hours=hours))
    assert (found["time is explained"], found["time is not explained"]) == (1, 0)


@pytest.mark.parametrize(
    ("old", "new", "hours"),
    [("opens at 12:05", "opens at 14:05", 0.5), ("by 10 December 2026", "by 20 December 2026", 24.0)],
)
def test_a_time_that_moved_otherwise_is_not(old: str, new: str, hours: float) -> None:
    found = numbers(page(block("1", old)), page(block("1", new), hours=hours))
    assert (found["time is explained"], found["time is not explained"]) == (0, 1)


@pytest.mark.parametrize(
    ("old", "new", "is_explained"),
    [
        ("Monday, November 16, 4:28 pm", "Monday, November 17, 4:28 pm", 1),
        ("am 16. November", "am 17. November", 1),
        ("November 20", "November 27", 0),
        ("Apply by 16 December", "Apply by 17 December", 0),
    ],
)
def test_a_date_without_a_year_that_is_the_day_of_each_visit_is_explained(
    old: str, new: str, is_explained: int
) -> None:
    found = numbers(page(block("1", old)), page(block("1", new), hours=24.0))
    assert found["time is explained"] == is_explained


def test_a_clock_that_was_put_back_explains_nothing() -> None:
    found = numbers(page(block("1", "5 minutes ago")), page(block("1", "35 minutes ago"), hours=-2.0))
    assert (found["time is explained"], found["time is not explained"]) == (0, 0)


def test_an_entry_leaves_when_its_day_is_over() -> None:
    entry = "15. November 2026 Tübix"
    old, new = page(block("1", "Events", entry)), page(block("1", "Events"))
    assert numbers(old, new)["day is over"] == 1
    future = page(block("1", "Events", "5. Dezember 2026 Tübix"))
    assert numbers(future, new)["day is over"] == 0


def test_round_times_are_those_people_agree_on() -> None:
    agreed = numbers(page(block("1", "Polls close at 18:00")), page(block("1", "Polls close at 20:30")))
    own = numbers(page(block("1", "Local time 08:59")), page(block("1", "Local time 11:30")))
    assert (agreed["round times"], own["round times"]) == (1, 0)
    stamp = numbers(page(block("1", "Last updated 10:15")), page(block("1", "Last updated 10:45")))
    assert stamp["round times"] == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("© 2026 Loom", "© 2027 Loom"),
        ("Copyright 2019-2026 Quay", "Copyright 2019-2027 Quay"),
        ("© Copyright GEB 2007 - 25", "© Copyright GEB 2007 - 26"),
        ("© 2019-26 Quay", "© 2019-27 Quay"),
    ],
)
def test_the_year_of_a_copyright_is_known(old: str, new: str) -> None:
    assert numbers(page(block("1", old)), page(block("1", new)))["is a copyright year"] == 1


def test_other_years_are_no_copyright() -> None:
    for old, new in (("Budget 2026", "Budget 2027"), ("© Quay, room 25", "© Quay, room 26")):
        assert numbers(page(block("1", old)), page(block("1", new)))["is a copyright year"] == 0


def test_an_age_is_one_in_both_versions_that_have_it() -> None:
    assert numbers(page(block("1", "1 hour ago")), page(block("1", "3 hours ago")))["is an age"] == 1
    assert numbers(page(block("1", "1 hour ago")), page(block("1", "3 hours left")))["is an age"] == 0


def test_a_counter_of_the_page_creeps_and_a_limit_leaps() -> None:
    creeps = numbers(page(block("1", "545 comments")), page(block("1", "549 comments")))
    leaps = numbers(page(block("1", "at most 20 comments")), page(block("1", "at most 90 comments")))
    assert (creeps["behind self_count"], creeps["counter creeps"], creeps["counter leaps"]) == (1, 1, 0)
    assert (leaps["counter creeps"], leaps["counter leaps"]) == (0, 1)


def test_a_time_is_that_of_the_page_or_of_an_event() -> None:
    own = numbers(page(block("1", "Last updated 12:05")), page(block("1", "Last updated 12:35")))
    event = numbers(page(block("1", "Deadline 12:05")), page(block("1", "Deadline 12:35")))
    assert (own["time of the page"], own["time of an event"]) == (1, 0)
    assert (event["time of the page"], event["time of an event"]) == (0, 1)


def test_the_label_of_a_list_says_what_its_items_are() -> None:
    label = block("1", "Most read", width=700.0)
    found = numbers(page(label, block("2", "one story")), page(label, block("2", "other story")))
    assert found["under turns"] == 1


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("545 comments", "549 comments", "counter alone"),
        ("By Morag · 3,214 views · 4 eggs", "By Morag · 3,240 views · 4 eggs", "counter alone"),
        ("Last updated: 4 November 2026", "Last updated: 5 November 2026", "stamp alone"),
    ],
)
def test_a_part_of_a_line_that_says_nothing_else_is_alone(old: str, new: str, name: str) -> None:
    found = numbers(page(block("1", old)), page(block("1", new)))
    assert (found["words of noise"], found[name]) == (1, 1)


def test_a_counter_with_other_words_beside_it_is_not_alone() -> None:
    found = numbers(page(block("1", "Guests brought 12 comments")), page(block("1", "Guests brought 14 comments")))
    assert found["words of noise"] < 1
    assert found["counter alone"] == 0


def test_a_word_of_facts_takes_a_figure_from_the_counts_of_the_page() -> None:
    found = numbers(page(block("1", "Members pay 12 a year")), page(block("1", "Members pay 14 a year")))
    assert (found["in front fact"], found["in front self_count"], found["counter alone"]) == (1, 0, 0)


def test_words_behind_a_separator_name_another_figure() -> None:
    old, new = (page(block("1", f"Adults pay {price}, visitors 18")) for price in (12, 14))
    assert numbers(old, new)["behind self_count"] == 0


@pytest.mark.parametrize(
    ("old", "new", "greets"),
    [
        ("Good morning, dear guest", "Good evening, dear guest", 1),
        ("Guten Abend", "Guten Morgen", 1),
        ("Open every morning", "Open every evening", 0),
        ("Closed morning", "Closed evening", 0),
        ("Concert morning 9:00", "Concert evening 9:00", 0),
        ("Good morning", "Good luck", 0),
    ],
)
def test_a_greeting_follows_the_time_of_the_day(old: str, new: str, greets: int) -> None:
    assert numbers(page(block("1", old)), page(block("1", new)))["greets by the time"] == greets


def test_a_time_that_gets_its_day_after_midnight_is_explained() -> None:
    def explained(old: str, new: str, hours: float) -> float:
        return numbers(page(block("1", old)), page(block("1", new), hours=hours))["time is explained"]

    assert explained("11:53 Uhr 13 posts", "17.11.2026 11:53 Uhr 13 posts", 20.0) == 1
    assert explained("Meeting 11:53", "Meeting 20.11.2026 11:53", 20.0) == 0
    assert explained("11:53 Uhr", "17.11.2026 11:53 Uhr", 2.0) == 0
