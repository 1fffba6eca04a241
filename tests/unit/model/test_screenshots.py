from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pagestrata.model.geometry import Box
from pagestrata.model.screenshots import PixelEdges, Pixels, Screenshot, is_same_file, is_same_part


@dataclass(frozen=True)
class Shown:
    file_name: str = ""
    size: tuple[int, int] | None = None
    asked: list[tuple[PixelEdges, PixelEdges]] = field(default_factory=list)

    def part(self, left: int, top: int, right: int, bottom: int) -> Pixels:
        return np.zeros((bottom - top, right - left, 3), np.uint8)

    def shows_part_of(self, other: Screenshot, mine: PixelEdges, others: PixelEdges) -> bool:
        self.asked.append((mine, others))
        return True


def test_files_are_the_same_only_where_both_are_known() -> None:
    assert is_same_file(Shown("a"), Shown("a"))
    assert not is_same_file(Shown("a"), Shown("b"))
    assert not is_same_file(Shown(), Shown())


def test_parts_reach_to_the_pixels_that_they_cover_in_part() -> None:
    shown = Shown()
    assert is_same_part(shown, shown, Box(1.25, 2.5, 10.0, 4.0), Box(1.25, 9.5, 10.0, 4.0))
    assert is_same_part(shown, shown, Box(-3.0, -2.0, 8.0, 4.0), Box(-3.0, -2.0, 8.0, 4.0))
    assert shown.asked == [((1, 2, 12, 7), (1, 9, 12, 14)), ((0, 0, 5, 2), (0, 0, 5, 2))]


def test_boxes_at_other_fractions_of_a_pixel_are_not_asked_about() -> None:
    shown, box = Shown(), Box(1.25, 2.5, 10.0, 4.0)
    for other in (box._replace(x=1.5), box._replace(y=2.0), box._replace(width=10.5), box._replace(x=float("nan"))):
        assert not is_same_part(shown, shown, box, other)
    assert shown.asked == []
