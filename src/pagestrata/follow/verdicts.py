"""Decide where the followed blocks are in one version of their page, and what is learned from it.

An element with exactly the block's content is accepted at once. The other blocks are compared with all elements of the page
together. If the newest portrait leaves doubt, the older templates are compared, then the hint from the segmentation is used. The
same doubtful answer in the next version is no confirmation: the neighbour of a deleted block stays where it is. Only greater
likeness to a sure match, or a person, resolves the doubt.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from pagestrata.follow.assignment import assigned, best_place
from pagestrata.follow.entrance import Entrance
from pagestrata.follow.grids.locate import locate, names_its_row
from pagestrata.follow.grids.place import ListPlace, row_at
from pagestrata.follow.hints import Hint, HintFor
from pagestrata.follow.identity import (
    doubts,
    has_its_words_alone,
    is_the_only_such_link,
    link_with_its_words,
    lost_an_equal,
    moved_elsewhere,
    says_it_less_often,
    says_what_it_said,
    twins_of,
)
from pagestrata.follow.memory import Memory
from pagestrata.follow.neighbours import MOST_DOUBTFUL, FoundBlocks, Neighbour
from pagestrata.follow.page import hashed
from pagestrata.follow.portraits.features import compare_all
from pagestrata.follow.portraits.item_page import CONTROL, FEW_ALIKE, ItemPage
from pagestrata.follow.portraits.items import Counts
from pagestrata.follow.portraits.portrait import (
    Portrait,
    is_same_place,
    rows_with_same_neighbours,
)
from pagestrata.follow.portraits.portrait_columns import Rows
from pagestrata.follow.portraits.trait_columns import page_kept
from pagestrata.follow.portraits.traits import NO_PURPOSE_PARTS
from pagestrata.follow.ranker import Ranker
from pagestrata.follow.states import THRESHOLDS, Ranking, State, Thresholds, merged
from pagestrata.model.events import NOTHING_ALIKE

SAME_ID_LOGIT = 5.0
OTHER_ID_LOGIT = -3.0
ID_GONE_LOGIT = -0.5
"""An id that stayed is strong evidence for its element and against all others, but ids are reused: not proof. One that is
nowhere on the page was renamed or went with its element. Ids that look generated count nothing."""
AUTOCOMPLETE = hashed("@autocomplete")
"""The hash of the `autocomplete` attribute, by which a field states its purpose."""
TWIN_WORDS = 3
NAMED_CONFIDENCE = 0.99
"""Confidence of a cell that was found by the names of its row and column."""
MOST_IN_DOUBT = 0.5
"""Confidence of a candidate that is contradicted by what it is, at most."""
TWIN_CONFIDENCE = 0.99
"""Confidence of the only element with exactly the block's content."""

