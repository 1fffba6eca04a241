"""Changed words of a block that stayed: both sides, their label, what moved, and what is noise."""

from dataclasses import replace

from found_changes import block, found, page_of
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.findings.finding_record import speaking
from pagestrata.deciding.findings.page_findings import findings_of
from pagestrata.judging.pairing import pair_blocks
from pagestrata.model.blocks import BlockTree
from pagestrata.model.geometry import Box


def test_a_finding_has_both_sides_its_label_and_its_slot() -> None:
    (finding,) = found(block("Seats won: 121 of 300"), block("Seats won: 143 of 300"))
    assert (finding.old, finding.new, finding.label, finding.slot) == ("121", "143", "Seats won: ", "won | of")
    assert (finding.op, finding.element, finding.block.ref, finding.old_ref) == ("update", "text", "1", "1")


def test_items_that_only_changed_places_moved() -> None:
    old = block("Ferry strike called off tonight Museum opens its new wing Storm warning for the coast")
    new = block("Storm warning for the coast Ferry strike called off tonight Museum opens its new wing")
    assert {finding.kind for finding in speaking(found(old, new))} == {"moved"}


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


def test_small_print_is_judged_part_by_part() -> None:
    old, new = "Vizitatori 88 412 · 46 de abonări", "Vizitatori 88 539 · 51 de abonări"
    (quiet,) = {one.silent_because for one in found(block(old, role="footer"), block(new, role="footer"))}
    assert quiet == "counter"
    loud = found(block(f"{old} · 30 lei", role="footer"), block(f"{new} · 40 lei", role="footer"))
    assert any(not one.is_noise for one in loud)


def test_a_number_that_grew_a_little_in_a_line_with_a_counter_speaks_in_the_content() -> None:
    for fact in ("{} evacuated", "{} homes without power", "{} inhabitants", "goal {} signatures"):
        old, new = f"118 comments · {fact.format('1,200')}", f"131 comments · {fact.format('1,220')}"
        assert speaking(found(block(old), block(new))), fact


def test_a_line_of_a_live_ticker_speaks() -> None:
    old, new = (
        page_of(f"Alerts\nMayor: the bridge is {state} ({age} hours ago)")
        for state, age in (("closed", 2), ("open", 3))
    )
    assert max(one.chance for one in findings_of(old, new, pair_blocks(old, new))) > 0.5


def test_what_customers_say_beside_the_content_with_their_name_below_it() -> None:
    quiet = (
        "What people say\n“The course got me my first job.”\nAmara, class of 2024",
        "What people say\n“I came for the sea and stayed.”\nLucy, class of 2022",
    )
    loud = quiet[0], quiet[1].replace("Lucy", "Amara")
    for said, speaks in ((quiet, False), (loud, True)):
        old, new = (_beside("Notices", "The council met on Monday. " * 20, text) for text in said)
        top = max(one.chance for one in findings_of(old, new, pair_blocks(old, new)))
        assert (top > 0.5) is speaks
    old, new = map(page_of, quiet)
    assert max(one.chance for one in findings_of(old, new, pair_blocks(old, new))) > 0.5


def _beside(*lined: str) -> BlockTree:
    """A page of which the last block is a narrow one at the right."""
    *content, last = page_of(*lined).blocks
    wide = [replace(one, box=Box(0, 0, 700, 300)) for one in content]
    return BlockTree(blocks=(*wide, replace(last, box=Box(760, 0, 280, 300), role="sidebar")))
