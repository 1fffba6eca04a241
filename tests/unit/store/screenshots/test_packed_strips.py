from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from captures import LINE, WIDTH, paint
from pagestrata.formats.pictures.plain_png import PackedStrip
from pagestrata.model.geometry import Box
from pagestrata.store.screenshots.background_pattern import repeated
from pagestrata.store.screenshots.block_pictures import CutPicture, Pixels, cut, piece_digest
from pagestrata.store.screenshots.packed_strips import PAINTED_ROWS, PackedStrips, write_png_by_strips
from pagestrata.store.screenshots.recipes import Recipe

TILE = np.random.default_rng(1).integers(240, 256, (20, 30, 3)).astype(np.uint8)


def taken(texts: list[str]) -> CutPicture:
    boxes = [Box(0.0, float(LINE * number), float(WIDTH), float(LINE)) for number in range(len(texts))]
    return cut(paint(texts), "RGB", boxes)


def on_pattern(top: int) -> CutPicture:
    shown = repeated(TILE, LINE * 6, WIDTH).copy()
    shown[top : top + 8, 20:80] = 0
    return cut(shown, "RGB", [Box(0.0, float(LINE * number), float(WIDTH), float(LINE)) for number in range(6)])


def written(picture: CutPicture, strips: PackedStrips, asked: list[int] | None = None) -> bytes:
    def piece_of(number: int) -> Pixels:
        if asked is not None:
            asked.append(number)
        return tuple(picture.pieces())[number]

    recipe = Recipe(picture.recipe, pieces=len(picture.places))
    return write_png_by_strips(recipe, [piece_digest(piece) for piece in picture.pieces()], piece_of, strips=strips)


def shown_by(picture: CutPicture) -> Pixels:
    recipe = Recipe(picture.recipe, pieces=len(picture.places))
    return recipe.paint(0, 0, recipe.width, recipe.height, tuple(picture.pieces()).__getitem__)


def pixels_of(data: bytes) -> Pixels:
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.mode == "RGB"
        return np.asarray(picture)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from(["rain", "sun", "snow", "wind"]), min_size=1, max_size=12), max_size=4))
def test_every_version_is_what_its_recipe_paints_whatever_was_packed_before(versions: list[list[str]]) -> None:
    strips = PackedStrips()
    for texts in versions:
        assert np.array_equal(pixels_of(written(taken(texts), strips)), shown_by(taken(texts)))


def test_what_is_shown_again_is_neither_painted_nor_packed_again() -> None:
    strips, asked = PackedStrips(), list[int]()
    lines = [f"line {number}" for number in range(12)]
    data = written(taken(lines), strips)
    assert written(taken(lines), strips, asked) == data
    assert asked == []


def test_a_page_that_moved_down_is_packed_only_where_it_is_new() -> None:
    strips, asked = PackedStrips(), list[int]()
    lines = [f"line {number}" for number in range(60)]
    written(taken(lines), strips)
    moved = taken(["a new line", *lines])
    assert np.array_equal(pixels_of(written(moved, strips, asked)), shown_by(moved))
    assert 0 < len(asked) < len(moved.places) // 2


@pytest.mark.parametrize("top", [50, 51, 70])
def test_a_pattern_behind_the_page_goes_on_from_its_top(top: int) -> None:
    strips = PackedStrips()
    written(on_pattern(50), strips)
    assert np.array_equal(pixels_of(written(on_pattern(top), strips)), shown_by(on_pattern(top)))


def test_kept_strips_are_bounded_by_their_bytes() -> None:
    strips, strip = PackedStrips(most_bytes=25), PackedStrip(chunk=bytes(10), checksum=1, length=10)
    for name in (b"one", b"two"):
        strips.keep({name: strip})
    assert strips.known([b"one", b"other"]) == {b"one": strip}  # asked for, so that the other one goes first
    strips.keep({b"one": strip, b"three": strip})
    assert list(strips.known([b"one", b"two", b"three"])) == [b"one", b"three"]
    strips.forget()
    assert not strips.known([b"one", b"three"])


def test_strips_are_painted_together_as_far_as_that_needs_little_memory() -> None:
    strips, asked = PackedStrips(), list[int]()
    tall = taken([f"line {number}" for number in range(2 * PAINTED_ROWS // LINE)])
    assert np.array_equal(pixels_of(written(tall, strips, asked)), shown_by(tall))
    assert len(asked) <= len(tall.places) + 4  # those at the ends of a part are asked for twice at most


def test_a_page_of_one_colour_has_no_pieces() -> None:
    blank = cut(np.full((500, 40, 3), 7, np.uint8), "RGB", [])
    assert not len(blank.places)
    assert (pixels_of(written(blank, PackedStrips())) == 7).all()
