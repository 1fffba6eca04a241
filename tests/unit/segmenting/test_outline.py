from __future__ import annotations

from pagestrata.segmenting.outline import Outline


def test_leaves_come_in_order() -> None:
    first, second, third = (Outline(rows=(row,)) for row in (3, 5, 7))
    whole = Outline(rows=(0,), children=(Outline(rows=(2,), children=(first, second)), third))
    assert list(whole.leaves()) == [first, second, third]
    assert list(first.leaves()) == [first]
