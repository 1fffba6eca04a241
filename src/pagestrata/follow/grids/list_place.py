"""A position in a list: 'the first headline', regardless of its content.

The list itself is followed like any block; its items may all be different at the next visit. The place is the number of the item
and the path down from it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pagestrata.follow.grids.cards import kind_of
from pagestrata.follow.grids.page_grids import PageGrids, row_down, way_down
from pagestrata.follow.portraits.portrait import Portrait
from pagestrata.model.snapshot import NodeTable


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ListPlace:
    """`container` is the portrait of the list, `kind` the tag and class of its items, `number` counts from 0."""

    container: Portrait
    kind: tuple[str, str]
    number: int
    inside: tuple[str, ...]

    @property
    def words(self) -> str:
        return f"place {self.number + 1} of the list"


def list_around(grids: PageGrids, row: int) -> tuple[int, tuple[int, ...]] | None:
    """Return the list or table around a row and its items, or None outside of lists."""
    spot = grids.spot_of(row) or grids.cards_of(row)
    if spot is None or spot.grid.kind == "definitions":
        return None
    return int(spot.grid.nodes.parent[spot.grid.lines[0]]), spot.grid.lines


def place_in_list(nodes: NodeTable, items: tuple[int, ...], row: int, container: Portrait) -> ListPlace | None:
    """The place of a row in a list with these items."""
    for item in items:
        if item <= row < int(nodes.end[item]):
            kind = kind_of(nodes, item)
            beside = items_of(nodes, int(nodes.parent[item]), kind)
            inside = way_down(nodes, item, row)
            return ListPlace(container=container, kind=kind, number=beside.index(item), inside=inside)
    return None


def items_of(nodes: NodeTable, container: int, kind: tuple[str, str]) -> list[int]:
    """Return the items of a list: its children of that kind, or else of the most common kind."""
    children = [child for child in nodes.children_of(container) if not nodes.text[child]]
    kinds = [kind_of(nodes, child) for child in children]
    if kind not in kinds:
        same_tag = [each for each in kinds if each[0] == kind[0]] or kinds
        kind = Counter(same_tag).most_common(1)[0][0] if same_tag else kind
    return [child for child, each in zip(children, kinds, strict=True) if each == kind]


def row_at(place: ListPlace, nodes: NodeTable, container: int) -> int | None:
    """The element at the place now; None if the list is shorter."""
    items = items_of(nodes, container, place.kind)
    return row_down(nodes, items[place.number], place.inside) if place.number < len(items) else None
