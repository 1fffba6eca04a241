from __future__ import annotations

import cv2
import numpy as np

from pagestrata.comparing.pixels.same_picture import aligned, changed_mask, same_picture, ssim


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
