import io

from PIL import Image

from pagestrata.model.geometry import Box
from pagestrata.notify.pictures import MARK, picture_of_block


def screenshot():
    target = io.BytesIO()
    Image.new("RGB", (300, 200), "white").save(target, "PNG")
    return target.getvalue()


def test_the_block_is_cut_out_with_a_margin_and_the_change_framed():
    data = picture_of_block(screenshot(), Box(50, 50, 100, 60), [Box(60, 60, 30, 20)])
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.size == (124, 84)
        assert picture.getpixel((22, 22)) == MARK
        assert picture.getpixel((5, 5)) == (255, 255, 255)


def test_a_block_without_area_or_off_the_picture_has_none():
    assert picture_of_block(screenshot(), Box(10, 10, 0, 0)) is None
    assert picture_of_block(screenshot(), Box(5000, 10, 50, 50)) is None
