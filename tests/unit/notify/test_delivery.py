from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.notify.delivery import GIVE_UP_AFTER, LONGEST_PAUSE, Delivery, attempt, pause_after
from pagestrata.notify.messages import Message

START = datetime(2026, 1, 2, tzinfo=UTC)


class Flaky:
    """Fails a number of times, then delivers."""

    name = "flaky"

    def __init__(self, failures):
        self.failures, self.sent = failures, []

    def send(self, message):
        if self.failures:
            self.failures -= 1
            return "the server is down"
        self.sent.append(message.key)
        return None


def claims():
    taken = set()

    def claim(key):
        if key in taken:
            return False
        taken.add(key)
        return True

    return claim


def delivery(key="k"):
    return Delivery(message=Message(key=key, title="t", body="b"), channel="flaky", created=START, due=START)


def run(current, channel, claim, *, hours):
    now, end = START, START + timedelta(hours=hours)
    while current.status == "waiting" and now <= end:
        current = attempt(current, channel, claim, now=now)
        now = max(current.due, now + timedelta(seconds=1))
    return current


def test_a_target_that_fails_for_hours_gets_the_message_once_it_works():
    channel = Flaky(10)
    done = run(delivery(), channel, claims(), hours=12)
    assert done.status == "sent"
    assert channel.sent == ["k"]
    assert done.attempts == 11


def test_a_target_that_never_works_is_given_up_after_a_day_with_the_reason():
    done = run(delivery(), Flaky(10**6), claims(), hours=48)
    assert (done.status, done.problem) == ("given up", "the server is down")
    assert done.attempts < 40


def test_nothing_is_sent_before_it_is_due():
    channel = Flaky(0)
    early = attempt(delivery(), channel, claims(), now=START - timedelta(minutes=1))
    assert (early.status, channel.sent) == ("waiting", [])


def test_the_same_news_is_not_sent_again_after_a_crash():
    channel, claim = Flaky(0), claims()
    attempt(delivery(), channel, claim, now=START)
    again = attempt(delivery(), channel, claim, now=START)  # the process forgot, the archive did not
    assert again.status == "duplicate"
    assert channel.sent == ["k"]


def test_a_retry_does_not_need_a_second_claim():
    channel, claim = Flaky(1), claims()
    waiting = attempt(delivery(), channel, claim, now=START)
    assert attempt(waiting, channel, claim, now=waiting.due).status == "sent"


@given(st.integers(0, 10_000))
def test_pauses_grow_to_an_hour(attempts):
    assert pause_after(attempts) <= pause_after(attempts + 1) <= LONGEST_PAUSE < GIVE_UP_AFTER
