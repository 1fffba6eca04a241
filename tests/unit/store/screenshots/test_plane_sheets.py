from __future__ import annotations

import numpy as np
import pytest
import zstandard

from pagestrata.store.screenshots.plane_sheets import MARK, read_planes, write_planes


def test_every_colour_comes_back() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (50, 70, 3)).astype(np.uint8)
    found = read_planes(write_planes(pixels))
    assert found is not None
    assert np.array_equal(found, pixels)


def test_a_part_of_a_larger_picture_comes_back() -> None:
    page = np.random.default_rng(2).integers(0, 256, (50, 70, 4)).astype(np.uint8)
    found = read_planes(write_planes(page[10:30, 5:60, :3]))
    assert found is not None
    assert np.array_equal(found, page[10:30, 5:60, :3])


WHOLE = write_planes(np.zeros((4, 4, 3), np.uint8))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"RIFF",
        MARK,
        WHOLE[:-3],
        WHOLE[:4] + b"\xff" * 8 + WHOLE[12:],  # more than any page has
        WHOLE[:4] + b"\4\0\0\0\5\0\0\0" + WHOLE[12:],  # a row that is not there
        WHOLE[:12] + zstandard.compress(bytes(100)),  # more than it says
    ],
)
def test_what_is_no_sheet_gives_nothing(data: bytes) -> None:
    assert read_planes(data) is None
