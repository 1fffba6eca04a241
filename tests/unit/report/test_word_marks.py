from __future__ import annotations

from PIL import Image

from pagestrata.report.word_marks import MARGIN_PX, changed_areas


def picture(*words, size=(200, 60)):
    made = Image.new("RGB", size, "white")
    for left, top, right, bottom in words:
        made.paste((0, 0, 0), (left, top, right, bottom))
    return made


def test_each_word_that_differs_is_one_area():
    old = picture((10, 10, 40, 20), (10, 40, 30, 50))
    new = picture((10, 10, 40, 20), (60, 10, 90, 20), (10, 40, 30, 50), (120, 40, 150, 50))
    assert changed_areas(old, new) == [
        (60 - MARGIN_PX, 10 - MARGIN_PX, 90 + MARGIN_PX, 20 + MARGIN_PX),
        (120 - MARGIN_PX, 40 - MARGIN_PX, 150 + MARGIN_PX, 50 + MARGIN_PX),
    ]


def test_letters_of_one_word_are_joined():
    assert len(changed_areas(picture(), picture((10, 10, 14, 20), (18, 10, 22, 20), (26, 10, 30, 20)))) == 1


def test_a_block_that_differs_nearly_everywhere_is_not_marked():
    assert changed_areas(picture(), picture((0, 0, 190, 55))) == []


def test_a_block_of_another_size_was_laid_out_again_and_is_not_marked():
    assert changed_areas(picture(), picture((10, 10, 20, 20), size=(200, 90))) == []
    assert changed_areas(picture(), picture((10, 10, 20, 20), size=(201, 59))) == [(8, 8, 22, 22)]
    assert changed_areas(picture(size=(0, 10)), picture()) == []


def test_what_no_eye_sees_is_not_marked():
    assert changed_areas(picture(), Image.new("RGB", (200, 60), (235, 235, 235))) == []
