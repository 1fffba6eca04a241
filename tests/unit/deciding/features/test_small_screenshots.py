import struct

import numpy as np
import pytest
from PIL import PngImagePlugin

from captures import png
from pagestrata.deciding.features import small_screenshots
from pagestrata.deciding.features.small_screenshots import SCALE, Picture, Unusable, open_picture


def painted(height: int, width: int, colour: tuple[int, int, int] = (255, 0, 0)) -> bytes:
    return png(np.full((height, width, 3), colour, np.uint8))


def small(data: bytes) -> np.ndarray:
    found = open_picture(data)
    assert isinstance(found, Picture)
    return found.small


def reason(data: bytes) -> str:
    found = open_picture(data)
    assert isinstance(found, Unusable)
    return found.reason


def test_a_screenshot_becomes_a_quarter_of_its_size_in_rgb() -> None:
    found = small(painted(40, 80))
    assert found.shape == (40 // SCALE, 80 // SCALE, 3)
    assert (found == (255, 0, 0)).all()


@pytest.mark.parametrize(("height", "width", "shape"), [(43, 81, (10, 20, 3)), (1, 1, (1, 1, 3)), (3, 9, (1, 2, 3))])
def test_what_does_not_fill_a_pixel_is_cut_but_something_is_left(
    height: int, width: int, shape: tuple[int, ...]
) -> None:
    assert small(painted(height, width)).shape == shape


def test_a_very_long_page_is_looked_at_down_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_screenshots, "MOST_ROWS_PX", 40)
    assert small(painted(100, 8)).shape == (10, 2, 3)


def test_unusable_screenshots_say_why() -> None:
    whole = painted(16, 16)
    assert reason(b"") == reason(b"GIF89a" + bytes(60)) == "the screenshot is not a PNG file"
    assert reason(whole[:16] + struct.pack(">II", 0, 16) + whole[24:]) == "the screenshot is empty"
    assert reason(whole[:40] + bytes(40)) == "the screenshot is damaged"


def test_a_gigantic_screenshot_is_never_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PngImagePlugin, "PngImageFile", None)
    whole = painted(16, 16)
    huge = whole[:16] + struct.pack(">II", 100_000, 100_000) + whole[24:]
    assert reason(huge) == "the screenshot is too large to compare (100000 x 100000 px)"
