from __future__ import annotations

import gc
import io
import pickle

import numpy as np
import pytest
from PIL import Image

from captures import capture, png
from pagestrata.errors import InputError
from pagestrata.formats.pictures.screenshots import PngScreenshot, opened, screenshot_of

COLOURS = np.random.default_rng(1).integers(0, 256, (50, 40, 3), dtype=np.uint8)


def grey_png() -> bytes:
    target = io.BytesIO()
    Image.fromarray(COLOURS[..., 0]).save(target, "PNG")
    return target.getvalue()


def test_parts_are_what_the_file_shows_blue_first() -> None:
    shot = PngScreenshot(png(COLOURS))
    assert shot.size == (40, 50)
    assert np.array_equal(shot.part(3, 5, 20, 9), COLOURS[5:9, 3:20, ::-1])
    assert np.array_equal(shot.part(-5, -5, 100, 100), COLOURS[..., ::-1])
    assert shot.part(10, 10, 10, 20).size == shot.part(50, 60, 70, 80).size == shot.part(9, 9, 3, 3).size == 0


def test_files_of_other_colours_have_parts_too() -> None:
    found = PngScreenshot(grey_png()).part(0, 0, 4, 4)
    assert np.array_equal(found, np.repeat(COLOURS[:4, :4, :1], 3, axis=2))


@pytest.mark.parametrize("data", [b"", b"GIF89a", png(COLOURS)[:60]])
def test_what_is_no_picture_is_an_input_error(data: bytes) -> None:
    with pytest.raises(InputError, match="capture the page again"):
        PngScreenshot(data).part(0, 0, 1, 1)


def test_whoever_takes_the_pixels_may_paint_them_over() -> None:
    shot = PngScreenshot(png(COLOURS))
    before = shot.part(0, 0, 40, 50)
    taken = shot.take_plain_pixels()
    assert taken is not None
    taken[:] = 0
    assert np.array_equal(shot.part(0, 0, 40, 50), before)


def test_equal_files_are_equal_screenshots_also_from_another_process() -> None:
    shot = PngScreenshot(png(COLOURS))
    assert pickle.loads(pickle.dumps(shot)) == shot == PngScreenshot(png(COLOURS))
    assert {shot, PngScreenshot(png(COLOURS))} == {shot}
    assert shot.file_name == PngScreenshot(png(COLOURS)).file_name != PngScreenshot(png(COLOURS[1:])).file_name
    assert shot != PngScreenshot(png(COLOURS[1:]))


def test_a_picture_sent_to_another_process_is_its_file_and_not_its_pixels() -> None:
    shot = PngScreenshot(png(np.zeros((500, 500, 3), np.uint8)))
    shot.part(0, 0, 1, 1)
    assert len(pickle.dumps(shot)) < len(shot.png) + 200


def test_a_capture_has_one_screenshot_as_long_as_it_lasts() -> None:
    taken = capture(["one"])[0]
    assert screenshot_of(taken) is screenshot_of(taken) is not None
    assert screenshot_of(capture(["one"], picture=False)[0]) is None
    name = screenshot_of(taken).file_name  # type: ignore[union-attr]
    del taken
    gc.collect()
    again = screenshot_of(capture(["one"])[0])
    assert again is not None
    assert again.file_name == name


def test_bytes_and_screenshots_are_opened_alike() -> None:
    shot = PngScreenshot(png(COLOURS))
    assert opened(shot) is shot
    assert opened(shot.png) == shot
