import json
from datetime import UTC, datetime, timedelta

import pytest

from pagestrata.app.language_model.answers_on_record import answered, prompt_digest, spent_on
from pagestrata.app.language_model.endpoint import LanguageModel, ModelAnswer, NoAnswerError

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
