"""What the archive has seen to change at nearly every visit is silent; everything else in the same block is not."""

from __future__ import annotations

from collections.abc import Iterable

from pagestrata.deciding.findings import Finding
from pagestrata.weighing.slot_history import TRUST_VISITS
from pagestrata.weighing.volatility import Volatility

VOLATILE = "volatile"
PLAIN = frozenset(("words", "name", "moved", "link"))
SURE_VISITS = 24
"""A score changes at every visit of a match, and every time it matters: figures fall silent late."""


def silence_volatile(findings: Iterable[Finding], volatility: Volatility) -> list[Finding]:
    """The findings, with those silenced that touch nothing but what always changes."""
    return [
        finding.silenced(VOLATILE) if not finding.is_noise and _is_volatile(finding, volatility) else finding
        for finding in findings
    ]


def _is_volatile(finding: Finding, volatility: Volatility) -> bool:
    if finding.kind in PLAIN | {"block"} and volatility.has_been_here(finding.block):
        return True
    if finding.element == "block":
        return volatility.is_rotating_place(finding.block)
    if finding.element == "text":
        visits = TRUST_VISITS if finding.kind in PLAIN or _has_other_words(finding) else SURE_VISITS
        return volatility.is_silent_text(finding.old_ref, finding.slot, finding.words, visits=visits)
    if finding.element == "link":
        return volatility.is_silent_part(finding.old_ref, f"link {finding.label}")
    return finding.element == "image" and volatility.is_silent_part(finding.old_ref, "image")


def _has_other_words(finding: Finding) -> bool:
    """Whether a number gave way together with words around it."""
    return finding.kind == "number" and any(not word[0].isdecimal() for word in finding.words)
