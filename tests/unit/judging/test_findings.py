from dataclasses import replace

import numpy as np
import pytest

from found_changes import block as small_block
from found_changes import found as found_between
from judged_pages import block, page
from pagestrata.judging.context import NOTHING_KNOWN, Context, Known, pair_blocks
from pagestrata.judging.evidence.around_the_edit import keeps_changing, share_of
from pagestrata.judging.findings import (
    NOISE,
    NOTHING_SPECIAL,
    SILENT,
    Finding,
    code_of,
    document_of,
    doubt_about,
    findings_of,
    is_same_document,
    look_findings,
    probability_of,
    speaking,
    weighed_looks,
)
from pagestrata.judging.model import AT, EvidenceModel, Weights, default_model, expanded
from pagestrata.judging.page_history import PageHistory, Rate, SecondLook
from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.geometry import Box


def found(old: BlockTree, new: BlockTree) -> list[tuple[str, str, str, str]]:
    findings = findings_of(old, new, pair_blocks(old, new))
    return [(one.kind, one.old, one.new, one.silent_because) for one in findings]


def test_the_likeliest_comes_first_and_noise_says_why() -> None:
    old = page(block("1", "The bridge is open."), block("2", "Last updated 12:05", role="footer"))
    new = page(block("1", "The bridge is not open."), block("2", "Last updated 12:35", role="footer"), hours=0.5)
    heard, silent = findings_of(old, new, pair_blocks(old, new))
    assert (heard.new, heard.chance > 0.5, heard.doubt) == ("not", True, "")
    assert (silent.new, silent.chance, silent.silent_because) == ("12:35", 0.0, "clock")
    assert silent.doubt


def test_values_are_quoted_with_what_belongs_to_them() -> None:
    old, new = page(block("1", "Price: € 129.00")), page(block("1", "Price: € 134.00"))
    assert found(old, new) == [("price", "€ 129.00", "€ 134.00", "")]
    old, new = page(block("1", "Opening hours 9-17")), page(block("1", "Opening hours 9-18"))
    assert found(old, new) == [("number", "9-17", "9-18", "")]
    old, new = page(block("1", "Out of stock")), page(block("1", "In stock"))
    assert found(old, new) == [("words", "Out of stock", "In stock", "")]


def test_a_block_that_came_is_one_finding() -> None:
    old = page(block("1", "The bridge is open."))
    new = page(block("1", "The bridge is open."), block("2", "The ferry is closed.\nStorms are expected in the south."))
    (finding,) = findings_of(old, new, pair_blocks(old, new))
    assert (finding.kind, finding.element, finding.op) == ("block", "block", "insert")
    assert finding.chance > NOISE


def test_probabilities_stay_inside_for_any_odds() -> None:
    assert 0.0 < probability_of(-1e9) < probability_of(0.0) == 0.5 < probability_of(1e9) < 1.0 + 1e-9


def row(**given: float) -> np.ndarray:
    found = np.zeros(len(AT))
    for name, value in given.items():
        found[AT[name.replace("_", " ")]] = value
    return found


def model() -> EvidenceModel:
    size = expanded(np.zeros((1, len(AT)))).shape[1]
    weights = np.zeros(size)
    for name in (*SILENT, "siblings changed"):
        weights[AT[name]] = -1.0
    return EvidenceModel(first_visits=Weights(weights, 0.0), later_visits=Weights(weights, 0.0))


def test_the_strongest_evidence_is_named() -> None:
    seen = row(was_here_before=1.0, slot_changes=0.4)
    assert (code_of(seen, model()), doubt_about(seen, model())) == SILENT["was here before"]


def test_a_page_without_earlier_visits_has_no_habits_to_tell() -> None:
    assert doubt_about(row(slot_changes=share_of(Rate(0, 0))), model()) == NOTHING_SPECIAL[1]
    assert doubt_about(row(place_turns=share_of(Rate(0, 0))), model()) == NOTHING_SPECIAL[1]


def test_one_change_before_is_no_habit() -> None:
    once = row(items_turn=keeps_changing(Rate(1, 1)))
    often = row(items_turn=keeps_changing(Rate(3, 3)))
    assert doubt_about(once, model()) == "this list changed at an earlier visit, too"
    assert doubt_about(often, model()) == "this list shows something else at nearly every visit"
    assert doubt_about(row(place_turns=share_of(Rate(1, 1))), model()) != SILENT["place turns"][1]
    assert doubt_about(row(place_turns=share_of(Rate(2, 2))), model()) == SILENT["place turns"][1]


