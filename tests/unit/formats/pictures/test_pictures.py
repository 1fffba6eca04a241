"""Screenshots unpacked to pixels, bombs refused before."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from pagestrata.formats.pictures import pictures
from pagestrata.formats.pictures.pictures import decode_png, encode_jpeg, is_too_large, png_size

COLOURS = np.random.default_rng(1).integers(0, 256, (5, 7, 3), dtype=np.uint8)


def png(pixels: np.ndarray = COLOURS) -> bytes:
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, "PNG")
    return target.getvalue()


def of_size(width: int, height: int) -> bytes:
    whole = png()
    return whole[:16] + struct.pack(">II", width, height) + whole[24:]


def test_the_head_says_how_large_a_picture_is() -> None:
    assert png_size(png()) == (7, 5)
    assert png_size(of_size(0, 9)) == (0, 9)
    assert png_size(b"") is None
    assert png_size(png()[:32]) is None
    assert png_size(b"GIF89a" + bytes(60)) is None


def test_pixels_come_in_the_order_that_is_asked_for() -> None:
    assert np.array_equal(decode_png(png(), "RGB"), COLOURS)
    assert np.array_equal(decode_png(png(), "BGR"), COLOURS[..., ::-1])
    see_through = np.dstack([COLOURS, np.full((5, 7), 9, np.uint8)])
    assert np.array_equal(decode_png(png(see_through), "RGB"), COLOURS)


@pytest.mark.parametrize("data", [b"", b"GIF89a" + bytes(60), png()[:40] + bytes(40), of_size(0, 5), of_size(5, 0)])
@pytest.mark.parametrize("colours", ["BGR", "RGB"])
def test_what_is_no_picture_is_none(data: bytes, colours: str) -> None:
    assert decode_png(data, colours) is None


def test_sixteen_bits_a_colour_are_no_screenshot() -> None:
    assert decode_png(png(np.full((4, 4), 40_000, np.uint16)), "RGB") is None


def test_a_gigantic_picture_is_never_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PngImagePlugin, "PngImageFile", None)
    assert decode_png(of_size(100_000, 100_000), "BGR") is None


def test_the_limit_is_on_the_area(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_PIXELS", 35)
    assert not is_too_large((7, 5))
    assert is_too_large((36, 1))
    assert decode_png(png(), "RGB") is not None


def test_pixels_are_packed_for_looking_at() -> None:
    assert encode_jpeg(np.full((40, 100, 3), 200, np.uint8)).startswith(b"\xff\xd8\xff")
