"""Where the labels on a picture go: each beside its mark, none over another."""

from __future__ import annotations

from collections.abc import Iterator

BAND_PX = 64
MOST_STEPS = 12
Place = tuple[float, float, float, float]  # left, top, right, bottom


class Labels:
    """The labels that have their place already, in bands so that thousands of them stay cheap."""

    def __init__(self) -> None:
        self._bands: dict[int, list[Place]] = {}

    def place(self, left: float, top: float, width: float, height: float) -> tuple[float, float]:
        """The free place nearest to the wanted one: to its right, then below it; the wanted one where all is taken."""
        steps = range(MOST_STEPS)
        tried = [(left + step * (width + 1), top) for step in steps] + [(left, top + step * height) for step in steps]
        chosen = next((at for at in tried if self._is_free(*at, width, height)), (left, top))
        place = (chosen[0], chosen[1], chosen[0] + width, chosen[1] + height)
        for band in _bands(place):
            self._bands.setdefault(band, []).append(place)
        return chosen

    def _is_free(self, left: float, top: float, width: float, height: float) -> bool:
        place = (left, top, left + width, top + height)
        return not any(_overlap(place, other) for band in _bands(place) for other in self._bands.get(band, ()))


def _bands(place: Place) -> Iterator[int]:
    return iter(range(int(place[1] // BAND_PX), int(place[3] // BAND_PX) + 1))


def _overlap(one: Place, other: Place) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
