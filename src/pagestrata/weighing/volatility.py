"""How often each block changes, learned from an archive's own visits (paper 1 §6: 'the more frequent a block is
changing, the less important it is').

Every visit, kept or skipped, is compared with the visit before it, block by block: its text, its links and its images
apart, and inside the text slot by slot (the words between two words that stay), so that a date or a rotating ad is
learned without silencing the article around it. A block's chance to change is (changes + 1/2) / (visits + 1). From it
comes a factor on the block's importance: over 1 for a block that never changed, near 0 for one that changes at nearly
every visit, and 1 while there are too few visits to tell. `weigh` normalises the factors over the page: on a front page
where everything changes each time nothing is silenced. Factors damp, they never hide.

Blocks are known by their ref in the version kept last; `kept=True` moves the records to the refs of the new version.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockTree, content_id
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.records import Visit

FORMAT = 1
MANY_CHANGES = 0.9
"""From this chance on a change is called ignored."""
TRUST_VISITS = 5.0
"""Visits after which the learned factor counts half."""
MOST_SLOTS = 64
LONGEST_TEXT_WORDS = 2000
MOST_DIFFED_WORDS = 200
"""Longer rewritten stretches are one slot: telling their words apart would cost more than it teaches."""

PARTS = ("text", "link", "image")


class Observation(NamedTuple):
    """One visit: the delta from the version kept last (`old`) to what was seen (`new`), and whether it was kept."""

    old: BlockTree
    delta: Delta
    new: BlockTree
    kept: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockHistory:
    """What is known of one block. `seen` is its content at the last visit, by part."""

    visits: int = 0
    changes: int = 0
    part_changes: Mapping[str, int] = field(default_factory=dict)
    slots: Mapping[str, int] = field(default_factory=dict)  # 'word before | word after' -> visits at which it changed
    seen: Mapping[str, str] = field(default_factory=dict)

    @property
    def chance(self) -> float:
        """The probability that the block differs at the next visit."""
        return (self.changes + 0.5) / (self.visits + 1.0)

    def chance_of(self, count: int) -> float:
        return (count + 0.5) / (self.visits + 1.0)

    @property
    def factor(self) -> float:
        """What the block's importance is multiplied by."""
        learned = 0.02 + 1.23 / (1.0 + math.exp(20.0 * (self.chance - 0.7)))
        trust = self.visits**2 / (self.visits**2 + TRUST_VISITS**2)
        return 1.0 + trust * (learned - 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Volatility:
    """The change history of one page's blocks. Immutable: `update` returns the next state."""

    blocks: Mapping[str, BlockHistory] = field(default_factory=dict)

    @classmethod
    def from_history(cls, records: Iterable[Observation]) -> Volatility:
        """Learn from visits in time order."""
        state = cls()
        for old, delta, new, kept in records:
            state = state.update(old, delta, new, kept=kept)
        return state

    @classmethod
    def from_visits(cls, visits: Iterable[Visit]) -> Volatility:
        """Learn from what an archive keeps of every visit: the content id of each leaf block, by ref.

        Refs are carried over from version to version by the segmenter. Parts of blocks are not told apart this way.
        """
        blocks: dict[str, BlockHistory] = {}
        for visit in sorted(visits, key=lambda visit: visit.visited_at):
            if visit.error is not None:
                continue
            if visit.stage == "unchanged":
                blocks = {ref: replace(record, visits=record.visits + 1) for ref, record in blocks.items()}
                continue
            for ref, identity in visit.block_ids.items():
                blocks[ref] = _recorded(blocks.get(ref), identity)
        return cls(blocks=blocks)

    def update(self, old: BlockTree, delta: Delta, new: BlockTree, *, kept: bool = True) -> Volatility:
        """The state after one more visit."""
        partners = _partners(old, delta, new)
        found = new.by_ref()
        blocks: dict[str, BlockHistory] = {}
        for leaf in old.leaves():
            record = self.blocks.get(leaf.ref) or BlockHistory(seen=_parts_of(leaf))
            partner = found.get(partners.get(leaf.ref, ""))
            record = _visited(record, partner) if partner is not None else _missed(record)
            if not kept:
                blocks[leaf.ref] = record
            elif partner is not None:
                blocks[partner.ref] = record
        return Volatility(blocks=blocks)

    def unchanged_visit(self) -> Volatility:
        """The state after a visit at which the page was found unchanged."""
        return Volatility(blocks={ref: replace(b, visits=b.visits + 1) for ref, b in self.blocks.items()})

    def chance(self, ref: str) -> float | None:
        record = self.blocks.get(ref)
        return None if record is None or not record.visits else record.chance

    def factors(self) -> dict[str, float]:
        """ref -> what the importance of that block is multiplied by."""
        return {ref: record.factor for ref, record in self.blocks.items()}

    def is_volatile_part(self, ref: str, change: Change) -> bool:
        """Whether this change touches only what changes at nearly every visit in a block that is quieter elsewhere."""
        record = self.blocks.get(ref)
        if record is None or record.visits < TRUST_VISITS:
            return False
        if change.element == "text" and isinstance(change.old, str) and isinstance(change.new, str):
            slots = _changed_slots(change.old, change.new)
            known = [record.chance_of(record.slots.get(slot, 0)) for slot in slots]
            return bool(known) and min(known) >= MANY_CHANGES
        return record.chance_of(record.part_changes.get(change.element, 0)) >= MANY_CHANGES

    def note(self, ref: str) -> str:
        """'ignored: changes at 94 % of visits', or '' when there is nothing to tell."""
        record = self.blocks.get(ref)
        if record is None or record.visits < TRUST_VISITS or record.factor > 0.9:
            return ""
        word = "ignored" if record.chance >= MANY_CHANGES else "weighs less"
        return f"{word}: changes at {record.changes / record.visits:.0%} of visits"

    def to_json(self) -> dict[str, Any]:
        """Plain data for the catalogue."""
        fields = ("visits", "changes", "part_changes", "slots", "seen")
        blocks = {ref: {name: _plain(getattr(b, name)) for name in fields} for ref, b in self.blocks.items()}
        return {"format": FORMAT, "blocks": blocks}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Volatility:
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise InputError("change history: not in a format this version reads; drop it, it is learned again")
        try:
            return cls(blocks={str(ref): BlockHistory(**values) for ref, values in data["blocks"].items()})
        except (KeyError, TypeError, AttributeError) as error:
            raise InputError(f"change history: damaged ({error}); drop it, it is learned again") from error


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def _partners(old: BlockTree, delta: Delta, new: BlockTree) -> dict[str, str]:
    """Leaf of the old tree -> leaf of the new one that is the same block."""
    partners = {match.old: match.new for match in delta.matches}
    if not delta.structure_changed:
        refs = {leaf.ref for leaf in new.leaves()}
        partners = {**{leaf.ref: leaf.ref for leaf in old.leaves() if leaf.ref in refs}, **partners}
    return partners


def _parts_of(block: Block) -> dict[str, str]:
    """The block's content by part: its text in full, links and images as one hash each."""
    words = block.text.split()
    return {
        "text": " ".join(words[:LONGEST_TEXT_WORDS]),
        "link": content_id(Block(ref="", links=block.links)),
        "image": content_id(Block(ref="", images=block.images)),
    }


def _recorded(record: BlockHistory | None, identity: str) -> BlockHistory:
    """The record after a visit that left only the block's content id; the first sight of a block is no visit to it."""
    if record is None:
        return BlockHistory(seen={"block": identity})
    changed = record.seen.get("block") != identity
    return replace(record, visits=record.visits + 1, changes=record.changes + changed, seen={"block": identity})


def _missed(record: BlockHistory) -> BlockHistory:
    """The block was not there at this visit: a visit, and a change."""
    return replace(record, visits=record.visits + 1, changes=record.changes + 1)


def _visited(record: BlockHistory, block: Block) -> BlockHistory:
    """The record after the block was seen again."""
    now = _parts_of(block)
    changed = [part for part in PARTS if record.seen.get(part) != now[part]]
    part_changes = dict(record.part_changes)
    for part in changed:
        part_changes[part] = part_changes.get(part, 0) + 1
    slots = dict(record.slots)
    if "text" in changed:
        for slot in _changed_slots(record.seen.get("text", ""), now["text"]):
            slots[slot] = slots.get(slot, 0) + 1
    if len(slots) > MOST_SLOTS:
        slots = dict(sorted(slots.items(), key=lambda item: -item[1])[:MOST_SLOTS])
    return BlockHistory(
        visits=record.visits + 1,
        changes=record.changes + bool(changed),
        part_changes=part_changes,
        slots=slots,
        seen=now,
    )


def _changed_slots(old: str, new: str) -> set[str]:
    """The places that changed, each named by the word before and the word after it."""
    before, after = old.split()[:LONGEST_TEXT_WORDS], new.split()[:LONGEST_TEXT_WORDS]
    start, end_before, end_after = _different_middle(before, after)
    edits = [(start, end_before)] if end_before > start or end_after > start else []
    if 0 < end_before - start <= MOST_DIFFED_WORDS and end_after - start <= MOST_DIFFED_WORDS:
        matcher = difflib.SequenceMatcher(None, before[start:end_before], after[start:end_after], autojunk=False)
        edits = [(start + a, start + b) for tag, a, b, _, _ in matcher.get_opcodes() if tag != "equal"]
    return {f"{before[a - 1] if a else '^'} | {before[b] if b < len(before) else '$'}" for a, b in edits}


def _different_middle(first: list[str], second: list[str]) -> tuple[int, int, int]:
    """Start and the two ends of what is left when the common beginning and end are taken off."""
    shorter = min(len(first), len(second))
    start = next((i for i in range(shorter) if first[i] != second[i]), shorter)
    tail = next((i for i in range(shorter - start) if first[-1 - i] != second[-1 - i]), shorter - start)
    return start, len(first) - tail, len(second) - tail
