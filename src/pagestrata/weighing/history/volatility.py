"""How often each slot of a page changes, learned from an archive's own visits (paper 1 §6: 'the more frequent a block is
changing, the less important it is').

Every visit, kept or skipped, is compared with the visit before it: the text of each block place by place, its links and its
pictures (`slot_history`), and the places of the layout, whatever block stands in them. What changes at nearly every visit
is silent, what never changed before is not, in the same block: a rotating sponsor word does not silence the paragraph around
it, and a place that always holds another advertisement is a rotating place although no advertisement is seen twice. On a
page where most of the text changes each time nothing is silenced.

Blocks are known by their ref in the version kept last; `kept=True` moves the records to the refs of the new version. The
state is plain data of bounded size, to be stored with the page.

A visit that found something worth keeping looks again at once (`SecondLook`): what differs within seconds changes by itself, in
whatever language it is written. Rotated advertisements and teasers, numbers of visitors, session
ids, quotations by lot are not the same at the second look; a new deadline is. Of a text only the very place that differs twice
counts, never the words around it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple

from pagestrata.errors import InputError
from pagestrata.model.plain_numbers import percent
from pagestrata.model.records import Visit
from pagestrata.model.slots import dataclass
from pagestrata.weighing.history.slot_history import (
    ALWAYS,
    GONE,
    MOST_VISITS,
    REWRITTEN,
    TRUST_VISITS,
    BlockHistory,
    slot_of_edit,
)

if TYPE_CHECKING:
    from pagestrata.model.blocks import Block, BlockTree
    from pagestrata.model.deltas import Change, Delta

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


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


MOST_HELD = 24
OFTEN = 0.4
"""Minimum share of visits with a change, for a place that shows earlier content again to be rotating."""

MOSTLY = 0.5
"""A place shows something else if at least this share of its old content is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceHistory:
    """How often a place was seen and showed something else, its recent content, and that of the last visit (`now`)."""

    visits: int = 0
    changes: int = 0
    now: tuple[str, ...] = ()
    held: tuple[str, ...] = ()

    @classmethod
    def first(cls, contents: Collection[str]) -> PlaceHistory:
        return cls(now=tuple(sorted(contents)[:MOST_HELD]))

    def is_rotating(self, visits: int = TRUST_VISITS) -> bool:
        """Return whether nearly all of at least `visits` visits found something else here."""
        return self.visits >= visits and self.changes >= ALWAYS * self.visits

    @property
    def changes_often(self) -> bool:
        return self.visits >= TRUST_VISITS and self.changes >= OFTEN * self.visits

    def has_held(self, content: str) -> bool:
        return self.changes_often and (content in self.held or content in self.now)

    def seen(self, contents: Collection[str]) -> PlaceHistory:
        """Return the record after a visit that found these contents."""
        now = tuple(sorted(contents)[:MOST_HELD])
        gone = set(self.now).difference(contents)
        # A list that grows, or loses its oldest entry for a new one, does not rotate: every entry is news.
        changed = len(gone) >= MOSTLY * len(self.now) if self.now else bool(now)
        held = tuple(dict.fromkeys((*self.now, *self.held)))[:MOST_HELD] if changed else self.held
        return PlaceHistory(visits=self.visits + 1, changes=self.changes + changed, now=now, held=held).faded()

    def unchanged(self) -> PlaceHistory:
        return PlaceHistory(visits=self.visits + 1, changes=self.changes, now=self.now, held=self.held).faded()

    def faded(self) -> PlaceHistory:
        """Return the record with halved counts if they are large, so that old habits fade."""
        if self.visits <= MOST_VISITS:
            return self
        return PlaceHistory(visits=self.visits // 2, changes=self.changes // 2, now=self.now, held=self.held)

    def to_json(self) -> list[Any]:
        return [self.visits, self.changes, list(self.now), list(self.held)]

    @classmethod
    def from_json(cls, data: Any) -> PlaceHistory:
        if not isinstance(data, list) or len(data) != 4 or isinstance(data, Mapping):
            raise TypeError("a place is no list of four")
        return cls(visits=int(data[0]), changes=int(data[1]), now=tuple(data[2]), held=tuple(data[3]))


FORMAT = 3
MANY_CHANGES = 0.9
"""Minimum chance of a change for a block to be called ignored."""
HALF_TRUST_VISITS = 5.0
"""Number of visits after which the learned factor on E counts half."""
MOST_BLOCKS = 400
MOST_PLACES = 400
CALM = 0.5
"""If more than this share of the text always changes, nothing is silenced."""
GRID_PX = 48


class Observation(NamedTuple):
    """One visit: the delta from the version kept last (`old`) to what was seen (`new`), and whether it was kept."""

    old: BlockTree
    delta: Delta
    new: BlockTree
    kept: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Volatility:
    """The change history of one page. Immutable: `update` returns the next state.

    `second_look` is what one visit saw to differ within seconds; it is not remembered.
    """

    blocks: Mapping[str, BlockHistory] = field(default_factory=dict)
    places: Mapping[str, PlaceHistory] = field(default_factory=dict)
    second_look: SecondLook = NOTHING_DIFFERS

    @classmethod
    def from_history(cls, records: Iterable[Observation]) -> Volatility:
        """Learn from visits in time order."""
        state = cls()
        for old, delta, new, kept in records:
            state = state.update(delta, old, new, kept=kept)
        return state

    @classmethod
    def from_visits(cls, visits: Iterable[Visit]) -> Volatility:
        """Learn from what an archive keeps of every visit: the content id of each leaf block, by ref.

        Slots are not told apart this way: it serves E, and silences nothing in a decision.
        """
        blocks: dict[str, BlockHistory] = {}
        for visit in sorted(visits, key=lambda visit: visit.visited_at):
            if not visit.showed_page:
                continue
            if visit.stage == "unchanged":
                blocks = {ref: record.unchanged() for ref, record in blocks.items()}
                continue
            for ref, identity in visit.block_ids.items():
                known = blocks.get(ref)
                blocks[ref] = known.recorded(identity) if known else BlockHistory(block=identity)
        return cls(blocks=blocks)

    def update(self, delta: Delta, old: BlockTree, new: BlockTree, *, kept: bool = True) -> Volatility:
        """The state after one more visit."""
        partners = _partners(old, delta, new)
        found = new.by_ref()
        blocks: dict[str, BlockHistory] = {}
        for leaf in list(old.leaves())[:MOST_BLOCKS]:
            record = self.blocks.get(leaf.ref) or BlockHistory.first(leaf)
            partner = found.get(partners.get(leaf.ref, ""))
            record = record.seen(partner) if partner is not None else record.missed()
            if not kept:
                blocks[leaf.ref] = record
            elif partner is not None:
                blocks[partner.ref] = record
        return Volatility(blocks=blocks, places=_next_places(self.places, old, new))

    def unchanged_visit(self) -> Volatility:
        """The state after a visit at which the page was found unchanged."""
        return Volatility(
            blocks={ref: record.unchanged() for ref, record in self.blocks.items()},
            places={key: place.unchanged() for key, place in self.places.items()},
        )

    @property
    def is_restless(self) -> bool:
        """Whether most of the text changes at every visit: then that is the purpose of the page."""
        sizes = {ref: 1 + len(record.text) for ref, record in self.blocks.items() if record.visits >= TRUST_VISITS}
        lively = sum(size for ref, size in sizes.items() if self._is_new_each_time(ref))
        return lively > CALM * sum(sizes.values())

    def _is_new_each_time(self, ref: str) -> bool:
        record = self.blocks[ref]
        return record.always_changes("text") and len(record.standing) < 3

    def is_silent_text(self, ref: str, slot: str, words: Iterable[str], *, visits: int = TRUST_VISITS) -> bool:
        """Whether a place in a text always changes, or holds only words that never stood in a text that always does.

        `visits`: how many of them must say so.
        """
        record = self.blocks.get(ref)
        if record is None:
            return False
        gone = tuple(words)
        always = any(record.always_changes(whole) for whole in (GONE, REWRITTEN)) or record.always_changes(slot, visits)
        is_silent = always or (bool(gone) and record.holds_no_standing(gone, visits))
        return is_silent and not self.is_restless  # which looks at every block: asked last

    def is_silent_part(self, ref: str, slot: str) -> bool:
        """Whether a picture (slot 'image') or a link ('link NAME') of a block changes at nearly every visit."""
        record = self.blocks.get(ref)
        return record is not None and record.always_changes(slot) and not self.is_restless

    def is_rotating_place(self, block: Block, between: str = "", *, visits: int = TRUST_VISITS) -> bool:
        """Whether the place of the layout in which a block stands, or that between its neighbours, always holds something else.

        `between` is the place that `place_between` returns, `visits` how many visits must say so.
        """
        places = [self.places.get(key) for key in (place_of(block), between)]
        rotating = any(place is not None and place.is_rotating(visits) for place in places)
        return rotating and not self.is_restless

    def has_been_here(self, block: Block) -> bool:
        """Return whether a place that changes often held this content before."""
        place = self.places.get(place_of(block))
        return place is not None and place.changes_often and place.has_held(identity_of(block))

    def chance(self, ref: str) -> float | None:
        """Return the probability that a block differs at the next visit; None if unknown."""
        record = self.blocks.get(ref)
        return None if record is None or not record.visits else _chance(record)

    def factors(self) -> dict[str, float]:
        """ref -> what the importance of that block is multiplied by in E."""
        return {ref: _factor(record) for ref, record in self.blocks.items()}

    def is_volatile_part(self, ref: str, change: Change) -> bool:
        """Whether this change touches only what changes at nearly every visit in a block that is quieter elsewhere."""
        from pagestrata.judging.edits import edits_between_texts

        if ref not in self.blocks or self.blocks[ref].visits < TRUST_VISITS:  # too few visits to know
            return False
        if change.element == "text" and isinstance(change.old, str) and isinstance(change.new, str):
            edits = edits_between_texts(change.old, change.new)
            return bool(edits) and all(self.is_silent_text(ref, slot_of_edit(edit), edit.old_words) for edit in edits)
        return self.is_silent_part(ref, change.element)

    def note(self, ref: str) -> str:
        """Return 'ignored: changes at 94 % of visits', or ''."""
        record = self.blocks.get(ref)
        if record is None or record.visits < HALF_TRUST_VISITS or _factor(record) > 0.9:
            return ""
        word = "ignored" if _chance(record) >= MANY_CHANGES else "weighs less"
        return f"{word}: changes at {percent(record.changes / record.visits)} of visits"

    def to_json(self) -> dict[str, Any]:
        """Plain data for the catalogue."""
        return {
            "format": FORMAT,
            "blocks": {ref: record.to_json() for ref, record in self.blocks.items()},
            "places": {key: place.to_json() for key, place in self.places.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Volatility:
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise InputError("change history: not in a format this version reads; drop it, it is learned again")
        try:
            return cls(
                blocks={str(ref): BlockHistory.from_json(values) for ref, values in data["blocks"].items()},
                places={str(key): PlaceHistory.from_json(values) for key, values in data["places"].items()},
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise InputError(f"change history: damaged ({error}); drop it, it is learned again") from error


def differing_between(first: BlockTree, delta: Delta, second: BlockTree) -> SecondLook:
    """What differs between two looks at a page, `delta` leading from one to the other.

    Nothing where most of the text differs: then the page was not seen the same way twice (another template, a failed load).
    """
    if not delta.changes:
        return NOTHING_DIFFERS
    seen = Volatility().update(delta, first, second, kept=False)
    slots = {ref: frozenset(record.slots) - {"text"} for ref, record in seen.blocks.items() if record.slots}
    sizes = {leaf.ref: 1 + len(leaf.text) for leaf in first.leaves()}
    rewritten = [ref for ref, changed in slots.items() if not changed.isdisjoint((GONE, REWRITTEN))]
    if sum(sizes[ref] for ref in rewritten) > CALM * sum(sizes.values()):
        return NOTHING_DIFFERS
    shown = {identity_of(leaf) for leaf in first.leaves()}
    return SecondLook(
        slots=slots,
        moved=frozenset(change.block for change in delta.changes if change.op == "move"),
        came=frozenset(map(identity_of, second.leaves())) - shown,
    )


def _chance(record: BlockHistory) -> float:
    return (record.changes + 0.5) / (record.visits + 1.0)


def _factor(record: BlockHistory) -> float:
    learned = 0.02 + 1.23 / (1.0 + math.exp(20.0 * (_chance(record) - 0.7)))
    trust = record.visits**2 / (record.visits**2 + HALF_TRUST_VISITS**2)
    return 1.0 + trust * (learned - 1.0)


def place_of(block: Block) -> str:
    """Return the place of a block in the layout: role, column, width and height, but not its vertical position."""
    if not block.box.is_finite:
        return block.role
    return f"{block.role} {round(block.box.x / GRID_PX)} {round(block.box.width / GRID_PX)} {round(block.box.height / GRID_PX)}"


def standing_leaves(tree: BlockTree) -> list[Block]:
    """Return the leaves in the flow of a page, in order."""
    return [leaf for leaf in tree.leaves() if not leaf.is_overlay]


def _between(identities: Sequence[str]) -> list[tuple[int, str]]:
    """The number of each of these leaves that stands between two others, and the place that they make."""
    return [(at, f"{identities[at - 1]} | {identities[at + 1]}") for at in range(1, len(identities) - 1)]


def place_between(leaves: Sequence[Block], at: int) -> str:
    """The place of a leaf by its neighbours: a slot that has no size of its own. '' at either end, which has no place."""
    if not 0 < at < len(leaves) - 1:
        return ""
    return f"{identity_of(leaves[at - 1])} | {identity_of(leaves[at + 1])}"


def identity_of(block: Block) -> str:
    """Return a hash of the content of a block with its figures masked."""
    from pagestrata.judging.words import shape_of
    from pagestrata.model.blocks import Block

    return Block(ref="", text=shape_of(block.text), links=block.links, images=block.images).id[:12]


def _partners(old: BlockTree, delta: Delta, new: BlockTree) -> dict[str, str]:
    """Leaf of the old tree -> leaf of the new one that is the same block."""
    partners = {match.old: match.new for match in delta.matches}
    if not delta.structure_changed:
        refs = {leaf.ref for leaf in new.leaves()}
        partners = {**{leaf.ref: leaf.ref for leaf in old.leaves() if leaf.ref in refs}, **partners}
    return partners


def _held(tree: BlockTree) -> dict[str, set[str]]:
    """place -> what stands in it."""
    found: dict[str, set[str]] = {}
    leaves = standing_leaves(tree)
    identities = [identity_of(leaf) for leaf in leaves]
    for leaf, identity in zip(leaves, identities, strict=True):
        found.setdefault(place_of(leaf), set()).add(identity)
    for at, place in _between(identities):
        found.setdefault(place, set()).add(identities[at])
    return found


def _next_places(known: Mapping[str, PlaceHistory], old: BlockTree, new: BlockTree) -> dict[str, PlaceHistory]:
    before, after = _held(old), _held(new)
    found = {}
    for key in {*known, *before, *after}:
        place = known.get(key) or PlaceHistory.first(before.get(key, set()))
        found[key] = place.seen(after.get(key, set()))
    if len(found) > MOST_PLACES:
        found = dict(sorted(found.items(), key=lambda item: (-item[1].changes, -item[1].visits, item[0]))[:MOST_PLACES])
    return found