def test_items_that_changed_alike_are_counted() -> None:
    seen = row(siblings_changed=float(np.log1p(8)), slot_changes=0.4)
    assert (code_of(seen, model()), doubt_about(seen, model())) == (
        "counter", "the same kind of value changed in 9 items like it"
    )  # fmt: skip


def test_nothing_special_is_said_so() -> None:
    assert (code_of(row(), model()), doubt_about(row(), model())) == NOTHING_SPECIAL
    assert set(SILENT) <= set(AT)
    assert default_model().shares(row())


def test_what_is_silenced_is_noise_and_says_why() -> None:
    finding = Finding(kind="number", chance=0.7, op="update", element="text", block=Block(ref="1"))
    silent = finding.silenced("counter")
    assert (silent.is_noise, silent.silent_because, finding.is_noise) == (True, "counter", False)
    assert speaking([silent, finding]) == [finding]


def test_a_link_to_another_document_speaks_and_a_tracking_parameter_does_not() -> None:
    def rules(address: str) -> Block:
        return small_block("Read the rules here", links=(Link("rules", address),))

    (finding,) = found_between(rules("http://a.test/rules-2025.pdf"), rules("http://a.test/rules-2026.pdf"))
    assert (finding.kind, finding.element, finding.chance > 0.5) == ("link", "link", True)
    assert not found_between(
        rules("http://a.test/rules?utm_source=a&sid=1"), rules("http://a.test/rules?utm_source=b&sid=2#x")
    )
    assert not found_between(rules("http://a.test/code_of_conduct.md"), rules("http://b.test/x/CODE_OF_CONDUCT"))


def test_pictures_and_looks() -> None:
    (swapped,) = found_between(small_block("x", images=("/a.png",)), small_block("x", images=("/b.png",)))
    assert (swapped.element, swapped.chance > 0.5) == ("image", True)
    assert not found_between(small_block("x", images=("/a.png?v=1",)), small_block("x", images=("/a.png?v=2",)))
    plain = replace(small_block("x"), style=BlockStyle(font_size=12.0))
    (style,) = found_between(plain, replace(plain, style=BlockStyle(font_size=20.0)))
    assert (style.kind, style.chance < 0.5) == ("style", True)


def test_a_link_that_is_named_by_a_count_leads_anywhere() -> None:
    def teaser(name: str, address: str) -> Block:
        return small_block(name, links=(Link(name, address),))

    assert not found_between(teaser("18 comments", "/storm"), teaser("18 comments", "/flood"))
    assert found_between(teaser("Read the rules", "/storm"), teaser("Read the rules", "/flood"))


TERMS = " ".join(["These terms apply to everybody who uses the service, whoever and wherever they are."] * 12)


def terms_page(address: str, picture: str = "/logo.png") -> BlockTree:
    """A page that is one long text, beside which a link and a picture may lead elsewhere."""
    link = block(
        "2", "Our latest offers and news", role="menu", x=0.0, links=(Link("Our latest offers and news", address),)
    )
    photo = Block(ref="3", role="other", images=(Image("", picture),), box=Box(0, 2_000, 300, 200))
    return page(block("1", TERMS), link, photo)


def looks_between(old: BlockTree, new: BlockTree, known: Known = NOTHING_KNOWN) -> dict[str, Finding]:
    looks = weighed_looks(look_findings(old, pair_blocks(old, new)), Context(old, new, known))
    return {one.element: one for one in looks}


def test_a_link_beside_a_long_text_counts_less_once_the_page_is_known() -> None:
    old, new = terms_page("/winter"), terms_page("/spring")
    known = Known(history=PageHistory.of([old] * 3))
    first, later = (looks_between(old, new, one)["link"] for one in (NOTHING_KNOWN, known))
    assert later.chance < first.chance


def test_a_link_and_a_picture_that_lead_elsewhere_at_each_visit_are_silent() -> None:
    visits = [
        page(
            block("1", "Read more", links=(Link("Read more", f"/{number}"),)),
            Block(ref="2", images=(Image("", f"/{number}.png"),), box=Box(0, 300, 300, 200)),
        )
        for number in range(6)
    ]
    at_once = looks_between(visits[-2], visits[-1])
    assert min(one.chance for one in at_once.values()) > 0.5
    known = looks_between(visits[-2], visits[-1], Known(history=PageHistory.of(visits[:-1])))
    assert all(one.is_noise and one.silent_because == "volatile" for one in known.values())


