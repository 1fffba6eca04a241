"""The similarity of portraits and elements of a page, as columns of features for all candidates at once.

Two rounds, both for several portraits together, since followed blocks share their page. The first compares every element by
prefix sums (what of the block is inside, what of its surroundings is inside, which texts are right before and behind) and
keeps the `FINALISTS` best by a weighted sum. The second adds what is more expensive: lineages by tag, index and signature from
both ends, siblings and neighbouring texts, attributes, ranks among equal elements, geometry, and how far each finalist is ahead
of the others. In the second round each finalist is one place in the columns, and `owner` is the number of its portrait.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.follow.portraits.first_round import FirstRound
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.items import KINDS, RUN, Counts
from pagestrata.follow.portraits.portrait import NO_SIBLING, Portrait
from pagestrata.follow.portraits.portrait_columns import Columns, Rows, Stack, add_likeness, distinct_rows
from pagestrata.follow.portraits.trait_columns import add_traits
from pagestrata.follow.portraits.traits import PART_KINDS

FINALISTS = 16
TOGETHER = 64
"""Portraits compared at once: enough to share the work, few enough to need little memory."""

TIE = 1e-9

LEADS = (
    "first_round", "text_pure", "word_kept", "word_pure", "pair_kept", "pair_pure", "link_kept", "own", "top_index",
    "bottom_index", "top_sign", "bottom_sign", "before_near", "after_near", "overlap", "class_rare", "address_rare",
    "field_rare", "words_near", "spelled_same", "anchors_fit", "anchors_wide",
)  # fmt: skip

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
    first = FirstRound(stack, page)
    alike = [_with_alike(portrait, page, more) for portrait, more in zip(stack.portraits, also, strict=True)]
    chosen = _chosen(first.score, page, finalists, alike)
    counts = [len(places) for places in chosen]
    owner, place = np.repeat(np.arange(len(stack)), counts), np.concatenate(chosen)
    columns, rows = first.columns_at(owner, place), page.candidates[place]
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


def add_details(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows, counts: Sequence[int]) -> None:
    """Add all columns of the second round."""
    _add_item_details(columns, stack, owner)
    _add_neighbours(columns, stack, owner, page, rows)
    _add_lineage(columns, stack, owner, page, rows)
    _add_places(columns, stack, owner, page, rows)
    _add_ranks(columns, stack, owner, page, rows)
    _add_geometry(columns, stack, owner, page, rows)
    add_traits(columns, stack, owner, page, rows)
    add_likeness(columns, stack, owner, page, rows)
    _add_leads(columns, counts)


def _add_item_details(columns: Columns, stack: Stack, owner: Rows) -> None:
    """pure: share of the known items inside that belong there; new: share of items never seen; all kinds at once."""
    inside, alien, counts = (
        np.array([columns[f"{kind}_{name}"] for kind in KINDS]) for name in ("inside", "outside", "count")
    )
    sampled, old_counts = stack.sampled[owner].T, stack.counts[owner].T
    there, at_least_one = counts > 0, np.maximum(counts, 1.0)
    pure = np.where(there, inside / np.maximum(inside + alien, 1e-9), -1.0)
    new = np.where(there, (counts - inside / sampled - alien) / at_least_one, 0.0)
    ratio = _log_ratio(counts, old_counts)
    for number, kind in enumerate(KINDS):
        columns[f"{kind}_pure"], columns[f"{kind}_new"] = pure[number], new[number]
        columns[f"{kind}_ratio"] = ratio[number]
    columns["block_texts"] = np.log1p(old_counts[0])


def _add_neighbours(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    """Siblings, parent and heading, and the texts right before and behind: in a row, and each in its place."""
    bags = page.text_bag
    for number, (side, column) in enumerate((("previous", page.previous_sibling), ("next", page.next_sibling))):
        sibling, signature, bag = (
            column[rows],
            stack.sibling_signatures[owner, number],
            stack.sibling_bags[owner, number],
        )
        there = sibling >= 0
        columns[f"{side}_sign"] = np.where(there, page.signature[sibling] == signature, signature == NO_SIBLING)
        columns[f"{side}_bag"] = np.where(there, bags[sibling] == bag, bag == NO_SIBLING)
    columns["parent_bag"] = bags[page.nodes.parent[rows]] == stack.numbers["parent_text_bag"][owner]
    columns["heading"] = page.heading_above[rows] == stack.numbers["heading"][owner]
    texts, places = page.texts, np.arange(RUN)
    before = page.padded_texts[(texts.before[rows] + RUN - 1)[:, None] - places] == stack.texts_before[owner]
    after = page.padded_texts[(texts.before[page.nodes.end[rows]] + RUN)[:, None] + places] == stack.texts_after[owner]
    columns["after_run"] = np.logical_and.accumulate(after, axis=1).sum(axis=1)
    columns["before_place"], columns["after_place"] = before.sum(axis=1), after.sum(axis=1)


def _add_lineage(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    """Equal ancestors counted from the root down and from the element up, as shares of the longer lineage."""
    depth, old_depth = page.nodes.depth[rows], stack.numbers["depth"][owner]
    tags, signatures, indexes = (
        stack.lineages(f"lineage_{name}")[:, owner] for name in ("tags", "signatures", "indexes")
    )
    steps = np.arange(tags.shape[2])
    level = np.empty(tags.shape, np.intp)  # [two ends, finalists, steps]
    level[0], level[1] = steps, depth[:, None] - steps
    inside = (level >= 0) & (level < page.lineage.shape[1])
    ancestors = np.where(inside, page.lineage[rows[:, None], np.where(inside, level, 0)], -1)
    there = ancestors >= 0
    equal = np.empty((3, *ancestors.shape), bool)
    np.logical_and(there, page.tag_hash[ancestors] == tags, out=equal[0])
    np.logical_and(there, page.signature[ancestors] == signatures, out=equal[1])
    np.logical_and(equal[0], page.nodes.same_tag_index[ancestors] == indexes, out=equal[2])
    longer = np.maximum(depth, old_depth) + 1.0
    runs = _runs(equal) / longer
    for number, end in enumerate(("top", "bottom")):
        columns[f"{end}_tag"], columns[f"{end}_sign"], columns[f"{end}_index"] = runs[:, number]
    columns["top_all"] = equal[2, 0].sum(axis=1) / longer
    columns["bottom_all"] = equal[1, 1].sum(axis=1) / longer
    columns["block_depth"] = old_depth


def _runs(equal: npt.NDArray[np.bool_]) -> Counts:
    """How many of the last axis are true from its beginning."""
    first = equal.argmin(axis=-1)  # of the first that is false; 0 also where all are true
    is_whole = np.take_along_axis(equal, first[..., None], axis=-1)[..., 0]
    return np.asarray(np.where(is_whole, equal.shape[-1], first), np.float64)


def _add_places(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    """Attributes, children, siblings, and the place in the document."""
    distinct, place = stack.distinct(rows)
    own = [page.own_items(row) for row in distinct.tolist()]
    wanted = [portrait.own for portrait in stack.portraits]
    columns["own"] = overlap([wanted[n] for n in owner.tolist()], [own[n] for n in place.tolist()])
    numbers, texts = stack.numbers, page.texts
    columns["children_ratio"] = _log_ratio(page.child_count[rows], numbers["child_count"][owner])
    columns["sibling_step"] = page.sibling_index[rows] - numbers["sibling_index"][owner]
    columns["siblings_ratio"] = _log_ratio(page.child_count[page.nodes.parent[rows]], numbers["sibling_count"][owner])
    columns["row_step"] = rows / len(page) - stack.shares[owner, 0]
    columns["text_step"] = texts.before[rows] / max(1, len(texts.hashes)) - stack.shares[owner, 1]


def _add_ranks(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    """Ranks among the elements with the same tag and among those with the same signature, from both ends."""
    kinds = (("tag", "tag", page.rows_with_tag), ("signature", "sign", page.rows_with_signature))
    for name, feature, equals_of in kinds:
        values, group = distinct_rows(stack, stack.numbers[name])
        group, equals = group[owner], [equals_of(int(value)) for value in values]
        rank = np.empty(len(rows), np.intp)
        for number, found in enumerate(equals):  # blocks have few tags and signatures between them
            own = group == number
            rank[own] = found.searchsorted(rows[own])
        count = np.array([len(found) for found in equals], np.intp)[group]
        old_rank, old_count = stack.numbers[f"{name}_rank"][owner], stack.numbers[f"{name}_count"][owner]
        columns[f"{feature}_rank"] = rank - old_rank
        columns[f"{feature}_rank_end"] = count - rank - (old_count - old_rank)
        if feature == "tag":
            columns["tag_alone"] = (old_count == 1).astype(float) + (count == 1)


def _add_geometry(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    x, y, width, height = page.nodes.box[rows].astype(np.float64).T
    old_x, old_y, old_width, old_height = stack.boxes[owner].T
    across = np.minimum(x + width, old_x + old_width) - np.maximum(x, old_x)
    down = np.minimum(y + height, old_y + old_height) - np.maximum(y, old_y)
    shared = np.maximum(across, 0.0) * np.maximum(down, 0.0)
    union = width * height + old_width * old_height - shared
    columns["overlap"] = np.where(union > 0, shared / np.maximum(union, 1e-9), 0.0)
    columns["left_step"] = (x - old_x) / page.size[0]
    columns["right_step"] = (x + width - old_x - old_width) / page.size[0]
    columns["top_step"] = np.clip((y - old_y) / 1000.0, -10.0, 10.0)
    columns["top_share_step"] = y / page.size[1] - old_y / stack.page_heights[owner]
    columns["width_ratio"], columns["height_ratio"] = _log_ratio(width, old_width), _log_ratio(height, old_height)


def _add_leads(columns: Columns, counts: Sequence[int]) -> None:
    """Add how far each finalist is behind the best, or ahead of the second best, in the columns of `LEADS`."""
    telling = np.array([columns[name] for name in LEADS], np.float64)
    if len(set(counts)) == 1:
        leads = _leads(telling.reshape(len(LEADS), -1, counts[0])).reshape(telling.shape)
    else:
        parts = np.split(telling, np.cumsum(counts)[:-1], axis=1)
        leads = np.concatenate([_leads(part) for part in parts], axis=1)
    columns.update(zip((f"lead_{name}" for name in LEADS), leads, strict=True))


def _leads(telling: Counts) -> Counts:
    """[..., finalists of one block]"""
    if telling.shape[-1] < 2:
        return np.zeros_like(telling)
    top = np.partition(telling, telling.shape[-1] - 2, axis=-1)
    second, best = top[..., -2:-1], top[..., -1:]
    return np.asarray(telling - np.where(telling == best, second, best))


def _log_ratio(values: npt.NDArray[Any], reference: npt.NDArray[Any]) -> Counts:
    return np.asarray(np.log((np.asarray(values, np.float64) + 1.0) / (reference + 1.0)))


def overlap(wanted: Sequence[frozenset[int]], found: Sequence[frozenset[int]]) -> Counts:
    """Jaccard measure of pairs of sets; 1 for two empty sets."""
    pairs = list(zip(wanted, found, strict=True))
    measures = {pair: _jaccard(*pair) for pair in set(pairs)}  # elements of a page are alike
    return np.array(list(map(measures.__getitem__, pairs)), float)


def _jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    shared = len(one & other)
    both = len(one) + len(other) - shared
    return shared / both if both else 1.0
