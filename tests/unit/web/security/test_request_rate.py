import pytest

from pagestrata.web.refusals import TooManyRequestsError
from pagestrata.web.security.request_rate import REQUESTS_PER_MINUTE, RequestRate


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def allowed(rate: RequestRate, name: str, tries: int) -> int:
    """How many of so many requests are let through."""
    count = 0
    for _ in range(tries):
        try:
            rate.count(name)
        except TooManyRequestsError:
            continue
        count += 1
    return count


def test_a_minutes_requests_may_come_at_once_and_no_more():
    rate = RequestRate(clock=Clock())
    assert allowed(rate, "ada", 2 * REQUESTS_PER_MINUTE) == REQUESTS_PER_MINUTE
    assert allowed(rate, "bob", 5) == 5  # others do not wait for ada


def test_who_waited_may_ask_again():
    clock = Clock()
    rate = RequestRate(6, clock=clock)
    assert allowed(rate, "ada", 10) == 6
    clock.seconds = 20.0
    assert allowed(rate, "ada", 10) == 2
    clock.seconds = 10_000.0
    assert allowed(rate, "ada", 100) == 6  # a long pause saves nothing up


def test_the_refusal_says_when_to_come_again():
    clock = Clock()
    rate = RequestRate(6, clock=clock)
    allowed(rate, "ada", 6)
    clock.seconds = 0.5
    with pytest.raises(TooManyRequestsError, match="more than 6 requests in a minute; try again in 10 s") as refused:
        rate.count("ada")
    assert refused.value.seconds == 10
    clock.seconds += refused.value.seconds
    rate.count("ada")


def test_nothing_is_counted_without_a_limit():
    assert allowed(RequestRate(0, clock=Clock()), "ada", 2_000) == 2_000
