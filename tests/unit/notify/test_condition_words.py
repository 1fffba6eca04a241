import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import UsageError
from pagestrata.notify.condition_words import conditions_from_words, conditions_in_words
from pagestrata.notify.rules import Rule, rule_from


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("", {}),
        ("price below 100", {"below": 100.0}),
        ("the price falls under € 1,000.50", {"below": 1000.5}),
        ("above 20", {"above": 20.0}),
        ("says sold out", {"words": ["sold out"]}),
        ("says sold out, closed or “gone”", {"words": ["sold out", "closed", "gone"]}),
        ("says below the line", {"words": ["below the line"]}),
        ("changes by 5 %", {"changed_by_percent": 5.0}),
        ("changes by at least 5", {"changed_by": 5.0}),
        ("matters at least 80 %", {"threshold": 0.8}),
        ("something is added; something is removed", {"operations": ["insert", "delete"]}),
        ("not of faults\nnot of a lost block; not of a block that is back",
         {"faults": False, "lost": False, "found": False}),
    ],
)  # fmt: skip
def test_phrases_become_conditions(text, conditions):
    assert conditions_from_words(text) == conditions
    rule_from(conditions)


@pytest.mark.parametrize("text", ["cheap", "below cheap", "below"])
def test_what_is_no_condition_is_refused_with_examples(text):
    with pytest.raises(UsageError, match="write for example"):
        conditions_from_words(text)


def test_every_condition_of_a_rule_has_its_phrase():
    every = {
        "threshold": 0.8, "operations": ["insert", "move"], "words": ["sold out"], "above": 20.0, "below": 4_130_000.0,
        "changed_by": 2.5, "changed_by_percent": 10.0, "lost": False, "found": False, "faults": False,
    }  # fmt: skip
    assert set(every) == set(Rule.__dataclass_fields__)
    assert conditions_from_words("; ".join(conditions_in_words(every))) == every


@given(st.floats(-1e9, 1e9).map(lambda value: round(value, 2)))
def test_limits_come_back_as_they_were_written(limit):
    said = conditions_in_words({"below": limit})
    assert conditions_from_words("; ".join(said)) == {"below": limit}


def test_a_condition_that_is_not_switched_off_says_nothing():
    assert conditions_in_words({"faults": True, "above": None}) == []
