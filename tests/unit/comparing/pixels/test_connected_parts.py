"""Parts of a mask: the same as OpenCV finds."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pagestrata.comparing.pixels.connected_parts import ConnectedPart, connected_parts

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
