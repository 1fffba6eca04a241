"""How alike portraits and the elements of a page are, as columns of numbers for all candidates at once.

Two rounds. The first compares every element by prefix sums (what of the block is inside, what of its surroundings is
inside, which texts stand right before and behind) and keeps the `FINALISTS` best by a plain weighted sum. The second
(`finalists`) adds what is more expensive. Both work on several portraits together, since followed blocks share their page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.follow.finalists import LEADS, Columns, Rows, add_details
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.items import KINDS, Counts
from pagestrata.follow.portraits.portrait import NEIGHBOUR_TEXTS, Portrait
from pagestrata.follow.portraits.portrait_columns import Stack
from pagestrata.follow.portraits.traits import PART_KINDS

FINALISTS = 16
TOGETHER = 64
"""Portraits compared at once: enough to share the work, few enough to need little memory."""

TIE = 1e-9
FIRST_ROUND = {
    "tag": 2.0, "sign": 1.5, "same_texts": 2.0, "same_shape": 1.0, "text_kept": 2.0, "text_alien": -1.5,
    "word_kept": 1.0, "word_alien": -1.0, "pair_kept": 1.0, "pair_alien": -0.5, "link_kept": 0.7, "link_alien": -0.7,
    "sign_kept": 0.7, "sign_alien": -0.5, "before_near": 1.0, "after_near": 1.0,
}  # fmt: skip

# The names are those of trained models, to which an element's signature is its 'sign'.
FEATURES = (
    *(f"{kind}_{name}" for kind in ("text", "word") for name in ("kept", "alien", "pure", "new", "ratio")),
    "pair_kept", "pair_alien", "pair_pure", "pair_ratio", "link_kept", "link_alien", "link_pure", "link_new", "image_kept",
    "image_pure", "sign_alien", "sign_new", "sign_ratio",
    "tag", "same_texts", "same_shape", "previous_sign", "previous_bag", "next_sign", "next_bag", "parent_bag", "heading",
    "before_place", "before_near", "after_run", "after_place", "after_near", "depth_step", "first_round",
    *(f"{end}_{name}" for end in ("top", "bottom") for name in ("tag", "sign", "index", "all")),
    "own", "children_ratio", "sibling_step", "siblings_ratio", "tag_rank", "tag_rank_end", "tag_alone", "sign_rank",
    "sign_rank_end", "row_step", "text_step", "block_texts", "block_depth",
    "overlap", "left_step", "right_step", "top_step", "top_share_step", "width_ratio", "height_ratio",
    *(f"{kind}_{name}" for kind in PART_KINDS for name in ("same", "rare")),
    "same_family", "same_landmark", "same_address", "wrapped_step", "words_near", "page_text", "page_link", "page_sign",
    "spelled_kept", "spelled_same", "anchors_fit", "anchors_wide", "anchors_known", "control", "same_control", "shown",
    "said_alone", "address_alone", "same_field",
    *(f"lead_{name}" for name in LEADS),
)  # fmt: skip
"""The columns of `Comparison.features`, in order; the ranker in data/ answers by exactly these."""


_FIRST_ROUND_ONLY = frozenset({"sign", "sign_kept", "image_alien", "elements_ratio"})


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Finalists with their features [n, len(FEATURES)]."""

    rows: Rows
    features: npt.NDArray[np.float32]


def compare(portrait: Portrait, page: ItemPage, *, finalists: int = FINALISTS, also: Rows | None = None) -> Comparison:
    """The best candidates of a page for a portrait. `also` are rows that must be among them."""
    return compare_all([portrait], page, finalists=finalists, also=[also])[0]


def compare_all(
    portraits: Sequence[Portrait],
    page: ItemPage,
    *,
    finalists: int = FINALISTS,
    also: Sequence[Rows | None] | None = None,
) -> list[Comparison]:
    """Compare many portraits with one page; a comparison each, in their order."""
    wanted = also or [None] * len(portraits)
    found: list[Comparison] = []
    for start in range(0, len(portraits), TOGETHER):
        part = slice(start, start + TOGETHER)
        found += _compared(Stack(portraits[part]), page, finalists, wanted[part])
    return found


def _compared(stack: Stack, page: ItemPage, finalists: int, also: Sequence[Rows | None]) -> list[Comparison]:
    wide = _first_round(stack, page)
    alike = [_with_alike(portrait, page, more) for portrait, more in zip(stack.portraits, also, strict=True)]
    chosen = _chosen(wide["first_round"], page, finalists, alike)
    counts = [len(places) for places in chosen]
    owner, place = np.repeat(np.arange(len(stack)), counts), np.concatenate(chosen)
    cells = owner * len(page.candidates) + place
    columns = {name: column.reshape(-1).take(cells) for name, column in wide.items() if name not in _FIRST_ROUND_ONLY}
    columns |= {f"{kind}_count": page.items.counts[number].take(place) for number, kind in enumerate(KINDS)}
    rows = page.candidates[place]
    add_details(columns, stack, owner, page, rows, counts)
    table = np.array([columns[name] for name in FEATURES], np.float32).T
    ends = np.cumsum(counts)
    return [
        Comparison(rows[end - count : end], np.ascontiguousarray(table[end - count : end]))
        for count, end in zip(counts, ends.tolist(), strict=True)
    ]


