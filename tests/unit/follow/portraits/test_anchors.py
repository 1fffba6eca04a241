import numpy as np

from builders import element, table, words
from pagestrata.follow.page import hashed
from pagestrata.follow.portraits.anchors import FAR_AWAY, LONGEST_SPELLED, MOST_ANCHORS, NO_ANCHOR, runs_of
from pagestrata.follow.portraits.item_page import ItemPage

BOX = (0, 0, 800, 600)


def link(text, x, y):
    box = (x, y, 40, 20)
    return element("a", box, words(text, box))


def page(*children):
    return ItemPage(table(element("html", BOX, element("body", BOX, *children))))


def test_the_nearest_texts_and_where_they_stand():
    made = page(link("World", 0, 0), link("Opinion", 50, 0), link("Contact", 0, 500))
    hashes, steps = made.anchors.around(np.array([4]))
    assert hashes[0, :3].tolist() == [hashed("world"), hashed("contact"), NO_ANCHOR]
    assert steps[0, :3].tolist() == [[-50, 0], [-50, 500], [0, 0]]


def test_every_place_of_a_text_is_known_and_none_of_an_absent_one():
    made = page(link("World", 0, 0), link("World", 0, 500))
    found = made.anchors.places_of(np.array([hashed("world"), hashed("absent"), NO_ANCHOR]))
    assert found[0, :, 1].tolist() == [10, 510, FAR_AWAY]
    assert (found[1:] == FAR_AWAY).all()


def test_a_page_without_texts_has_no_anchors():
    made = page(element("div", BOX))
    assert (made.anchors.around(np.array([2]))[0] == NO_ANCHOR).all()
    assert made.anchors.places_of(np.array([[5]])).shape == (1, 1, 3, 2)
    assert made.anchors.around(np.array([2]))[0].shape == (1, MOST_ANCHORS)


def test_words_that_are_written_a_little_differently_share_most_runs():
    one, other = runs_of("Video"), runs_of("VIDEOS!")
    assert len(one & other) / len(one) >= 0.75
    assert not runs_of("Cart") & runs_of("Help")


def test_a_text_without_spaces_holds_the_words_in_it():
    assert runs_of("注册") <= runs_of("登录/注册")


def test_long_texts_and_none_have_no_runs():
    assert runs_of("") == runs_of("long " * LONGEST_SPELLED) == frozenset()
