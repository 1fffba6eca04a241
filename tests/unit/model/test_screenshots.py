from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagestrata.model.screenshots import Pixels, is_same_file


@dataclass(frozen=True)
class Shown:
    file_name: str = ""
    size: tuple[int, int] | None = None

    def part(self, left: int, top: int, right: int, bottom: int) -> Pixels:
        return np.zeros((bottom - top, right - left, 3), np.uint8)


def test_files_are_the_same_only_where_both_are_known() -> None:
    assert is_same_file(Shown("a"), Shown("a"))
    assert not is_same_file(Shown("a"), Shown("b"))
    assert not is_same_file(Shown(), Shown())
