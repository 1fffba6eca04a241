"""Photos in the picture of a block whose text changed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pagestrata.comparing.pixels.photos import (
    ConnectedPart,
    best_correlation,
    connected_parts,
    has_swapped_photo,
    photo_regions,
)
from pagestrata.comparing.pixels.visual_changes import compare_pictures
from pagestrata.comparing.vidiff import compare
from pagestrata.model.geometry import Box
from trees import leaf, page


def _photo(seed, width=160, height=120):
    coarse = np.random.default_rng(seed).integers(0, 255, (12, 16, 3), np.uint8)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)


def _block(text, *photos, ground=255, size=(400, 300)):
    """Lines of text on a ground, with photos at (x, y)."""
    canvas = np.full((size[1], size[0], 3), ground, np.uint8)
    for line, y in enumerate(range(20, size[1], 22)):
        cv2.putText(canvas, f"{text} {line} {text}", (4, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    for x, y, pixels in photos:
        canvas[y : y + pixels.shape[0], x : x + pixels.shape[1]] = pixels
    return canvas


def test_a_photo_is_found_among_text_and_text_is_none():
    (region,) = photo_regions(_block("some words", (203, 101, _photo(1))))
    assert np.abs(np.array(region) - (203, 101, 363, 221)).max() <= 8
    assert photo_regions(_block("some words")) == []
    assert photo_regions(np.zeros((0, 10, 3), np.uint8)) == []
    assert photo_regions(np.full((5, 5, 3), 9, np.uint8)) == []


def test_the_ground_is_what_most_pixels_have_even_less_than_half_of_them():
    shown = np.zeros((240, 400, 3), np.uint8)
    shown[:, :160], shown[:, 160:280] = (250, 250, 250), (10, 90, 10)
    shown[:, 280:] = _photo(3, 120, 240)
    left = {region[0] for region in photo_regions(shown)}
    assert 0 not in left
    assert left


def test_another_photo_beside_another_text_is_seen():
    assert has_swapped_photo(_block("old words", (200, 100, _photo(1))), _block("new text", (200, 100, _photo(2))))
    assert has_swapped_photo(_block("old words", (200, 100, _photo(1))), _block("new text", (203, 43, _photo(2))))


def test_the_same_photo_is_none_wherever_it_stands():
    old = _block("old words", (200, 100, _photo(1)))
    assert not has_swapped_photo(old, _block("new text", (200, 100, _photo(1))))
    assert not has_swapped_photo(old, _block("new text, longer", (13, 157, _photo(1))))
    noisy = np.clip(_photo(1).astype(int) + np.random.default_rng(1).integers(-6, 7, (120, 160, 3)), 0, 255)
    assert not has_swapped_photo(old, _block("new text", (200, 100, noisy.astype(np.uint8))))


def test_of_a_photo_that_is_gone_or_scaled_nothing_is_said():
    old = _block("old words", (200, 100, _photo(1)))
    assert not has_swapped_photo(old, _block("new text"))
    assert not has_swapped_photo(old, _block("new text", (100, 100, _photo(1, 240, 180))))


def test_a_flat_box_is_no_photo():
    flat = np.full((100, 100, 3), (200, 30, 30), np.uint8)
    assert photo_regions(_block("words", (200, 100, flat))) == []
    stripe = _photo(1, 390, 16)
    assert photo_regions(_block("words", (0, 100, stripe))) == []


def test_a_picture_swapped_where_the_text_changed_too_is_reported_beside_the_text():
    def side(text, seed):
        canvas = np.full((400, 500, 3), 255, np.uint8)
        canvas[50:350, 50:450] = _block(text, (200, 100, _photo(seed)))
        tree = page(leaf("1.1", f"{text} and the rest of the story", images=("photo",), box=Box(50, 50, 400, 300)))
        return tree, cv2.imencode(".png", canvas)[1].tobytes()

    (old, first), (new, second), (kept, third) = side("Monday", 1), side("Tuesday", 2), side("Tuesday", 1)
    swapped = compare_pictures(first, second, old, new, compare(old, new))
    assert sorted((change.op, change.element) for change in swapped.changes) == [
        ("update", "image"),
        ("update", "text"),
    ]
    same = compare_pictures(first, third, old, kept, compare(old, kept))
    assert [(change.op, change.element) for change in same.changes] == [("update", "text")]


MASKS = st.tuples(st.integers(1, 14), st.integers(1, 14)).flatmap(lambda size: arrays.arrays(np.bool_, size))


def known(mask: np.ndarray) -> set[tuple[int, ...]]:
    _, _, statistics, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return {(left, top, left + width, top + height, size) for left, top, width, height, size in statistics[1:].tolist()}


@given(MASKS)
def test_parts_are_those_of_opencv(mask: np.ndarray) -> None:
    found = connected_parts(mask)
    assert {(part.left, part.top, part.right, part.bottom, part.size) for part in found} == known(mask)
    assert sum(part.size for part in found) == mask.sum()


def test_parts_that_meet_further_down_are_one() -> None:
    mask = np.array([[1, 0, 1, 0, 1], [1, 0, 1, 0, 0], [1, 1, 1, 0, 1]], bool)
    assert connected_parts(mask) == [
        ConnectedPart(left=0, top=0, right=3, bottom=3, size=7),
        ConnectedPart(left=4, top=0, right=5, bottom=1, size=1),
        ConnectedPart(left=4, top=2, right=5, bottom=3, size=1),
    ]


def test_corners_do_not_connect() -> None:
    assert len(connected_parts(np.eye(5, dtype=bool))) == 5
    assert connected_parts(np.zeros((3, 3), bool)) == []


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
