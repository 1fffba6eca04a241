from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import parse_qsl, urlsplit

import pytest

from pagestrata.errors import UsageError
from pagestrata.model.events import Event
from pagestrata.notify import messages
from pagestrata.notify.mail import plain_text
from pagestrata.notify.messages import (
    AnswerPlace,
    MessageTemplate,
    answers_to,
    check_template,
    compose,
    sentence,
    template_from,
)

SIGNED = AnswerPlace(root="http://archive.test", key=b"k" * 32)


def event(**values):
    defaults = {
        "subject": "t1", "kind": "trail", "name": "Boots", "url": "http://site.test/", "version": "v2",
        "time": datetime(2026, 1, 2, tzinfo=UTC), "old_text": "99 €", "new_text": "89 €", "probability": 0.3,
        "operations": {"update": 2, "insert": 1}, "picture_png": b"png",
    }  # fmt: skip
    return Event(**{**defaults, **values})


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, "Boots: 99 € → 89 €."),
        ({"old_number": 99.0, "new_number": 89.0}, "Boots fell: 99 € → 89 €."),
        (
            {"old_number": 1.0, "new_number": 4_130_000.0, "old_text": "a" * 99, "new_text": "b" * 99},
            "Boots rose: 1 → 4,130,000.",
        ),
        ({"new_state": "lost"}, "Boots is no longer on the page."),
        ({"old_state": "lost"}, "Boots is on the page again."),
        ({"kind": "watch"}, "Boots changed."),
        ({"kind": "watch", "what": "new link ‘Sale’"}, "Boots: new link ‘Sale’."),
    ],
)
def test_what_changed_in_a_sentence(values, expected):
    assert sentence(event(**values)) == expected


def test_a_message_carries_sentence_texts_address_and_picture():
    marked = ((("same", "The price is"), ("old", "99"), ("new", "89"), ("same", "today")),)
    page = event(kind="watch", what="The price is 99 → 89", marked=marked)
    message = compose(page, ["it changed"], place=AnswerPlace(root="http://archive.test"))
    assert message.title == "Boots: The price is 99 → 89"
    assert message.body == (
        "Boots: The price is 99 → 89.\n\n  The price is [-99-] [+89+] today\n\n"
        "What changed: http://archive.test/change?url=http%3A%2F%2Fsite.test%2F&at=v2\n"
        "The archived version: http://archive.test/change?url=http%3A%2F%2Fsite.test%2F&at=v2&show=version\n"
        "The page: http://site.test/"
    )
    assert message.picture_png == b"png"


def test_a_title_says_what_changed_and_the_condition_it_meets():
    assert compose(event(), ["89 is below 90"]).title == "Boots: 99 € → 89 € (89 is below 90)"
    assert compose(event(new_state="lost"), ["the block is lost"]).title == "Boots: the block is lost"
    assert compose(event(availability="failing", kind="watch"), ["it keeps failing"]).title == "Boots: it keeps failing"


def test_html_marks_the_words_and_says_where_the_picture_goes():
    marked = ((("old", "99"), ("new", "89")),)
    body = compose(
        event(kind="watch", marked=marked), ["x"], MessageTemplate(is_html=True), AnswerPlace(root="http://a.test")
    ).body
    assert "99</del>" in body
    assert "89</ins>" in body
    assert body.index("</ins>") < body.index(messages.PICTURE_PLACE) < body.index('<a href="http://a.test/change?url=')


def test_own_templates_are_used():
    template = MessageTemplate(title="{{ name | upper }}", body="{{ old_text }} -> {{ new_text }} ({{ reasons[0] }})")
    message = compose(event(), ["cheaper"], template)
    assert (message.title, message.body) == ("BOOTS", "99 € -> 89 € (cheaper)")


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("{{ name", "line 1"),
        ("line one\n{% if %}", "line 2"),
        ("{{ nme }}", "'nme' is undefined"),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
        ("{{ reasons.append('x') }}", "unsafe"),
    ],
)
def test_a_template_with_an_error_is_refused_and_never_swallows_the_news(source, problem):
    with pytest.raises(UsageError, match=problem):
        check_template(source)
    message = compose(event(), ["it changed"], MessageTemplate(body=source))
    assert "Boots: 99 € → 89 €." in message.body
    assert "Your template was not used" in message.body


def test_a_good_template_passes():
    check_template("{{ name }} {{ '%.2f' | format(importance) }}")


def test_long_texts_are_cut():
    assert len(compose(event(new_text="x" * 10**6), ["it changed"]).body) < 2000


def test_titles_are_one_line():
    assert "\n" not in compose(event(name="a\nb"), ["it changed"]).title


