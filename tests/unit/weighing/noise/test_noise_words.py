"""The lists are data: what their readers rely on is that entries are as `noise` looks them up."""

import re

import pytest

from pagestrata.weighing.noise import noise_words
from pagestrata.weighing.noise.noisy_texts import without_noise

PHRASES = ("AGES_WITHOUT_NUMBER", "AGE_FRAMES", "COMING_FRAMES")
LISTS = {
    name: found for name, found in vars(noise_words).items() if isinstance(found, frozenset) and name not in PHRASES
}


@pytest.mark.parametrize("name", LISTS)
def test_entries_are_single_words_in_lower_case(name: str) -> None:
    assert LISTS[name]
    assert {word for word in LISTS[name] if word != word.lower() or word != word.strip() or " " in word} == set()


def test_ambiguous_months_are_no_plain_months() -> None:
    assert not noise_words.AMBIGUOUS_MONTHS & noise_words.MONTHS


def test_money_is_no_counter_and_no_time() -> None:
    times = noise_words.MONTHS | noise_words.WEEKDAYS | noise_words.TIME_UNITS | noise_words.TIME_ZONES
    assert not noise_words.CURRENCIES & times


@pytest.mark.parametrize("pattern", [noise_words.EAST_ASIAN_UNITS, noise_words.EAST_ASIAN_COUNTED])
def test_east_asian_patterns_have_no_empty_choice(pattern: str) -> None:
    assert all(pattern.split("|"))
    assert re.compile(pattern).match("") is None


@pytest.mark.parametrize("age", sorted(noise_words.AGES_WITHOUT_NUMBER))
def test_every_age_without_a_number_is_noise(age: str) -> None:
    assert without_noise(age).strip() == ""


@pytest.mark.parametrize("month", ["march", "août", "märz", "enero", "luglio", "março", "augustus", "мая", "lipca"])
def test_a_date_in_any_of_the_languages_is_noise(month: str) -> None:
    assert without_noise(f"Updated 3 {month} 2026").split() == ["Updated"]


def test_an_age_as_cldr_writes_it_is_noise_in_every_language() -> None:
    frames = [frame.split("|") for frame in noise_words.AGE_FRAMES]
    ages = [f"{before} 5 {behind}".strip() for before, behind in frames]
    loud = [age for age in ages if any(letter.isdecimal() for letter in without_noise(age))]
    assert len(ages) > 2_000
    assert loud == []
