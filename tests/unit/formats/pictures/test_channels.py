"""Channels in another order, grey values and hues: as OpenCV has them, to the last bit."""

from __future__ import annotations

import platform

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pagestrata.formats.pictures.channels import (
    REVERSED,
    WITH_OPAQUE,
    WITHOUT_FOURTH,
    grey_values,
    hue_saturation_value,
    rearranged,
    strips,
)


def colours(channels: int) -> st.SearchStrategy[np.ndarray]:
    sides = st.integers(1, 70)
    return st.tuples(sides, sides).flatmap(lambda size: arrays.arrays(np.uint8, (*size, channels)))


@pytest.mark.parametrize(
    ("channels", "order", "code"),
    [
        (3, REVERSED, cv2.COLOR_RGB2BGR),
        (4, REVERSED, cv2.COLOR_RGBA2BGR),
        (4, WITHOUT_FOURTH, cv2.COLOR_RGBA2RGB),
        (3, WITH_OPAQUE, cv2.COLOR_RGB2RGBA),
    ],
)
@given(data=st.data())
def test_channels_are_rearranged_as_opencv_does(
    channels: int, order: tuple[int, ...], code: int, data: st.DataObject
) -> None:
    pixels = data.draw(colours(channels))
    found = rearranged(pixels, order)
    assert np.array_equal(found, cv2.cvtColor(pixels, code))
    assert found.flags.c_contiguous
    assert found.base is None


def test_a_part_of_a_picture_goes_where_it_is_asked_to() -> None:
    page = np.random.default_rng(1).integers(0, 256, (100, 40, 4), dtype=np.uint8)
    target = np.zeros((100, 30, 3), np.uint8)
    assert rearranged(page[:, 5:35], REVERSED, out=target) is target
    assert np.array_equal(target, page[:, 5:35, 2::-1])
    assert rearranged(page[:0], REVERSED).shape == (0, 40, 3)


@given(colours(3))
def test_grey_values_are_those_of_opencv(pixels: np.ndarray) -> None:
    assert np.array_equal(grey_values(pixels, blue_first=True), cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY))
    assert np.array_equal(grey_values(pixels, blue_first=False), cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY))


@pytest.mark.parametrize("value", range(0, 256, 5))
def test_hues_are_those_of_opencv(value: int) -> None:
    others = np.arange(256, dtype=np.uint8)
    pixels = np.stack(np.broadcast_arrays(np.uint8(value), others[:, None], others[None, :]), axis=-1)
    for turned in (pixels, pixels[..., [1, 0, 2]], pixels[..., [1, 2, 0]]):
        known = cv2.cvtColor(np.ascontiguousarray(turned), cv2.COLOR_RGB2HSV)
        found = np.stack(hue_saturation_value(turned), axis=-1)
        if platform.machine() in {"x86_64", "AMD64"}:
            assert np.array_equal(found, known)
        else:  # there OpenCV itself rounds otherwise
            apart = np.abs(found.astype(int) - known.astype(int))
            assert np.minimum(apart[..., 0], 180 - apart[..., 0]).max() <= 1
            assert apart[..., 1:].max() <= 1


@given(st.integers(0, 300), st.integers(1, 50))
def test_strips_are_all_rows_once(height: int, rows: int) -> None:
    assert [row for strip in strips(height, rows) for row in range(height)[strip]] == list(range(height))
