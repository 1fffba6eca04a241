"""Everything that changed on a page as single findings a person could point at, each with the chance that it matters.

Blocks that are there in both versions are compared word by word (`text_edits`, `edit_kinds`); what came or went as a whole
block, linked titles, links that lead elsewhere, pictures and looks are findings too. Nothing is silenced by a role alone: a
contact box called 'footer' speaks. A finding is noise (chance 0) when its words are: clocks and counters, mended spelling,
what stands under a label such as 'most read', an advertisement whose words were all exchanged, and words that only moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pagestrata.deciding.findings.block_findings import block_findings
from pagestrata.deciding.findings.finding_record import Finding
from pagestrata.deciding.findings.link_and_picture_findings import is_restyled, restyle_finding
from pagestrata.deciding.findings.page_context import PageWords, Places
from pagestrata.deciding.findings.shuffled_items import without_shuffled
from pagestrata.deciding.findings.text_findings import VOICE_CHANCE, text_findings
from pagestrata.judging.pairing import Pairing
from pagestrata.model.blocks import BlockTree
from pagestrata.weighing.noise.quotations import is_another_voice, quotation_in

REGROUPED_CHANCE = 0.05
"""Of a block that only stands elsewhere, or is cut otherwise: said, and never a reason to keep a version."""


def findings_of(old: BlockTree, new: BlockTree, pairing: Pairing) -> list[Finding]:
    """All findings, the likeliest first."""
    words = PageWords(old, new)
    places = Places(old, new)
    found: list[Finding] = []
    for before, after in pairing.changed:
        found += text_findings(before, after, places, words)
    for block in pairing.inserted:
        found += block_findings(block, "insert", places, words)
    for block in pairing.deleted:
        found += block_findings(block, "delete", places, words)
    found = without_shuffled(_with_voices(found))
    found += [restyle_finding(before, after) for before, after in pairing.equal if is_restyled(before, after)]
    found += [
        Finding(kind="moved", chance=REGROUPED_CHANCE, op=one.op, element="block", block=one.block, old_ref=one.old_ref)
        for one in pairing.regrouped
    ]
    return sorted(found, key=lambda one: -one.chance)


def _with_voices(found: Sequence[Finding]) -> list[Finding]:
    """The findings, of which those have little chance that give the word of one customer for that of another."""
    went, came = (
        [one for one in found if one.element == "block" and one.op == op and quotation_in(one.block.text)]
        for op in ("delete", "insert")
    )
    exchanged = {
        id(one)
        for old, new in zip(went, came, strict=False)
        if is_another_voice(quotation_in(old.block.text), quotation_in(new.block.text))
        for one in (old, new)
    }
    return [replace(one, kind="voice", chance=VOICE_CHANCE) if id(one) in exchanged else one for one in found]
