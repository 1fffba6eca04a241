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

from pagestrata.follow.features import Comparison, compare
from pagestrata.follow.items import ItemPage, hashed, item_page_of
from pagestrata.follow.page import nodes_of
from pagestrata.follow.portrait import Portrait, portrait_of
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.follow.records import memory_from_json, memory_to_json
from pagestrata.follow.select import is_path, select_row
from pagestrata.follow.states import LEARN_FROM, Found, Ranking, merged, state_of
from pagestrata.follow.templates import Memory
from pagestrata.follow.walls import password_fields, wall_reason
from pagestrata.model.snapshot import Snapshot

SAME_ID_LOGIT = 5.0
OTHER_ID_LOGIT = -3.0
"""An id that stayed or changed is strong evidence, but ids are reused and renamed: not proof."""


class Follower:
    """One followed block."""

    def __init__(self, memory: Memory, *, ranker: Ranker | None = None) -> None:
        self.memory = memory
        self._ranker = ranker or default_ranker()

    @classmethod
    def from_block(cls, snapshot: Snapshot, selector: str, *, first: bool = False) -> Follower:
        """Follow the element that a CSS selector or a tag path (body[1]/div[2]) means."""
        if is_path(selector):
            return cls.from_row(snapshot, select_row(snapshot, path=selector))
        return cls.from_row(snapshot, select_row(snapshot, css=selector, first=first))

    @classmethod
    def from_row(cls, snapshot: Snapshot, row: int, *, ranker: Ranker | None = None) -> Follower:
        portrait = portrait_of(item_page_of(snapshot), row)
        memory = Memory(templates=(portrait,), password_fields=password_fields(snapshot))
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
    page = item_page_of(snapshot)
    comparisons = [_compared(follower.memory.newest, page) for follower in followers]
    rankers = {id(follower._ranker): follower._ranker for follower in followers}
    if len(rankers) == 1:
        rankings = _ranked([f.memory.newest for f in followers], comparisons, page, next(iter(rankers.values())))
    else:
        rankings = [
            _ranked([follower.memory.newest], [compared], page, follower._ranker)[0]
            for follower, compared in zip(followers, comparisons, strict=True)
        ]
    return [_settle(follower, snapshot, page, ranking) for follower, ranking in zip(followers, rankings, strict=True)]


def _compared(portrait: Portrait, page: ItemPage) -> Comparison:
    also = page.rows_with_id(portrait.identity) if portrait.identity else None
    return compare(portrait, page, also=also)


def _ranked(
    portraits: Sequence[Portrait], comparisons: Sequence[Comparison], page: ItemPage, ranker: Ranker
) -> list[Ranking]:
    logits = ranker.logits(np.concatenate([compared.features for compared in comparisons]))
    parts = np.split(logits, np.cumsum([len(compared.rows) for compared in comparisons])[:-1])
    return [
        Ranking(rows=compared.rows, logits=part + _id_evidence(portrait, page, compared.rows))
        for portrait, compared, part in zip(portraits, comparisons, parts, strict=True)
    ]


def _id_evidence(portrait: Portrait, page: ItemPage, rows: np.ndarray[Any, np.dtype[np.intp]]) -> Any:
    if not portrait.identity:
        return 0.0
    ids = [page.nodes.attributes[row].get("id", "") for row in rows.tolist()]
    return np.array([SAME_ID_LOGIT if own and hashed(own) == portrait.identity else OTHER_ID_LOGIT for own in ids])


def _settle(follower: Follower, snapshot: Snapshot, page: ItemPage, ranking: Ranking) -> Found:
    """Decide on one block and let its follower learn."""
    memory = follower.memory
    wall = wall_reason(snapshot, expected_password_fields=memory.password_fields)
    if wall is not None:
        return Found(
            state="uncertain", confidence=0.0, gap=0.0, reasons=(wall, "nothing was learned from this version")
        )
    row, confidence, gap = ranking.best()
    others = memory.templates[1:]
    if confidence < LEARN_FROM and others:
        compared = [_compared(portrait, page) for portrait in others]
        row, confidence, gap = merged([ranking, *_ranked(others, compared, page, follower._ranker)]).best()
    confirmed = _confirmed(follower, page, row) if confidence < LEARN_FROM else False
    return _concluded(follower, snapshot, page, (row, confidence, gap), confirmed)


def _confirmed(follower: Follower, page: ItemPage, row: int | None) -> bool:
    """Whether the match that waited points, surely, at the same element."""
    pending = follower.memory.pending
    if pending is None or row is None:
        return False
    second_opinion = _ranked([pending], [_compared(pending, page)], page, follower._ranker)[0]
    other, confidence, _ = second_opinion.best()
    return other == row and confidence >= LEARN_FROM


def _concluded(
    follower: Follower, snapshot: Snapshot, page: ItemPage, best: tuple[int | None, float, float], confirmed: bool
) -> Found:
    row, confidence, gap = best
    state = "found" if confirmed else state_of(confidence)
    if row is None or state == "lost":
        follower.memory = follower.memory.withheld(None)
        return Found(state="lost", confidence=1.0 - confidence, gap=gap, reasons=("no element resembles the block",))
    portrait = portrait_of(page, row)
    if confirmed or confidence >= LEARN_FROM:
        follower.memory = follower.memory.learned(portrait)
        reasons: tuple[str, ...] = ("confirmed by the version before",) if confirmed else ()
    else:
        follower.memory = follower.memory.withheld(portrait)
        reasons = ("not learned until confirmed",)
    return _found(snapshot, row, confidence, gap, state, reasons)


def _found(snapshot: Snapshot, row: int, confidence: float, gap: float, state: Any, reasons: tuple[str, ...]) -> Found:
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
