import pytest

from judged_pages import block, numbers, page


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
