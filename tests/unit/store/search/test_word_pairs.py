from pagestrata.store.search.word_pairs import phrases_apart


def test_words_of_different_phrases_are_no_neighbours() -> None:
    placed = phrases_apart([["to", "be"], ["or", "not", "to"]], most_words=100)
    assert placed == [("to", 1), ("be", 2), ("or", 4), ("not", 5), ("to", 6)]
    assert phrases_apart([["to", "be"], ["or", "not"]], most_words=3) == [("to", 1), ("be", 2), ("or", 4)]
