from __future__ import annotations

import io

import pytest
from PIL import Image

from builders import element, snapshot
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
    page = snapshot(element("html", (0, 0, 200, 200)), page_size=(200.0, 200.0))
    return Image.open(io.BytesIO(blocks_png(page, found, **options)))


def test_leaves_are_filled_and_the_rest_is_left_alone() -> None:
    picture = draw(tree(leaf("1.2", Box(20, 20, 100, 100))))
    assert picture.size == (200, 200)
    assert picture.getpixel((100, 100)) != WHITE
    assert picture.getpixel((160, 160)) == WHITE


def test_the_screenshot_shows_through() -> None:
    shot = io.BytesIO()
    Image.new("RGB", (200, 200), (0, 200, 0)).save(shot, "PNG")
    page = snapshot(element("html", (0, 0, 200, 200)), screenshot_png=shot.getvalue())
    picture = Image.open(io.BytesIO(blocks_png(page, tree(leaf("1.2", Box(0, 0, 100, 100))))))
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
    page = snapshot(element("html", (0, 0, 9, 9)), page_size=(1e6, 1e6))
    with pytest.raises(InputError, match="too large to draw"):
        blocks_png(page, tree())


def test_boxes_without_area_are_not_drawn() -> None:
    assert draw(BlockTree(blocks=(leaf("1", Box(5, 5, 0, 0)),))).getextrema() == ((255, 255), (255, 255), (255, 255))
