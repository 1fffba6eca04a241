from __future__ import annotations

import numpy as np
import pytest

from pagestrata.comparing.pixels.picture_hashes import looks_alike, picture_hash


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
