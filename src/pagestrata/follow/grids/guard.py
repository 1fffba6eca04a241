"""Whether an element that looks like a followed cell is one of its row, where no grid of the page can say so.

A page that was made again may show a table as something else. An element is of the row when the smallest part of the page
that says more than the element itself has the name of the row in it, and not those of its neighbours.
"""

from __future__ import annotations

from pagestrata.follow.grids.cell_texts import name_of
from pagestrata.follow.grids.place import GridPlace
from pagestrata.model.snapshot import NodeTable

STEPS_UP = 4
LONGEST_PART = 2_000


def names_its_row(place: GridPlace, nodes: NodeTable, row: int) -> bool:
    """Whether the context of an element names the row of the place, and no neighbour of it."""
    names = [f" {name} " for name in place.keys[0].names if name]
    others = [
        f" {name} "
        for text in place.neighbours
        for name in text.split("\n")
        if name and name not in place.keys[0].names
    ]
    for _ in range(STEPS_UP):
        said = nodes.text_of(row)
        if len(said) > LONGEST_PART:
            return False
        around = f" {name_of(said[:LONGEST_PART]) if len(said) < 300 else said.casefold()} "
        if all(name in around for name in names):
            return not any(other in around for other in others)
        row = int(nodes.parent[row])
        if row <= 0:
            return False
    return False
