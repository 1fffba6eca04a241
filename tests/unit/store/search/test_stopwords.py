import pytest

from pagestrata.store.search.stopwords import STOP_WORDS


@pytest.mark.parametrize("language", STOP_WORDS)
def test_entries_are_single_words_in_lower_case(language: str) -> None:
    words = STOP_WORDS[language]
    assert len(words) >= 20
    assert {word for word in words if word != word.lower() or word != word.strip() or " " in word} == set()


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "the"), ("fr", "le"), ("de", "und"), ("es", "los"), ("zh", "的"), ("ja", "です")],
)
def test_the_most_frequent_words_are_there(language: str, word: str) -> None:
    assert word in STOP_WORDS[language]


def test_chinese_is_single_characters_since_runs_are_cut_at_them() -> None:
    assert "的" in STOP_WORDS["zh"]
    assert all("\u3400" <= character <= "\u9fff" for word in STOP_WORDS["zh"] for character in word)


def test_words_that_carry_a_topic_are_not_there() -> None:
    everything = frozenset[str]().union(*STOP_WORDS.values())
    assert not everything & {"weather", "election", "wetter", "wahl", "météo", "élection", "tiempo", "天气"}
