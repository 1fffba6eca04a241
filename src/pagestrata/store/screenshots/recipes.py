"""Painting a screenshot, or a part of it, as its recipe says: which colour or which piece goes where, in order."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.errors import ArchiveError
from pagestrata.model.screenshots import Pixels
from pagestrata.store.screenshots import background_pattern


class Recipe:
    """What `block_pictures.cut` wrote down about a page."""

    def __init__(self, written: bytes, *, pieces: int) -> None:
        self._head: dict[str, Any] = json.loads(written)
        self.width, self.height, self.channels = self._head["size"]
        self.mode: str = self._head["mode"]
        if int((self._places[4] < 0).sum()) != pieces:
            raise ArchiveError("a screenshot lacks some of its pieces; run `pagestrata verify`")

    def paint(self, left: int, top: int, right: int, bottom: int, piece_of: Callable[[int], Pixels]) -> Pixels:
        """The page between these edges as far as it reaches; `piece_of` gives a piece by its number."""
        left, top = min(max(0, left), self.width), min(max(0, top), self.height)
        right, bottom = max(left, min(right, self.width)), max(top, min(bottom, self.height))
        import cv2

        canvas = np.zeros((bottom - top, right - left, self.channels), np.uint8)
        if not canvas.size:
            return canvas
        starts_x, starts_y, widths, heights, _ = self._places
        touched = (starts_x < right) & (starts_x + widths > left) & (starts_y < bottom) & (starts_y + heights > top)
        for number in np.flatnonzero(touched).tolist():
            x, y, width, height, colour = self._places[:, number].tolist()
            columns = slice(max(x, left), min(x + width, right))
            rows = slice(max(y, top), min(y + height, bottom))
            if colour >= 0:  # OpenCV fills a rectangle many times faster than an assignment of three values does
                first, last = (columns.start - left, rows.start - top), (columns.stop - left - 1, rows.stop - top - 1)
                cv2.rectangle(canvas, first, last, _channels(colour, self.channels), cv2.FILLED)
            else:
                piece = piece_of(int(self._piece_numbers[number]))
                canvas[_moved(rows, top), _moved(columns, left)] = piece[_moved(rows, y), _moved(columns, x)]
        if self._ground is not None:
            self._ground.put_back(canvas, left=left, top=top)
        return canvas

    @cached_property
    def _places(self) -> npt.NDArray[np.int64]:
        """Left, top, width, height and colour of each entry; the colour is -1 for a piece."""
        return np.array([np.cumsum(column) for column in self._head["places"]], np.int64).reshape(5, -1)

    @cached_property
    def _piece_numbers(self) -> npt.NDArray[np.int64]:
        return np.asarray(np.cumsum(self._places[4] < 0) - 1, np.int64)

    @cached_property
    def _ground(self) -> background_pattern.Ground | None:
        return background_pattern.read_ground(self._head["ground"]) if "ground" in self._head else None


def _moved(span: slice, origin: int) -> slice:
    return slice(span.start - origin, span.stop - origin)


def _channels(colour: int, channels: int) -> tuple[int, ...]:
    return tuple(colour >> 8 * (channels - 1 - channel) & 0xFF for channel in range(channels))
