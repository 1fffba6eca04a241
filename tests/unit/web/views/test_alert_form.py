import pytest

from pagestrata.errors import UsageError
from pagestrata.model.records import Trail
from pagestrata.web.views.alert_form import alert_from, alert_on_block, conditions_of_fields, timing_in_words


def trail(name):
    return Trail(id=name, url="http://a.test/", origin={"name": name}, state={})


def test_nobody_named_is_no_alert():
    assert alert_from({"alert_when": "below 5"}) is None


@pytest.mark.parametrize(
    ("kind", "to", "channel"),
    [
        ("mail", "anna@example.org", "mail:anna@example.org"),
        ("mail", "mailto:anna@example.org", "mail:anna@example.org"),
        ("webhook", "https://e.org/h", "https://e.org/h"),
        ("service", "slack://a/b/c", "slack://a/b/c"),
    ],
)
def test_addresses_become_channels(kind, to, channel):
    assert alert_from({"alert_kind": kind, "alert_to": to}).channel == channel


def test_a_number_is_meant_of_the_only_followed_block():
    sent = {"alert_to": "anna@example.org", "alert_when": "price below 100"}
    assert alert_from(sent, [trail("price")]).about == "price"
    with pytest.raises(UsageError, match="needs a followed block"):
        alert_from(sent)
    with pytest.raises(UsageError, match="needs one followed block; choose it under 'About'"):
        alert_from(sent, [trail("price"), trail("stock")])


def test_timing_is_read_and_said_in_words():
    sent = {"alert_to": "a@b.org", "alert_rhythm": "daily", "alert_daily_at": "07:30", "alert_quiet": "22:00 - 06:00",
            "alert_zone": "Europe/Berlin"}  # fmt: skip
    timing = alert_from(sent).timing
    assert timing_in_words(timing) == "daily digest, at 07:30; quiet 22:00-06:00 Europe/Berlin"
    assert timing_in_words({}) == "at once"


def test_an_alert_comes_with_the_block_that_it_is_about():
    sent = {"alert_to": "anna@example.org", "below": "1.000,50", "above": "", "words": "sold out, closed,"}
    made = alert_on_block(sent)
    assert (made.about, made.channel) == ("", "mail:anna@example.org")
    assert made.conditions == {"below": 1000.5, "words": ["sold out", "closed"]}
    assert alert_on_block({"name": "Ferry"}) is None
    with pytest.raises(UsageError, match="no recipient given"):
        alert_on_block({"above": "5"})
    assert conditions_of_fields({"below": "many"}) == {"below": "many"}