Lesson = Literal["nothing", "seen", "moved", "learned", "withheld"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Where one block is, and what its memory learns from that (`lesson`).

    seen: all as before; moved: the same content elsewhere; learned: a new portrait; withheld: not sure enough to learn from.
    """

    state: State
    confidence: float
    gap: float
    row: int | None = None
    lesson: Lesson = "nothing"
    reasons: tuple[str, ...] = ()
    alerts: tuple[str, ...] = ()  # those of the reasons that a person should look at
    is_named: bool = False  # found by the names of its row and column: a change of looks says nothing then
    second: tuple[int, float] | None = None  # of an uncertain block: row and confidence of the second best
    is_contradicted: bool = False  # in doubt by what its best candidate is, however sure the ranker may get


class Judge:
    """Judges the blocks of one version of one page."""

    def __init__(self, page: ItemPage, ranker: Ranker, thresholds: Thresholds = THRESHOLDS) -> None:
        self._page, self._ranker, self._thresholds = page, ranker, thresholds

    def verdicts(
        self, memories: Sequence[Memory], entrance: Entrance, hint_for: HintFor | None, *, by_neighbours: bool = True
    ) -> list[Verdict]:
        """Return one verdict per memory. `by_neighbours`: the position relative to found blocks decides on blocks in doubt."""
        found: dict[int, Verdict] = {}
        for number, memory in enumerate(memories):
            if (verdict := self._at_once(memory, entrance)) is not None:
                found[number] = verdict
        rest = [number for number in range(len(memories)) if number not in found]
        rankings = self._ranked([memories[number].newest for number in rest]) if rest else []
        ranked = dict(zip(rest, rankings, strict=True))
        for place, number in enumerate(rest):
            hint = partial(hint_for, number) if hint_for is not None else None
            rankings[place] = self._informed(memories[number], rankings[place], hint)
        if len(memories) > 1 and rest:
            rankings = self._assigned(memories, rest, rankings, found)
        for number, ranking in zip(rest, rankings, strict=True):
            found[number] = self._of_its_row(memories[number], self._settled(memories[number], ranking))
        if by_neighbours and len(memories) > 1:
            found |= self._judged_by_neighbours(memories, ranked, found, hint_for)
        return [found[number] for number in range(len(memories))]

    def _judged_by_neighbours(
        self,
        memories: Sequence[Memory],
        ranked: Mapping[int, Ranking],
        found: Mapping[int, Verdict],
        hint_for: HintFor | None,
    ) -> dict[int, Verdict]:
        """Return new verdicts on blocks in doubt, by their position relative to the blocks that were found.

        `ranked` has the candidates of the blocks that were not recognised at once. Blocks whose best candidate is
        contradicted are not judged again, and none are where more are in doubt than were found.
        """
        sure = {number: verdict for number, verdict in found.items() if verdict.state == "found"}
        doubtful = [number for number in ranked if number not in sure]
        if not doubtful or len(doubtful) > max(MOST_DOUBTFUL, len(sure)):
            return {}
        neighbours = self.found_blocks(memories, sure)
        open_to_more = [number for number in doubtful if not found[number].is_contradicted]
        candidates = self.candidates_near(memories, likeliest(open_to_more, found), neighbours, ranked)
        rankings = []
        for number, ranking in candidates.items():
            hint = partial(hint_for, number) if hint_for is not None else None
            informed = self._informed(memories[number], ranking, hint)
            rankings.append(informed.with_evidence(neighbours.logits(memories[number].newest, informed.rows)))
        answers: dict[int, Verdict] = {}
        for number, ranking in zip(candidates, self._assigned(memories, list(candidates), rankings, sure), strict=True):
            verdict = self._of_its_row(memories[number], self._settled(memories[number], ranking))
            verdict = self._the_only_link(memories[number], verdict, neighbours)
            if verdict.state == "found" or (verdict.state, found[number].state) == ("uncertain", "uncertain"):
                answers[number] = verdict
        return answers

    def _the_only_link(self, memory: Memory, verdict: Verdict, neighbours: FoundBlocks) -> Verdict:
        """Accept a link in doubt that is the only one of its kind and keeps its position to the found blocks.

        Neither is enough alone: after the header's link is deleted, the same link in the footer is the only one left.
        """
        portrait, row = memory.newest, verdict.row
        if verdict.state != "uncertain" or verdict.is_contradicted or memory.place is not None or row is None:
            return verdict
        if not is_the_only_such_link(portrait, self._page, row) or not neighbours.is_where_it_was(portrait, row):
            return verdict
        reasons = ("the only link of these words or this address, before and now",)
        return replace(verdict, state="found", lesson="learned", reasons=reasons, second=None)

    def found_blocks(self, memories: Sequence[Memory], sure: Mapping[int, Verdict]) -> FoundBlocks:
        """Return the blocks found both in this version and in the one before, whose positions are comparable."""
        neighbours = [
            Neighbour(portrait=memories[number].newest, row=verdict.row)
            for number, verdict in sure.items()
            if verdict.row is not None and not memories[number].missed
        ]
        return FoundBlocks(self._page, neighbours, self._thresholds.position)

    def candidates_near(
        self,
        memories: Sequence[Memory],
        doubtful: Sequence[int],
        neighbours: FoundBlocks,
        ranked: Mapping[int, Ranking] | None = None,
    ) -> dict[int, Ranking]:
        """Return the candidates of blocks in doubt, including elements where the blocks are expected.

        Blocks without found neighbours are omitted. A block whose expected elements are all in `ranked` is not compared again.
        """
        known = [
            number for number in doubtful
            if not memories[number].missed and len(neighbours.others_than(memories[number].newest))
        ]  # fmt: skip
        expected = {number: neighbours.rows_expected(memories[number].newest) for number in known}
        found = {
            number: ranking
            for number, ranking in (ranked or {}).items()
            if number in expected and np.isin(expected[number], ranking.rows).all()
        }
        if others := [number for number in known if number not in found]:
            portraits = [memories[number].newest for number in others]
            rankings = self._ranked(portraits, [expected[number] for number in others])
            found |= zip(others, rankings, strict=True)
        return {number: found[number] for number in known}

    def _at_once(self, memory: Memory, entrance: Entrance) -> Verdict | None:
        """Return the verdict on a block that needs no ranking: login page, list place, table cell, unchanged; else None."""
        wall = entrance.wall(usual_password_fields=memory.password_fields)
        if wall is not None:
            return _shut_out(wall)
        if memory.list_place is not None:
            return self._at_place(memory.list_place)
        if (in_grid := self._in_grid(memory)) is not None:
            return in_grid
        twin = _twin(memory.newest, self._page)
        return _seen_again(memory, self._page, twin) if twin is not None else None

    def _in_grid(self, memory: Memory) -> Verdict | None:
        """Return where a cell or row is by its names; None for other blocks, and if its grid is not on the page."""
        if memory.place is None or (answer := locate(memory.place, self._page.grids)) is None:
            return None
        row, reasons = answer.row, (answer.reason,)
        if answer.state == "found" and (doubt := self._doubt_in_cell(memory, row, answer.reason)):
            reasons, answer = (doubt,), replace(answer, state="uncertain")
        if answer.state == "lost":
            return Verdict(state="lost", confidence=NAMED_CONFIDENCE, gap=NAMED_CONFIDENCE, reasons=reasons)
        if answer.state == "uncertain" or row is None:
            second = (answer.other, 0.5) if answer.other is not None else None
            return Verdict(
                state="uncertain", confidence=0.5, gap=0.0, row=row, reasons=reasons, alerts=reasons, second=second
            )
        lesson: Lesson = "seen" if self._is_unchanged(memory.newest, row) else "learned"
        confidence = NAMED_CONFIDENCE
        return Verdict(
            state="found", confidence=confidence, gap=confidence, row=row, lesson=lesson, reasons=reasons, is_named=True
        )

    def _doubt_in_cell(self, memory: Memory, row: int | None, words: str) -> str:
        """Return why the element at the block's place in a table may be another one, or ""."""
        place, portrait = memory.place, memory.newest
        if place is None or row is None or not portrait.text_bag:
            return ""
        bag = int(self._page.text_bag[row])
        is_inside_a_cell = bool(place.inside)
        if not bag and (is_inside_a_cell or (place.has_column and not place.column_words)):
            return f"{words} says nothing any more"
        if is_inside_a_cell and bag != portrait.text_bag and bag in portrait.sibling_bags:
            return "this was next to it before"
        return ""

    def _at_place(self, place: ListPlace) -> Verdict:
        """Return the item at a position of a list; as certain as the list itself."""
        limits = self._thresholds
        container, confidence = _twin(place.container, self._page), TWIN_CONFIDENCE
        if container is None:
            container, confidence, _ = self._ranked([place.container])[0].best(limits.none_odds)
        state = limits.state_of(confidence)
        if container is None or state == "lost":
            return Verdict(state="lost", confidence=1.0 - confidence, gap=0.0, reasons=("its list is not on the page",))
        row = row_at(place, self._page.nodes, container)
        if row is None:
            reasons = (f"the list has no {place.words.removesuffix(' of the list')} any more",)
            return Verdict(state="lost", confidence=confidence, gap=confidence, reasons=reasons)
        lesson: Lesson = "learned" if state == "found" else "nothing"
        return Verdict(
            state=state,
            confidence=confidence,
            gap=confidence,
            row=row,
            lesson=lesson,
            reasons=(place.words,),
            is_named=True,
        )

    def _is_unchanged(self, portrait: Portrait, row: int) -> bool:
        page = self._page
        return int(page.text_bag[row]) == portrait.text_bag and is_same_place(portrait, page, row)

    def _of_its_row(self, memory: Memory, verdict: Verdict) -> Verdict:
        """Return the verdict, or uncertain for a cell if nothing around it names its row."""
        place, row = memory.place, verdict.row
        if place is None or row is None or verdict.state != "found" or names_its_row(place, self._page.nodes, row):
            return verdict
        reasons = (f"nothing around it says that it is {place.words}",)
        confidence = min(verdict.confidence, MOST_IN_DOUBT)
        return Verdict(state="uncertain", confidence=confidence, gap=0.0, row=row, reasons=reasons, alerts=reasons)

    def _assigned(
        self, memories: Sequence[Memory], rest: Sequence[int], rankings: Sequence[Ranking], found: Mapping[int, Verdict]
    ) -> list[Ranking]:
        """Return the rankings without elements that belong to other blocks of the page."""
        taken = {
            verdict.row: memories[number].newest.place for number, verdict in found.items() if verdict.row is not None
        }
        limits = self._thresholds
        weakest = math.log(limits.none_odds * max(limits.lost_below, 1e-6))
        return assigned(rankings, [memories[number].newest.place for number in rest], taken, weakest_logit=weakest)

    def _ranked(self, portraits: Sequence[Portrait], expected: Sequence[Rows] | None = None) -> list[Ranking]:
        """Return the candidates of each portrait, including the rows in `expected`."""
        page, none = self._page, np.zeros(0, np.intp)
        more = expected if expected is not None else [none] * len(portraits)
        also = [
            np.concatenate(
                [
                    page.rows_with_id(portrait.identity) if portrait.identity else none,
                    rows,
                    _rows_for_its_purpose(portrait, page),
                ]
            )
            for portrait, rows in zip(portraits, more, strict=True)
        ]
        comparisons = compare_all(portraits, page, also=also)
        logits = self._ranker.logits(np.concatenate([compared.features for compared in comparisons]))
        parts = np.split(logits, np.cumsum([len(compared.rows) for compared in comparisons])[:-1])
        return [
            Ranking(
                rows=compared.rows,
                logits=_with_purpose_evidence(
                    _with_id_evidence(part, portrait, page, compared.rows), portrait, page, compared.rows
                ),
            )
            for portrait, compared, part in zip(portraits, comparisons, parts, strict=True)
        ]

    def _limits_for(self, portrait: Portrait) -> Thresholds:
        """Return the thresholds for the share of the page that is left."""
        return self._thresholds.on_page(self._kept(portrait))

    def _kept(self, portrait: Portrait) -> float:
        """Return the share of the page that is left since the portrait was made."""
        return page_kept(portrait.page_sketch, self._page)

    def _settled(self, memory: Memory, ranking: Ranking) -> Verdict:
        limits = self._limits_for(memory.newest)
        is_control = memory.newest.control == CONTROL
        place = best_place(ranking, self._page, limits.none_odds, is_control=is_control)
        if place is None or limits.state_of(place.confidence) == "lost":
            confidence, gap = (place.confidence, place.gap) if place is not None else (0.0, 0.0)
            return Verdict(
                state="lost", confidence=1.0 - confidence, gap=gap, lesson="withheld", reasons=(NOTHING_ALIKE,)
            )
        row, confidence, gap, second = place.row, place.confidence, place.gap, place.second
        if second is not None and second[1] < limits.lost_below:
            second = None
        state = limits.state_of(confidence)
        sure = max(limits.found_from, limits.learn_from)
        if (moved := moved_elsewhere(memory.newest, self._page, row)) is not None:
            reasons = ("another block took its place",)
            return Verdict(state="found", confidence=sure, gap=sure, row=moved, lesson="learned", reasons=reasons)
        contradicted = partial(Verdict, state="uncertain", gap=0.0, row=row, is_contradicted=True)
        if twins := twins_of(memory.newest, self._page, row):
            shared, equal = confidence / (1 + twins), (f"{twins} more elements look exactly like it",)
            return contradicted(confidence=shared, reasons=equal, second=second)
        if confidence >= limits.doubt_from and (against := doubts(memory.newest, self._page, row)):
            if (link := link_with_its_words(memory.newest, self._page, row)) is not None:
                second = link, MOST_IN_DOUBT
            share = min(confidence, MOST_IN_DOUBT)
            return contradicted(confidence=share, lesson="withheld", reasons=against, second=second)
        if confidence >= limits.learn_from:
            return Verdict(state="found", confidence=confidence, gap=gap, row=row, lesson="learned")
        if state == "uncertain" and (known_by := self._known_by_its_words(memory.newest, row, confidence)):
            return Verdict(state="found", confidence=confidence, gap=gap, row=row, lesson="learned", reasons=known_by)
        reasons = ("not learned until confirmed",)
        return Verdict(
            state=state, confidence=confidence, gap=gap, row=row, lesson="withheld", reasons=reasons, second=second
        )

    def _known_by_its_words(self, portrait: Portrait, row: int, confidence: float) -> tuple[str, ...]:
        """Return why the text identifies the best candidate although the ranker is not sure, or nothing."""
        limits, page = self._thresholds, self._page
        if has_its_words_alone(portrait, page, row):
            return ("the only one of its kind, with most of its words",)
        has_changed = confidence >= limits.own_words_from and self._kept(portrait) < limits.near_from
        if has_changed and says_what_it_said(portrait, page, row):
            return ("it says little else than what the block said",)
        return ()

    def _informed(self, memory: Memory, ranking: Ranking, hint: Callable[[], Hint | None] | None) -> Ranking:
        """Return the ranking; in doubt, with the evidence of older templates and of the hint added."""
        limits = self._thresholds
        if len(memory.templates) > 1 and ranking.best(limits.none_odds)[1] < limits.learn_from:
            ranking = merged([ranking, *self._ranked(memory.templates[1:])])
        if hint is not None and ranking.best(limits.none_odds)[1] < limits.learn_from and (known := hint()) is not None:
            ranking = ranking.with_evidence(known.logits(ranking.rows))
        return ranking


def likeliest(doubtful: Sequence[int], found: Mapping[int, Verdict]) -> list[int]:
    """Return the few blocks in doubt that are most worth judging again, in their order."""

    def belief(number: int) -> float:
        return found[number].confidence if found[number].state == "uncertain" else 0.0

    return sorted(sorted(doubtful, key=belief, reverse=True)[:MOST_DOUBTFUL])


def _shut_out(wall: str) -> Verdict:
    reasons = (wall, "nothing was learned from this version")
    return Verdict(state="uncertain", confidence=0.0, gap=0.0, reasons=reasons)


def _twin(portrait: Portrait, page: ItemPage) -> int | None:
    """Return the element with exactly the block's content, if it is unique in both versions or has the same neighbours."""
    rows = page.rows_with_content(portrait.text_bag, portrait.shape_bag)
    rows = rows[page.signatures_of(rows) == portrait.signature] if len(rows) else rows
    is_telling = portrait.is_single and portrait.count_of("word") >= TWIN_WORDS
    is_known = is_telling and len(rows) == 1
    same = rows.tolist() if is_known else rows_with_same_neighbours(portrait, page, rows)
    if len(same) != 1:
        return None
    if page.identity_at(same[0]) != portrait.identity or lost_an_equal(portrait, page, same[0]):
        return None
    if portrait.is_single:
        return same[0]
    return None if says_it_less_often(portrait, page, same[0]) or twins_of(portrait, page, same[0]) else same[0]


def _seen_again(memory: Memory, page: ItemPage, row: int) -> Verdict:
    lesson: Lesson = "seen" if is_same_place(memory.newest, page, row) else "moved"
    return Verdict(state="found", confidence=TWIN_CONFIDENCE, gap=TWIN_CONFIDENCE, row=row, lesson=lesson)


def _with_id_evidence(logits: Counts, portrait: Portrait, page: ItemPage, rows: Rows) -> Counts:
    if not portrait.identity:
        return logits
    same = np.array([page.identity_at(row) == portrait.identity for row in rows.tolist()], bool)
    if not portrait.written:  # an id that wandered to another kind of element is another's
        same &= page.family[rows] == portrait.family
    return np.asarray(logits + np.where(same, SAME_ID_LOGIT, OTHER_ID_LOGIT if same.any() else ID_GONE_LOGIT))


def _with_purpose_evidence(logits: Counts, portrait: Portrait, page: ItemPage, rows: Rows) -> Counts:
    """Return the log-odds with the evidence of `autocomplete`: a field with another purpose is another field.

    The purposes are those of the HTML standard, so they outlive names and classes; they weigh as much as ids.
    """
    if not page.purposes or AUTOCOMPLETE not in portrait.own:
        return logits
    known = frozenset(portrait.parts.tolist())
    if known & NO_PURPOSE_PARTS:
        return logits
    purposes = [page.purposes.get(row) for row in rows.tolist()]
    evidence = {True: SAME_ID_LOGIT, False: OTHER_ID_LOGIT}
    return np.asarray(logits + np.array([0.0 if use is None else evidence[use in known] for use in purposes]))


def _rows_for_its_purpose(portrait: Portrait, page: ItemPage) -> Rows:
    """Return the fields of the page with the block's `autocomplete` purpose, if there are few."""
    known = frozenset(portrait.parts.tolist()) if page.purposes else frozenset()
    rows = [row for row, purpose in page.purposes.items() if purpose in known]
    return np.array(rows if len(rows) <= FEW_ALIKE else [], np.intp)
