import json

import pytest

from captures import capture, visit_of
from pagestrata.app.asking.found_changes import find_changes
from pagestrata.app.language_model.endpoint import NoAnswerError
from pagestrata.app.language_model.summary import may_be_sent, messages_about, summarise
from pagestrata.app.watches import watch_for
from pagestrata.comparing.vidiff import compare
from pagestrata.model.change_question import ChangeQuestion
from pagestrata.store.archive import open_archive

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
