import json

import pytest

from pagestrata.app.language_model.checked_sentences import checked_sentences

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
