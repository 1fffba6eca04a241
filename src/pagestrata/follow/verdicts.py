"""Where each of several blocks is in one version of their page, and whether that teaches anything.

An element with exactly the block's content is taken at once. The other blocks are compared with all elements of the
page together; where the newest portrait leaves doubt, the older templates, the hint from the blocks of the page and
the match that waits for confirmation are asked, in this order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pagestrata.follow.features import compare_all
from pagestrata.follow.finalists import Rows
from pagestrata.follow.hints import Hint
from pagestrata.follow.item_page import ItemPage
from pagestrata.follow.items import Counts, hashed
from pagestrata.follow.portrait import Portrait, has_same_neighbours, is_same_place
from pagestrata.follow.ranker import Ranker
from pagestrata.follow.states import CONFIRM_FROM, LEARN_FROM, Ranking, State, merged, state_of
from pagestrata.follow.templates import Memory
from pagestrata.follow.walls import Entrance

SAME_ID_LOGIT = 5.0
OTHER_ID_LOGIT = -3.0
"""An id that stayed or changed is strong evidence, but ids are reused and renamed: not proof."""
TWIN_WORDS = 3
TWIN_CONFIDENCE = 0.99
"""For an element with exactly the block's content, of which there was one before and is one now."""

Lesson = Literal["nothing", "seen", "learned", "withheld"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Where one block is; `lesson` says what its memory makes of it: as before, a new portrait, or one that waits."""

    state: State
    confidence: float
    gap: float
    row: int | None = None
    lesson: Lesson = "nothing"
    reasons: tuple[str, ...] = ()


def judge(
    memories: Sequence[Memory], page: ItemPage, entrance: Entrance, ranker: Ranker, hints: Sequence[Hint | None]
) -> list[Verdict]:
    """One verdict per memory."""
    verdicts: dict[int, Verdict] = {}
    for number, memory in enumerate(memories):
        wall = entrance.wall(usual_password_fields=memory.password_fields)
        if wall is not None:
            verdicts[number] = _shut_out(wall)
        elif (twin := _twin(memory.newest, page)) is not None:
            verdicts[number] = _seen_again(memory, page, twin)
    rest = [number for number in range(len(memories)) if number not in verdicts]
    rankings = _ranked([memories[number].newest for number in rest], page, ranker) if rest else []
    for number, ranking in zip(rest, rankings, strict=True):
        verdicts[number] = _settled(memories[number], page, ranking, ranker, hints[number])
    return [verdicts[number] for number in range(len(memories))]


def _shut_out(wall: str) -> Verdict:
    reasons = (wall, "nothing was learned from this version")
    return Verdict(state="uncertain", confidence=0.0, gap=0.0, reasons=reasons)


def _twin(portrait: Portrait, page: ItemPage) -> int | None:
    """The element with exactly the block's content: the only one in both versions, or the one with its neighbours."""
    rows = page.rows_with_content(portrait.text_bag, portrait.shape_bag)
    same = rows[page.sign[rows] == portrait.sign].tolist()
    is_telling = portrait.is_single and portrait.count_of("word") >= TWIN_WORDS
    if same and not (is_telling and len(same) == 1):
        same = [row for row in same if has_same_neighbours(portrait, page, row)]
    if len(same) != 1:
        return None
    identifier = page.nodes.attributes[same[0]].get("id", "")
    return same[0] if (hashed(identifier) if identifier else 0) == portrait.identity else None


def _seen_again(memory: Memory, page: ItemPage, row: int) -> Verdict:
    lesson: Lesson = "seen" if is_same_place(memory.newest, page, row) else "learned"
    return Verdict(state="found", confidence=TWIN_CONFIDENCE, gap=TWIN_CONFIDENCE, row=row, lesson=lesson)


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


def _settled(memory: Memory, page: ItemPage, ranking: Ranking, ranker: Ranker, hint: Hint | None) -> Verdict:
    row, confidence, gap = ranking.best()
    if confidence < LEARN_FROM and len(memory.templates) > 1:
        ranking = merged([ranking, *_ranked(memory.templates[1:], page, ranker)])
        row, confidence, gap = ranking.best()
    if confidence < LEARN_FROM and hint is not None:
        row, confidence, gap = ranking.with_evidence(hint.logits(ranking.rows)).best()
    if row is not None and confidence >= LEARN_FROM:
        return Verdict(state="found", confidence=confidence, gap=gap, row=row, lesson="learned")
    if row is not None and confidence >= CONFIRM_FROM and _is_confirmed(memory, page, row, ranker):
        reasons = ("confirmed by the version before",)
        return Verdict(state="found", confidence=confidence, gap=gap, row=row, lesson="learned", reasons=reasons)
    state = state_of(confidence)
    if row is None or state == "lost":
        reasons = ("no element resembles the block",)
        return Verdict(state="lost", confidence=1.0 - confidence, gap=gap, lesson="withheld", reasons=reasons)
    reasons = ("not learned until confirmed",)
    return Verdict(state=state, confidence=confidence, gap=gap, row=row, lesson="withheld", reasons=reasons)


def _is_confirmed(memory: Memory, page: ItemPage, row: int, ranker: Ranker) -> bool:
    """Whether the match that waited points, surely, at the same element."""
    if memory.pending is None:
        return False
    if _twin(memory.pending, page) == row:
        return True
    other, confidence, _ = _ranked([memory.pending], page, ranker)[0].best()
    return other == row and confidence >= LEARN_FROM
