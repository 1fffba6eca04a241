from pagestrata.weighing.noise import counter_words

LISTS = {name: found for name, found in vars(counter_words).items() if isinstance(found, frozenset)}


def test_entries_are_single_words_in_lower_case() -> None:
    for words in LISTS.values():
        assert words
        assert {word for word in words if word != word.lower() or " " in word} == set()


def test_what_is_counted_for_its_own_sake_is_no_counter() -> None:
    facts = {"votes", "points", "deaths", "seats", "goals", "stimmen", "voix", "votos", "people", "guests"}
    assert not facts & (counter_words.COUNTED | counter_words.COUNTED_IN_THOUSANDS)
