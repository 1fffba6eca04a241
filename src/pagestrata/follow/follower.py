"""The default follower: finds a block again in later versions of its page, and says when it cannot.

    follower = Follower.from_block(snapshot, "#price")
    found = follower.find(later_snapshot)

Each version is compared with the newest portrait of the block; where that leaves doubt, also with the older templates
and with what waits for confirmation. A sure match is learned, an uncertain one waits for the next version to agree, a
page that turned into a login or a bot check teaches nothing. The object holds one immutable `Memory`; `state` is that
memory as JSON, for the archive.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pagestrata.follow.features import compare_all
from pagestrata.follow.finalists import Rows, has_same_neighbours
from pagestrata.follow.item_page import ItemPage, item_page_of
from pagestrata.follow.items import Counts, hashed
from pagestrata.follow.page import nodes_of
from pagestrata.follow.portrait import Portrait, is_same_place, portrait_of
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.follow.records import memory_from_json, memory_to_json
from pagestrata.follow.select import is_path, select_row
from pagestrata.follow.states import CONFIRM_FROM, LEARN_FROM, Found, Ranking, State, merged, state_of
from pagestrata.follow.templates import Memory
from pagestrata.follow.walls import entrance_of
from pagestrata.model.snapshot import Snapshot

SAME_ID_LOGIT = 5.0
OTHER_ID_LOGIT = -3.0
"""An id that stayed or changed is strong evidence, but ids are reused and renamed: not proof."""
TWIN_WORDS = 3
TWIN_CONFIDENCE = 0.99
"""For an element with exactly the block's content, of which there was one before and is one now."""


class Follower:
    """One followed block."""

    def __init__(self, memory: Memory, *, ranker: Ranker | None = None) -> None:
        self.memory = memory
        self.ranker = ranker or default_ranker()

    @classmethod
    def from_block(cls, snapshot: Snapshot, selector: str, *, first: bool = False) -> Follower:
        """Follow the element that a CSS selector or a tag path (body[1]/div[2]) means."""
        if is_path(selector):
            return cls.from_row(snapshot, select_row(snapshot, path=selector))
        return cls.from_row(snapshot, select_row(snapshot, css=selector, first=first))

    @classmethod
    def from_row(cls, snapshot: Snapshot, row: int, *, ranker: Ranker | None = None) -> Follower:
        portrait = portrait_of(item_page_of(snapshot), row)
        memory = Memory(templates=(portrait,), password_fields=entrance_of(snapshot).password_fields)
        return cls(memory, ranker=ranker)

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

    def correct(self, snapshot: Snapshot, selector: str, *, first: bool = False) -> Found:
        """A person says where the block really is in this version."""
        way = {"path": selector} if is_path(selector) else {"css": selector}
        row = select_row(snapshot, **way, first=first)  # type: ignore[arg-type]
        return self.correct_row(snapshot, row)

    def correct_row(self, snapshot: Snapshot, row: int) -> Found:
        self.memory = self.memory.corrected(portrait_of(item_page_of(snapshot), row))
        return _found(snapshot, row, 1.0, 1.0, "found", ("a person chose this block",))


def find_all(followers: Sequence[Follower], snapshot: Snapshot) -> list[Found]:
    """Find many blocks of one page; the page is analysed once and the candidates of all blocks are ranked together."""
    page, entrance = item_page_of(snapshot), entrance_of(snapshot)
    answers: dict[int, Found] = {}
    rest: list[int] = []
    for number, follower in enumerate(followers):
        wall = entrance.wall(usual_password_fields=follower.memory.password_fields)
        twin = None if wall else _twin(follower.memory.newest, page)
        if wall is not None:
            answers[number] = _shut_out(wall)
        elif twin is not None:
            answers[number] = _seen_again(follower, snapshot, page, twin)
        else:
            rest.append(number)
    if rest:
        rankings = _ranked([followers[number].memory.newest for number in rest], page, followers[rest[0]].ranker)
        for number, ranking in zip(rest, rankings, strict=True):
            answers[number] = _settled(followers[number], snapshot, page, ranking)
    return [answers[number] for number in range(len(followers))]


def _shut_out(wall: str) -> Found:
    return Found(state="uncertain", confidence=0.0, gap=0.0, reasons=(wall, "nothing was learned from this version"))


