import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from captures import LINE, WIDTH, paint, pixels, png
from pagestrata.errors import ArchiveError
from pagestrata.model.geometry import Box
from pagestrata.store.screenshots.block_pictures import HIGHEST_STRIP, compose, cut, piece_digest, read_png


def boxes(count: int) -> list[Box]:
    return [Box(0.0, float(LINE * number), float(WIDTH), float(LINE)) for number in range(count)]


def test_a_line_that_moved_is_the_same_piece() -> None:
    texts = [f"line {number}" for number in range(6)]
    old = cut(paint(texts), "RGB", boxes(6))
    new = cut(paint(["inserted", *texts]), "RGB", boxes(7))
    known = set(map(piece_digest, old.pieces()))
    assert len([piece for piece in new.pieces() if piece_digest(piece) not in known]) == 1


def test_one_colour_is_no_piece() -> None:
    taken = cut(np.full((50, 40, 3), 7, np.uint8), "RGB", [Box(5.0, 5.0, 20.0, 20.0)])
    assert tuple(taken.pieces()) == ()
    assert pixels(compose(taken.recipe, ())) == ("RGB", (40, 50), bytes([7]) * 6000)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 60),
    st.integers(1, 60),
    st.sampled_from([3, 4]),
    st.integers(0, 2**32 - 1),
    st.lists(st.tuples(*[st.floats(-10, 80)] * 2, *[st.floats(0, 80)] * 2), max_size=5),
    st.sampled_from([1.0, 1.5, 2.0]),
)
def test_any_picture_cut_anywhere_comes_back(
    width: int, height: int, channels: int, seed: int, found: list[tuple[float, float, float, float]], scale: float
) -> None:
    chance = np.random.default_rng(seed)
    picture = chance.integers(0, 3, (height, width, channels)).astype(np.uint8) * 100
    picture[chance.random(height) < 0.6] = 200
    taken = cut(picture, "RGBA" if channels == 4 else "RGB", [Box(*box) for box in found], scale=scale)
    assert pixels(compose(taken.recipe, tuple(taken.pieces())))[2] == picture.tobytes()


def test_an_opaque_picture_is_stored_without_its_fourth_channel() -> None:
    picture = Image.fromarray(paint(["text"])).convert("RGBA")
    target = io.BytesIO()
    picture.save(target, "PNG")
    read = read_png(target.getvalue())
    assert read is not None
    assert (read[0].shape[2], read[1]) == (3, "RGBA")
    taken = cut(*read, [])
    assert pixels(compose(taken.recipe, tuple(taken.pieces()))) == ("RGBA", picture.size, picture.tobytes())


def test_other_pictures_are_left_as_they_are() -> None:
    target = io.BytesIO()
    Image.new("P", (4, 4)).save(target, "PNG")
    assert read_png(target.getvalue()) is None
    assert read_png(b"no picture") is None
    assert read_png(png(paint(["x"]))[:200]) is None


def test_missing_pieces_are_an_archive_error() -> None:
    taken = cut(paint(["text"]), "RGB", boxes(1))
    with pytest.raises(ArchiveError, match="lacks some of its pieces; run `pagestrata verify`"):
        compose(taken.recipe, ())


def test_pieces_say_where_on_the_page_they_are() -> None:
    page = paint(["one", "two", "three"])
    taken = cut(page, "RGB", boxes(3))
    assert len(taken.places) > 0
    for piece, (left, top, width, height) in zip(taken.pieces(), taken.places, strict=True):
        assert np.array_equal(piece, page[top : top + height, left : left + width])


def test_a_page_without_an_empty_row_is_cut_into_what_can_be_stored() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (2 * HIGHEST_STRIP + 5, 3, 3)).astype(np.uint8)
    taken = cut(noise, "RGB", [])
    assert [piece.shape[0] for piece in taken.pieces()] == [HIGHEST_STRIP, HIGHEST_STRIP, 5]
    assert pixels(compose(taken.recipe, tuple(taken.pieces())))[2] == noise.tobytes()
