from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.notices import Delivery
from pagestrata.notify.delivery import GIVE_UP_AFTER, LEAST_TRIES, LONGEST_PAUSE, pause_after, settled
from pagestrata.notify.digest import QuietHours, Timing

START = datetime(2026, 1, 2, tzinfo=UTC)
DELIVERY = Delivery(
    key="k", rule="r", place="p", title="t", body="b", created_at=START, release_at=START, due_at=START, attempts=1
)
AT_ONCE = Timing(zone=UTC)


def failing(until, *, every=timedelta(0)):
    """The delivery after failures up to that time, tried when due but at most so often."""
    current, now = DELIVERY, START
    while current.status == "waiting" and now <= until:
        current = settled(current, "the server is down", timing=AT_ONCE, now=now)
        now = max(current.due_at, now + every)
        if current.status == "waiting":
            current = replace(current, attempts=current.attempts + 1)
    return current


def test_what_was_accepted_is_sent():
    done = settled(replace(DELIVERY, problem="earlier"), None, timing=AT_ONCE, now=START)
    assert (done.status, done.problem) == ("sent", None)


def test_what_was_refused_waits_longer_each_time_and_says_why():
    first = settled(DELIVERY, "down", timing=AT_ONCE, now=START)
    assert (first.status, first.problem, first.due_at) == ("waiting", "down", START + timedelta(seconds=30))
    fifth = settled(replace(DELIVERY, attempts=5), "down", timing=AT_ONCE, now=START)
    assert fifth.due_at == START + timedelta(minutes=8)


def test_a_target_that_fails_for_hours_is_still_tried():
    assert failing(START + timedelta(hours=23)).status == "waiting"


def test_a_target_that_never_works_is_given_up_after_a_day():
    done = failing(START + timedelta(days=3))
    assert (done.status, done.problem) == ("given up", "the server is down")
    assert START + GIVE_UP_AFTER <= done.due_at <= START + GIVE_UP_AFTER + LONGEST_PAUSE


def test_where_programs_run_once_a_day_there_are_eight_tries():
    done = failing(START + timedelta(days=30), every=timedelta(days=1))
    assert (done.status, done.attempts) == ("given up", LEAST_TRIES)


def test_where_programs_run_seldom_two_weeks_are_the_end():
    done = failing(START + timedelta(days=90), every=timedelta(days=5))
    assert (done.status, done.due_at) == ("given up", START + timedelta(days=15))


def test_retries_wait_for_the_end_of_the_quiet_hours():
    night = Timing(quiet=QuietHours(start=time(0), end=time(7)), zone=UTC)
    assert settled(DELIVERY, "down", timing=night, now=START).due_at == START.replace(hour=7)


@given(st.integers(0, 10_000))
def test_pauses_grow_to_an_hour(attempts):
    assert pause_after(attempts) <= pause_after(attempts + 1) <= LONGEST_PAUSE < GIVE_UP_AFTER
