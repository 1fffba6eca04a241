import pytest

from builders import element, snapshot, words
from pagestrata.follow.page import page_of
from pagestrata.follow.paper.patterns.content import ContentPattern

BOX = (0, 0, 100, 20)


def page(*blocks):
    return page_of(snapshot(element("html", BOX, element("body", BOX, *blocks))))


def news(title, first, *rest):
    return element("section", BOX, element("a", BOX, words(title, BOX)), element("div", BOX, words(first, BOX)), *rest)


OLD = news("SPORTS", "Which NFL stars?", element("div", BOX, element("a", BOX, words("More", BOX))))
NEW = news("SPORTS", "Wade", element("div", BOX, element("div", BOX, element("a", BOX, words("More", BOX)))))


def test_elements_are_texts_with_their_tag_paths():
    pattern = ContentPattern.of_row(page(OLD), 2)
    assert pattern.elements == {
        ("SPORTS", "/section/a"),
        ("Which NFL stars?", "/section/div"),
        ("More", "/section/div/a"),
    }


def test_similarity_divides_by_the_pattern():
    assert ContentPattern.of_row(page(OLD), 2).similarity(page(NEW))[2] == pytest.approx(1 / 3)


def test_more_new_content_does_not_lower_the_similarity():
    longer = news("SPORTS", "Which NFL stars?", *(element("p", BOX, words(f"new {n}", BOX)) for n in range(9)))
    assert ContentPattern.of_row(page(news("SPORTS", "Which NFL stars?")), 2).similarity(page(longer))[2] == 1.0


def test_an_image_counts_with_its_address():
    with_image = element("div", BOX, element("img", BOX, attributes={"src": "http://site.test/a.png"}))
    assert ContentPattern.of_row(page(with_image), 2).elements == {("http://site.test/a.png", "/div/img")}


def test_an_empty_pattern_is_similar_to_nothing():
    empty = ContentPattern.of_row(page(element("div", BOX)), 2)
    assert not empty.similarity(page(OLD)).any()
    assert not len(empty.candidates(page(OLD)))


def test_adaption_keeps_what_both_share():
    adapted = ContentPattern.of_row(page(OLD), 2).adapted(ContentPattern.of_row(page(NEW), 2))
    assert adapted.elements == {("SPORTS", "/section/a")}


def test_the_same_text_twice_counts_once():
    twice = element("div", BOX, element("a", BOX, words("x", BOX)), element("a", BOX, words("x", BOX)))
    assert ContentPattern.of_row(page(twice), 2).similarity(page(twice)).max() == 1.0
