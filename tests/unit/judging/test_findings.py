from judged_pages import block, page
from pagestrata.judging.findings import NOISE, findings_of, probability_of
from pagestrata.judging.pairing import pair_blocks
from pagestrata.model.blocks import BlockTree


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
