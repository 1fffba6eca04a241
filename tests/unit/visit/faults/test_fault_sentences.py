from __future__ import annotations

import pytest

from pagestrata.visit.faults.fault_sentences import LONGEST, counted_figures, is_program_error, is_sentence_of


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("not found", "Sorry, this article is no longer available"),
        ("not found", "We couldn’t find the page you were looking for"),
        ("not found", "Diese Seite gibt es nicht (mehr)"),
        ("not found", "La page que vous cherchez n'existe pas"),
        ("not found", "Запрошенная страница не найдена"),
        ("not found", "抱歉，您访问的页面不存在"),
        ("maintenance", "Our website is down for maintenance"),
        ("maintenance", "Something went wrong"),
        ("maintenance", "Unsere Website wird gerade gewartet"),
        ("bot wall", "Please verify that you are not a robot"),
        ("bot wall", "Bitte bestätigen Sie, dass Sie kein Roboter sind"),
        ("login wall", "Sign in to your account"),
        ("login wall", "Bitte melden Sie sich an"),
    ],
)
def test_a_short_sentence_says_that_something_else_stands_there(kind: str, text: str) -> None:
    assert is_sentence_of(text, kind)
    assert not is_sentence_of(text + " and so on" * LONGEST, kind)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("not found", ""),
        ("not found", "Two hikers were not found after three days"),
        ("maintenance", "Wartungsarbeiten am Aufzug im Rathaus"),
        ("maintenance", "Maintenance of boilers"),
        ("bot wall", "How robots learn to walk"),
        ("login wall", "A history of the login"),
    ],
)
def test_what_speaks_of_other_things_does_not(kind: str, text: str) -> None:
    assert not is_sentence_of(text, kind)


def test_errors_of_programs_are_known_where_a_page_begins_with_them() -> None:
    assert is_program_error("Fatal error: Uncaught PDOException: SQLSTATE[HY000]")
    assert is_program_error("Traceback (most recent call last): File app.py")
    assert not is_program_error("word " * 200 + "Fatal error: Uncaught")
    assert not is_program_error("A fatal mistake")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("312 pages, 18.90 euro, tonight 20:15", 3),
        ("404 not found, error 503", 0),
        ("Reference #18.2d351ab8.1557333295 request 4f1c22 since 2026", 0),
        ("back in 5 minutes", 1),
    ],
)
def test_figures_are_prices_times_and_small_numbers(text: str, count: int) -> None:
    assert counted_figures(text) == count
