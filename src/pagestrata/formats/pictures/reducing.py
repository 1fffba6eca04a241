"""Pictures made smaller: each new pixel is the mean of the area it covers, as OpenCV's INTER_AREA has it.

Whole factors are summed exactly. Other factors weigh the pixels at the edges by the part that is covered. Where a side
grows, both sides are interpolated between neighbours, with weights in fixed point. Whole factors equal OpenCV's to the last
bit; elsewhere one of some thousand values is rounded to the other side.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.formats.pictures.channels import strips
from pagestrata.model.screenshots import Pixels

_BITS = 11
_STRIP_ROWS = 16


def reduce_by_area(pixels: Pixels, width: int, height: int) -> Pixels:
    """A picture in grey values or colours at another size."""
    tall, wide = pixels.shape[:2]
    if (width, height) == (wide, tall):
        return pixels.copy()
    if width > wide or height > tall:
        return _interpolated(pixels, width, height)
    if wide % width == 0 and tall % height == 0:
        return _exact_means(pixels, tall // height, wide // width)
    return _weighted_means(pixels, width, height)


def _exact_means(pixels: Pixels, rows: int, columns: int) -> Pixels:
    """Means over rectangles of so many rows and columns."""
    tall, wide = pixels.shape[:2]
    planes = pixels.reshape(tall, wide, -1)
    channels = planes.shape[2]
    found = np.empty((tall // rows, wide // columns, channels), np.uint8)
    total = np.uint16 if 255 * rows * columns < 1 << 16 else np.uint64
    for strip in strips(len(found), _STRIP_ROWS):
        lines = planes[strip.start * rows : strip.stop * rows].reshape(-1, rows, wide * channels)
        summed = np.add.reduce(lines, axis=1, dtype=total).reshape(len(lines), -1, columns, channels)
        sums = summed[:, :, 0].copy()
        for column in range(1, columns):
            sums += summed[:, :, column]
        if (rows, columns) == (2, 2):
            found[strip] = sums + total(2) >> total(2)  # halves go up here, and to the even number otherwise
        else:
            found[strip] = np.rint(sums * np.float32(1 / (rows * columns)))
    return found.reshape(tall // rows, wide // columns, *pixels.shape[2:])


def _weighted_means(pixels: Pixels, width: int, height: int) -> Pixels:
    tall, wide = pixels.shape[:2]
    rows = _means_of_rows(pixels.reshape(tall, -1), height)
    columns = _means_of_rows(rows.reshape(height, wide, -1).swapaxes(0, 1).reshape(wide, -1), width)
    found = np.rint(columns).astype(np.uint8).reshape(width, height, -1).swapaxes(0, 1)
    return np.ascontiguousarray(found).reshape(height, width, *pixels.shape[2:])


def _means_of_rows(values: npt.NDArray[Any], count: int) -> npt.NDArray[np.float32]:
    """Rows joined to fewer; one that an edge cuts counts on both sides of it, by its parts."""
    scale = len(values) / count
    edges = np.arange(count + 1) * scale
    first = np.minimum(np.floor(edges), len(values)).astype(np.intp)
    parts = (edges - first).astype(np.float32)[:, None] * values[np.minimum(first, len(values) - 1)]
    parts[-1] = 0.0
    sums = [np.add.reduce(values[top:end], axis=0, dtype=np.float32) for top, end in itertools.pairwise(first.tolist())]
    sums[-1] = np.add.reduce(values[first[-2] :], axis=0, dtype=np.float32)
    return np.asarray((np.stack(sums) - parts[:-1] + parts[1:]) / np.float32(scale), np.float32)


def _interpolated(pixels: Pixels, width: int, height: int) -> Pixels:
    """Between two neighbours of each side."""
    tall, wide = pixels.shape[:2]
    rows, row_shares = _neighbours(tall, height)
    columns, column_shares = _neighbours(wide, width)
    planes = pixels.reshape(tall, wide, -1).astype(np.int64)
    left, right = planes[:, columns], planes[:, np.minimum(columns + 1, wide - 1)]
    lines = left * column_shares[0][:, None] + right * column_shares[1][:, None] >> 4
    upper, lower = lines[rows], lines[np.minimum(rows + 1, tall - 1)]
    above, below = (share[:, None, None] for share in row_shares)
    found = (above * upper >> 16) + (below * lower >> 16) + 2 >> 2
    return np.asarray(found.astype(np.uint8)).reshape(height, width, *pixels.shape[2:])


def _neighbours(before: int, after: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """The first of two old pixels for each new one, and the shares of both in fixed point."""
    growth = after / before
    numbers = np.arange(after)
    first = np.floor(numbers * (1 / growth))
    share = numbers + 1 - (first + 1) * growth
    share = np.where(share <= 0, 0.0, share - np.floor(share)).astype(np.float32)
    share[first >= before - 1] = 0.0
    fixed = np.rint(np.stack([1 - share, share]) * np.float32(1 << _BITS)).astype(np.int64)
    return np.minimum(first, before - 1).astype(np.intp), fixed
