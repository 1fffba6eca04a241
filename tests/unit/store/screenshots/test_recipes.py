from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from captures import LINE, WIDTH, paint
from pagestrata.errors import ArchiveError
from pagestrata.model.geometry import Box
from pagestrata.store.screenshots.background_pattern import repeated
from pagestrata.store.screenshots.block_pictures import Pixels, cut
from pagestrata.store.screenshots.recipes import PieceOnSheet, Recipe, pieces_of, with_pieces

TEXTS = [f"line {number}" for number in range(6)]
BOXES = [Box(0.0, float(LINE * number), float(WIDTH), float(LINE)) for number in range(6)]
TILE = np.random.default_rng(1).integers(240, 256, (20, 30, 3)).astype(np.uint8)


def on_pattern() -> Pixels:
    shown = repeated(TILE, LINE * 6, WIDTH).copy()
    shown[50:58, 20:80] = 0
    return shown


@settings(max_examples=60, deadline=None)
@given(st.tuples(*[st.integers(-20, 340)] * 4), st.sampled_from([paint(TEXTS), on_pattern()]))
def test_any_part_is_what_the_page_shows_there(edges: tuple[int, int, int, int], shown: Pixels) -> None:
    taken = cut(shown.copy(), "RGB", BOXES)
    recipe = Recipe(taken.recipe, pieces=len(taken.places))
    left, top, right, bottom = edges
    found = recipe.paint(left, top, right, bottom, tuple(taken.pieces()).__getitem__)
    wanted = shown[max(0, top) : max(0, top, bottom), max(0, left) : max(0, left, right)]
    assert found.size == wanted.size
    assert not wanted.size or np.array_equal(found, wanted)


def test_pieces_elsewhere_are_not_asked_for() -> None:
    taken = cut(paint(TEXTS), "RGB", BOXES)
    asked: list[int] = []

    def piece_of(number: int) -> Pixels:
        asked.append(number)
        return tuple(taken.pieces())[number]

    Recipe(taken.recipe, pieces=len(taken.places)).paint(0, 0, WIDTH, LINE, piece_of)
    assert 0 < len(asked) < len(taken.places)


def test_a_recipe_with_too_few_or_too_many_pieces_is_damaged() -> None:
    taken = cut(paint(TEXTS), "RGB", BOXES)
    for count in (0, len(taken.places) + 1):
        with pytest.raises(ArchiveError, match="lacks some of its pieces"):
            Recipe(taken.recipe, pieces=count)


def test_of_many_pieces_only_the_wanted_ones_are_read() -> None:
    listed = [PieceOnSheet(digest=bytes([n]) * 20, sheet=b"12345678", left=n, top=2 * n) for n in range(5)]
    recipe = with_pieces(b"{}", listed)
    assert pieces_of(recipe) == listed
    assert pieces_of(recipe, wanted={listed[3].digest.hex(), "ff" * 20}) == [listed[3]]
    assert pieces_of(b"{}", wanted=set()) is None
