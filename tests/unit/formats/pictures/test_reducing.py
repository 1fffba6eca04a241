"""Pictures at another size, as OpenCV's INTER_AREA makes them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.formats.pictures.reducing import reduce_by_area

SIDES, SEEDS = st.integers(1, 60), st.integers(0, 2**32 - 1)


def noise(height: int, width: int, channels: int, seed: int) -> np.ndarray:
    shape = (height, width, 3) if channels == 3 else (height, width)
    return np.random.default_rng(seed).integers(0, 256, shape, dtype=np.uint8)


def known(pixels: np.ndarray, width: int, height: int) -> np.ndarray:
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA))


@pytest.mark.parametrize("channels", [1, 3])
@given(height=SIDES, width=SIDES, rows=st.integers(1, 9), columns=st.integers(1, 9), seed=SEEDS)
def test_whole_factors_are_exact(height: int, width: int, rows: int, columns: int, channels: int, seed: int) -> None:
    pixels = noise(height * rows, width * columns, channels, seed)
    assert np.array_equal(reduce_by_area(pixels, width, height), known(pixels, width, height))


@pytest.mark.parametrize("channels", [1, 3])
@given(height=SIDES, width=SIDES, new_height=SIDES, new_width=SIDES, seed=SEEDS)
def test_any_size_is_what_opencv_makes(
    height: int, width: int, new_height: int, new_width: int, channels: int, seed: int
) -> None:
    pixels = noise(height, width, channels, seed)
    found, expected = reduce_by_area(pixels, new_width, new_height), known(pixels, new_width, new_height)
    assert np.abs(found.astype(int) - expected).max() <= 1  # a floating-point number may fall on either side of a half


@pytest.mark.parametrize(("width", "height"), [(480, 300), (1500, 900), (9, 8)])
def test_hardly_a_pixel_is_rounded_otherwise(width: int, height: int) -> None:
    pixels = noise(854, 1366, 3, 1)
    assert (reduce_by_area(pixels, width, height) != known(pixels, width, height)).mean() < 1e-3


def test_parts_of_a_picture_are_reduced_too() -> None:
    page = noise(90, 70, 3, 2)
    assert np.array_equal(reduce_by_area(page[:80, 3:67], 16, 20), known(page[:80, 3:67], 16, 20))


def test_the_same_size_is_a_copy() -> None:
    pixels = noise(5, 6, 3, 3)
    found = reduce_by_area(pixels, 6, 5)
    assert np.array_equal(found, pixels)
    assert not np.shares_memory(found, pixels)