def _with_alike(portrait: Portrait, page: ItemPage, also: Rows | None) -> Rows | None:
    """Rows that must be among the finalists, and the few that share the block's address or its name as a field."""
    if not portrait.address and not portrait.field_name:
        return also
    alike = page.rows_like(portrait.address, portrait.field_name)
    return np.array([*([] if also is None else also.tolist()), *alike], np.intp)


def _chosen(score: Counts, page: ItemPage, finalists: int, also: Sequence[Rows | None]) -> list[Rows]:
    """Per portrait the places of its finalists among the candidates."""
    if score.shape[1] > finalists:
        # Of equals the first in the document: rounding must not choose.
        ordered = TIE * np.arange(score.shape[1]) - score
        best = np.argpartition(ordered, finalists, axis=1)[:, :finalists]
    else:
        best = np.tile(np.arange(score.shape[1]), (len(score), 1))
    return [
        places if more is None or not len(more) else np.union1d(places, np.searchsorted(page.candidates, more))
        for places, more in zip(best, also, strict=True)
    ]


def _first_round(stack: Stack, page: ItemPage) -> Columns:
    """Columns [portraits, candidates]."""
    rows, columns, numbers = page.candidates, Columns(), stack.numbers
    _add_items(columns, stack, page)
    columns["tag"] = page.tag_hash[rows] == numbers["tag"][:, None]
    columns["sign"] = page.signature[rows] == numbers["signature"][:, None]
    bags = numbers["text_bag"][:, None]
    columns["same_texts"] = (page.text_bag[rows] == bags) & (bags != 0)
    columns["same_shape"] = page.shape_bag[rows] == numbers["shape_bag"][:, None]
    _add_near_texts(columns, stack, page)
    columns["elements_ratio"] = page.log_elements - np.log(numbers["element_count"] + 1.0)[:, None]
    columns["depth_step"] = page.nodes.depth[rows] - numbers["depth"][:, None].astype(np.float64)
    score = -0.3 * np.abs(columns["elements_ratio"]) - 0.1 * np.abs(columns["depth_step"])
    for name, weight in FIRST_ROUND.items():
        score += weight * columns[name]
    columns["first_round"] = score
    return columns


def _add_items(columns: Columns, stack: Stack, page: ItemPage) -> None:
    """kept: share of the block's items found inside; alien: share of the inside that used to be outside."""
    items, parts = page.items, [portrait.items for portrait in stack.portraits]
    nothing = np.zeros((len(stack), len(page.candidates)))
    every_kind = items.subtree_sums([part.hashes for part in parts], [part.inside for part in parts])
    for number, (kind, sums) in enumerate(zip(KINDS, every_kind, strict=True)):
        total, counts = stack.totals[:, number], items.counts[number]
        inside, alien = sums if sums is not None else (nothing, nothing)
        kept = (
            np.minimum(inside / np.where(total > 0, total, 1.0)[:, None], 1.5) if sums is not None else nothing.copy()
        )
        kept[total <= 0] = np.where(counts == 0, 1.0, -1.0)
        columns[f"{kind}_kept"], columns[f"{kind}_inside"], columns[f"{kind}_outside"] = kept, inside, alien
        columns[f"{kind}_alien"] = alien / np.maximum(counts, 1.0) if sums is not None else nothing


def _add_near_texts(columns: Columns, stack: Stack, page: ItemPage) -> None:
    """The share of the dozen texts right before and right behind the block that still stand there."""
    texts = page.texts
    count = len(texts.hashes)
    start, stop = texts.before[page.candidates], texts.before[page.nodes.end[page.candidates]]
    ranges = (
        ("before", np.maximum(start - NEIGHBOUR_TEXTS, 0), start),
        ("after", stop, np.minimum(stop + NEIGHBOUR_TEXTS, count)),
    )
    for side, first, behind in ranges:
        wanted = [getattr(portrait, f"texts_{side}") for portrait in stack.portraits]
        columns[f"{side}_near"] = np.zeros((len(stack), len(start)))
        known = texts.known_to(wanted)
        if known.has_between(0, count):
            known.running /= np.array([max(1, len(hashes)) for hashes in wanted])[:, None]
            columns[f"{side}_near"] = known.added_up(first, behind)
