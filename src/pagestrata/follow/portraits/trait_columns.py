"""How much of a block's traits each finalist has: parts of classes, addresses and fields, words around it, landmarks.

The fewer of the finalists have a part, the more it weighs. `same` is the Jaccard measure of the parts of both (-1 if the block
has none), `rare` the weighted share of the block's parts. Columns that begin with `page` are the shares of the whole page that
are still there, equal for all finalists: what is likely on an unchanged page is not on a redesigned one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pagestrata.follow.page import KIND_BITS, remembered
from pagestrata.follow.portraits.item_page import SKETCHED, ItemPage
from pagestrata.follow.portraits.items import KINDS, Counts, Hashes
from pagestrata.follow.portraits.portrait import words_near
from pagestrata.follow.portraits.portrait_columns import Columns, Rows, Stack
from pagestrata.follow.portraits.traits import PART_KINDS
from pagestrata.model.snapshot import BoolColumn


def add_traits(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    """Add the columns of traits; finalist i belongs to portrait owner[i] and is at rows[i]."""
    distinct, place = stack.distinct(rows)
    _add_parts(columns, stack, owner, page, distinct, place)
    _add_surroundings(columns, stack, owner, page, distinct, place)
    _add_page(columns, stack, owner, page)


def _add_parts(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, distinct: Rows, place: Rows) -> None:
    wanted = [portrait.parts for portrait in stack.portraits]
    vocabulary = np.unique(np.concatenate(wanted))
    parts = [page.parts_of(row) for row in distinct.tolist()]
    sizes = np.array([len(found) for found in parts], np.intp)
    flat = np.array([part for found in parts for part in found], np.int64)
    element, kinds = np.repeat(np.arange(len(distinct)), sizes), len(PART_KINDS)
    counts = np.bincount(element * kinds + (flat >> KIND_BITS), minlength=len(distinct) * kinds).reshape(-1, kinds)
    has = np.zeros((len(distinct), len(vocabulary)), bool)
    if len(vocabulary) and len(flat):
        at = np.minimum(vocabulary.searchsorted(flat), len(vocabulary) - 1)
        known = vocabulary[at] == flat
        has[element[known], at[known]] = True
    wants = _table_of(wanted, vocabulary)
    finalist, part = (has[place] & wants[owner]).nonzero()
    holders = np.bincount(owner[finalist] * len(vocabulary) + part, minlength=wants.size).reshape(wants.shape)
    worth = wants / (1.0 + holders)
    cell = (vocabulary >> KIND_BITS)[part] * len(owner) + finalist
    both = np.bincount(cell, minlength=kinds * len(owner)).reshape(kinds, -1)
    weighed = np.bincount(cell, worth[owner[finalist], part], minlength=both.size).reshape(kinds, -1)
    bounds = vocabulary.searchsorted(np.arange(kinds + 1) << KIND_BITS)  # parts of a kind are adjacent
    for number, kind in enumerate(PART_KINDS):
        own = slice(int(bounds[number]), int(bounds[number + 1]))
        wanted_count, total = wants[:, own].sum(axis=1)[owner], worth[:, own].sum(axis=1)[owner]
        same = both[number] / np.maximum(wanted_count + counts[place, number] - both[number], 1.0)
        columns[f"{kind}_same"] = np.where(wanted_count > 0, same, -1.0)
        columns[f"{kind}_rare"] = np.where(wanted_count > 0, weighed[number] / np.maximum(total, 1e-9), -1.0)


def _add_surroundings(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, distinct: Rows, place: Rows) -> None:
    numbers = stack.numbers
    columns["same_family"] = page.family[distinct][place] == numbers["family"][owner]
    columns["same_landmark"] = page.landmark[distinct][place] == numbers["landmark"][owner]
    addresses = np.array([page.address_hash_of(row) for row in distinct.tolist()], np.int64)[place]
    wanted = numbers["address"][owner]
    columns["same_address"] = np.where(wanted != 0, (addresses == wanted) * 1.0, np.where(addresses != 0, -2.0, -1.0))
    bags, parents = page.text_bag[distinct], page.text_bag[page.nodes.parent[distinct]]
    was_wrapped = numbers["parent_text_bag"] == numbers["text_bag"]
    columns["wrapped_step"] = (bags == parents)[place] * 1.0 - was_wrapped[owner]
    columns["words_near"] = _words_near(stack, owner, page, distinct, place)


def _words_near(stack: Stack, owner: Rows, page: ItemPage, distinct: Rows, place: Rows) -> Counts:
    """Return the share of the words around the block that are also around each finalist."""
    wanted = [portrait.words_near[portrait.words_near >= 0] for portrait in stack.portraits]
    vocabulary = np.unique(np.concatenate(wanted))
    if not len(vocabulary):
        return np.zeros(len(owner))
    wants = _table_of(wanted, vocabulary)
    there = np.sort(words_near(page, distinct), axis=1)
    at = np.minimum(vocabulary.searchsorted(there), len(vocabulary) - 1)
    known = vocabulary[at] == there
    known[:, 1:] &= there[:, 1:] != there[:, :-1]  # each word counts once
    shared = (wants[owner[:, None], at[place]] & known[place]).sum(axis=1)
    return np.asarray(shared / np.maximum(wants.sum(axis=1), 1.0)[owner])


def _table_of(wanted: Sequence[Hashes], vocabulary: Hashes) -> BoolColumn:
    """[portraits, vocabulary] which hashes each portrait has."""
    found = np.zeros((len(wanted), len(vocabulary)), bool)
    owner = np.repeat(np.arange(len(wanted)), list(map(len, wanted)))
    found[owner, vocabulary.searchsorted(np.concatenate(wanted))] = True
    return found


def _add_page(columns: Columns, stack: Stack, owner: Rows, page: ItemPage) -> None:
    shares = np.empty((len(stack), len(SKETCHED)))
    for number, portrait in enumerate(stack.portraits):
        shares[number] = _kept_of(page, portrait.page_sketch.tobytes())
    for number, kind in enumerate(SKETCHED):
        columns[f"page_{kind}"] = shares[owner, number]


def page_kept(sketch: npt.NDArray[np.int64], page: ItemPage) -> float:
    """Return the share of a sketched page that is still there, over all kinds of items; 1 for an empty sketch."""
    known = [share for share in _kept_of(page, sketch.tobytes()).tolist() if share >= 0]
    return sum(known) / len(known) if known else 1.0


@remembered
def _kept_of(page: ItemPage, sketch: bytes) -> Counts:
    """The share of a page's sketched items of each kind that are still there; -1 where it had none."""
    items = np.frombuffer(sketch, np.int64)
    vocabulary = page.items.coded[0]
    if not len(vocabulary):
        return np.full(len(SKETCHED), -1.0)
    at = np.minimum(vocabulary.searchsorted(items), len(vocabulary) - 1)
    kinds, there = items >> KIND_BITS, vocabulary[at] == items
    had, kept = np.bincount(kinds, minlength=len(KINDS)), np.bincount(kinds[there], minlength=len(KINDS))
    numbers = [KINDS.index(kind) for kind in SKETCHED]
    return np.where(had > 0, kept / np.maximum(had, 1), -1.0)[numbers]
