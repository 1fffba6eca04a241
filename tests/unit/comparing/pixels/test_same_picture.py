from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.pixels.same_picture import (
    COLOUR_TOLERANCE,
    aligned,
    blurred,
    changed_mask,
    same_picture,
    ssim,
)


def _disc(x=50.0, colour=(20, 20, 20)):
    canvas = np.full((100, 100, 3), 255, np.uint8)
    cv2.circle(canvas, (int(x * 16), 50 * 16), 30 * 16, colour, -1, cv2.LINE_AA, shift=4)
    return canvas


def test_structural_similarity_is_one_for_equal_and_low_for_different_pictures():
    noise = np.random.default_rng(1).integers(0, 255, (100, 100, 3), np.uint8)
    assert ssim(_disc(), _disc()) == 1.0
    assert ssim(_disc(), noise) < 0.3


def test_soft_edges_drawn_a_fraction_elsewhere_are_no_change():
    assert not changed_mask(_disc(50.0), _disc(50.4)).any()
    assert same_picture(_disc(50.0), _disc(50.4))


def test_another_colour_is_a_change():
    assert changed_mask(_disc(), _disc(colour=(200, 20, 20))).sum() > 2000
    assert not same_picture(_disc(), _disc(colour=(200, 20, 20)))


def test_rows_are_aligned_to_a_shift():
    rows = np.random.default_rng(1).integers(0, 255, (60, 20, 3), np.uint8)
    first, second, share = aligned(rows, np.roll(rows, 3, axis=0))
    assert share == 1.0
    assert np.array_equal(first, second)


def test_pictures_without_area_say_nothing():
    assert same_picture(np.zeros((0, 5, 3), np.uint8), _disc())


@given(height=st.integers(1, 80), width=st.integers(1, 80), seed=st.integers(0, 2**32 - 1))
def test_windows_are_weighted_as_opencv_does(height, width, seed):
    values = np.random.default_rng(seed).uniform(0, 255**2, (height, width)).astype(np.float32)
    known = cv2.GaussianBlur(values, (11, 11), 1.5)
    assert blurred(values) == pytest.approx(known, rel=1e-5)


def _whole_similarity(old, new):
    """Over every window of the picture, with OpenCV."""
    one, two = (cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float64) for pixels in (old, new))
    (mean_one, mean_two, square_one, square_two, product) = (
        cv2.GaussianBlur(values, (11, 11), 1.5) for values in (one, two, one * one, two * two, one * two)
    )
    first, second = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    luminance = (2 * mean_one * mean_two + first) / (mean_one**2 + mean_two**2 + first)
    variances = square_one - mean_one**2 + square_two - mean_two**2
    return float((luminance * (2 * (product - mean_one * mean_two) + second) / (variances + second)).mean())


@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 59), st.integers(0, 59), st.integers(0, 2**32 - 1))
def test_similarity_is_that_of_all_windows(height, width, top, left, seed):
    random = np.random.default_rng(seed)
    old = cv2.blur(random.integers(0, 256, (height, width, 3), dtype=np.uint8), (3, 3))
    new = old.copy()
    new[top : top + 7, left : left + 9] = random.integers(0, 256, new[top : top + 7, left : left + 9].shape)
    assert ssim(old, new) == pytest.approx(_whole_similarity(old, new), abs=1e-3)


@given(height=st.integers(1, 40), width=st.integers(1, 40), seed=st.integers(0, 2**32 - 1), spread=st.integers(2, 256))
def test_changed_pixels_are_those_that_opencv_finds(height, width, seed, spread):
    random = np.random.default_rng(seed)
    old = random.integers(0, 256, (height, width, 3), dtype=np.uint8)
    new = np.clip(old + random.integers(-spread, spread, old.shape), 0, 255).astype(np.uint8)
    kernel, tolerance = np.ones((3, 3), np.uint8), np.full_like(old, COLOUR_TOLERANCE)
    spanned = []
    for one, other in ((old, new), (new, old)):
        low, high = cv2.subtract(cv2.erode(other, kernel), tolerance), cv2.add(cv2.dilate(other, kernel), tolerance)
        spanned.append(cv2.inRange(one, low, high) > 0)
    near = cv2.inRange(cv2.absdiff(old, new), np.zeros_like(old), tolerance) > 0
    assert np.array_equal(changed_mask(old, new), ~near & ~(spanned[0] & spanned[1]))
