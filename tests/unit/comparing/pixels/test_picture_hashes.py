from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.pixels.picture_hashes import looks_alike, picture_hash, standard_deviation


def _flat(colour):
    return np.full((40, 60, 3), colour, np.uint8)


def test_a_hash_has_24_digits_and_a_picture_without_area_has_none():
    assert len(picture_hash(_flat((1, 2, 3)))) == 24
    assert picture_hash(np.zeros((0, 3, 3), np.uint8)) == ""


def test_flat_pictures_differ_by_colour_alone():
    noisy = _flat((100, 100, 100)) + np.random.default_rng(1).integers(0, 3, (40, 60, 3), np.uint8)
    assert looks_alike(picture_hash(_flat((100, 100, 100))), picture_hash(noisy))
    assert not looks_alike(picture_hash(_flat((100, 100, 100))), picture_hash(_flat((200, 100, 100))))


def test_pictures_with_contrast_differ_by_shape():
    left, right = _flat((0, 0, 0)), _flat((0, 0, 0))
    left[:, :30], right[:, 30:] = 255, 255
    assert looks_alike(picture_hash(left), picture_hash(left))
    assert not looks_alike(picture_hash(left), picture_hash(right))


@pytest.mark.parametrize(
    ("first", "second", "alike"), [("", "0" * 24, True), ("odd", "0" * 24, False), ("x", "x", True)]
)
def test_unknown_hashes_are_alike_and_foreign_ones_only_when_equal(first, second, alike):
    assert looks_alike(first, second) is alike


@given(height=st.integers(1, 90), width=st.integers(1, 90), seed=st.integers(0, 2**32 - 1), smooth=st.booleans())
def test_hashes_are_those_that_opencv_gave(height, width, seed, smooth):
    """Stored versions have them: all but the cells that floating-point sums round otherwise."""
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    pixels = cv2.blur(pixels, (9, 9)) if smooth else pixels
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    cells = cv2.resize(grey, (9, 8), interpolation=cv2.INTER_AREA).astype(np.int16)
    bits = int.from_bytes(np.packbits(cells[:, :-1] > cells[:, 1:]).tobytes(), "big")
    found = picture_hash(pixels)
    assert (int(found[:16], 16) ^ bits).bit_count() <= 3
    means = [round(total / grey.size) for total in cv2.sumElems(pixels)[2::-1]]
    assert [*bytes.fromhex(found[16:])] == [*means, round(float(cv2.meanStdDev(grey)[1][0, 0]))]
    assert standard_deviation(grey) == pytest.approx(float(cv2.meanStdDev(grey)[1][0, 0]), abs=1e-6)
