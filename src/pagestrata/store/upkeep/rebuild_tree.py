"""Rebuild a lost block tree from the catalog and from neighbouring versions.

The catalog knows which blocks the version had, in order, with their texts, topics and roles. How they were nested, and
their links, pictures and boxes, the catalog does not know; but most blocks of a page are in the versions before and
behind, nested in the same way. So the tree takes the shape of the nearest version whose tree can be read: blocks both
have keep their place, blocks of this version alone are put after their predecessor, others are omitted. Without
such a version the tree is flat. What this cannot bring back: boxes of blocks that moved, and links and pictures of
blocks that no readable tree shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import PagestrataError
from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.names import version_name
from pagestrata.store.catalog.schema import block, label, presence, version
from pagestrata.store.catalog.varints import unpack
from pagestrata.store.objects import trees
from pagestrata.store.objects.stored_bytes import decode, with_ancestry

SEGMENTER = "repaired"
_NEIGHBOURS = 8


def regrow(connection: sql.Connection, blobs: BlobStore, row: Any, broken: Collection[int]) -> tuple[BlockTree, str]:
    """Return a tree for a version row, and a sentence on how it was rebuilt."""
    leaves = _leaves(connection, row)
    for name, neighbour in _neighbours(connection, blobs, row, broken):
        shaped = _shaped(neighbour, leaves)
        if shaped is not None:
            tree = replace(neighbour, blocks=shaped, title=row.title, segmenter=SEGMENTER)
            return tree, f"rebuilt its tree in the shape of version {name}"
    flat = tuple(replace(leaf, ref=f"1.{place}") for place, leaf in enumerate(leaves, start=1))
    tree = BlockTree(blocks=(Block(ref="1", children=flat),), title=row.title, segmenter=SEGMENTER)
    return tree, "rebuilt its tree without nesting: no other version of the page has a readable tree"


def _leaves(connection: sql.Connection, row: Any) -> Sequence[Block]:
    """Return the version's blocks with the texts, topics and roles of the catalog."""
    numbers = unpack(row.blocks)
    query = (
        sql.select(block, label.c.name)
        .join(presence, presence.c.block_id == block.c.id)
        .join(label, label.c.id == presence.c.label_id)
        .where(block.c.id.in_(set(numbers)), presence.c.page_id == row.page_id)
    )
    found = {}
    rows = connection.execute(query).all()
    texts = packs.block_texts(connection, rows)
    for part in rows:
        topic, text = texts[part.id]
        found[part.id] = leaf = Block(ref="", text=text, topic=topic, role=part.name)
        object.__setattr__(leaf, "_id", part.content_id.hex())  # of the whole content, links and pictures included
    return [found[number] for number in numbers if number in found]


def _neighbours(
    connection: sql.Connection, blobs: BlobStore, row: Any, broken: Collection[int]
) -> list[tuple[str, BlockTree]]:
    """Return readable trees of the same page, the closest in time first."""
    query = (
        sql.select(version.c.id, version.c.captured_at, version.c.tree_id)
        .where(version.c.page_id == row.page_id, version.c.id != row.id, version.c.tree_id.is_not(None))
        .order_by(sql.func.abs(version.c.captured_at - row.captured_at))
        .limit(_NEIGHBOURS)
    )
    found = []
    for number, moment, tree_id in connection.execute(query).all():
        if tree_id in broken:
            continue
        try:
            tree = trees.read_tree(decode(with_ancestry(connection, [tree_id]), [tree_id], blobs)[tree_id])
        except PagestrataError:
            continue
        if tree.segmenter != SEGMENTER:
            found.append((version_name(number, moment), tree))
    return found


def _shaped(neighbour: BlockTree, leaves: Sequence[Block]) -> tuple[Block, ...] | None:
    """Return the neighbour's blocks with these leaves; None if the two have no leaf in common."""
    places: dict[str, list[str]] = defaultdict(list)
    for leaf in neighbour.leaves():
        places[leaf.id].append(leaf.ref)
    kept: set[str] = set()
    added_after: dict[str, list[Block]] = defaultdict(list)  # by the ref of the leaf before them, '' before all
    last = ""
    for leaf in leaves:
        if places[leaf.id]:
            last = places[leaf.id].pop(0)
            kept.add(last)
        else:
            added_after[last].append(replace(leaf, ref=f"{last or 'first'}+{len(added_after[last]) + 1}"))
    if not kept:
        return None
    grown = [part for outer in neighbour.blocks for part in _grown(outer, kept, added_after)]
    return (*added_after[""], *grown)


def _grown(outer: Block, kept: Collection[str], added_after: dict[str, list[Block]]) -> Sequence[Block]:
    """Return what a block of the neighbour becomes: itself with the blocks after it, or nothing."""
    if not outer.children:
        return [outer, *added_after[outer.ref]] if outer.ref in kept else []
    children = tuple(part for child in outer.children for part in _grown(child, kept, added_after))
    return [replace(outer, children=children)] if children else []
