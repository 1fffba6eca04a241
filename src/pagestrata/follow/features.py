"""How alike a portrait and the elements of a page are, as columns of numbers for all candidates at once.

Two rounds. The first compares every element by prefix sums (what of the block is inside, what of its surroundings is
inside, which texts stand right before and behind) and keeps the `FINALISTS` best by a plain weighted sum. The second
adds what is dearer: lineages by tag, index and signature from both ends, attributes, ranks among equal elements,
geometry and look, and how far each finalist is ahead of the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.follow.items import KINDS, RUN, Counts, ItemPage, overlap
from pagestrata.follow.portrait import NEIGHBOUR_TEXTS, NO_SIBLING, Portrait

FINALISTS = 20
Rows = npt.NDArray[np.intp]
Columns = dict[str, npt.NDArray[Any]]

LEADS = (
    "first_round", "text_kept", "text_pure", "word_kept", "word_pure", "link_kept", "sign_kept", "own", "top_index",
    "bottom_index", "top_sign", "bottom_sign", "before_near", "after_near", "overlap",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Finalists with their features [n, len(FEATURES)]."""

    rows: Rows
    features: npt.NDArray[np.float32]


def compare(portrait: Portrait, page: ItemPage, *, finalists: int = FINALISTS, also: Rows | None = None) -> Comparison:
    """The best candidates of a page for a portrait. `also` are rows that must be among them."""
    wide = _first_round(portrait, page)
    score = wide["first_round"]
    chosen = np.argpartition(-score, finalists)[:finalists] if len(score) > finalists else np.arange(len(score))
    if also is not None and len(also):
        chosen = np.union1d(chosen, np.searchsorted(page.candidates, also))
    rows = page.candidates[chosen]
    columns = {name: column[chosen] for name, column in wide.items()}
    _add_item_details(columns, portrait)
    _add_neighbours(columns, portrait, page, rows)
    _add_lineage(columns, portrait, page, rows)
    _add_places(columns, portrait, page, rows)
    _add_geometry(columns, portrait, page, rows)
    _add_leads(columns)
    table = np.array([columns[name] for name in FEATURES], np.float32) if len(rows) else np.empty((len(FEATURES), 0))
    return Comparison(rows, np.ascontiguousarray(table.T, np.float32))


def _first_round(portrait: Portrait, page: ItemPage) -> Columns:
    rows, columns = page.candidates, Columns()
    for kind in KINDS:
        _add_items(columns, kind, portrait, page)
    columns["tag"] = page.tag_hash[rows] == portrait.tag
    columns["sign"] = page.sign[rows] == portrait.sign
    columns["same_texts"] = (page.text_bag[rows] == portrait.text_bag) & (portrait.text_bag != 0)
    columns["same_shape"] = page.shape_bag[rows] == portrait.shape_bag
    _add_near_texts(columns, portrait, page)
    columns["elements_ratio"] = page.log_elements - np.log(portrait.element_count + 1.0)
    columns["depth_step"] = page.nodes.depth[rows] - float(portrait.depth)
    score = np.zeros(len(rows))
    for name, weight in FIRST_ROUND.items():
        score += weight * columns[name]
    columns["first_round"] = score - 0.3 * np.abs(columns["elements_ratio"]) - 0.1 * np.abs(columns["depth_step"])
    return columns


FIRST_ROUND = {
    "tag": 2.0, "sign": 1.5, "same_texts": 2.0, "same_shape": 1.0, "text_kept": 2.0, "text_alien": -1.5,
    "word_kept": 1.0, "word_alien": -1.0, "link_kept": 0.7, "link_alien": -0.7, "sign_kept": 0.7, "sign_alien": -0.5,
    "before_near": 1.0, "after_near": 1.0,
}  # fmt: skip