def _twin(portrait: Portrait, page: ItemPage) -> int | None:
    """The element with exactly the block's content: the only one in both versions, or the one with its neighbours."""
    rows = page.rows_with_content(portrait.text_bag, portrait.shape_bag)
    rows = rows[page.sign[rows] == portrait.sign]
    is_telling = portrait.is_single and portrait.kinds["word"].count >= TWIN_WORDS
    if len(rows) and not (is_telling and len(rows) == 1):
        rows = rows[has_same_neighbours(portrait, page, rows)]
    if len(rows) != 1:
        return None
    identifier = page.nodes.attributes[rows[0]].get("id", "")
    return int(rows[0]) if (hashed(identifier) if identifier else 0) == portrait.identity else None


def _seen_again(follower: Follower, snapshot: Snapshot, page: ItemPage, row: int) -> Found:
    memory = follower.memory
    follower.memory = (
        memory.seen() if is_same_place(memory.newest, page, row) else memory.learned(portrait_of(page, row))
    )
    return _found(snapshot, row, TWIN_CONFIDENCE, TWIN_CONFIDENCE, "found", ())


def _ranked(portraits: Sequence[Portrait], page: ItemPage, ranker: Ranker) -> list[Ranking]:
    also = [page.rows_with_id(portrait.identity) if portrait.identity else None for portrait in portraits]
    comparisons = compare_all(portraits, page, also=also)
    logits = ranker.logits(np.concatenate([compared.features for compared in comparisons]))
    parts = np.split(logits, np.cumsum([len(compared.rows) for compared in comparisons])[:-1])
    return [
        Ranking(rows=compared.rows, logits=_with_id_evidence(part, portrait, page, compared.rows))
        for portrait, compared, part in zip(portraits, comparisons, parts, strict=True)
    ]


def _with_id_evidence(logits: Counts, portrait: Portrait, page: ItemPage, rows: Rows) -> Counts:
    if not portrait.identity:
        return logits
    ids = [page.nodes.attributes[row].get("id", "") for row in rows.tolist()]
    same = np.array([bool(own) and hashed(own) == portrait.identity for own in ids], bool)
    return np.asarray(logits + np.where(same, SAME_ID_LOGIT, OTHER_ID_LOGIT))


def _settled(follower: Follower, snapshot: Snapshot, page: ItemPage, ranking: Ranking) -> Found:
    """Decide on one block, with older templates and the waiting match where the newest leaves doubt, and learn."""
    memory = follower.memory
    row, confidence, gap = ranking.best()
    if confidence < LEARN_FROM and len(memory.templates) > 1:
        older = _ranked(memory.templates[1:], page, follower.ranker)
        row, confidence, gap = merged([ranking, *older]).best()
    if confidence >= LEARN_FROM and row is not None:
        follower.memory = memory.learned(portrait_of(page, row))
        return _found(snapshot, row, confidence, gap, "found", ())
    if row is not None and confidence >= CONFIRM_FROM and _confirmed(follower, page, row):
        follower.memory = memory.learned(portrait_of(page, row))
        return _found(snapshot, row, confidence, gap, "found", ("confirmed by the version before",))
    return _doubtful(follower, snapshot, page, (row, confidence, gap))


def _confirmed(follower: Follower, page: ItemPage, row: int) -> bool:
    """Whether the match that waited points, surely, at the same element."""
    pending = follower.memory.pending
    if pending is None:
        return False
    if _twin(pending, page) == row:
        return True
    other, confidence, _ = _ranked([pending], page, follower.ranker)[0].best()
    return other == row and confidence >= LEARN_FROM


def _doubtful(follower: Follower, snapshot: Snapshot, page: ItemPage, best: tuple[int | None, float, float]) -> Found:
    row, confidence, gap = best
    state = state_of(confidence)
    if row is None or state == "lost":
        follower.memory = follower.memory.withheld(None)
        return Found(state="lost", confidence=1.0 - confidence, gap=gap, reasons=("no element resembles the block",))
    follower.memory = follower.memory.withheld(portrait_of(page, row))
    return _found(snapshot, row, confidence, gap, state, ("not learned until confirmed",))


def _found(
    snapshot: Snapshot, row: int, confidence: float, gap: float, state: State, reasons: tuple[str, ...]
) -> Found:
    nodes = nodes_of(snapshot)
    return Found(
        state=state,
        confidence=confidence,
        gap=gap,
        row=row,
        path=nodes.path_of(row),
        box=nodes.box_of(row),
        text=nodes.text_of(row),
        id=nodes.attributes[row].get("id"),
        reasons=reasons,
    )
