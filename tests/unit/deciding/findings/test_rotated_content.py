"""What stands under a label is shown in turns."""

from dataclasses import replace

from found_changes import BOX, block, found, heard, page_of
from pagestrata.deciding.findings.page_findings import findings_of
from pagestrata.deciding.findings.rotated_content import is_labelled
from pagestrata.judging.pairing import pair_blocks
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.weighing.noise.noise_context import Place


def test_another_picture_under_a_label_is_rotation() -> None:
    old, new = (
        block("Advertisement", "image", images=("/ads/0.svg",)),
        block("Advertisement", "image", images=("/ads/1.svg",)),
    )
    assert [one.silent_because for one in found(old, new)] == ["rotation"]
    old, new = (replace(one, text="Our advertisement for the harbour in the paper") for one in (old, new))
    assert [one.silent_because for one in found(old, new)] == [""]
    label = Block(ref="0", role="other", text="Advertisement", box=BOX)
    pages = [
        BlockTree(blocks=(label, replace(block(images=(name,)), ref=name))) for name in ("/ads/0.svg", "/ads/1.svg")
    ]
    findings = findings_of(*pages, pair_blocks(*pages))
    assert {one.silent_because for one in findings} == {"rotation"}


def test_a_picture_below_the_word_advertisement_rotates() -> None:
    label = Block(ref="0", text="Advertisement", box=BOX)
    old, new = (BlockTree(blocks=(label, block(images=(f"http://a/{name}.png",)))) for name in ("tea", "bikes"))
    assert [one.silent_because for one in findings_of(old, new, pair_blocks(old, new))] == ["rotation"]


def test_a_label_stands_in_the_block_before_or_is_all_that_a_block_says() -> None:
    assert is_labelled(block("a picture"), Place(before="Advertisement"))
    assert is_labelled(block("Advertisement"), Place())
    assert not is_labelled(block("a picture"), Place(before="The harbour"))


def test_a_label_that_names_its_own_line_says_nothing_of_the_next() -> None:
    old, new = (
        page_of("Newsroom\nTips: 207-555-0134\nEditor: Ann Kane"),
        page_of("Newsroom\nTips: 207-555-0134\nEditor: Bo Ek"),
    )
    assert [one.silent_because for one in findings_of(old, new, pair_blocks(old, new))] == [""]
    old, new = page_of("Did you know:\nThe hall is old"), page_of("Did you know:\nA bridge has seven arches")
    assert {one.silent_because for one in findings_of(old, new, pair_blocks(old, new))} == {"rotation"}


def test_under_today_stands_how_things_are_in_the_content() -> None:
    for old, new in (
        ("Trains today\nRunning as planned", "Trains today\nNo service anywhere"),
        ("Today\nThe library has its usual hours", "Today\nEvery branch is shut"),
        ("Winners of the week\nAnna Berg, Leeds", "Winners of the week\nRuth Cole, Hull"),
        ("Ordre du jour\nVote des taxes locales", "Ordre du jour\nFermeture des écoles rurales"),
        ("Advertisement rates: 40 per line", "Advertisement rates: 55 per line"),
    ):
        assert heard(old, new), new
    assert not heard("Object of the day\nA Roman lamp", "Object of the day\nTwo Viking combs")


def test_beside_the_content_what_is_of_today_rotates_but_for_states() -> None:
    for old, new, speaks in (
        ("In the canteen today\nPasta and tomatoes", "In the canteen today\nBeans with bacon", False),
        ("Bathing today\nFine at every beach", "Bathing today\nForbidden from here to the pier", True),
    ):
        column = Block(ref="0", role="article", text="The council met on Monday. " * 20, box=Box(0, 0, 700, 300))
        pages = [
            BlockTree(blocks=(column, replace(page_of(text).blocks[0], role="sidebar", box=Box(760, 0, 280, 300))))
            for text in (old, new)
        ]
        top = max(one.chance for one in findings_of(*pages, pair_blocks(*pages)))
        assert (top > 0.5) is speaks, new
