"""The best fit of a small picture in a larger one, as OpenCV's TM_CCOEFF_NORMED."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.pixels.correlation import best_correlation


def noise(height: int, width: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


@given(
    st.integers(3, 40),
    st.integers(3, 40),
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(0, 999),
    st.integers(0, 8),
)
def test_it_is_what_opencv_finds(height: int, width: int, more: int, wider: int, seed: int, blur: int) -> None:
    page, part = noise(height + more, width + wider, seed), noise(height, width, seed + 1)
    if blur:  # smooth pictures are alike by chance more often
        page, part = (cv2.blur(picture, (blur, blur)) for picture in (page, part))
    known = float(cv2.matchTemplate(page, part, cv2.TM_CCOEFF_NORMED).max())
    assert best_correlation(page, part) == pytest.approx(known, abs=2e-3)


def test_a_part_is_found_wherever_it_is() -> None:
    page = noise(90, 70, 1)
    assert best_correlation(page, page[17:57, 23:63]) == pytest.approx(1.0)
    darker = (page[17:57, 23:63] // 2).astype(np.uint8)
    assert best_correlation(page, darker) > 0.99
    assert best_correlation(page, noise(40, 40, 2)) < 0.2


def test_flat_ground_says_nothing() -> None:
    page = np.full((60, 60, 3), 200, np.uint8)
    assert best_correlation(page, noise(20, 20, 1)) == 0.0
    assert best_correlation(page, page[:20, :20]) == 1.0
