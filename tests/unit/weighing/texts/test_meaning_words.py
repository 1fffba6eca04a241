from pagestrata.weighing.texts.meaning_words import LITTLE_WORDS, MODALS, NEGATIONS, STATUSES


def test_words_that_say_nothing_turn_no_sentence_round() -> None:
    assert not {"a", "the", "der", "le"} & (NEGATIONS | MODALS | STATUSES)
    assert not {"not", "must", "closed", "under", "before"} & LITTLE_WORDS
    assert all(word == word.casefold() for word in (NEGATIONS | MODALS | STATUSES))
