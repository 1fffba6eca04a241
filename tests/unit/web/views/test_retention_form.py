import pytest

from pagestrata.store.upkeep.retention import Rule
from pagestrata.web.views.retention_form import AGES, EACH, FIELDS, LEAST, form_of_rule, rule_in_words, rule_of_form

RULES = {
    "all": "everything is kept",
    "": "everything is kept",
    "thin 7d:1d": "older than 7 days, one a day stays",
    "thin 7d:1d 30d:7d": "older than 7 days, one a day stays; older than 30 days, one a week stays",
    "important 0.6 after 90d": "older than 90 days, those stay that mattered to 60 % at least",
    "thin 30d:7d, important 0.8 after 1y": (
        "older than 30 days, one a week stays and, of the others, older than 1 year, those stay that mattered to 80 % at least"
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_shown_as_a_form_that_makes_it_again(rule):
    form = form_of_rule(rule)
    assert form is not None
    assert set(form) == set(FIELDS)
    assert rule_of_form(form) == (rule or "all")
    assert rule_in_words(rule) == RULES[rule]


@pytest.mark.parametrize(
    "rule", ["thin 5d:2d", "thin 1d:1h 7d:1d 30d:7d", "important 0.33 after 90d", "important 0.6", "some"]
)
def test_what_the_form_cannot_show_is_left_to_the_written_rule(rule):
    assert form_of_rule(rule) is None


def test_every_choice_makes_a_rule_that_can_be_used():
    for age, _ in AGES:
        for each, _ in EACH:
            for least, _ in LEAST:
                values = {
                    "first_age": age,
                    "first_each": each,
                    "second_age": "",
                    "second_each": each,
                    "least_age": age,
                    "least": least,
                }
                rule = rule_of_form(values)
                Rule.parse(rule)
                assert form_of_rule(rule) is not None, values


def test_an_unusual_rule_in_words():
    assert rule_in_words("thin 2d:12h") == "older than 2 days, one every 12 hours stays"
    assert rule_in_words("thin 1d:1h") == "older than 1 day, one an hour stays"
    assert rule_in_words("some") == "some"
