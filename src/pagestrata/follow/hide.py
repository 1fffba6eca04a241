"""Remove all ids, or one element, from a snapshot, to test a follower.

Both functions return a new snapshot. Screenshot and serialised DOM are dropped, since they still show what was removed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

import numpy as np

from pagestrata.follow.page import nodes_of
from pagestrata.follow.states import Found
from pagestrata.model.snapshot import IntColumn, NodeTable, Snapshot

Value = TypeVar("Value")

_REFERRING = frozenset({"id", "for", "form", "headers", "list", "usemap", "xlink:href", "data-target"})
_ADDRESSES = ("href", "src", "action", "data", "poster")
_ROW_COLUMNS = (
    "end", "depth", "tag", "box", "clipped", "visible", "display", "position", "background", "colour", "font_size",
    "font_weight", "border", "paint_order", "dom_start", "dom_end",
)  # fmt: skip


def without_ids(snapshot: Snapshot) -> Snapshot:
    """Return the page without ids and references to them: for, aria-*, #fragments, values equal to an id."""
    nodes = nodes_of(snapshot)
    ids = {own["id"] for own in nodes.attributes if own.get("id")}
    links = {row: address.partition("#")[0] for row, address in nodes.links.items()}
    attributes = tuple(_anonymous(own, ids) if own else own for own in nodes.attributes)
    return replace(
        snapshot, nodes=replace(nodes, attributes=attributes, links=links), dom="", screenshot_png=None, responses=()
    )


def _anonymous(own: Mapping[str, str], ids: set[str]) -> dict[str, str]:
    kept: dict[str, str] = {}
    for name, value in own.items():
        if name in _REFERRING or name.startswith("aria-") or value.startswith("#"):
            continue
        if name != "class" and value in ids:
            continue
        kept[name] = value.partition("#")[0] if name in _ADDRESSES else value
    return kept


def without_element(snapshot: Snapshot, row: int) -> Snapshot:
    """Return the page without the element at `row` and everything in it."""
    return replace(snapshot, nodes=_cut(nodes_of(snapshot), row), dom="", screenshot_png=None, responses=())


def _cut(nodes: NodeTable, row: int) -> NodeTable:
    behind = int(nodes.end[row])
    removed = behind - row
    kept = np.concatenate([np.arange(row), np.arange(behind, len(nodes))])

    def moved(rows: IntColumn) -> IntColumn:
        return np.where(rows >= behind, rows - removed, rows).astype(np.int32)

    columns = {name: getattr(nodes, name)[kept] for name in _ROW_COLUMNS}
    columns["end"] = moved(columns["end"])
    first_rect, last_rect = int(nodes.rect_start[row]), int(nodes.rect_start[behind])
    starts = np.concatenate([nodes.rect_start[: row + 1], nodes.rect_start[behind + 1 :] - (last_rect - first_rect)])
    return replace(
        nodes,
        **columns,
        parent=moved(nodes.parent[kept]),
        rect_start=starts.astype(np.int32),
        rects=np.concatenate([nodes.rects[:first_rect], nodes.rects[last_rect:]]),
        attributes=nodes.attributes[:row] + nodes.attributes[behind:],
        text=nodes.text[:row] + nodes.text[behind:],
        links=_moved_keys(nodes.links, row, behind),
        images=_moved_keys(nodes.images, row, behind),
    )


def _moved_keys(found: Mapping[int, Value], row: int, behind: int) -> dict[int, Value]:
    removed = behind - row
    return {at if at < row else at - removed: value for at, value in found.items() if at < row or at >= behind}


def with_real_id(found: Found, snapshot: Snapshot) -> Found:
    """Return an answer about a page without ids, completed by the id that the element has in `snapshot`."""
    if found.row is None:
        return found
    return replace(found, id=nodes_of(snapshot).attributes[found.row].get("id"))
