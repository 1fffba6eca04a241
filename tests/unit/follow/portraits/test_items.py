import numpy as np
import pytest

from followed_pages import news_page
from pagestrata.follow.page import KIND_BITS, hashed
from pagestrata.follow.portraits import items
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.items import KINDS, WORDS_PER_TEXT

PAGE = ItemPage(news_page().nodes)


def in_full(known, start, stop):
    """The sums for all elements, also those without any known item."""
    sums, filled = known.added_up(start, stop)
    if filled is None:
        return sums
    found = np.zeros((len(sums), len(start)))
    found[:, filled] = sums
    return found


def part(page, kind):
    """The hashes of one kind."""
    number = KINDS.index(kind)
    return page.items.hashes[page.items.offsets[number] : page.items.offsets[number + 1]] - (number << KIND_BITS)


def per_text(page, kind):
    """How many items of a kind each text has."""
    return np.diff(page.items.before[KINDS.index(kind)])[page.texts.rows]


def test_items_stand_at_their_rows_in_document_order():
    assert (np.diff(PAGE.items.before, axis=1) >= 0).all()
    assert PAGE.items.before[:, 0].tolist() == PAGE.items.offsets[:-1].tolist()
    assert PAGE.items.before[:, -1].tolist() == PAGE.items.offsets[1:].tolist()
    assert part(PAGE, "text")[0] == PAGE.texts.hashes[0] == hashed("the daily test")


def test_each_kind_has_its_own_numbers():
    kinds = PAGE.items.hashes >> KIND_BITS
    assert (np.diff(kinds) >= 0).all()
    assert np.bincount(kinds, minlength=len(KINDS)).tolist() == np.diff(PAGE.items.offsets).tolist()


def test_pairs_are_neighbouring_words_of_one_text():
    words, pairs = per_text(PAGE, "word"), per_text(PAGE, "pair")
    assert words.max() > 1
    assert pairs.tolist() == (words - 1).tolist()


def test_only_the_first_words_of_a_long_text_count():
    page = ItemPage(news_page(price="word " * 500).nodes)
    assert per_text(page, "word").max() == WORDS_PER_TEXT


def test_a_pattern_of_unknown_hashes_weighs_nothing():
    known = PAGE.texts.known_to([np.array([1, 2**40]), PAGE.texts.hashes[:1]])
    every_text, _ = known.added_up(np.array([0]), np.array([len(PAGE.texts.hashes)]))
    assert every_text.tolist() == [[0.0], [1.0]]


@pytest.mark.parametrize("patterns", [1, items.FEW_PATTERNS + 1])
def test_what_no_pattern_knows_is_left_out_and_changes_no_sum(patterns):
    """Few patterns are added up over everything, many over what they know: the sums are the same."""
    texts = PAGE.texts.hashes
    wanted = [texts[number : number + 2] for number in range(patterns)]
    known = PAGE.texts.known_to(wanted)
    start = np.repeat(np.arange(len(texts)), len(texts))
    stop = np.maximum(np.tile(np.arange(len(texts)) + 1, len(texts)), start)
    expected = [
        [sum(text in pattern for text in texts[a:b]) for a, b in zip(start, stop, strict=True)] for pattern in wanted
    ]
    assert in_full(known, start, stop).tolist() == expected
    owner, one_of_each = np.arange(patterns), np.full(patterns, len(texts) - 1)
    assert known.added_up_for(owner, one_of_each * 0, one_of_each).tolist() == [row[len(texts) - 2] for row in expected]
    assert known.has_between(0, len(texts))


def test_elements_without_anything_known_are_not_added_up():
    known = PAGE.texts.known_to([PAGE.texts.hashes[:1]] * (items.FEW_PATTERNS + 1))
    places = np.arange(len(PAGE.texts.hashes))
    sums, filled = known.added_up(places, places + 1)
    assert filled is not None
    assert filled.tolist() == [0]
    assert sums.tolist() == [[1.0]] * (items.FEW_PATTERNS + 1)
    assert not known.has_between(1, 2)


def test_a_page_without_texts_has_signatures_only():
    from builders import element, snapshot

    empty = ItemPage(snapshot(element("html", (0, 0, 1, 1), element("p", (0, 0, 1, 1)))).nodes)
    assert empty.items.counts[:, 0].tolist() == [0.0] * 5 + [1.0]
    assert not empty.texts.known_to([np.array([7])]).has_between(0, 0)


def test_remembered_hashes_are_bounded(monkeypatch):
    monkeypatch.setattr(items, "MOST_REMEMBERED", 3)
    remembered = items._Remembered(str.strip)
    for word in "abcde":
        assert remembered[f" {word} "] == hashed(word)
        assert len(remembered) <= 3
