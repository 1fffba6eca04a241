import pytest

from judged_pages import block, numbers, page


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