def _add_items(columns: Columns, kind: str, portrait: Portrait, page: ItemPage) -> None:
    """kept: share of the block's items found inside; alien: share of the inside that used to be outside."""
    column, wanted = page.columns[kind], portrait.kinds[kind]
    counts = column.counts
    if len(column.hashes) and len(wanted.hashes):
        inside, alien = column.subtree_sums(column.weights_of(wanted.hashes, wanted.weights))
    else:
        inside = alien = np.zeros(len(counts))
    if wanted.total > 0:
        columns[f"{kind}_kept"] = np.minimum(inside / wanted.total, 1.5)
    else:
        columns[f"{kind}_kept"] = np.where(counts == 0, 1.0, -1.0)
    columns[f"{kind}_alien"] = alien / np.maximum(counts, 1.0)
    columns[f"{kind}_inside"], columns[f"{kind}_outside"], columns[f"{kind}_count"] = inside, alien, counts


def _add_item_details(columns: Columns, portrait: Portrait) -> None:
    """pure: share of the known items inside that belong there; new: share of items never seen; all kinds at once."""
    inside, alien, counts = (
        np.array([columns[f"{kind}_{name}"] for kind in KINDS]) for name in ("inside", "outside", "count")
    )
    sampled = np.array([[portrait.kinds[kind].sampled] for kind in KINDS])
    old_counts = np.array([[portrait.kinds[kind].count] for kind in KINDS])
    there, at_least_one = counts > 0, np.maximum(counts, 1.0)
    pure = np.where(there, inside / np.maximum(inside + alien, 1e-9), -1.0)
    new = np.where(there, (counts - inside / sampled - alien) / at_least_one, 0.0)
    ratio = np.log((counts + 1.0) / (old_counts + 1.0))
    for number, kind in enumerate(KINDS):
        columns[f"{kind}_pure"], columns[f"{kind}_new"] = pure[number], new[number]
        columns[f"{kind}_ratio"] = ratio[number]


def _add_near_texts(columns: Columns, portrait: Portrait, page: ItemPage) -> None:
    """The share of the dozen texts right before and right behind the block that still stand there."""
    texts = page.columns["text"]
    count = len(texts.hashes)
    starts, stops = texts.start, texts.stop
    windows = (
        ("before", portrait.texts_before, np.maximum(starts - NEIGHBOUR_TEXTS, 0), starts),
        ("after", portrait.texts_after, stops, np.minimum(stops + NEIGHBOUR_TEXTS, count)),
    )
    for side, wanted, first, behind in windows:
        running = np.zeros(count + 1)
        np.cumsum(texts.weights_of(wanted, np.ones(len(wanted))), out=running[1:])
        columns[f"{side}_near"] = (running[behind] - running[first]) / max(1, len(wanted))


def _add_neighbours(columns: Columns, portrait: Portrait, page: ItemPage, rows: Rows) -> None:
    """Siblings, parent and heading, and the texts right before and behind: in a row, and each in its place."""
    bags = page.text_bag
    for number, (side, column) in enumerate((("previous", page.previous_sibling), ("next", page.next_sibling))):
        sibling, sign, bag = column[rows], portrait.sibling_signs[number], portrait.sibling_bags[number]
        there = sibling >= 0
        columns[f"{side}_sign"] = np.where(there, page.sign[sibling] == sign, sign == NO_SIBLING)
        columns[f"{side}_bag"] = np.where(there, bags[sibling] == bag, bag == NO_SIBLING)
        meaningful = bag not in (0, NO_SIBLING, portrait.text_bag)
        columns[f"is_{side}"] = (bags[rows] == bag) & meaningful
    columns["parent_bag"] = bags[page.nodes.parent[rows]] == portrait.parent_text_bag
    columns["heading"] = page.heading_above[rows] == portrait.heading
    texts = page.columns["text"]
    padded = page.padded_texts
    sides = (
        ("before", portrait.texts_before, texts.before[rows] + RUN - 1, -1),
        ("after", portrait.texts_after, texts.before[page.nodes.end[rows]] + RUN, 1),
    )
    for side, wanted, at, step in sides:
        goal = np.full(RUN, -1, np.int64)
        goal[: min(RUN, len(wanted))] = wanted[:RUN]
        equal = padded[at[:, None] + step * np.arange(RUN)] == goal
        columns[f"{side}_run"] = np.cumprod(equal, axis=1).sum(axis=1)
        columns[f"{side}_place"] = equal.sum(axis=1)


