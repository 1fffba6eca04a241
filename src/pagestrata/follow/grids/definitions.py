"""Definition lists as grids: each term is the name of a line, what is said about it are the cells."""

from __future__ import annotations

from pagestrata.follow.grids.grid import EMPTY, Grid
from pagestrata.model.snapshot import NodeTable

MOST_DETAILS = 20


def read_definitions(nodes: NodeTable, top: int, title: str = "") -> Grid | None:
    """The grid of a `dl`; None where it defines nothing."""
    lines: list[list[int]] = []
    for row in _parts(nodes, top):
        if nodes.tag_of(row) == "dt":
            lines.append([row])
        elif lines and len(lines[-1]) <= MOST_DETAILS:
            lines[-1].append(row)
    lines = [line for line in lines if len(line) > 1]
    if not lines:
        return None
    width = max(map(len, lines))
    return Grid(
        nodes=nodes,
        top=top,
        kind="definitions",
        lines=tuple(line[0] for line in lines),
        cells=tuple((*line, *[EMPTY] * (width - len(line))) for line in lines),
        groups=(EMPTY,) * len(lines),
        named_columns=frozenset({0}),
        title=title,
    )


def _parts(nodes: NodeTable, top: int) -> list[int]:
    """Terms and details in order; each pair may stand in a `div`."""
    found = []
    for child in nodes.children_of(top):
        tag = nodes.tag_of(child)
        inner = nodes.children_of(child) if tag == "div" else [child]
        found += [row for row in inner if nodes.tag_of(row) in ("dt", "dd")]
    return found
