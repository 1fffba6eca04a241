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
    label: str = ""  # what stands before the changed words
    old_ref: str = ""
    slot: str = ""  # the place in the text of the block, see `text_edits`
    words: frozenset[str] = frozenset()  # the words that gave way
    silent_because: str = ""  # 'clock', 'spelling', 'rotation', 'volatile', …: why it is noise

    @property
    def is_noise(self) -> bool:
        return self.chance <= 0.0

    def silenced(self, because: str) -> Finding:
        return replace(self, chance=0.0, silent_because=because)


def speaking(findings: Iterable[Finding]) -> list[Finding]:
    """Those that are no noise."""
    return [finding for finding in findings if not finding.is_noise]
