from datetime import UTC, datetime

import pytest

from pagestrata.errors import UsageError
from pagestrata.model.events import Event
from pagestrata.notify.rules import Rule, check_subject, reasons_to_notify, rule_from


def event(**values):
    defaults = {
        "subject": "t1", "kind": "trail", "name": "Price", "url": "http://site.test/", "version": "v2",
        "time": datetime(2026, 1, 2, tzinfo=UTC), "old_text": "99 €", "new_text": "89 €", "probability": 0.3,
        "operations": {"update": 1}, "old_number": 99.0, "new_number": 89.0,
    }  # fmt: skip
    return Event(**{**defaults, **values})


@pytest.mark.parametrize(
    ("settings", "values", "reason"),
    [
        ({}, {}, "it changed"),
        ({"threshold": 0.2}, {}, "30 % of it changed"),
        ({"threshold": 0.4}, {}, None),
        ({"operations": ["update", "insert"]}, {}, "something was changed"),
        ({"operations": "delete"}, {}, None),
        ({"words": ["sold out"]}, {"new_text": "SOLD OUT"}, "'sold out' appeared"),
        ({"words": ["sold out"]}, {"old_text": "sold out", "new_text": "5 €"}, "'sold out' disappeared"),
        ({"words": ["sold out"]}, {}, None),
        ({"below": 90}, {}, "89 is below 90"),
        ({"below": 100}, {}, None),  # it was below before
        ({"above": 90}, {"old_number": 89.0, "new_number": 91.5}, "91.5 is above 90"),
        ({"above": 90}, {"new_number": None}, None),
        ({"changed_by": 10}, {}, "99 became 89"),
        ({"changed_by": 11}, {}, None),
        ({"changed_by_percent": 10}, {}, "99 became 89"),
        ({"changed_by_percent": 11}, {}, None),
        ({"changed_by": 1}, {"old_number": None}, None),
        ({"threshold": 0.2, "below": 50}, {}, None),  # all conditions must hold
        ({}, {"new_state": "lost"}, "the block is lost"),
        ({"threshold": 1.0}, {"new_state": "lost"}, "the block is lost"),
        ({"lost": False}, {"new_state": "lost"}, None),
        ({}, {"old_state": "lost", "new_state": "lost"}, None),
        ({}, {"old_state": "lost"}, "the block is back"),
        ({"found": False}, {"old_state": "lost"}, "it changed"),
        ({"found": False, "below": 90}, {"old_state": "lost"}, "89 is below 90"),
        ({"found": False}, {"old_state": "lost", "new_text": "99 €"}, None),
        ({}, {"operations": {"move": 1}, "new_text": "99 €"}, None),
        ({"operations": "move"}, {"operations": {"move": 1}, "new_text": "99 €"}, "something was moved"),
        ({}, {"new_state": "uncertain"}, None),
        ({}, {"operations": {}, "new_text": "99 €"}, None),
    ],
)
def test_rules(settings, values, reason):
    assert reasons_to_notify(rule_from(settings), event(**values)) == ((reason,) if reason else ())


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"treshold": 1}, "unknown condition 'treshold'; conditions are above"),
        ({"threshold": 3}, "'threshold' cannot be 3; give a number from 0 to 1"),
        ({"threshold": "high"}, "give a number"),
        ({"above": float("nan")}, "give a number"),
        ({"changed_by": 0}, "give a number above 0"),
        ({"operations": ["explode"]}, "some of insert"),
        ({"words": [""]}, "a list of words"),
        ({"lost": "yes"}, "true or false"),
    ],
)
def test_rules_that_make_no_sense_say_what_they_may_be(settings, message):
    with pytest.raises(UsageError, match=message):
        rule_from(settings)


def test_settings_left_empty_do_not_matter():
    assert rule_from({"above": None}) == Rule()


@pytest.mark.parametrize("settings", [{"above": 1}, {"below": 1}, {"changed_by": 1}, {"changed_by_percent": 1}])
def test_a_number_needs_a_block(settings):
    check_subject(rule_from(settings), "trail")
    with pytest.raises(UsageError, match="follow the block with the number"):
        check_subject(rule_from(settings), "watch")
    check_subject(rule_from({"words": "x"}), "watch")


def test_a_picture_is_a_change_but_says_no_words():
    shown = event(new_text="99 €", has_other_picture=True)
    assert reasons_to_notify(rule_from({}), shown) == ("its picture changed",)
    assert reasons_to_notify(rule_from({"words": ["boat"]}), shown) == ()
    assert reasons_to_notify(rule_from({}), event(has_other_picture=True)) == ("it changed",)


def test_a_doubt_that_can_be_named_is_reported_at_once_and_once():
    why = "the row Road maintenance is gone, or is now called Roads"
    events = [event(new_state="uncertain", why=why, uncertain_visits=number) for number in range(1, 5)]
    told = [reasons_to_notify(Rule(below=1e9), found) for found in events]
    assert told[0] == (f"the block is in doubt: {why}; say which with `follow correct`",)
    assert told[1:] == [(), (), ()]
    assert not reasons_to_notify(Rule(lost=False), events[0])
    both = event(new_state="uncertain", why="2 rows are called Roads", uncertain_visits=1, candidates=("‘4’", "‘5’"))
    said = "the block is in doubt: 2 rows are called Roads; it may be ‘4’ or ‘5’; say which with `follow correct`"
    assert reasons_to_notify(Rule(below=1e9), both) == (said,)


def test_a_lost_block_says_why():
    gone = event(new_state="lost", why="the row Road maintenance is gone")
    assert reasons_to_notify(Rule(), gone) == ("the block is lost: the row Road maintenance is gone",)


def test_a_block_that_stays_uncertain_is_reported_once():
    events = [event(new_state="uncertain", uncertain_visits=number) for number in range(1, 6)]
    told = [reasons_to_notify(Rule(), found) for found in events]
    assert [bool(reasons) for reasons in told] == [False, False, True, False, False]
    assert "uncertain for 3 visits" in told[2][0]
    assert not any(reasons_to_notify(Rule(lost=False), found) for found in events)
    assert [found.is_news for found in events] == [False, False, True, False, False]


def test_a_block_in_doubt_is_reported_with_what_it_may_be():
    doubtful = event(new_state="uncertain", uncertain_visits=3, candidates=("‘9 €’ (54 %)", "‘8 €’ (31 %)"))
    (said,) = reasons_to_notify(Rule(), doubtful)
    assert "it may be ‘9 €’ (54 %) or ‘8 €’ (31 %); check it with `follow show`" in said


def test_a_page_matters_with_the_one_probability() -> None:
    page = event(kind="watch", probability=0.93)
    assert reasons_to_notify(rule_from({"threshold": 0.9}), page) == ("very likely matters (93 %)",)
    assert reasons_to_notify(rule_from({"threshold": 0.95}), page) == ()


def test_a_page_that_keeps_failing_is_news_whatever_the_conditions():
    assert reasons_to_notify(Rule(threshold=1.0), event(kind="watch", availability="failing")) == ("it keeps failing",)
    assert reasons_to_notify(Rule(), event(kind="watch", availability="back")) == ("it is back",)
    assert reasons_to_notify(Rule(faults=False), event(kind="watch", availability="failing")) == ()