def has_same_neighbours(portrait: Portrait, page: ItemPage, rows: Rows) -> npt.NDArray[np.bool_]:
    """Whether parent, siblings, heading and the texts on both sides are those of the portrait."""
    columns = Columns()
    _add_neighbours(columns, portrait, page, rows)
    parents = page.nodes.parent[rows]
    return np.asarray(
        (page.sign[parents] == portrait.lineage_signs[-2])
        & columns["previous_bag"]
        & columns["next_bag"]
        & columns["heading"]
        & (columns["before_place"] == RUN)
        & (columns["after_place"] == RUN)
    )


def _add_lineage(columns: Columns, portrait: Portrait, page: ItemPage, rows: Rows) -> None:
    """Equal ancestors counted from the root down and from the element up, as shares of the longer lineage."""
    lineage, depth = page.lineage[rows], page.nodes.depth[rows]
    length = min(portrait.depth + 1, lineage.shape[1])
    longer = np.maximum(depth, portrait.depth) + 1.0
    top = lineage[:, :length]
    upward = depth[:, None] - np.arange(portrait.depth + 1)[None, :]
    bottom = np.where(upward >= 0, lineage[np.arange(len(rows))[:, None], np.maximum(upward, 0)], -1)
    for end, ancestors, order in (("top", top, slice(0, length)), ("bottom", bottom, slice(None, None, -1))):
        equal = np.empty((3, *ancestors.shape), bool)
        tags, signs, indexes = equal
        there = ancestors >= 0
        np.logical_and(there, page.tag_hash[ancestors] == portrait.lineage_tags[order], out=tags)
        np.logical_and(there, page.sign[ancestors] == portrait.lineage_signs[order], out=signs)
        np.logical_and(tags, page.nodes.same_tag_index[ancestors] == portrait.lineage_indexes[order], out=indexes)
        runs = np.logical_and.accumulate(equal, axis=2).sum(axis=2) / longer
        columns[f"{end}_tag"], columns[f"{end}_sign"], columns[f"{end}_index"] = runs
        columns[f"{end}_all"] = (signs if end == "bottom" else indexes).sum(axis=1) / longer
    always = np.ones(len(rows))
    columns["parent_sign"] = signs[:, 1].astype(np.float64) if portrait.depth > 0 else always
    columns["grandparent_sign"] = signs[:, 2].astype(np.float64) if portrait.depth > 1 else always
    columns["own_index"] = indexes[:, 0].astype(np.float64)


def _add_places(columns: Columns, portrait: Portrait, page: ItemPage, rows: Rows) -> None:
    """Attributes, and ranks among the siblings, the elements with the same tag and those with the same signature."""
    columns["own"] = overlap(portrait.own, [page.own_items(row) for row in rows.tolist()])
    columns["children_ratio"] = _log_ratio(page.child_count[rows], portrait.child_count)
    columns["sibling_step"] = (page.sibling_index[rows] - portrait.sibling_index).astype(np.float64)
    columns["siblings_ratio"] = _log_ratio(page.child_count[page.nodes.parent[rows]], portrait.sibling_count)
    ranked = (
        ("tag", page.rows_with_tag(portrait.tag), portrait.tag_rank, portrait.tag_count),
        ("sign", page.rows_with_sign(portrait.sign), portrait.sign_rank, portrait.sign_count),
    )
    for name, equals, old_rank, old_count in ranked:
        rank = np.searchsorted(equals, rows)
        columns[f"{name}_rank"] = (rank - old_rank).astype(np.float64)
        columns[f"{name}_rank_end"] = (len(equals) - rank - (old_count - old_rank)).astype(np.float64)
        columns[f"{name}_alone"] = np.full(len(rows), float(old_count == 1) + float(len(equals) == 1))
    texts = page.columns["text"]
    columns["row_step"] = rows / len(page) - portrait.row_share
    columns["text_step"] = texts.before[rows] / max(1, len(texts.hashes)) - portrait.text_share
    for name, value in (
        ("block_elements", np.log(portrait.element_count)),
        ("block_texts", np.log1p(portrait.text_count)),
        ("block_words", np.log1p(portrait.kinds["word"].count)),
        ("block_depth", portrait.depth),
    ):
        columns[name] = np.full(len(rows), float(value))


