from collections import Counter

from pagestrata.deciding.features.wording import in_short, longest_run, telling_words


def test_a_new_sentence_is_a_long_run_and_scattered_corrections_are_not() -> None:
    surplus = Counter(["four", "new", "words", "here"])
    assert longest_run(["old", "four", "new", "words", "here", "old"], surplus) == 4
    scattered = ["four", "old", "old", "old", "new", "old", "old", "old", "words", "old", "old", "old", "here"]
    assert longest_run(scattered, surplus) == 1
    assert longest_run(["old"], surplus) == 0


def test_a_word_counts_only_as_often_as_it_is_surplus() -> None:
    surplus = Counter({"new": 2})
    assert longest_run(["new"] * 5, surplus) == 2
    assert surplus == Counter({"new": 2})


def test_short_words_tell_nothing_but_numbers_and_characters_do() -> None:
    assert telling_words("It is a 5 to DE 雨") == ["5", "雨"]


def test_a_run_bridges_two_known_words_and_not_three() -> None:
    surplus = Counter(("new", "bridge", "opens"))
    assert longest_run(["new", "the", "old", "bridge", "opens"], surplus) == 3
    assert longest_run(["new", "the", "old", "grey", "bridge", "opens"], surplus) == 2


def test_a_quotation_fits_a_sentence():
    assert in_short("a few words") == "a few words"
    assert in_short("w" * 1_000_000) == "w" * 160 + "…"
