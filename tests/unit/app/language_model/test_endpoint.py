from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from pagestrata.app.language_model.endpoint import (
    LanguageModel,
    ModelAnswer,
    NoAnswerError,
    answered,
    ask_model,
    messages_of,
    model_in,
    prompt_digest,
    spent_on,
)
from pagestrata.errors import UsageError
from scripted_model import scripted_model

QUESTION = [{"role": "user", "content": "a question"}]


def test_nobody_can_hide_words_in_what_is_sent():
    hidden = "a\u202eb\U000e0041\udc80\u00a0é日"
    rules, data = messages_of("the rules", {"text": hidden})
    assert rules == {"role": "system", "content": "the rules"}
    assert data["content"] == r'{"text": "a\u202eb\udb40\udc41\udc80\u00a0é日"}'
    assert json.loads(data["content"]) == {"text": hidden}


def test_a_model_is_configured_outside_the_archive():
    assert model_in({}) is None
    known = {
        "PAGESTRATA_LLM_URL": "http://127.0.0.1:1/v1/",
        "PAGESTRATA_LLM_MODEL": "small",
        "PAGESTRATA_LLM_KEY": "s3cret",
    }
    found = model_in({**known, "PAGESTRATA_LLM_SECONDS": "2", "PAGESTRATA_LLM_TOKENS_A_DAY": "500"})
    assert found == LanguageModel(
        address="http://127.0.0.1:1/v1", name="small", key="s3cret", seconds=2, tokens_a_day=500
    )
    assert "s3cret" not in repr(found)
    for wrong in (
        {"PAGESTRATA_LLM_URL": "file:///etc"},
        {"PAGESTRATA_LLM_MODEL": ""},
        {"PAGESTRATA_LLM_SECONDS": "soon"},
    ):
        with pytest.raises(UsageError, match="PAGESTRATA_LLM"):
            model_in({**known, **wrong})


def test_a_model_is_asked_with_its_key_and_says_what_it_cost():
    with scripted_model(lambda messages: messages[0]["content"].upper()) as server:
        said = ask_model(LanguageModel(address=server.address, name="small", key="s3cret"), QUESTION)
    assert (said.text, said.tokens) == ("A QUESTION", 100)
    assert server.keys == ["Bearer s3cret"]
    assert server.asked[0]["model"] == "small"


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ({"seconds": 5.0}, "took longer than 2 s"),
        ({"status": 500}, "status 500"),
        ({"status": 302}, "status 302"),
        ({"raw": b"<html>not json"}, "does not speak the protocol"),
        ({"raw": b'{"choices": []}'}, "does not speak the protocol"),
        ({"raw": b'{"choices": [{"message": {"content": null}}]}'}, "without text"),
        ({"raw": b" " * 1_100_000}, "more than 1000000 bytes"),
    ],
)
def test_a_model_in_trouble_ends_in_a_sentence(trouble, said):
    with scripted_model(lambda messages: "") as server:
        for name, value in trouble.items():
            setattr(server, name, value)
        with pytest.raises(NoAnswerError, match=said):
            ask_model(LanguageModel(address=server.address, name="small", seconds=2), QUESTION)


def test_a_model_that_is_down_ends_in_a_sentence():
    with scripted_model(lambda messages: "") as server:
        address = server.address
    with pytest.raises(NoAnswerError, match="cannot be reached"):
        ask_model(LanguageModel(address=address, name="small", seconds=2), QUESTION)


NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
MODEL = LanguageModel(address="http://127.0.0.1:1/v1", name="small", key="s3cret", tokens_a_day=3000)


def question(text):
    return [{"role": "user", "content": text}]


def test_an_answer_is_recorded_and_given_again_without_asking(tmp_path):
    asked = []

    def ask(model, messages):
        asked.append(messages)
        return ModelAnswer(text=f"answer {len(asked)}", tokens=70)

    assert answered(MODEL, question("a"), tmp_path, now=NOW, ask=ask) == "answer 1"
    assert answered(MODEL, question("a"), tmp_path, now=NOW, ask=ask) == "answer 1"
    assert answered(MODEL, question("b"), tmp_path, now=NOW, ask=ask) == "answer 2"
    record = json.loads((tmp_path / f"{prompt_digest(MODEL, question('a'))}.json").read_text())
    assert (record["model"], record["messages"], record["tokens"]) == ("small", question("a"), 70)
    assert spent_on(tmp_path, NOW) == 140
    assert "s3cret" not in "".join(file.read_text() for file in tmp_path.iterdir())


def test_a_day_has_a_budget_and_the_next_one_another(tmp_path):
    def ask(model, messages):
        return ModelAnswer(text="said", tokens=2500)

    answered(MODEL, question("a"), tmp_path, now=NOW, ask=ask)
    with pytest.raises(NoAnswerError, match="500 of 3000 are left for today"):
        answered(MODEL, question("b"), tmp_path, now=NOW, ask=ask)
    assert answered(MODEL, question("a"), tmp_path, now=NOW, ask=ask) == "said"  # from its record
    assert answered(MODEL, question("b"), tmp_path, now=NOW + timedelta(days=1), ask=ask) == "said"
    with pytest.raises(NoAnswerError, match="may cost"):
        answered(MODEL, question("x" * 100_000), tmp_path, now=NOW + timedelta(days=9), ask=ask)


def test_a_damaged_record_is_asked_again(tmp_path):
    (tmp_path / f"{prompt_digest(MODEL, question('a'))}.json").write_text('{"answer": "half')
    assert answered(MODEL, question("a"), tmp_path, now=NOW, ask=lambda *_: ModelAnswer(text="new", tokens=1)) == "new"
