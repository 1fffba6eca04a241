"""What matters however little of it there is."""

from dataclasses import replace

import pytest

from pagestrata.deciding.always_keep import content_lifts, could_be_swapped, picture_lifts, redesign_lifts
from pagestrata.deciding.content_change import content_change
from pagestrata.deciding.pairing import Pairing
from pagestrata.deciding.places import Worth, worth_of
from pagestrata.deciding.visual_blocks import Look
from pagestrata.model.blocks import Block, BlockStyle, Image
from pagestrata.model.geometry import Box

NOTHING = Pairing(equal=(), changed=(), deleted=(), inserted=())


def lifts(old: str, new: str, role: str = "article") -> list[str]:
    before, after = (Block(ref="1", text=text, role=role) for text in (old, new))
    worths = {id(block): worth_of(block) for block in (before, after)}
    pairing = replace(NOTHING, changed=((before, after),))
    return content_lifts(pairing, content_change(pairing, worths), worths)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("A lamp for $19.99 only", "A lamp for $24.99 only", "$19.99 -> $24.99"),
        ("Preis: 19,99 €", "Preis: 24,99 €", "19,99 € -> 24,99 €"),
        ("The latest is Rust 1.60.0 for all", "The latest is Rust 1.61.0 for all", "1.60.0 -> 1.61.0"),
        ("Version 2.5 is out", "Version 2.6 is out", "Version 2.5 -> Version 2.6"),
        ("Half time: Ajax 1-0 Porto", "Half time: Ajax 1-1 Porto", "1-0 -> 1-1"),
        ("The rate is 2.5 % now", "The rate is 3.5 % now", "2.5 % -> 3.5 %"),
    ],
)
def test_prices_scores_and_versions_lift(old: str, new: str, said: str) -> None:
    assert lifts(old, new) == [f"a price, score or version number changed: {said}"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Updated 5 May 2026, 10:30", "Updated 6 May 2026, 11:45"),
        ("1,234 views", "2,345 views"),
        ("A lamp for $19.99", "A nice lamp for $19.99"),
        ("A lamp", "A lamp for $19.99"),  # new text is the model's to judge
        ("$Id: index.html,v 1.445 2004/01/02 nick Exp $", "$Id: index.html,v 1.453 2004/03/04 nick Exp $"),
    ],
)
def test_noise_and_other_changes_do_not_lift(old: str, new: str) -> None:
    assert lifts(old, new) == []


@pytest.mark.parametrize("role", ["ad", "footer", "menu", "header"])
def test_prices_in_the_frame_do_not_lift(role: str) -> None:
    assert lifts("Only $19.99", "Only $24.99", role) == []


def test_many_numbers_are_counted() -> None:
    old, new = (" ".join(f"item {n} costs ${n}{tail}" for n in range(1, 6)) for tail in ("0", "5"))
    assert lifts(old, new)[0].endswith("$10 -> $15, $20 -> $25, $30 -> $35 and 2 more")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Lamp: in stock", "Lamp: sold out", "in stock -> sold out"),
        ("Lampe, sofort lieferbar", "Lampe, ausverkauft", "sofort lieferbar -> ausverkauft"),
        ("A lamp, blue", "A lamp, blue (sold out)", "nothing -> sold out"),
    ],
)
def test_availability_lifts(old: str, new: str, said: str) -> None:
    assert f"availability changed: {said}" in lifts(old, new)
    long = " and so on" * 50
    assert lifts(old + long, new + long) == []


def test_a_short_block_that_says_something_else_lifts() -> None:
    assert lifts("All systems operational", "Major outage in region EU") == [
        "content was rewritten: 'All systems operational' -> 'Major outage in region EU'"
    ]
    assert lifts("The council voted for the bridge", "The council voted against the bridge") == []
    assert lifts("Posted 5 May 2026", "Posted 6 June 2027") == []
    assert lifts("All systems operational", "Major outage in region EU", "footer") == []


def look(difference: float, *, width: float = 400.0, image: bool = True, role: str = "article") -> Look:
    images = (Image("A harbour", "http://site.test/harbour.jpg"),) if image else ()
    block = Block(ref="2", role=role, images=images, box=Box(0, 0, width, 300))
    return Look(block=block, difference=difference, share=0.3)


def seen(*looks: Look) -> list[str]:
    worths: dict[int, Worth] = {id(one.block): worth_of(one.block) for one in looks}
    return picture_lifts(looks, worths)


def test_another_picture_behind_the_same_address_lifts() -> None:
    assert seen(look(0.9)) == ["another picture behind the same address: 'A harbour' in block 2"]
    assert seen(look(0.9), look(0.0, image=False)) != []


def test_pictures_without_a_name_are_known_by_their_file() -> None:
    plain = look(0.9)
    unnamed = replace(plain, block=replace(plain.block, images=(Image("", "http://site.test/a/b.png"),)))
    assert picture_lifts([unnamed], {})[0:1] == []  # nobody knows where it stands
    assert seen(unnamed) == ["another picture behind the same address: 'b.png' in block 2"]


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


def test_a_new_design_lifts_and_a_new_colour_somewhere_does_not() -> None:
    old = [Block(ref=str(n), text="same", style=BlockStyle(font_size=12.0)) for n in range(4)]

    def seen_after(count: int) -> list[str]:
        new = [replace(block, style=BlockStyle(font_size=20.0)) if n < count else block for n, block in enumerate(old)]
        pairing = replace(NOTHING, equal=tuple(zip(old, new, strict=True)))
        return redesign_lifts(pairing, {id(block): 0.25 for block in new})

    assert seen_after(3) == ["a redesign: 75% of the page has other fonts or colours"]
    assert seen_after(1) == []
