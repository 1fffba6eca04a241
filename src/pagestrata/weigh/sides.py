"""What `decide` compares: one version's block tree with, where there is one, its screenshot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pagestrata.errors import UsageError
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.snapshot import NodeTable, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two versions. `screenshot_png` may be missing: the decision then rests on content alone."""

    tree: BlockTree
    screenshot_png: bytes | None = field(default=None, repr=False)


def side_of(version: Side | BlockTree | Snapshot | Any) -> Side:
    """A side from whatever a caller has: a side, a tree, a snapshot, or any record with a `tree` or `nodes`."""
    if isinstance(version, Side):
        return version
    if isinstance(version, BlockTree):
        return Side(tree=version)
    png = getattr(version, "screenshot_png", None)
    tree = getattr(version, "tree", None)
    if isinstance(tree, BlockTree):
        return Side(tree=tree, screenshot_png=png)
    if isinstance(version, Snapshot):
        return Side(tree=_flat_tree(version), screenshot_png=png)
    raise UsageError(
        f"cannot decide about a {type(version).__name__}; pass a Side, a BlockTree (from `segment`) or a Snapshot"
    )


def _flat_tree(snapshot: Snapshot) -> BlockTree:
    """Blocks without a segmenter: one leaf for every innermost line-breaking element that shows something."""
    blocks = tuple(_flat_blocks(snapshot.nodes)) if snapshot.nodes is not None and len(snapshot.nodes) else ()
    return BlockTree(
        blocks=blocks,
        url=snapshot.url,
        title=snapshot.title,
        captured_at=snapshot.captured_at,
        viewport=snapshot.viewport,
        page_size=snapshot.page_size,
        segmenter="flat",
    )


def _flat_blocks(nodes: NodeTable) -> list[Block]:
    inline = np.isin(nodes.display, [i for i, name in enumerate(nodes.displays) if name in {"inline", "contents"}])
    home = np.arange(len(nodes))
    for row in range(1, len(nodes)):
        if inline[row] or nodes.is_text[row]:
            home[row] = home[nodes.parent[row]]
    groups: dict[int, list[int]] = {}
    for row in np.flatnonzero(nodes.visible & (nodes.is_text | _shows_picture(nodes))).tolist():
        groups.setdefault(int(home[row]), []).append(row)
    return [_flat_block(nodes, str(number), rows) for number, rows in enumerate(groups.values(), start=1)]


def _shows_picture(nodes: NodeTable) -> np.ndarray[Any, np.dtype[np.bool_]]:
    shows = np.zeros(len(nodes), bool)
    shows[list(nodes.images)] = True
    return shows


def _flat_block(nodes: NodeTable, ref: str, rows: list[int]) -> Block:
    box = nodes.clipped_of(rows[0])
    for row in rows[1:]:
        box = box.union(nodes.clipped_of(row))
    links = dict.fromkeys(link for link in (_link_above(nodes, row) for row in rows) if link is not None)
    return Block(
        ref=ref,
        text=" ".join(" ".join(nodes.text[row] for row in rows).split()),
        links=tuple(Link(name=nodes.text_of(row), address=nodes.links[row]) for row in links),
        images=tuple(
            Image(name=nodes.images[r].name, address=nodes.images[r].address) for r in rows if r in nodes.images
        ),
        box=box,
    )


def _link_above(nodes: NodeTable, row: int) -> int | None:
    while row >= 0:
        if row in nodes.links:
            return row
        row = int(nodes.parent[row])
    return None