def test_values_in_html_are_escaped():
    message = compose(event(new_text="<img src=x onerror=alert(1)>"), ["it changed"], MessageTemplate(is_html=True))
    assert message.is_html
    assert "&lt;img src=x" in message.body
    assert "<img" not in message.body


def test_a_failing_html_template_leaves_html():
    message = compose(event(), ["it changed"], MessageTemplate(body="{{ '<' + nothing }}", is_html=True))
    assert message.body.startswith("<p>Boots: 99 € → 89 €.")
    assert "Your template was not used: &#x27;nothing&#x27; is undefined" in message.body


def test_templates_are_read_from_a_rules_settings():
    template = template_from({"title": "{{ name }}!", "is_html": True})
    assert (template.title, template.body, template.is_html) == ("{{ name }}!", "", True)
    with pytest.raises(UsageError, match="unknown template setting 'subject'; give title, body or is_html"):
        template_from({"subject": "x"})
    with pytest.raises(UsageError, match="the message template does not work: line 1"):
        template_from({"body": "{{ name"})


def test_a_block_that_is_gone_says_nothing_now():
    doubt = compose(event(new_state="uncertain", why="two rows look like it"), ["the block is in doubt"]).body
    assert "unclear which part" in doubt
    assert ": two rows look like it." in doubt
    assert "perhaps now: " in doubt
    body = compose(event(new_state="lost", new_text=""), ["the block is lost"]).body
    assert body == "Boots is no longer on the page.\n\n  [-99 €-]\n\nThe page: http://site.test/"
    assert "<ins" not in compose(event(new_text=""), ["x"], MessageTemplate(is_html=True)).body


@pytest.mark.parametrize(
    "source",
    [
        "{{ 'x' * 10 ** 10 }}",
        "{{ [name] * 10 ** 9 }}",
        "{{ 10 ** (10 ** 8) }}",
        "{% for a in range(9 ** 5) %}{% for b in range(9 ** 5) %}{% endfor %}{% endfor %}",
        "{% for a in range(99999) %}{{ name }}{{ name }}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    ],
)
def test_a_template_can_neither_loop_nor_exhaust_memory(source, monkeypatch):
    monkeypatch.setattr(messages, "TEMPLATE_CPU_SECONDS", 1)
    message = compose(event(), ["it changed"], MessageTemplate(body=source))
    assert "Boots: 99 € → 89 €." in message.body
    assert "Your template was not used" in message.body


def test_a_template_that_is_never_done_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(messages, "TEMPLATE_SECONDS", 0.001)
    assert "takes too long" in compose(event(), ["x"], MessageTemplate(body="{{ name }}!")).body


def test_mail_about_a_page_can_be_answered_by_signed_links():
    page = event(kind="watch", what="the price fell", block="1.2")
    message = compose(page, ["it changed"], place=SIGNED)
    lines = message.body.splitlines()
    assert lines[-2].startswith(
        "This was noise: http://archive.test/answer?say=noise&url=http%3A%2F%2Fsite.test%2F&at=v2&"
    )
    assert lines[-1].startswith("Ignore this part of the page: http://archive.test/answer?say=never&")
    assert "block=1.2&seal=" in lines[-1]
    html = compose(page, ["it changed"], MessageTemplate(is_html=True), SIGNED)
    said = plain_text(html).splitlines()
    assert [line.partition(":")[0] for line in said[-2:]] == ["This was noise", "Ignore this part of the page"]
    assert html.body.count("/answer?say=") == 2


@pytest.mark.parametrize(
    ("values", "root", "key"),
    [
        ({}, "http://archive.test", b""),
        ({}, "", b"k" * 32),
        ({"availability": "failing"}, "http://archive.test", b"k" * 32),
        ({"operations": {}}, "http://archive.test", b"k" * 32),
    ],
)
def test_there_is_nothing_to_answer_without_a_key_an_application_or_a_change_of_a_page(values, root, key):
    place = AnswerPlace(root=root, key=key)
    assert "/answer" not in compose(event(**{"kind": "watch", **values}), ["it changed"], place=place).body


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"has_version": True}, ["noise", "stop"]),
        ({}, ["stop"]),
        ({"has_version": True, "new_state": "lost"}, ["stop"]),
    ],
)
def test_mail_about_a_followed_block_is_answered_by_what_can_be_said_of_it(values, said):
    links = [urlsplit(link) for _, link in answers_to(event(**values), replace(SIGNED, rule="r1"))]
    given = [dict(parse_qsl(link.query)) for link in links]
    assert [each["say"] for each in given] == said
    assert (given[-1]["block"], given[-1]["rule"]) == ("t1", "r1")
