from dataclasses import replace
from datetime import UTC, datetime, time, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import UsageError
from pagestrata.notify.digest import QuietHours, Timing, digest, parse_time, timing_from
from pagestrata.notify.messages import PICTURE_PLACE, Message

BERLIN_WINTER = timezone(timedelta(hours=1))
NIGHT = QuietHours(start=time(22), end=time(7))


def at(hour, minute=0, day=2):
    return datetime(2026, 1, day, hour, minute, tzinfo=UTC)


def test_at_once_is_at_once():
    assert Timing(zone=UTC).release_at(at(12, 34)) == at(12, 34)


def test_hourly_and_daily():
    assert Timing(rhythm="hourly", zone=UTC).release_at(at(12, 34)) == at(13)
    assert Timing(rhythm="daily", zone=UTC).release_at(at(7, 59)) == at(8)
    assert Timing(rhythm="daily", zone=UTC).release_at(at(8, 1)) == at(8, day=3)


def test_quiet_hours_run_over_midnight_in_the_persons_zone():
    timing = Timing(quiet=NIGHT, zone=BERLIN_WINTER)
    assert timing.release_at(at(20, 30)) == at(20, 30)  # 21:30 in Berlin
    assert timing.release_at(at(21, 30)) == at(6, day=3)  # 22:30 there, held until 7:00 there
    assert timing.release_at(at(3)) == at(6)


@given(
    st.datetimes(min_value=datetime(2026, 1, 1), max_value=datetime(2026, 12, 31)),
    st.sampled_from(["at once", "hourly", "daily"]),
)
def test_nothing_goes_out_early_or_in_quiet_hours(moment, rhythm):
    created = moment.replace(tzinfo=UTC)
    released = Timing(rhythm=rhythm, quiet=NIGHT, zone=UTC).release_at(created)
    assert released >= created
    assert not NIGHT.covers(released.time())
    assert released - created <= timedelta(days=2)


def test_several_messages_become_one():
    both = digest([Message(key="b", title="B", body="two"), Message(key="a", title="A", body="one", picture_png=b"p")])
    assert (both.title, both.key, both.picture_png) == ("B; and 1 more change", "digest:a,b", b"p")
    assert both.body.index("- B") < both.body.index("- A") < both.body.index("one")


def test_one_message_stays_as_it_is_and_none_is_refused():
    single = Message(key="a", title="A", body="one")
    assert digest([single]) is single
    with pytest.raises(UsageError, match="at least one message"):
        digest([])


def test_times_of_day():
    assert parse_time("22:30") == time(22, 30)
    with pytest.raises(UsageError, match="write it like 22:30"):
        parse_time("late")


def test_timing_is_read_from_a_rules_settings():
    timing = timing_from({"rhythm": "daily", "daily_at": "09:30", "quiet": "22:00-07:00", "zone": "Europe/Berlin"})
    assert timing.release_at(at(12)).astimezone(UTC) == at(8, 30, day=3)
    assert timing_from({}).rhythm == "at once"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rhythm": "weekly"}, "'rhythm' cannot be 'weekly'"),
        ({"tempo": "slow"}, "give rhythm, daily_at, quiet or zone"),
        ({"quiet": "22:00"}, "write it like 22:00-07:00"),
        ({"quiet": "22:00-22:00"}, "start and end at the same time"),
        ({"quiet": "22:00-noon"}, "'noon' is not a time of day"),
        ({"zone": "Mars/Olympus"}, "write it like Europe/Berlin"),
        ({"zone": "../../etc/passwd"}, "is not a time zone"),
    ],
)
def test_timing_that_makes_no_sense_is_refused(settings, message):
    with pytest.raises(UsageError, match=message):
        timing_from(settings)


def test_without_a_zone_the_machines_counts():
    released = Timing(rhythm="hourly").release_at(at(12, 34))
    assert at(12, 34) < released <= at(13, 34)


def test_a_digest_with_html_escapes_what_is_plain():
    plain = Message(key="a", title="A <1>", body="x < y")
    both = digest([plain, Message(key="b", title="B", body="<p>z</p>", is_html=True)])
    assert both.is_html
    for part in ("<li>A &lt;1&gt;</li>", "<pre>x &lt; y</pre>", "<p>z</p>"):
        assert part in both.body


def test_messages_are_ordered_by_page_and_the_most_important_comes_first():
    given = [
        Message(key="1", title="Harbour: a typo", body="one", page="Harbour", weight=0.2),
        Message(key="2", title="Shop: sold out", body="two", page="Shop", weight=0.7),
        Message(key="3", title="Harbour: closed", body="three", page="Harbour", weight=0.9),
        Message(key="4", title="a test", body="four"),
    ]
    plain = digest(given)
    assert plain.title == "Harbour: closed; and 3 more changes"
    assert plain.body.splitlines()[:5] == [
        "- Harbour", "  - Harbour: closed", "  - Harbour: a typo", "- Shop: sold out", "- a test",
    ]  # fmt: skip
    assert plain.body.index("three") < plain.body.index("one") < plain.body.index("two") < plain.body.index("four")
    marked = digest([replace(message, is_html=True, body=f"<p>{message.body}</p>") for message in given])
    assert "<li>Harbour<ul><li>Harbour: closed</li><li>Harbour: a typo</li></ul></li>" in marked.body


def test_the_picture_of_a_digest_is_with_its_own_message_alone():
    given = [
        Message(
            key=str(number), title=f"T{number}", body=f"<p>{number}</p>{PICTURE_PLACE}", is_html=True, weight=number / 9
        )
        for number in range(3)
    ]
    both = digest([replace(given[0], picture_png=b"zero"), replace(given[1], picture_png=b"one"), given[2]])
    assert both.picture_png == b"one"
    assert both.body.count(PICTURE_PLACE) == 1
    assert both.body.index("<p>1</p>") + len("<p>1</p>") == both.body.index(PICTURE_PLACE)
