"""How often each block of a page changes, learned from an archive's own visits (paper 1 §6: 'the more frequent a block is
changing, the less important it is').

It lowers the importance of a block in E; verdicts know habits from `judging.page_history`. Blocks are known by their ref in the
version kept last; `kept=True` moves the records to the refs of the new version. The state is plain data of bounded size, stored
with the page. Counts are halved at times, so that they stay small and old habits fade.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple

from pagestrata.errors import InputError
from pagestrata.model.plain_numbers import percent
from pagestrata.model.records import Visit
from pagestrata.model.slots import dataclass

if TYPE_CHECKING:
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.deltas import Delta

FORMAT = 4
READABLE = frozenset((3, FORMAT))
"""Format 3 has the places and texts of blocks, too; they are not read."""
MOST_VISITS = 64
"""Number of visits at which all counts are halved."""
MOST_BLOCKS = 400
MANY_CHANGES = 0.9
"""Minimum chance of a change for a block to be called ignored."""
HALF_TRUST_VISITS = 5.0
"""Number of visits after which the learned factor on E counts half."""


class BlockHistory(NamedTuple):
    """How often a block was seen and changed, and its content id at the last visit ('' where it was missing)."""

    visits: int = 0
    changes: int = 0
    block: str = ""

    def seen(self, content_id: str) -> BlockHistory:
        """Return the record after a visit that found this content."""
        return BlockHistory(self.visits + 1, self.changes + (content_id != self.block), content_id)._faded()

    def unchanged(self) -> BlockHistory:
        return self._replace(visits=self.visits + 1)._faded()

    def _faded(self) -> BlockHistory:
        if self.visits <= MOST_VISITS:
            return self
        return BlockHistory(self.visits // 2, self.changes // 2, self.block)

    @property
    def chance(self) -> float:
        """The probability that the block differs at the next visit."""
        return (self.changes + 0.5) / (self.visits + 1.0)

    @property
    def factor(self) -> float:
        """What the importance of the block is multiplied by in E."""
        learned = 0.02 + 1.23 / (1.0 + math.exp(20.0 * (self.chance - 0.7)))
        trust = self.visits**2 / (self.visits**2 + HALF_TRUST_VISITS**2)
        return 1.0 + trust * (learned - 1.0)


class Observation(NamedTuple):
    """One visit: the delta from the version kept last (`old`) to what was seen (`new`), and whether it was kept."""

    old: BlockTree
    delta: Delta
    new: BlockTree
    kept: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Volatility:
    """The change history of the blocks of one page, by ref. Immutable: `update` returns the next state."""

    blocks: Mapping[str, BlockHistory] = field(default_factory=dict)

    @classmethod
    def from_history(cls, records: Iterable[Observation]) -> Volatility:
        """Learn from visits in time order."""
        state = cls()
        for old, delta, new, kept in records:
            state = state.update(delta, old, new, kept=kept)
        return state

    @classmethod
    def from_visits(cls, visits: Iterable[Visit]) -> Volatility:
        """Learn from what an archive keeps of every visit: the content id of each leaf block, by ref."""
        blocks: dict[str, BlockHistory] = {}
        for visit in sorted(visits, key=lambda visit: visit.visited_at):
            if not visit.showed_page:
                continue
            if visit.stage == "unchanged":
                blocks = {ref: record.unchanged() for ref, record in blocks.items()}
                continue
            for ref, content_id in visit.block_ids.items():
                known = blocks.get(ref)
                blocks[ref] = known.seen(content_id) if known else BlockHistory(block=content_id)
        return cls(blocks=blocks)

    def update(self, delta: Delta, old: BlockTree, new: BlockTree, *, kept: bool = True) -> Volatility:
        """Return the state after one more visit."""
        partners, found = _partners(old, delta, new), new.by_ref()
        blocks: dict[str, BlockHistory] = {}
        for leaf in list(old.leaves())[:MOST_BLOCKS]:
            partner = found.get(partners.get(leaf.ref, ""))
            record = self.blocks.get(leaf.ref) or BlockHistory(block=leaf.id)
            record = record.seen(partner.id if partner is not None else "")
            if not kept:
                blocks[leaf.ref] = record
            elif partner is not None:
                blocks[partner.ref] = record
        return Volatility(blocks=blocks)

    def unchanged_visit(self) -> Volatility:
        """Return the state after a visit at which the page was found unchanged."""
        return Volatility(blocks={ref: record.unchanged() for ref, record in self.blocks.items()})

    def chance(self, ref: str) -> float | None:
        """Return the probability that a block differs at the next visit; None if unknown."""
        record = self.blocks.get(ref)
        return None if record is None or not record.visits else record.chance

    def factors(self) -> dict[str, float]:
        """Return what the importance of each block is multiplied by in E, by ref."""
        return {ref: record.factor for ref, record in self.blocks.items()}

    def note(self, ref: str) -> str:
        """Return 'ignored: changes at 94 % of visits', or ''."""
        record = self.blocks.get(ref)
        if record is None or record.visits < HALF_TRUST_VISITS or record.factor > 0.9:
            return ""
        word = "ignored" if record.chance >= MANY_CHANGES else "weighs less"
        return f"{word}: changes at {percent(record.changes / record.visits)} of visits"

    def to_json(self) -> dict[str, Any]:
        return {"format": FORMAT, "blocks": {ref: list(record) for ref, record in self.blocks.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Volatility:
        """Raises InputError for another format; the history is then learned again."""
        if not isinstance(data, Mapping) or data.get("format") not in READABLE:
            raise InputError("change history: not in a format this version reads; drop it, it is learned again")
        try:
            return cls(blocks={str(ref): _read_record(values) for ref, values in data["blocks"].items()})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"change history: damaged ({error}); drop it, it is learned again") from error


def _read_record(values: Any) -> BlockHistory:
    if isinstance(values, Mapping):  # format 3
        values = [values.get("visits", 0), values.get("changes", 0), values.get("block", "")]
    visits, changes, content_id = values
    return BlockHistory(int(visits), int(changes), str(content_id))


def _partners(old: BlockTree, delta: Delta, new: BlockTree) -> dict[str, str]:
    """Map leaves of the old tree to those of the new one that are the same block."""
    partners = {match.old: match.new for match in delta.matches}
    if not delta.structure_changed:
        refs = {leaf.ref for leaf in new.leaves()}
        partners = {**{leaf.ref: leaf.ref for leaf in old.leaves() if leaf.ref in refs}, **partners}
    return partners
