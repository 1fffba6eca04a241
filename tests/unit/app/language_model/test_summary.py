from __future__ import annotations

import json

import pytest

from captures import capture, visit_of
from pagestrata.app.language_model.endpoint import NoAnswerError
from pagestrata.app.language_model.summary import checked_sentences, may_be_sent, messages_about, summarise
from pagestrata.app.questions.find_changes import find_changes
from pagestrata.app.watches import watch_for
from pagestrata.comparing.vidiff import compare
from pagestrata.model.change_question import ChangeQuestion
from pagestrata.store.archive import open_archive

MATERIAL = {
    "v1": "Ferry\n2026-11-18\n€ 18.50 → € 20.90 in the price box\nDay return, adults € 18.50 → Day return, adults € 20.90"
}


def checked(*sentences):
    return checked_sentences(json.dumps({"sentences": list(sentences)}), MATERIAL)


def test_a_sentence_that_its_source_bears_out_is_kept():
    (kept,), dropped = checked(
        {"text": "The price of a day return for adults rose from € 18.50 to € 20.90.", "source": "v1"}
    )
    assert (kept.source, dropped) == ("v1", 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": "The day return price rose to € 21.90.", "source": "v1"},
        {"text": "The mayor Jane Doe raised the price of the day return.", "source": "v1"},
        {"text": "The price of the day return rose to € 20.90.", "source": "v2"},
        {"text": "Nothing changed in the price box.", "source": "v1"},
        {"text": "The price box was not updated.", "source": "v1"},
        {"text": "Completely unrelated content appears somewhere.", "source": "v1"},
        {"text": "", "source": "v1"},
        {"text": "price " * 100, "source": "v1"},
        {"text": 3, "source": "v1"},
        {"text": "the price box", "source": ["v1"]},
        "the price box",
    ],
)
def test_a_sentence_that_lies_denies_or_cites_nothing_is_dropped(wrong):
    assert checked(wrong) == ([], 1)


@pytest.mark.parametrize("answer", ["", "Nothing changed.", "[]", '{"sentences": "none"}', "null", "```json\n{}\n```"])
def test_what_is_not_the_json_that_was_asked_for_is_no_answer(answer):
    assert checked_sentences(answer, MATERIAL) is None


OPEN, PRIVATE = "http://open.test/", "http://private.test/"


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path) as opened:
        for url in (OPEN, PRIVATE):
            before = None
            for hour, price in enumerate(("18.50", "20.90")):
                taken, tree = capture([f"A ticket at {url} costs € {price} for adults"], url=url, hours=hour)
                opened.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
                before = tree
        watch_for(opened, OPEN, {"tags": ["llm", "boats"]})
        watch_for(opened, PRIVATE, {"tags": ["boats"]})
        yield opened


def changes(archive):
    return find_changes(archive, ChangeQuestion()).items


def test_only_pages_whose_watch_says_so_are_sent(archive):
    found = changes(archive)
    assert [item.version.url for item in may_be_sent(archive, found)] == [OPEN]
    sent = []

    def ask(messages):
        sent.append(messages)
        return '{"sentences": []}'

    made = summarise(archive, found, ask)
    assert sent == [messages_about(may_be_sent(archive, found))]
    assert "private.test" not in json.dumps(sent)
    assert (made.sent, len(made.changes), made.problem) == (1, 2, "")


def test_a_sentence_has_its_source_and_hides_no_change(archive):
    found = changes(archive)
    source = may_be_sent(archive, found)[0].version.id
    said = {"text": "The ticket for adults costs € 20.90.", "source": source}
    made = summarise(archive, found, lambda _: json.dumps({"sentences": [said, {**said, "text": "It costs € 99."}]}))
    assert [(one.text, one.source) for one in made.sentences] == [(said["text"], source)]
    assert made.dropped == 1
    assert made.changes == found


def test_without_an_answer_every_change_is_listed_and_the_reason_is_said(archive):
    found = changes(archive)

    def down(messages):
        raise NoAnswerError("the language model cannot be reached")

    for ask, problem in (
        (None, "no language model is configured"),
        (down, "cannot be reached"),
        (lambda _: "Nothing changed.", "did not answer with the requested JSON"),
    ):
        made = summarise(archive, found, ask)
        assert (made.sentences, made.changes) == ((), found)
        assert problem in made.problem
    nobody = [item for item in found if item.version.url == PRIVATE]
    assert "no page here has the tag llm" in summarise(archive, nobody, lambda _: "").problem
