from __future__ import annotations

import random

from PIL import Image

from pagestrata.report.word_marks import MARGIN_PX, Area, Shown, changed_areas

HEIGHT_PX, SPACE_PX, LETTER_PX = 10, 6, 5


def shown(*words: Area, size: tuple[int, int] = (200, 60), text: str = "") -> Shown:
    made = Image.new("RGB", size, "white")
    for place in words:
        made.paste((0, 0, 0), place)
    return Shown(made, text)


def written(text: str, *, width: int = 400, seed: int = 0) -> Shown:
    """A text as pictures of words, each a pattern that another `seed` blurs, as a browser does that moves them."""
    made, chance = Image.new("RGB", (width, 60), "white"), random.Random(seed)
    left, top = 4, 5
    for word in text.split():
        if left + LETTER_PX * len(word) > width:
            left, top = 4, top + 2 * HEIGHT_PX
        made.paste((0, 0, 0), (left, top, left + LETTER_PX * len(word), top + HEIGHT_PX))
        for _ in word:
            grey = chance.randrange(100)
            made.putpixel((left + chance.randrange(1, LETTER_PX * len(word) - 1), top + 3), (grey, grey, grey))
        left += LETTER_PX * len(word) + SPACE_PX
    return Shown(made, text)


def widened(left: int, top: int, right: int, bottom: int) -> Area:
    return left - MARGIN_PX, top - MARGIN_PX, right + MARGIN_PX, bottom + MARGIN_PX


def test_the_words_that_a_text_has_not_any_more_and_has_now_are_marked_wherever_the_others_went():
    old = written("the ferry leaves every hour from a northern pier today")
    new = written("the ferry leaves twice in a day from a northern pier today", width=160, seed=1)
    gone, come = changed_areas(old, new)
    assert gone == [widened(92, 5, 92 + 25 + 6 + 20, 15)]
    assert len(come) == 2  # the line ends within
    assert come[0][1] < come[1][1]


def test_one_changed_word_is_marked_as_a_whole():
    gone, come = changed_areas(written("adult 14.50 euros"), written("adult 24.50 euros", seed=1))
    assert gone == come == [widened(35, 5, 60, 15)]


def test_words_that_are_none_of_the_text_are_told_by_their_looks():
    old = shown((10, 10, 40, 20), (10, 40, 30, 50))
    new = shown((10, 10, 40, 20), (60, 10, 70, 20), (10, 40, 30, 50))
    assert changed_areas(old, new) == ([], [widened(60, 10, 70, 20)])


def test_a_text_in_another_order_than_its_picture_says_nothing_about_places():
    """Columns are read one by one, and painted line by line."""
    old, new = written("a longest b longer c long"), written("a longest b longer c lone")
    mixed = old._replace(text="longest a longer b long c"), new._replace(text="longest a longer b lone c")
    assert changed_areas(*mixed) != changed_areas(old, new)


def test_on_a_ground_without_words_the_differing_area_is_marked():
    photograph = Image.effect_noise((200, 60), 90).convert("RGB")
    changed = photograph.copy()
    changed.paste((0, 0, 0), (10, 10, 40, 30))
    gone, come = changed_areas(Shown(photograph, ""), Shown(changed, ""))
    assert gone == come
    assert len(gone) >= 1


def test_a_block_that_differs_nearly_everywhere_is_not_marked():
    assert changed_areas(shown(), shown((0, 0, 190, 55))) == ([], [])
    assert changed_areas(written("one two three"), written("all else new")) == ([], [])


def test_an_empty_block_and_a_ground_that_no_eye_tells_apart():
    assert changed_areas(shown(size=(0, 10)), shown()) == ([], [])
    assert changed_areas(shown(), Shown(Image.new("RGB", (200, 60), (235, 235, 235)), "")) == ([], [])
