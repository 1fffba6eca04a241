from judged_pages import block, page
from pagestrata.judging.findings import findings_of, probability_of


def test_the_likeliest_comes_first() -> None:
    old = page(block("1", "The bridge is open."), block("2", "Last updated 12:05", role="footer"))
    new = page(block("1", "The bridge is not open."), block("2", "Last updated 12:35", role="footer"), hours=0.5)
    found = findings_of(old, new)
    assert [finding.edit.said for finding in found] == ["not", "12:35"]
    assert found[0].probability > 0.5 > found[1].probability


def test_probabilities_stay_inside_for_any_odds() -> None:
    assert 0.0 < probability_of(-1e9) < probability_of(0.0) == 0.5 < probability_of(1e9) < 1.0 + 1e-9
