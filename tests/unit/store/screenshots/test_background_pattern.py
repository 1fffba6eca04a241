from __future__ import annotations

import json

import numpy as np
import pytest

from captures import pixels
from pagestrata.model.geometry import Box
from pagestrata.store.screenshots import background_pattern
from pagestrata.store.screenshots.block_pictures import Pixels, compose, cut, piece_digest

TILE = np.random.default_rng(1).integers(240, 256, (20, 30, 3)).astype(np.uint8)


def page(*texts: tuple[int, int]) -> Pixels:
    """A page of 400 by 300 pixels on a pattern, with a dark word at each height, so many pixels wide."""
    found = background_pattern.repeated(TILE, 300, 400).copy()
    for top, width in texts:
        found[top : top + 8, 20 : 20 + width] = 0
        found[top + 2 : top + 6 : 2, 20 : 20 + width : 3] = 200
    return found


def boxes(*tops: int) -> list[Box]:
    return [Box(10.0, float(top - 5), 200.0, 20.0) for top in tops]


def test_a_page_on_a_pattern_comes_back_to_the_last_pixel() -> None:
    shown = page((50, 60), (90, 80))
    taken = cut(shown, "RGB", boxes(50, 90))
    assert "ground" in json.loads(taken.recipe)
    assert pixels(compose(taken.recipe, tuple(taken.pieces())))[2] == shown.tobytes()
    assert len(taken.places) == 2


def test_what_moved_over_the_pattern_is_the_same_piece() -> None:
    old, new = cut(page((50, 60)), "RGB", boxes(50)), cut(page((57, 60)), "RGB", boxes(57))
    assert set(map(piece_digest, new.pieces())) == set(map(piece_digest, old.pieces()))


@pytest.mark.parametrize(
    "shown",
    [
        np.full((300, 400, 3), 250, np.uint8),
        np.random.default_rng(2).integers(0, 256, (300, 400, 3)).astype(np.uint8),
        np.dstack([page((50, 60)), np.full((300, 400), 9, np.uint8)]),
    ],
    ids=["one colour", "no repetition", "transparent"],
)
def test_other_pages_are_cut_as_they_are(shown: Pixels) -> None:
    taken = cut(shown, "RGBA" if shown.shape[2] == 4 else "RGB", boxes(50))
    assert "ground" not in json.loads(taken.recipe)
    assert np.array_equal(taken.page[..., : taken.channels], shown)
    assert pixels(compose(taken.recipe, tuple(taken.pieces())))[2] == shown.tobytes()


def test_a_pattern_seen_on_little_of_the_page_is_left() -> None:
    shown = np.random.default_rng(3).integers(0, 256, (300, 400, 3)).astype(np.uint8)
    shown[:60] = background_pattern.repeated(TILE, 60, 400)
    assert "ground" not in json.loads(cut(shown, "RGB", [Box(0.0, 60.0, 400.0, 240.0)]).recipe)


def test_the_colour_that_stands_in_is_one_the_page_has_not() -> None:
    shown = page((50, 60))
    shown[200, 200] = (1, 2, 3)
    taken = cut(shown, "RGB", boxes(50))
    assert json.loads(taken.recipe)["ground"]["colour"] == [254, 1, 253]
    assert pixels(compose(taken.recipe, tuple(taken.pieces())))[2] == shown.tobytes()


def test_without_such_a_colour_the_page_is_cut_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_pattern, "_STAND_INS", ((0, 0, 0),))
    assert "ground" not in json.loads(cut(page((50, 60)), "RGB", boxes(50)).recipe)
