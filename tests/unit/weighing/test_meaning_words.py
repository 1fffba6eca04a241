import pytest

from pagestrata.weighing.meaning_words import LITTLE_WORDS, MODALS, NEGATIONS, ROTATING_LABEL, STATUSES


def test_words_that_say_nothing_turn_no_sentence_round() -> None:
    assert not {"a", "the", "der", "le"} & (NEGATIONS | MODALS | STATUSES)
    assert not {"not", "must", "closed", "under", "before"} & LITTLE_WORDS
    assert all(word == word.casefold() for word in (NEGATIONS | MODALS | STATUSES))


@pytest.mark.parametrize(
    "label", ["Most read today:", "Random article:", "Anzeige", "Publicité", "Lo más leído", "Реклама", "广告"]
)
def test_labels_over_what_rotates(label: str) -> None:
    assert ROTATING_LABEL.search(f"News {label} something")


@pytest.mark.parametrize(
    "text", ["The tip of the island", "He read most of it", "Sponsorship of the club", "a random walk"]
)
def test_plain_text_is_no_label(text: str) -> None:
    assert not ROTATING_LABEL.search(text)
