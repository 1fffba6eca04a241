import io

import pytest
from PIL import Image

from pagestrata.model.geometry import Box
from pagestrata.notify.pictures import MARK, before_and_now, marked_picture, picture_of_block


def screenshot():
    target = io.BytesIO()
    Image.new("RGB", (300, 200), "white").save(target, "PNG")
    return target.getvalue()


def test_the_block_is_cut_out_with_a_margin_and_the_change_framed():
    data = picture_of_block(screenshot(), Box(50, 50, 100, 60), [Box(60, 60, 30, 20)])
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.size == (124, 84)
        assert picture.getpixel((22 - 6, 22 - 6)) == MARK
        assert picture.getpixel((22, 22)) == (255, 255, 255), "the frame is around it"
        assert picture.getpixel((5, 5)) == (255, 255, 255)


def test_a_block_alone_has_a_margin_without_its_neighbours():
    above, inside, below = (40, 40, 160, 49), (60, 60, 90, 80), (40, 111, 160, 130)
    page = solid((300, 200), above, inside, below)
    with_neighbours, alone = (pixels(picture_of_block(page, Box(50, 50, 100, 60), alone=way)) for way in (False, True))
    assert with_neighbours.size == alone.size == (124, 84)
    assert with_neighbours.getpixel((30, 8)) == (0, 0, 0)
    assert alone.getpixel((30, 8)) == alone.getpixel((30, 78)) == (255, 255, 255)
    assert alone.getpixel((12 + 15, 12 + 15)) == (0, 0, 0)
    at_the_edge = pixels(picture_of_block(page, Box(0, 0, 300.5, 20.5), alone=True))
    assert at_the_edge.size == (300, 32)


def test_a_block_without_area_or_off_the_picture_has_none():
    assert picture_of_block(screenshot(), Box(10, 10, 0, 0)) is None
    assert picture_of_block(screenshot(), Box(5000, 10, 50, 50)) is None


def solid(size, *marks):
    picture = Image.new("RGB", size, "white")
    for mark in marks:
        picture.paste((0, 0, 0), mark)
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()


def pixels(data):
    with Image.open(io.BytesIO(data)) as picture:
        return picture.convert("RGB").copy()


def test_what_differs_from_before_is_framed():
    marked = pixels(marked_picture(solid((100, 80)), solid((100, 80), (40, 30, 60, 40))))
    assert marked.getpixel((35, 25)) == MARK
    assert {marked.getpixel((x, 35)) for x in range(40, 60)} == {(0, 0, 0)}  # the frame stays off what it frames
    assert marked.getpixel((10, 10)) == (255, 255, 255)


def test_a_block_of_another_size_is_framed_itself():
    for before in (None, solid((90, 80))):
        marked = pixels(marked_picture(before, solid((100, 80))))
        assert marked.getpixel((4, 4)) == MARK
        assert marked.getpixel((50, 40)) == (255, 255, 255)


def test_the_same_picture_needs_no_mark():
    same = solid((100, 80), (1, 1, 2, 2))
    assert marked_picture(same, same) == same


def test_a_difference_at_the_border_is_framed_inside_the_picture():
    marked = pixels(marked_picture(solid((20, 20)), solid((20, 20), (18, 18, 20, 20))))
    assert marked.getpixel((19, 19)) == MARK


def test_a_block_just_below_the_end_of_the_picture_has_none():
    for alone in (False, True):
        assert picture_of_block(screenshot(), Box(10, 205, 50, 50), alone=alone) is None


def _plain_picture(width, height, colour):
    target = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(target, "PNG")
    return target.getvalue()


@pytest.mark.parametrize("width", [100, 900])
def test_before_and_now_stand_in_one_picture(width):
    both = before_and_now(_plain_picture(width, 40, (250, 0, 0)), _plain_picture(width, 50, (0, 0, 250)))
    with Image.open(io.BytesIO(both)) as shown:
        picture = shown.convert("RGB")
    colours = {colour: count for count, colour in picture.getcolors(10**6)}
    assert (colours[250, 0, 0], colours[0, 0, 250]) == (width * 40, width * 50)
    assert (picture.width > 2 * width) == (width == 100)
