"""Place the labels on a picture: each next to its mark, without overlaps."""

from __future__ import annotations

import math
from collections.abc import Iterator

BAND_PX = 64
MOST_STEPS = 12
Rectangle = tuple[float, float, float, float]  # left, top, right, bottom


class Labels:
    """The placed labels, in bands so that thousands of them stay cheap."""

    def __init__(self, *, width: float = math.inf) -> None:
        self._width = width  # of the picture
        self._bands: dict[int, list[Rectangle]] = {}

    def place(self, left: float, top: float, width: float, height: float) -> tuple[float, float]:
        """The nearest free place to the right or left, else below; the wanted place itself if all are taken."""
        aside = [step * sign * (width + 1) for step in range(MOST_STEPS) for sign in (1, -1)]
        tried = [(left + shift, top) for shift in aside if 0 <= left + shift <= self._width - width]
        return self._take(tried + self._below(left, top, height), width, height)

    def place_below(self, left: float, top: float, width: float, height: float) -> tuple[float, float]:
        """The nearest free place below, for a margin; the wanted place itself if all are taken."""
        return self._take(self._below(left, top, height), width, height)

    @staticmethod
    def _below(left: float, top: float, height: float) -> list[tuple[float, float]]:
        return [(left, top + step * height) for step in range(MOST_STEPS)]

    def _take(self, tried: list[tuple[float, float]], width: float, height: float) -> tuple[float, float]:
        chosen = next((at for at in tried if self.is_free(*at, width, height)), tried[0])
        place = (chosen[0], chosen[1], chosen[0] + width, chosen[1] + height)
        for band in _bands(place):
            self._bands.setdefault(band, []).append(place)
        return chosen

    def is_free(self, left: float, top: float, width: float, height: float) -> bool:
        """Whether no label is there yet."""
        place = (left, top, left + width, top + height)
        return not any(_overlap(place, other) for band in _bands(place) for other in self._bands.get(band, ()))


def _bands(place: Rectangle) -> Iterator[int]:
    return iter(range(int(place[1] // BAND_PX), int(place[3] // BAND_PX) + 1))


def _overlap(first: Rectangle, second: Rectangle) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
