import json

import pytest

from pagestrata.app.language_model.endpoint import LanguageModel, NoAnswerError, ask_model, messages_of, model_in
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
