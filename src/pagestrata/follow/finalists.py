"""The second round of the comparison: everything about the finalists of several portraits.

Lineages by tag, index and signature from both ends, siblings and neighbouring texts, attributes, ranks among equal
elements, geometry, and how far each finalist is ahead of the others. Every finalist is one place in the
columns; `owner` says to which portrait it belongs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.follow.portraits.item_page import ItemPage, overlap
from pagestrata.follow.portraits.items import KINDS, RUN, Counts
from pagestrata.follow.portraits.portrait import NO_SIBLING
from pagestrata.follow.portraits.portrait_columns import Stack, add_likeness, distinct_rows
from pagestrata.follow.trait_columns import add_traits

Rows = npt.NDArray[np.intp]
Columns = dict[str, npt.NDArray[Any]]

LEADS = (
    "first_round", "text_pure", "word_kept", "word_pure", "pair_kept", "pair_pure", "link_kept", "own", "top_index",
    "bottom_index", "top_sign", "bottom_sign", "before_near", "after_near", "overlap", "class_rare", "address_rare",
    "field_rare", "words_near", "spelled_same", "anchors_fit", "anchors_wide",
)  # fmt: skip


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
    runs = np.logical_and.accumulate(equal, axis=3).sum(axis=3) / longer
    for number, end in enumerate(("top", "bottom")):
        columns[f"{end}_tag"], columns[f"{end}_sign"], columns[f"{end}_index"] = runs[:, number]
    columns["top_all"] = equal[2, 0].sum(axis=1) / longer
    columns["bottom_all"] = equal[1, 1].sum(axis=1) / longer
    columns["block_depth"] = old_depth


def _add_places(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    """Attributes, children, siblings, and the place in the document."""
    distinct, place = distinct_rows(stack, rows)
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
    """How far each finalist is behind the best, or ahead of the second best, in the telling columns."""
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
