"""The default follower: finds a block again in later versions of its page, and says when it cannot.

    follower = Follower.from_block(snapshot, "#price")
    found = follower.find(later_snapshot)

Each version is compared with the newest portrait of the block; where that leaves doubt, also with the older templates.
A sure match is learned, an uncertain one only when a person confirms it; a page that turned into a login or a bot check
teaches nothing. The object holds one immutable `Memory`; `state` is that memory as JSON, for the archive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pagestrata.errors import UsageError
from pagestrata.follow.entrance import entrance_of
from pagestrata.follow.grids.place import ListPlace, list_around, place_at, place_in_list
from pagestrata.follow.hints import Hint, HintFor
from pagestrata.follow.identity import alerts_of
from pagestrata.follow.memory import FollowAs, Memory, memory_from_json, memory_to_json
from pagestrata.follow.page import nodes_of
from pagestrata.follow.portraits.item_page import ItemPage, item_page_of
from pagestrata.follow.portraits.portrait import Portrait, moved_portraits, portrait_of, portraits_of
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.follow.select import is_path, select_row
from pagestrata.follow.states import THRESHOLDS, Found, Thresholds
from pagestrata.follow.verdicts import Judge, Verdict
from pagestrata.model.records import TrailCandidate
from pagestrata.model.snapshot import NodeTable, Snapshot

LONGEST_OTHER = 500
"""Maximum characters kept of the second candidate's text."""
FEW = 3
"""Up to this many blocks, single rows of a page are analysed instead of whole columns."""


class Follower:
    """One followed block."""

    def __init__(self, memory: Memory, *, ranker: Ranker | None = None, thresholds: Thresholds = THRESHOLDS) -> None:
        self.memory = memory
        self.ranker = ranker or default_ranker()
        self.thresholds = thresholds

    @classmethod
    def from_block(
        cls, snapshot: Snapshot, selector: str | None = None, *, path: str | None = None, first: bool = False
    ) -> Follower:
        """Follow the element matched by a CSS selector or a tag path (body[1]/div[2])."""
        return cls.from_row(snapshot, _meant(snapshot, selector, path, first=first))

    @classmethod
    def from_row(
        cls, snapshot: Snapshot, row: int, *, ranker: Ranker | None = None, followed_as: FollowAs | None = None
    ) -> Follower:
        """Follow one element. `followed_as`: in a list, whether to follow the place or the item itself."""
        page = item_page_of(snapshot)
        memory = Memory(
            templates=(portrait_of(page, row),),
            password_fields=entrance_of(snapshot).password_fields,
            followed_as=followed_as,
        )
        return cls(placed(memory, page, row), ranker=ranker)

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Follower:
        """The follower that `state` was read from. Raises InputError where it does not fit."""
        return cls(memory_from_json(state))

    @property
    def state(self) -> dict[str, Any]:
        return memory_to_json(self.memory)

    def find(self, snapshot: Snapshot) -> Found:
        """Find the block in a newer version, and learn from it where the match is sure."""
        return find_all([self], snapshot)[0]

    def correct(
        self, snapshot: Snapshot, selector: str | None = None, *, path: str | None = None, first: bool = False
    ) -> Found:
        """Learn from a person where the block is in this version: a CSS selector or a tag path."""
        return self.correct_row(snapshot, _meant(snapshot, selector, path, first=first))

    def learn_row(self, snapshot: Snapshot, row: int, *, reason: str) -> Found:
        """Learn where the block is in this version from evidence stronger than its looks."""
        page = item_page_of(snapshot)
        self.memory = placed(self.memory.learned(portrait_of(page, row)), page, row)
        return _found(snapshot, Verdict(state="found", confidence=1.0, gap=1.0, row=row, reasons=(reason,)))

    def correct_row(self, snapshot: Snapshot, row: int) -> Found:
        page = item_page_of(snapshot)
        self.memory = placed(replace(self.memory, place=None).corrected(portrait_of(page, row)), page, row)
        verdict = Verdict(state="found", confidence=1.0, gap=1.0, row=row, reasons=("a person chose this block",))
        return _found(snapshot, verdict)


def _meant(snapshot: Snapshot, selector: str | None, path: str | None, *, first: bool) -> int:
    if selector is not None and path is None and is_path(selector):
        selector, path = None, selector
    return select_row(snapshot, css=selector, path=path, first=first)


def find_all(followers: Sequence[Follower], snapshot: Snapshot, *, hint_for: HintFor | None = None) -> list[Found]:
    """Find many blocks of one page; the page is analysed once and the candidates of all blocks are ranked together.

    `hint_for` returns where the segmentation puts the block with that number; it is called only in doubt.
    """
    answers: dict[int, Found] = {}
    for written in (
        False,
        True,
    ):  # blocks that an earlier release described are compared as it did, until learned again
        numbers = [number for number, follower in enumerate(followers) if follower.memory.newest.written is written]
        if numbers:
            ask = None if hint_for is None else partial(_renumbered, hint_for, numbers)
            found = _find_together([followers[number] for number in numbers], snapshot, ask, written=written)
            answers |= zip(numbers, found, strict=True)
    return [answers[number] for number in range(len(followers))]


def _renumbered(hint_for: HintFor, numbers: Sequence[int], number: int) -> Hint | None:
    return hint_for(numbers[number])


