from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from pagestrata.errors import InputError, UsageError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.report.blocks_png import blocks_png

WHITE = (255, 255, 255)


def tree(*leaves: Block) -> BlockTree:
    return BlockTree(blocks=(Block(ref="1", children=leaves, box=Box(0, 0, 200, 200)),), page_size=(200.0, 200.0))


def leaf(ref: str, box: Box, importance: float | None = None) -> Block:
    return Block(ref=ref, box=box, importance=importance, text="text")


def draw(found: BlockTree, **options: str) -> Image.Image:
    return Image.open(io.BytesIO(blocks_png(replace(found, page_size=(200.0, 200.0)), None, **options)))


def png(width: int, height: int, colour: tuple[int, int, int] = WHITE, *, mode: str = "RGB") -> bytes:
    shot = io.BytesIO()
    Image.new(mode, (width, height), "rgb({},{},{})".format(*colour)).save(shot, "PNG")
    return shot.getvalue()


def test_leaves_are_filled_and_the_rest_is_left_alone() -> None:
    picture = draw(tree(leaf("1.2", Box(20, 20, 100, 100))))
    assert picture.size == (200, 200)
    assert picture.getpixel((100, 100)) != WHITE
    assert picture.getpixel((160, 160)) == WHITE


def test_the_screenshot_shows_through() -> None:
    blocks = tree(leaf("1.2", Box(0, 0, 100, 100)))
    picture = Image.open(io.BytesIO(blocks_png(blocks, png(200, 200, (0, 200, 0)))))
    assert picture.getpixel((150, 150)) == (0, 200, 0)


def test_importance_goes_from_blue_to_red() -> None:
    light, heavy = leaf("1.2", Box(0, 50, 80, 100), 0.0), leaf("1.3", Box(100, 50, 80, 100), 0.8)
    picture = draw(tree(light, heavy), colour_by="importance")
    cold, hot = picture.getpixel((40, 120)), picture.getpixel((140, 120))
    assert isinstance(cold, tuple)
    assert isinstance(hot, tuple)
    assert cold[2] > cold[0]
    assert hot[0] > hot[2]


def test_an_unknown_colouring_is_refused() -> None:
    with pytest.raises(UsageError, match="'size'; choose depth or importance"):
        draw(tree(), colour_by="size")


def test_a_huge_page_without_screenshot_is_refused() -> None:
    with pytest.raises(InputError, match="too large to draw"):
        blocks_png(replace(tree(), page_size=(1e6, 1e6)), None)


def test_a_screenshot_that_is_none_or_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be drawn on"):
        blocks_png(tree(), b"no picture")
    with pytest.raises(InputError, match=r"too large to draw \(10001 x 10000 px\); use --format html or json"):
        blocks_png(tree(), png(10_001, 10_000, mode="1"))


def test_no_label_is_covered_by_another_block_or_label() -> None:
    box = Box(10, 60, 150, 100)
    alone = draw(tree(leaf("1.2", box)))
    stacked = draw(tree(leaf("1.2", box), leaf("1.3", box), leaf("1.4", Box(10, 62, 150, 100))))
    label = (141, 60, 159, 70)  # in the upper right corner
    assert stacked.crop(label).tobytes() == alone.crop(label).tobytes()
    assert max(min(colour) for _, colour in stacked.crop(label).getcolors()) > 220  # its letters


def test_labels_grow_with_the_screenshot() -> None:
    blocks = tree(leaf("1.2", Box(0, 0, 100, 100)))
    picture = Image.open(io.BytesIO(blocks_png(blocks, png(400, 400), device_pixel_ratio=2.0)))
    assert picture.getpixel((150, 150)) != WHITE
    assert picture.getpixel((300, 300)) == WHITE


def test_boxes_without_area_are_not_drawn() -> None:
    assert draw(BlockTree(blocks=(leaf("1", Box(5, 5, 0, 0)),))).getextrema() == ((255, 255), (255, 255), (255, 255))
