"""Words of any language, and runs of new ones."""

from collections import Counter

from pagestrata.weigh.wording import longest_run, telling_words, words_of


def test_numbers_with_points_are_one_word_and_east_asian_characters_are_words() -> None:
    assert words_of("Struts 2.5.28, naïve test") == ["struts", "2.5.28", "naïve", "test"]
    assert words_of("雨の日 rain") == ["雨", "の", "日", "rain"]


def test_short_words_tell_nothing_but_numbers_and_characters_do() -> None:
    assert telling_words("It is a 5 to DE 雨") == ["5", "雨"]


def test_a_run_bridges_two_known_words_and_not_three() -> None:
    surplus = Counter(("new", "bridge", "opens"))
    assert longest_run(["new", "the", "old", "bridge", "opens"], surplus) == 3
    assert longest_run(["new", "the", "old", "grey", "bridge", "opens"], surplus) == 2


def test_scattered_corrections_are_short_runs() -> None:
    words = ["one", "x", "two", "three", "four", "five", "y", "six", "seven", "eight", "z"]
    assert longest_run(words, Counter("xyz")) == 1
