import numpy as np

from followed_pages import news_page
from pagestrata.follow.item_page import ItemPage
from pagestrata.follow.items import WORDS_PER_TEXT, hashed

PAGE = ItemPage(news_page().nodes)


def test_items_stand_at_their_rows_in_document_order():
    for kind in ("text", "word", "pair", "link", "image", "sign"):
        rows = PAGE.columns[kind].rows
        assert np.all(np.diff(rows) >= 0), kind
    assert PAGE.columns["text"].hashes[0] == hashed("The Daily Test")


def test_pairs_are_neighbouring_words_of_one_text():
    words, pairs = PAGE.columns["word"], PAGE.columns["pair"]
    per_text = np.bincount(words.rows)
    assert len(pairs.hashes) == sum(count - 1 for count in per_text if count)
    assert set(pairs.rows.tolist()) == set(np.flatnonzero(per_text > 1).tolist())


def test_only_the_first_words_of_a_long_text_count():
    page = ItemPage(news_page(price="word " * 500).nodes)
    assert np.bincount(page.columns["word"].rows).max() == WORDS_PER_TEXT


def test_a_pattern_of_unknown_hashes_weighs_nothing():
    texts = PAGE.columns["text"]
    weights = texts.weights_of([(np.array([1, 2**40]), np.ones((1, 2))), (texts.hashes[:1], np.ones((1, 1)))])
    assert weights.sum(axis=(1, 2)).tolist() == [0.0, 1.0]


def test_a_page_without_texts_has_empty_columns():
    from builders import element, snapshot

    empty = ItemPage(snapshot(element("html", (0, 0, 1, 1), element("p", (0, 0, 1, 1)))).nodes)
    for kind in ("text", "word", "pair", "link", "image"):
        assert not len(empty.columns[kind].hashes)
        assert empty.columns[kind].counts.tolist() == [0.0]
