import numpy as np
import pytest

from pagestrata.deciding.features.small_screenshots import Picture
from pagestrata.deciding.features.visual_blocks import BLOCK_PICTURE_NAMES, block_looks, look_features
from pagestrata.judging.pairing import Pairing
from pagestrata.model.blocks import Block, Image
from pagestrata.model.geometry import Box

LOOK, PICTURED = BLOCK_PICTURE_NAMES


def block(top: float = 0.0, height: float = 80.0, *, image: bool = False) -> Block:
    images = (Image("", "http://site.test/i.png"),) if image else ()
    return Block(ref="1", text="same", images=images, box=Box(0.0, top, 160.0, height))


def compared(
    old: Block,
    new: Block,
    old_pixels: np.ndarray,
    new_pixels: np.ndarray,
    weight: float = 1.0,
) -> dict[str, float]:
    pairing = Pairing(equal=((old, new),), changed=(), deleted=(), inserted=())
    shares = {id(old): weight, id(new): weight}
    return look_features(block_looks(Picture(small=old_pixels), Picture(small=new_pixels), pairing, shares))


def noise(rows: int = 60) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (rows, 40, 3)).astype(np.uint8)


def white(rows: int = 60) -> np.ndarray:
    return np.full((rows, 40, 3), 255, np.uint8)


def test_a_block_that_merely_moved_looks_the_same() -> None:
    pixels = noise()
    moved = np.vstack([white(10), pixels])
    assert compared(block(image=True), block(40.0, image=True), pixels, moved) == {LOOK: 0.0, PICTURED: 0.0}


def test_other_pixels_count_by_the_importance_of_the_block() -> None:
    black = np.zeros_like(white())
    assert compared(block(), block(), white(), black, 0.25) == {LOOK: pytest.approx(0.25), PICTURED: 0.0}
    assert compared(block(image=True), block(image=True), white(), black, 0.25)[PICTURED] == pytest.approx(0.25)


def test_a_difference_nobody_would_notice_is_none() -> None:
    assert compared(block(), block(), white(), white() - 10)[LOOK] == 0.0


def test_a_block_of_quite_another_size_looks_different() -> None:
    assert compared(block(height=80), block(height=200), white(), white())[LOOK] == 1.0


@pytest.mark.parametrize(
    "odd", [Box(0, 0, 1, 1), Box(0, 9000, 100, 100), Box(float("nan"), 0, 1, 1), Box(-500, 0, 9, 9)]
)
def test_boxes_outside_the_picture_say_nothing(odd: Box) -> None:
    away = Block(ref="1", text="same", box=odd)
    assert compared(away, away, white(), noise()) == {LOOK: 0.0, PICTURED: 0.0}