def test_a_link_that_leads_elsewhere_seconds_later_is_silent() -> None:
    old, new, again = (page(block("1", "Our partner", links=(Link("Our partner", f"/{n}"),))) for n in range(3))
    assert looks_between(old, new)["link"].chance > 0.5
    assert looks_between(old, new, Known(second_look=SecondLook.at(again)))["link"].silent_because == "unsteady"
    assert looks_between(old, new, Known(second_look=SecondLook.at(new)))["link"].chance > 0.5


def test_a_picture_that_was_swapped_at_its_address_has_no_history_of_addresses() -> None:
    tree = terms_page("/winter")
    photo = tree.blocks[-1]
    swapped = Finding(kind="picture", chance=0.8, op="update", element="image", block=photo, is_swapped=True)
    (found,) = weighed_looks([swapped], Context(page(photo), page(photo), Known(history=PageHistory.of([tree] * 4))))
    assert found.chance == pytest.approx(swapped.chance, abs=0.05)


def test_a_picture_that_moved_with_its_teaser_is_no_other_picture() -> None:
    def front(*pictures: str) -> BlockTree:
        cards = [
            Block(ref=str(at), text=f"slot {at}", images=(Image("", address),), box=Box(0, 300.0 * at, 400, 300))
            for at, address in enumerate(pictures, 1)
        ]
        return BlockTree(blocks=tuple(cards))

    def pictures_between(old: BlockTree, new: BlockTree) -> list[Finding]:
        return [one for one in look_findings(old, pair_blocks(old, new)) if one.kind == "picture"]

    def named(*pictures: tuple[str, str]) -> BlockTree:
        tree = front(*(address for _, address in pictures))
        cards = [
            replace(card, images=(Image(name, address),))
            for card, (name, address) in zip(tree.blocks, pictures, strict=True)
        ]
        return BlockTree(blocks=tuple(cards))

    storm, flood = "The storm over the harbour", "The flood in the old town"
    assert not pictures_between(front("/a.png", "/b.png"), front("/b.png", "/a.png"))
    turned = named((flood, "/flood-small.jpg"), (storm, "/storm-large.jpg"))
    assert not pictures_between(named((storm, "/storm-small.jpg"), (flood, "/flood-large.jpg")), turned)
    assert len(pictures_between(named((storm, "/one.jpg")), named((storm, "/two.jpg")))) == 1

    def teaser(address: str, height: float) -> BlockTree:
        (card,) = named((storm, address)).blocks
        return BlockTree(blocks=(replace(card, text=f"{storm} and behind it", box=Box(0, 300, 400, height)),))

    assert not pictures_between(teaser("/crop-a.jpg", 300), teaser("/crop-b.jpg", 200))
    assert len(pictures_between(teaser("/crop-a.jpg", 300), teaser("/crop-b.jpg", 300))) == 1
    assert len(pictures_between(front("/a.png", "/b.png"), front("/b.png", "/c.png"))) == 2


def test_a_drawing_inside_the_page_is_an_icon_where_the_block_has_words() -> None:
    old, new = "urn:pagestrata:svg:1a", "urn:pagestrata:svg:2b"
    assert not found_between(small_block("Read more", images=(old,)), small_block("Read more", images=(new,)))
    assert not found_between(small_block("Read more"), small_block("Read more", images=(new,)))
    (chart,) = found_between(small_block("", images=(old,)), small_block("", images=(new,)))
    assert chart.kind == "picture"


def test_addresses_that_cannot_be_read_are_themselves() -> None:
    assert document_of("http://[broken") == "http://[broken"


def test_what_differs_from_visit_to_visit_names_no_other_document() -> None:
    assert document_of("http://a.test/rules/?utm_source=a&sid=1&page=2#top") == "a.test/rules?[('page', '2')]"
    assert is_same_document("http://a.test/rules?sid=1", "http://a.test/rules?sid=2#x")
    assert is_same_document("http://a.test/code_of_conduct.md", "http://b.test/x/CODE_OF_CONDUCT")
    assert not is_same_document("http://a.test/rules-2025.pdf", "http://a.test/rules-2026.pdf")
