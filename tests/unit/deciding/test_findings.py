"""Every change as a finding: what speaks wherever it stands, and what is noise."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.findings import Finding, PageWords, Places, document_of, findings_of, speaking
from pagestrata.deciding.pairing import pair_blocks
from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.geometry import Box

BOX = Box(0, 0, 400, 300)


def found(old: Block | None, new: Block | None) -> list[Finding]:
    trees = [BlockTree(blocks=(block,) if block else ()) for block in (old, new)]
    return findings_of(*trees, pair_blocks(*trees))


def block(text: str = "", role: str = "article", links: tuple[Link, ...] = (), images: tuple[str, ...] = ()) -> Block:
    return Block(ref="1", role=role, text=text, links=links, images=tuple(Image("", name) for name in images), box=BOX)


def heard(old: str, new: str, role: str = "article") -> list[str]:
    return [finding.kind for finding in speaking(found(block(old, role), block(new, role))) if finding.chance > 0.5]


@pytest.mark.parametrize("role", ["footer", "header", "sidebar", "article", "other", "ad"])
def test_no_role_silences_stable_words(role: str) -> None:
    text = "Town hall office at the old market, visitors welcome, telephone {}, lamp for {} at the {} desk"
    assert heard(text.format("555 1234", "$5", "left"), text.format("555 9876", "$5", "left"), role) == ["number"]
    assert heard(text.format("555 1234", "$5", "left"), text.format("555 1234", "$9", "left"), role) == ["price"]
    assert heard(text.format("555 1234", "$5", "left"), text.format("555 1234", "$5", "right"), role) == ["words"]


@pytest.mark.parametrize(
    ("old", "new", "role", "because"),
    [
        ("Updated 3 minutes ago", "Updated 9 minutes ago", "article", "age"),
        ("The goverment said so", "The government said so", "article", "spelling"),
        ("Most read today: 1. Storm 2. Ferry", "Most read today: 1. Ferry 2. Museum", "sidebar", "rotation"),
        ("Random article: The lighthouse", "Random article: A history of rope", "sidebar", "rotation"),
        ("Buy red shoes now", "Win a green car today", "ad", "rotation"),
    ],
)
def test_noise_says_why(old: str, new: str, role: str, because: str) -> None:
    findings = found(block(old, role), block(new, role))
    assert {finding.silent_because for finding in findings} == {because}
    assert not speaking(findings)


def test_a_finding_has_both_sides_its_label_and_its_slot() -> None:
    (finding,) = found(block("Seats won: 121 of 300"), block("Seats won: 143 of 300"))
    assert (finding.old, finding.new, finding.label, finding.slot) == ("121", "143", "Seats won: ", "won | of")
    assert (finding.op, finding.element, finding.block.ref, finding.old_ref) == ("update", "text", "1", "1")


def test_items_that_only_changed_places_moved() -> None:
    old = block("Ferry strike called off tonight Museum opens its new wing Storm warning for the coast")
    new = block("Storm warning for the coast Ferry strike called off tonight Museum opens its new wing")
    assert {finding.kind for finding in speaking(found(old, new))} == {"moved"}


def test_menu_entries_and_page_numbers_have_little_chance() -> None:
    entries = tuple(Link(name, f"/{name}") for name in ("Home", "News", "Jobs"))
    old, new = block("Home News", "menu", entries[:2]), block("Home News Jobs", "menu", entries)
    assert [(finding.kind, finding.chance < 0.5) for finding in found(old, new)] == [("link", True)]
    numbers = tuple(Link(name, f"/{name}") for name in ("7.4", "7.5", "7.6"))
    old, new = block("7.4 7.5", links=numbers[:2]), block("7.4 7.5 7.6", links=numbers)
    assert [finding.chance < 0.5 for finding in found(old, new)] == [True]


def test_a_link_to_another_document_speaks_and_a_tracking_parameter_does_not() -> None:
    def rules(address: str) -> Block:
        return block("Read the rules here", links=(Link("rules", address),))

    (finding,) = found(rules("http://a.test/rules-2025.pdf"), rules("http://a.test/rules-2026.pdf"))
    assert (finding.kind, finding.element, finding.chance > 0.5) == ("link", "link", True)
    assert not found(rules("http://a.test/rules?utm_source=a&sid=1"), rules("http://a.test/rules?utm_source=b&sid=2#x"))
    assert not found(rules("http://a.test/code_of_conduct.md"), rules("http://b.test/x/CODE_OF_CONDUCT"))


def test_addresses_that_cannot_be_read_are_themselves() -> None:
    assert document_of("http://[broken") == "http://[broken"


def test_blocks_that_came_and_went() -> None:
    (came,) = found(None, block("The mayor resigned this morning"))
    assert (came.op, came.element, came.chance > 0.5) == ("insert", "block", True)
    (went,) = found(block("The mayor resigned this morning"), None)
    assert (went.op, went.old_ref) == ("delete", "1")
    assert not speaking(found(None, block("Buy shoes", "ad")))
    assert not speaking(found(None, block("Updated 3 minutes ago")))
    assert found(None, block()) == []


def test_pictures_and_looks() -> None:
    (swapped,) = found(block("x", images=("/a.png",)), block("x", images=("/b.png",)))
    assert (swapped.element, swapped.chance > 0.5) == ("image", True)
    assert not found(block("x", images=("/a.png?v=1",)), block("x", images=("/a.png?v=2",)))
    plain = replace(block("x"), style=BlockStyle(font_size=12.0))
    (style,) = found(plain, replace(plain, style=BlockStyle(font_size=20.0)))
    assert (style.kind, style.chance < 0.5) == ("style", True)


def test_words_that_gave_way_to_others_but_stand_elsewhere_did_not_go() -> None:
    """A heading that becomes a block of its own is not what a new headline replaced."""
    old = page_of("Latest news\nOrchestra wins a prize\nMarket square closed")
    new = page_of("Latest news", "Storm warning for the coast\nOrchestra wins a prize\nMarket square closed")
    delta = compare(old, new)
    (first, *_) = speaking(findings_of(old, new, pair_blocks(old, new, delta)))
    assert (first.op, first.old, first.new) == ("insert", "", "Storm warning for the coast")


def test_a_title_is_quoted_whole_and_lines_are_kept_apart() -> None:
    (title,) = found(
        block("Ferry line returns after eleven years"), block("Ferry line stopped: court halts the reopening")
    )
    assert (title.old, title.new) == (
        "Ferry line returns after eleven years", "Ferry line stopped: court halts the reopening",
    )  # fmt: skip
    old, new = page_of("All quiet on the coast"), page_of("Mayor resigns\nShe leaves soon\nAll quiet on the coast")
    (came,) = speaking(findings_of(old, new, pair_blocks(old, new)))
    assert came.new == "Mayor resigns / She leaves soon"


def test_the_word_of_one_customer_for_that_of_another_has_little_chance() -> None:
    old, new = "“A joy to use, never thinner.” Margaret, Leeds", "“Arrived the next day and well packed.” Tom, Cardiff"
    assert [(one.kind, one.chance < 0.5) for one in found(block(old), block(new))] == [("voice", True)]
    came_and_went = BlockTree(blocks=(block(old),)), BlockTree(blocks=(replace(block(new), ref="7"),))
    findings = findings_of(*came_and_went, pair_blocks(*came_and_went))
    assert {(one.kind, one.chance < 0.5) for one in findings} == {("voice", True)}
    in_a_box = block(f"Our guests\n{old}\nOpen daily"), block(f"Our guests\n{new}\nOpen daily")
    assert {(one.kind, one.chance < 0.5) for one in found(*in_a_box)} == {("voice", True)}


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


def test_small_print_is_judged_part_by_part() -> None:
    old, new = "Vizitatori 88 412 · 46 de abonări", "Vizitatori 88 539 · 51 de abonări"
    (quiet,) = {one.silent_because for one in found(block(old, role="footer"), block(new, role="footer"))}
    assert quiet == "counter"
    loud = found(block(f"{old} · 30 lei", role="footer"), block(f"{new} · 40 lei", role="footer"))
    assert any(not one.is_noise for one in loud)


def test_a_picture_below_the_word_advertisement_rotates() -> None:
    label = Block(ref="0", text="Advertisement", box=BOX)
    old, new = (BlockTree(blocks=(label, block(images=(f"http://a/{name}.png",)))) for name in ("tea", "bikes"))
    assert [one.silent_because for one in findings_of(old, new, pair_blocks(old, new))] == ["rotation"]


def page_of(*lined: str) -> BlockTree:
    return BlockTree(
        blocks=tuple(
            Block(
                ref=str(place), text=text.replace("\n", " "), box=BOX, role="article",
                line_ends=tuple(at for at, sign in enumerate(text) if sign == "\n"),
            )
            for place, text in enumerate(lined, start=1)
        )
    )  # fmt: skip


SAYINGS = st.lists(st.lists(st.sampled_from("abc"), max_size=12).map(" ".join), max_size=5)


def saying(texts: list[str]) -> BlockTree:
    return BlockTree(blocks=tuple(Block(ref=str(number), text=text) for number, text in enumerate(texts)))


@given(SAYINGS, SAYINGS, st.lists(st.sampled_from("abc"), min_size=1, max_size=9))
def test_words_only_moved_where_they_are_as_often_on_both_whole_pages(
    old: list[str], new: list[str], words: list[str]
) -> None:
    def counted(texts: list[str], between: str) -> int:
        return (" " + between.join(f"{text} " for text in texts if text)).count(f" {' '.join(words)} ")

    pages = [counted(texts, "\n ") for texts in (old, new)]
    if not pages[0] and len(words) >= 8:  # it may have been divided otherwise
        pages = [counted(texts, "") for texts in (old, new)]
    assert PageWords(saying(old), saying(new)).only_moved(words) == (0 < pages[0] == pages[1])


def test_a_place_knows_what_stands_above_it_as_far_as_a_label_reaches() -> None:
    page = saying(["first", "", "x" * 100, "Most read", "story"])
    *_, label, story = page.blocks
    place = Places(page).of(story)
    assert (place.before, place.above) == ("Most read", "\nfirst\n\n" + "x" * 80 + "\nMost read")
    assert Places(page).of(label).above == "\nfirst\n\n" + "x" * 80
    long = saying(["y" * 200] * 4)
    assert Places(long).of(long.blocks[3]).above == "y" * 79 + "\n" + "y" * 80
    other = Places(page).of(Block(ref="9", role="ad"))
    assert (other.role, other.before, other.above) == ("ad", "", "")
