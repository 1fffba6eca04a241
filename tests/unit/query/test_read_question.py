from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.change_question import ChangeKind, ChangeQuestion
from pagestrata.query.read_question import LONGEST_QUESTION, read_question, understood

NOW = datetime(2026, 11, 18, 15, 30, tzinfo=UTC)
OCTOBER = datetime(2026, 10, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("price changes since October on tag boats", ChangeQuestion(kind="price", since=OCTOBER, tag="boats")),
        ("Who removed section 7?", ChangeQuestion(kind="removed", words="section 7", is_phrase=False)),
        (
            "who removed section 7 since october",
            ChangeQuestion(kind="removed", words="section 7", is_phrase=False, since=OCTOBER),
        ),
        (
            "when did the price of the ferry ticket move",
            ChangeQuestion(kind="price", words="ferry ticket", is_phrase=False),
        ),
        ("what changed on https://example.org/a?b=1 ?", ChangeQuestion(url="https://example.org/a?b=1")),
        ("new links tagged news", ChangeQuestion(kind="link", tag="news")),
        ('tag "long name" pictures', ChangeQuestion(kind="picture", tag="long name")),
        ("pictures replaced in ads", ChangeQuestion(kind="picture", with_silenced=True)),
        ("links of the banners since October", ChangeQuestion(kind="link", with_silenced=True, since=OCTOBER)),
        ("new job ads", ChangeQuestion(kind="new", words="job ads", is_phrase=False)),
        ("important changes since October", ChangeQuestion(since=OCTOBER, least_probability=0.65)),
        ("which page said “free of charge” in block 1.2", ChangeQuestion(words="free of charge", block="1.2")),
        ("deadlines", ChangeQuestion(kind="date")),
        ("What was deleted from the fares page?", ChangeQuestion(kind="removed", page="fares")),
        ("What changed on the front page?", ChangeQuestion(page="/")),
        ("price changes on example.org/shop", ChangeQuestion(kind="price", page="example.org/shop")),
        ("show everything that changed on /fares", ChangeQuestion(page="/fares")),
        ("what changed on the page", ChangeQuestion()),
        ("which prices went up", ChangeQuestion(kind="price")),
        ("how many times did the price change", ChangeQuestion(kind="price")),
        ("Was “Market square” taken down?", ChangeQuestion(kind="removed", words="Market square")),
        ("what did they quietly edit", ChangeQuestion(kind="text")),
        ("the mayor's resignation", ChangeQuestion(words="mayor resignation", is_phrase=False)),
        ("", ChangeQuestion()),
    ],
)
def test_questions_are_read_without_a_model(text, meant):
    assert read_question(text, now=NOW) == meant


def test_what_was_read_is_said_back():
    said = understood(read_question("important price changes of “day return” since October on tag boats", now=NOW))
    assert said == [
        "price changes", "that mention “day return”", "on pages with tag boats", "from 2026-10-01 00:00",
        "at least 65 % likely to matter",
    ]  # fmt: skip
    assert understood(ChangeQuestion()) == ["all changes"]
    assert understood(ChangeQuestion(kind="link", with_silenced=True))[1:] == [
        "also in advertisements and boxes that keep changing"
    ]
    loose = ChangeQuestion(words="court ferry", is_phrase=False, page="fares")
    assert understood(loose)[1:] == ["that mention “court”, “ferry”", "on pages called “fares”"]
    assert understood(replace(loose, least_words=1, page="/"))[1:] == [
        "that mention at least 1 of “court”, “ferry”", "on front pages",
    ]  # fmt: skip


@given(st.text(max_size=2 * LONGEST_QUESTION))
def test_every_text_is_some_question(text):
    found = read_question(text, now=NOW)
    assert found.kind is None or found.kind in get_args(ChangeKind)
    assert understood(found)
