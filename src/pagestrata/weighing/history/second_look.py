"""What differs between two looks at a page within seconds: that changes by itself, in whatever language it is written.

A visit that found something worth keeping looks again at once. Rotated advertisements and teasers, numbers of visitors, session
ids, quotations by lot are not the same at the second look; a new deadline is. Of a text only the very place that differs twice
counts, never the words around it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pagestrata.model.blocks import BlockTree
from pagestrata.weighing.history.slot_history import GONE, REWRITTEN


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLook:
    """What was not the same at the second look, by the refs of the first."""

    slots: Mapping[str, frozenset[str]] = field(default_factory=dict)  # as `BlockHistory.slots` names them
    moved: frozenset[str] = frozenset()
    came: frozenset[str] = frozenset()  # contents of blocks that the first look did not show
    tree: BlockTree | None = field(default=None, repr=False, compare=False)  # the page as the second look saw it

    def __bool__(self) -> bool:
        return bool(self.slots or self.moved or self.came)

    def is_rewritten(self, ref: str) -> bool:
        """Whether a block said something else altogether."""
        return REWRITTEN in self.slots.get(ref, ())

    def differs(self, ref: str, slot: str = "") -> bool:
        """Whether a block was gone, said something else altogether, or differs in just this slot of it."""
        return not {GONE, REWRITTEN, slot}.isdisjoint(self.slots.get(ref, ()))


NOTHING_DIFFERS = SecondLook()
