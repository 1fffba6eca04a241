"""Every change as a finding: what speaks wherever it stands, and what is noise."""

from dataclasses import replace

import pytest

from found_changes import block, found, heard
from pagestrata.deciding.findings.finding_record import speaking
from pagestrata.deciding.findings.page_findings import findings_of
from pagestrata.judging.pairing import pair_blocks
from pagestrata.model.blocks import BlockTree


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


def test_the_word_of_one_customer_for_that_of_another_has_little_chance() -> None:
    old, new = "“A joy to use, never thinner.” Margaret, Leeds", "“Arrived the next day and well packed.” Tom, Cardiff"
    assert [(one.kind, one.chance < 0.5) for one in found(block(old), block(new))] == [("voice", True)]
    came_and_went = BlockTree(blocks=(block(old),)), BlockTree(blocks=(replace(block(new), ref="7"),))
    findings = findings_of(*came_and_went, pair_blocks(*came_and_went))
    assert {(one.kind, one.chance < 0.5) for one in findings} == {("voice", True)}
    in_a_box = block(f"Our guests\n{old}\nOpen daily"), block(f"Our guests\n{new}\nOpen daily")
    assert {(one.kind, one.chance < 0.5) for one in found(*in_a_box)} == {("voice", True)}