def _add_geometry(columns: Columns, portrait: Portrait, page: ItemPage, rows: Rows) -> None:
    boxes = page.nodes.box[rows].astype(np.float64)
    x, y, width, height = boxes.T
    old_x, old_y, old_width, old_height = portrait.box
    across = np.minimum(x + width, old_x + old_width) - np.maximum(x, old_x)
    down = np.minimum(y + height, old_y + old_height) - np.maximum(y, old_y)
    shared = np.maximum(across, 0.0) * np.maximum(down, 0.0)
    union = width * height + old_width * old_height - shared
    columns["overlap"] = np.where(union > 0, shared / np.maximum(union, 1e-9), 0.0)
    columns["left_step"] = (x - old_x) / max(page.size[0], 1.0)
    columns["right_step"] = (x + width - old_x - old_width) / max(page.size[0], 1.0)
    columns["top_step"] = np.clip((y - old_y) / 1000.0, -10.0, 10.0)
    columns["top_share_step"] = y / page.size[1] - old_y / portrait.page_size[1]
    columns["width_ratio"], columns["height_ratio"] = _log_ratio(width, old_width), _log_ratio(height, old_height)
    columns["same_visible"] = (page.nodes.visible[rows] == portrait.visible).astype(np.float64)
    looks = page.looks[rows] == np.array(portrait.look)
    columns["same_font"] = looks[:, :2].mean(axis=1)
    columns["same_colour"] = looks[:, 2].astype(np.float64)
    columns["same_background"] = looks[:, 3].astype(np.float64)


def _add_leads(columns: Columns) -> None:
    """How far each finalist is behind the best, or ahead of the second best, in the telling columns."""
    telling = np.array([columns[name] for name in LEADS], np.float64)
    count = telling.shape[1]
    if count < 2:
        leads = np.zeros_like(telling)
    else:
        top = np.partition(telling, count - 2, axis=1)[:, -2:]
        second, best = top[:, :1], top[:, 1:]
        leads = telling - np.where(telling == best, second, best)
    columns.update(zip((f"lead_{name}" for name in LEADS), leads, strict=True))


def _log_ratio(values: npt.NDArray[np.generic], reference: float) -> Counts:
    return np.asarray(np.log((np.asarray(values, np.float64) + 1.0) / (reference + 1.0)))


FEATURES = (
    *(f"{kind}_{name}" for kind in KINDS for name in ("kept", "alien", "pure", "new", "ratio")),
    "tag", "sign", "same_texts", "same_shape", "is_previous", "is_next", "previous_sign", "previous_bag", "next_sign",
    "next_bag", "parent_bag", "heading",
    *(f"{side}_{name}" for side in ("before", "after") for name in ("run", "place", "near")),
    "elements_ratio", "depth_step", "first_round",
    *(f"{end}_{name}" for end in ("top", "bottom") for name in ("tag", "sign", "index", "all")),
    "parent_sign", "grandparent_sign", "own_index", "own", "children_ratio", "sibling_step", "siblings_ratio",
    *(f"{name}_{rank}" for name in ("tag", "sign") for rank in ("rank", "rank_end", "alone")),
    "row_step", "text_step", "block_elements", "block_texts", "block_words", "block_depth",
    "overlap", "left_step", "right_step", "top_step", "top_share_step", "width_ratio", "height_ratio", "same_visible",
    "same_font", "same_colour", "same_background",
    *(f"lead_{name}" for name in LEADS),
)  # fmt: skip
"""The columns of `Comparison.features`, in order; the ranker in data/ was trained on exactly these."""
