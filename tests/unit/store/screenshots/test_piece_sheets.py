from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.errors import ArchiveError
from pagestrata.store.screenshots import piece_sheets
from pagestrata.store.screenshots.block_pictures import PieceBox, Pixels
from pagestrata.store.screenshots.piece_sheets import (
    MARK,
    crop,
    crop_start,
    lay_out,
    read_planes,
    read_sheet,
    write_planes,
    write_sheet,
)


def noise(height: int, width: int, channels: int = 3, *, seed: int = 1) -> Pixels:
    found: Pixels = np.random.default_rng(seed).integers(0, 256, (height, width, channels)).astype(np.uint8)
    return found


def four_bytes(page: Pixels) -> Pixels:
    """The pixels of an opaque page with one idle byte each."""
    return np.dstack([page, np.full(page.shape[:2], 255, np.uint8)]) if page.shape[2] == 3 else page


def read_back(page: Pixels, places: list[PieceBox]) -> dict[int, Pixels]:
    """The pieces as they come back from the stored sheets."""
    found: dict[int, Pixels] = {}
    for sheet in lay_out(four_bytes(page), places, channels=page.shape[2]):
        assert sheet.pixels.shape[0] <= piece_sheets.MAX_ROWS + 1
        stored = read_sheet(write_sheet(sheet.pixels))
        for number, (left, top) in sheet.corners.items():
            _, _, width, height = places[number]
            found[number] = crop(stored, crop_start(left, top, width), width * height * page.shape[2])
    return found


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([3, 4]), st.lists(st.tuples(*[st.integers(0, 30)] * 2, *[st.integers(1, 30)] * 2), max_size=6))
def test_every_piece_comes_back(channels: int, places: list[PieceBox]) -> None:
    page = noise(60, 60, channels)
    page[..., 3:] = 255  # opaque: WebP would drop the channel
    found = read_back(page, places)
    assert sorted(found) == list(range(len(places)))
    for number, (left, top, width, height) in enumerate(places):
        assert np.array_equal(found[number], page[top : top + height, left : left + width])


def test_a_high_page_takes_several_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_sheets, "MAX_ROWS", 40)
    places = [(0, top, 5, 15) for top in range(0, 150, 10)]
    assert len(list(lay_out(noise(200, 5, 4), places, channels=3))) > 3
    assert len(read_back(noise(200, 5), places)) == len(places)


@pytest.mark.parametrize("channels", [3, 4])
def test_a_wide_page_takes_several_sheets_none_of_them_too_wide(channels: int) -> None:
    page = noise(12, 40_000, channels)
    places = [(left, top, 8_000, 6) for left in range(0, 40_000, 8_000) for top in (0, 6)]
    for sheet in lay_out(four_bytes(page), places, channels=channels):
        assert sheet.pixels.shape[1] <= piece_sheets.MAX_SIDE
    found = read_back(page, places)
    for number, (left, top, width, height) in enumerate(places):
        assert np.array_equal(found[number], page[top : top + height, left : left + width])


def test_only_rows_and_columns_with_pieces_are_kept() -> None:
    (sheet,) = lay_out(noise(100, 100, 4), [(20, 10, 30, 5), (40, 80, 20, 5)], channels=3)
    assert sheet.pixels.shape == (10, 40, 3)
    assert sheet.corners == {0: (0, 0), 1: (20, 5)}


def test_what_is_no_new_piece_takes_next_to_no_bytes() -> None:
    page = noise(400, 400, 4)
    (small,) = lay_out(page, [(0, 0, 400, 10), (100, 200, 20, 10)], channels=3)
    (whole,) = lay_out(page, [(0, 0, 400, 400)], channels=3)
    assert len(write_sheet(small.pixels)) < 0.04 * len(write_sheet(whole.pixels))


def test_sheets_of_older_archives_have_their_pieces_at_the_left() -> None:
    assert crop(noise(20, 9), 5 << 16 | 4, 2 * 4 * 3).tobytes() == noise(20, 9)[5:7, :4].tobytes()


def test_what_is_no_sheet_is_an_archive_error() -> None:
    with pytest.raises(ArchiveError, match="a sheet of screenshot pieces does not decode"):
        read_sheet(b"RIFF no sheet")


def test_many_new_pieces_are_packed_fast_and_come_back() -> None:
    page = noise(600, 800)
    assert not write_sheet(page).startswith(b"RIFF")
    assert np.array_equal(read_sheet(write_sheet(page)), page)
    places = [(0, top, 800, 20) for top in range(0, 600, 20)]
    assert all(np.array_equal(piece, page[20 * n : 20 * n + 20]) for n, piece in read_back(page, places).items())


def test_a_picture_that_can_be_looked_through_is_packed_as_webp() -> None:
    assert write_sheet(noise(600, 800, 4)).startswith(b"RIFF")


def test_writing_a_sheet_loads_no_other_format() -> None:
    written = "write_sheet(np.zeros((4, 4, 3), np.uint8)); print(*sys.modules)"
    program = f"import sys, numpy as np; from {piece_sheets.__name__} import write_sheet; {written}"
    ended = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    loaded = set(ended.stdout.split())
    assert "PIL.WebPImagePlugin" in loaded
    assert "PIL.TiffImagePlugin" not in loaded


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
