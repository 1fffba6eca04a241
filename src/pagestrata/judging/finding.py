"""One change that a person could point at, with the chance that it matters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pagestrata.model.blocks import Block
from pagestrata.model.deltas import Element, Operation


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One change: where, what, and the chance that a person wants to know of it (0 for noise)."""

    kind: str
    chance: float
    op: Operation
    element: Element
    block: Block  # of the new version, of the old one for what was deleted
    old: str = ""
    new: str = ""
    label: str = ""  # the words before the changed ones; for a link its name
    old_ref: str = ""
    words: frozenset[str] = frozenset()  # the changed words of both sides
    silent_because: str = ""  # 'clock', 'spelling', 'rotation', 'volatile', …: why it is noise
    doubt: str = ""  # the evidence that speaks most against telling it, in words

    @property
    def is_noise(self) -> bool:
        return self.chance <= 0.0

    def silenced(self, because: str) -> Finding:
        return replace(self, chance=0.0, silent_because=because)


def speaking(findings: Iterable[Finding]) -> list[Finding]:
    """Those that are no noise."""
    return [finding for finding in findings if not finding.is_noise]
