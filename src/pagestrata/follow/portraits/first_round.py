"""The first round: every element of a page is compared with every portrait by prefix sums.

The score of all pairs is added up in place, one likeness after the other. The likenesses themselves are only needed for the
few finalists, for which `columns_at` works them out.
"""

from __future__ import annotations

import numpy as np

from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.items import KINDS, Counts, KnownItems
from pagestrata.follow.portraits.portrait_columns import Columns, Rows, Stack

WEIGHTS = {
    "tag": 2.0, "sign": 1.5, "same_texts": 2.0, "same_shape": 1.0, "text_kept": 2.0, "text_alien": -1.5,
    "word_kept": 1.0, "word_alien": -1.0, "pair_kept": 1.0, "pair_alien": -0.5, "link_kept": 0.7, "link_alien": -0.7,
    "sign_kept": 0.7, "sign_alien": -0.5, "before_near": 1.0, "after_near": 1.0,
}  # fmt: skip
SCORED_KINDS = tuple(kind for kind in KINDS if f"{kind}_kept" in WEIGHTS)
SIZE_WEIGHT, DEPTH_WEIGHT = -0.3, -0.1
MOST_KEPT = 1.5
"""Upper limit of the share of a block's items inside an element; repeated items could raise it above 1."""


class FirstRound:
    """The score of each candidate for each portrait [portraits, candidates]."""

    def __init__(self, stack: Stack, page: ItemPage) -> None:
        self._stack, self._page = stack, page
        parts = [portrait.items for portrait in stack.portraits]
        self._items = page.items.known_to([part.hashes for part in parts], [part.inside for part in parts])
        self._totals = np.where(stack.totals > 0, stack.totals, 1.0)
        self._before, self._after = self._texts_near()
        self.score = self._nothing_kept()
        self._add_equals()
        self._add_steps()
        self._add_items()
        self._add_texts_near()

    def columns_at(self, owner: Rows, place: Rows) -> Columns:
        """The columns for finalists: finalist i belongs to portrait owner[i] and is the candidate place[i].

        kept: share of the block's items found inside; alien: share of the inside that used to be outside.
        """
        stack, page, items = self._stack, self._page, self._page.items
        numbers, rows = stack.numbers, page.candidates[place]
        inside, alien = self._items.added_up_for(owner, items.start[:, place], items.stop[:, place])
        counts = items.counts[:, place]
        kept = np.minimum(inside / self._totals.T[:, owner], MOST_KEPT)
        kept = np.where(stack.totals.T[:, owner] > 0, kept, np.where(counts == 0, 1.0, -1.0))
        share = alien / np.maximum(counts, 1.0)
        columns = Columns()
        for number, kind in enumerate(KINDS):
            columns[f"{kind}_kept"], columns[f"{kind}_alien"] = kept[number], share[number]
            columns[f"{kind}_inside"], columns[f"{kind}_outside"] = inside[number], alien[number]
            columns[f"{kind}_count"] = counts[number]
        columns["tag"] = page.tag_hash[rows] == numbers["tag"][owner]
        bags = numbers["text_bag"][owner]
        columns["same_texts"] = (page.text_bag[rows] == bags) & (bags != 0)
        columns["same_shape"] = page.shape_bag[rows] == numbers["shape_bag"][owner]
        before, start, stop, behind = page.texts_near
        columns["before_near"] = self._before.added_up_for(owner, before[place], start[place])
        columns["after_near"] = self._after.added_up_for(owner, stop[place], behind[place])
        columns["depth_step"] = page.nodes.depth[rows] - numbers["depth"][owner].astype(np.float64)
        columns["first_round"] = self.score[owner, place]
        return columns

    def _texts_near(self) -> tuple[KnownItems, KnownItems]:
        """Return the weights of the texts right before and right behind each block: for each text its share of them."""
        portraits = self._stack.portraits
        before, after = ([getattr(one, f"texts_{side}") for one in portraits] for side in ("before", "after"))
        known = self._page.texts.known_to([*before, *after])
        known.running /= np.array([max(1, len(hashes)) for hashes in (*before, *after)])[:, None]
        return known.of_patterns(0, len(portraits)), known.of_patterns(len(portraits), 2 * len(portraits))

    def _nothing_kept(self) -> Counts:
        """The score of elements for blocks that had nothing of some kinds: best is to have nothing of them either."""
        is_empty, score = self._stack.totals <= 0, np.zeros((len(self._stack), len(self._page.candidates)))
        for kind in SCORED_KINDS:
            number = KINDS.index(kind)
            if not is_empty[:, number].any():
                continue
            weight = WEIGHTS[f"{kind}_kept"]
            score[is_empty[:, number]] += np.where(self._page.items.counts[number] == 0, weight, -weight)
        return score

    def _add_equals(self) -> None:
        page, numbers = self._page, self._stack.numbers
        bags = numbers["text_bag"][:, None]
        columns = (
            (page.tag_hash, "tag", "tag"),
            (page.signature, "signature", "sign"),
            (page.shape_bag, "shape_bag", "same_shape"),
        )
        for column, name, weight in columns:
            is_equal = column[page.candidates] == numbers[name][:, None]
            np.add(self.score, WEIGHTS[weight], out=self.score, where=is_equal)
        says_it = (page.text_bag[page.candidates] == bags) & (bags != 0)
        np.add(self.score, WEIGHTS["same_texts"], out=self.score, where=says_it)

    def _add_steps(self) -> None:
        page, numbers = self._page, self._stack.numbers
        sizes, depths = np.log(numbers["element_count"] + 1.0), numbers["depth"].astype(np.float64)
        step = page.log_elements - sizes[:, None]
        for weight in (SIZE_WEIGHT, DEPTH_WEIGHT):
            np.abs(step, out=step)
            step *= weight
            self.score += step
            np.subtract(page.candidate_depths, depths[:, None], out=step)

    def _add_items(self) -> None:
        items = self._page.items
        for kind in SCORED_KINDS:
            number = KINDS.index(kind)
            if not self._items.has_between(int(items.offsets[number]), int(items.offsets[number + 1])):
                continue
            (kept, alien), filled = self._items.added_up(items.start[number], items.stop[number])
            counts = np.maximum(items.counts[number] if filled is None else items.counts[number, filled], 1.0)
            kept /= self._totals[:, number, None]
            np.minimum(kept, MOST_KEPT, out=kept)
            kept *= WEIGHTS[f"{kind}_kept"]
            alien *= WEIGHTS[f"{kind}_alien"] / counts
            kept += alien
            self._add(kept, filled)

    def _add_texts_near(self) -> None:
        before, start, stop, behind = self._page.texts_near
        sides = ("before", self._before, before, start), ("after", self._after, stop, behind)
        for side, known, first, last in sides:
            if known.has_between(0, len(self._page.texts.hashes)):
                shares, filled = known.added_up(first, last)
                self._add(shares if WEIGHTS[f"{side}_near"] == 1.0 else shares * WEIGHTS[f"{side}_near"], filled)

    def _add(self, scores: Counts, filled: Rows | None) -> None:
        if filled is None:
            self.score += scores
        elif len(filled):
            self.score[:, filled] += scores
