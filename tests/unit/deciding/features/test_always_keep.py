"""A swapped picture and a new design matter although no word changed."""

from dataclasses import replace

from pagestrata.deciding.features.always_keep import could_be_swapped, redesigns, swapped_pictures
from pagestrata.deciding.features.places import Worth, worth_of
from pagestrata.deciding.features.visual_blocks import Look
from pagestrata.judging.pairing import Pairing
from pagestrata.model.blocks import Block, BlockStyle, Image
from pagestrata.model.geometry import Box

NOTHING = Pairing(equal=(), changed=(), deleted=(), inserted=())


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
