import struct
from dataclasses import replace

import numpy as np
import pytest
from PIL import PngImagePlugin

from captures import png
from pagestrata.deciding.features import visual_blocks
from pagestrata.deciding.features.content_change import Worth, worth_of
from pagestrata.deciding.features.visual_blocks import (
    BLOCK_PICTURE_NAMES,
    SCALE,
    Look,
    Picture,
    Unusable,
    block_looks,
    could_be_swapped,
    look_features,
    open_picture,
    redesigns,
    swapped_pictures,
)
from pagestrata.judging.context import Pairing
from pagestrata.model.blocks import Block, BlockStyle, Image
from pagestrata.model.geometry import Box

LOOK, PICTURED = BLOCK_PICTURE_NAMES


NOTHING = Pairing(equal=(), changed=(), deleted=(), inserted=())


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


def painted(height: int, width: int, colour: tuple[int, int, int] = (255, 0, 0)) -> bytes:
    return png(np.full((height, width, 3), colour, np.uint8))


def small(data: bytes) -> np.ndarray:
    found = open_picture(data)
    assert isinstance(found, Picture)
    return found.small


def reason(data: bytes) -> str:
    found = open_picture(data)
    assert isinstance(found, Unusable)
    return found.reason


def test_a_screenshot_becomes_a_quarter_of_its_size_in_rgb() -> None:
    found = small(painted(40, 80))
    assert found.shape == (40 // SCALE, 80 // SCALE, 3)
    assert (found == (255, 0, 0)).all()


@pytest.mark.parametrize(("height", "width", "shape"), [(43, 81, (10, 20, 3)), (1, 1, (1, 1, 3)), (3, 9, (1, 2, 3))])
def test_what_does_not_fill_a_pixel_is_cut_but_something_is_left(
    height: int, width: int, shape: tuple[int, ...]
) -> None:
    assert small(painted(height, width)).shape == shape


def test_a_very_long_page_is_looked_at_down_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visual_blocks, "MOST_ROWS_PX", 40)
    assert small(painted(100, 8)).shape == (10, 2, 3)


def test_unusable_screenshots_say_why() -> None:
    whole = painted(16, 16)
    assert reason(b"") == reason(b"GIF89a" + bytes(60)) == "the screenshot is not a PNG file"
    assert reason(whole[:16] + struct.pack(">II", 0, 16) + whole[24:]) == "the screenshot is empty"
    assert reason(whole[:40] + bytes(40)) == "the screenshot is damaged"


def test_a_gigantic_screenshot_is_never_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PngImagePlugin, "PngImageFile", None)
    whole = painted(16, 16)
    huge = whole[:16] + struct.pack(">II", 100_000, 100_000) + whole[24:]
    assert reason(huge) == "the screenshot is too large to compare (100000 x 100000 px)"


def look(difference: float, *, width: float = 400.0, image: bool = True, role: str = "article") -> Look:
    images = (Image("A harbour", "http://site.test/harbour.jpg"),) if image else ()
    block = Block(ref="2", role=role, images=images, box=Box(0, 0, width, 300))
    return Look(block=block, difference=difference, share=0.3)


def seen(*looks: Look) -> list[str]:
    worths: dict[int, Worth] = {id(one.block): worth_of(one.block) for one in looks}
    return [finding.new for finding in swapped_pictures(looks, worths)]


def test_another_picture_behind_the_same_address_is_found() -> None:
    assert seen(look(0.9)) == ["A harbour"]
    assert seen(look(0.9), look(0.0, image=False)) != []


def test_pictures_without_a_name_are_known_by_their_file() -> None:
    plain = look(0.9)
    unnamed = replace(plain, block=replace(plain.block, images=(Image("", "http://site.test/a/b.png"),)))
    assert swapped_pictures([unnamed], {}) == []  # nobody knows where it stands
    assert seen(unnamed) == ["b.png"]


def test_icons_small_differences_advertisements_and_restyles_do_not() -> None:
    assert seen(look(0.9, width=20.0)) == []
    assert seen(replace(look(0.9), resized=True)) == []
    assert seen(look(0.2)) == []
    assert seen(look(0.9, role="ad")) == []
    assert seen(look(0.9), look(0.6, image=False)) == []
    assert seen(look(0.9, image=False)) == []
    assert seen() == []


def test_screenshots_are_asked_for_only_where_a_picture_may_have_been_swapped() -> None:
    def asked(block: Block, after: Block | None = None) -> bool:
        new = after or replace(block)
        return could_be_swapped(replace(NOTHING, equal=((block, new),)), {id(new): worth_of(new)})

    photo = look(0.0).block
    assert asked(photo)
    assert not asked(photo, replace(photo, box=Box(0, 0, 400, 350)))
    assert not asked(replace(photo, images=()))
    assert not asked(replace(photo, role="ad"))
    assert not asked(look(0.0, width=20.0).block)


def test_a_new_design_is_found_and_a_new_colour_somewhere_does_not() -> None:
    old = [Block(ref=str(n), text="same", style=BlockStyle(font_size=12.0)) for n in range(4)]

    def seen_after(count: int) -> list[str]:
        new = [replace(block, style=BlockStyle(font_size=20.0)) if n < count else block for n, block in enumerate(old)]
        pairing = replace(NOTHING, equal=tuple(zip(old, new, strict=True)))
        return [finding.new for finding in redesigns(pairing, {id(block): 0.25 for block in new})]

    assert seen_after(3) == ["a redesign: 75 % of the page has other fonts or colours"]
    assert seen_after(1) == []