def _find_together(
    followers: Sequence[Follower], snapshot: Snapshot, hint_for: HintFor | None, *, written: bool
) -> list[Found]:
    page, memories = item_page_of(snapshot, written=written), [follower.memory for follower in followers]
    if len(followers) > FEW:
        page.work_out()
    judge = Judge(page, followers[0].ranker, followers[0].thresholds)
    verdicts = judge.verdicts(memories, entrance_of(snapshot), hint_for)
    if written:
        verdicts = [_to_be_learned(verdict) for verdict in verdicts]
    portraits = _new_portraits(item_page_of(snapshot), memories, verdicts)
    answers = []
    for follower, verdict, portrait in zip(followers, verdicts, portraits, strict=True):
        alerts = verdict.alerts
        if portrait and verdict.lesson == "learned" and not verdict.is_named:
            alerts = alerts_of(follower.memory.newest, portrait)
        answers.append(_found(snapshot, verdict, alerts))
        follower.memory = _placed_again(_taught(follower.memory, verdict, portrait), page, verdict)
    return answers


def _to_be_learned(verdict: Verdict) -> Verdict:
    """Learn a found block even if unchanged, so that its portrait has the format of this release."""
    return replace(verdict, lesson="learned") if verdict.lesson in ("seen", "moved") else verdict


def _new_portraits(
    page: ItemPage, memories: Sequence[Memory], verdicts: Sequence[Verdict]
) -> Iterator[Portrait | None]:
    """Yield the new portrait of each block that was found, or None where there is nothing to learn."""
    learned = [v.row for v in verdicts if v.lesson == "learned" and v.row is not None]
    moved = [
        (memory.newest, v.row)
        for memory, v in zip(memories, verdicts, strict=True)
        if v.lesson == "moved" and v.row is not None
    ]
    made = {
        "learned": iter(portraits_of(page, learned)),
        "moved": iter(moved_portraits([was for was, _ in moved], page, [row for _, row in moved])),
    }
    for verdict in verdicts:
        yield next(made[verdict.lesson]) if verdict.row is not None and verdict.lesson in made else None


def placed(memory: Memory, page: ItemPage, row: int) -> Memory:
    """Return the memory with the block's place in a table or list. Raises UsageError for `followed_as` outside lists."""
    if memory.followed_as is None:
        spot = page.grids.spot_of(row)
    else:
        spot = page.grids.spot_of(row) or page.grids.cards_of(row)
    if memory.followed_as == "place":
        return replace(memory, list_place=_list_place(page, row))
    place = place_at(page.grids, spot, before=memory.place) if spot is not None else None
    if memory.followed_as == "item" and place is None:
        raise UsageError(
            f"{page.nodes.path_of(row)} is not an item of a list or table; choose another block, or omit --as"
        )
    return replace(memory, place=place)


def _list_place(page: ItemPage, row: int) -> ListPlace:
    around = list_around(page.grids, row)
    made = place_in_list(page.nodes, around[1], row, portrait_of(page, around[0])) if around else None
    if made is None:
        raise UsageError(
            f"{page.nodes.path_of(row)} has no place in a list or table; choose another block, or omit --as"
        )
    return made


def _placed_again(memory: Memory, page: ItemPage, verdict: Verdict) -> Memory:
    """Return the memory after a verdict. Only a sure one teaches; a cell found outside grids is no longer a cell."""
    if verdict.row is None or verdict.state != "found" or verdict.lesson in ("nothing", "withheld"):
        return memory
    if verdict.lesson == "seen" and memory.place is not None:
        return memory
    try:
        return placed(memory, page, verdict.row)
    except UsageError:
        return memory  # its list is a list no more, or has one item left


def _taught(memory: Memory, verdict: Verdict, portrait: Portrait | None) -> Memory:
    if verdict.lesson in ("learned", "moved") and portrait is not None:
        return memory.learned(portrait)
    if verdict.lesson == "withheld":
        return memory.withheld()
    if verdict.lesson == "seen":
        return memory.seen()
    has_not_seen = verdict.state == "uncertain" and verdict.row is None  # a wall in the place of the page
    return memory if verdict.state == "found" or has_not_seen else replace(memory, missed=memory.missed + 1)


def _found(snapshot: Snapshot, verdict: Verdict, alerts: tuple[str, ...] = ()) -> Found:
    nodes, row = nodes_of(snapshot), verdict.row
    reasons = tuple(dict.fromkeys((*verdict.reasons, *alerts)))
    if row is None:
        return Found(
            state=verdict.state, confidence=verdict.confidence, gap=verdict.gap, reasons=reasons, alerts=alerts
        )
    return Found(
        state=verdict.state,
        confidence=verdict.confidence,
        gap=verdict.gap,
        reasons=reasons,
        alerts=alerts,
        row=row,
        path=nodes.path_of(row),
        box=nodes.box_of(row),
        text=nodes.text_of(row),
        id=nodes.attributes[row].get("id"),
        other=_other(nodes, verdict) if verdict.state == "uncertain" else None,
    )


def _other(nodes: NodeTable, verdict: Verdict) -> TrailCandidate | None:
    if verdict.second is None:
        return None
    row, confidence = verdict.second
    return TrailCandidate(path=nodes.path_of(row), text=nodes.text_of(row)[:LONGEST_OTHER], confidence=confidence)
