from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pagestrata.errors import PageTimeoutError, SlowPageError
from pagestrata.visit.time_limit import within_time


def for_ever() -> None:
    while True:
        sum(range(1000))


def stubborn(until: float) -> None:
    """Work that swallows every error until some time has passed."""
    while True:
        try:
            for_ever()
        except BaseException:
            if time.monotonic() > until:
                raise


def test_what_is_done_in_time_is_given_back() -> None:
    assert within_time(10.0, "counting", lambda: 1 + 1) == 2
    assert not [one for one in threading.enumerate() if one.name == "time limit"]


def test_an_error_of_the_work_is_its_own() -> None:
    with pytest.raises(ZeroDivisionError):
        within_time(10.0, "dividing", lambda: 1 // 0)


def test_work_without_end_is_ended_in_its_thread_and_the_thread_goes_on() -> None:
    with ThreadPoolExecutor(1) as threads:
        ended = threads.submit(within_time, 0.1, "examining http://a.test/", for_ever)
        with pytest.raises(SlowPageError, match=r"examining http://a\.test/ took longer than 0\.1 seconds") as said:
            ended.result(timeout=60)
        assert isinstance(said.value, PageTimeoutError)
        assert threads.submit(sum, [1, 2]).result(timeout=60) == 3


def test_it_is_raised_again_where_the_work_swallows_it() -> None:
    begin = time.monotonic()
    with pytest.raises(SlowPageError):
        within_time(0.05, "counting", lambda: stubborn(begin + 0.3))


class Lingering:
    """An object that is still being freed when time is up."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __del__(self) -> None:
        end = time.monotonic() + self._seconds
        while time.monotonic() < end:
            sum(range(100))


def test_what_is_lost_while_an_object_is_freed_is_raised_again_and_not_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reported: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", reported.append)

    def work() -> None:
        one = Lingering(0.4)
        del one
        for_ever()

    with pytest.raises(SlowPageError):
        within_time(0.05, "counting", work)
    assert reported == []


def test_nothing_is_raised_later() -> None:
    for _ in range(200):  # ends about when its time is up
        try:
            within_time(0.002, "counting", lambda: sum(range(60_000)))
        except SlowPageError:
            continue
    end = time.monotonic() + 0.2
    while time.monotonic() < end:  # what arrived late would end this test here
        sum(range(100))
    assert "time limit" not in {thread.name for thread in threading.enumerate()}


def test_nothing_is_left_behind_that_slows_every_later_step() -> None:
    assert within_time(60.0, "counting", lambda: 1) == 1
    steps = 0

    def count(frame: object, event: str, argument: object) -> object:
        nonlocal steps
        steps += 1
        assert steps < 10_000, "the interpreter looks for an exception at every step"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        sum(range(10))
    finally:
        sys.settrace(before)
