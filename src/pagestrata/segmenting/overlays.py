"""Find overlays: layers over the page that are segmented separately (notes §1, 'Modern pages').

Fixed elements, sticky elements that cover the page, dialogs and consent layers would hide the separators
beneath them. They are separated from the page, unless the layer *is* the page: an element that holds most of the
content is not an overlay, regardless of its position.
"""

from __future__ import annotations

import re

import numpy as np

from pagestrata.model.snapshot import NodeTable, Snapshot
from pagestrata.segmenting.layout import Layout

PAGE_SHARE = 0.5
"""An element with more than this share of the content is the page itself, not an overlay."""

CONSENT = re.compile(r"cookie|consent|gdpr|cmp-|onetrust|didomi|usercentrics|cybotcookie", re.IGNORECASE)
CONTENT_WEIGHT = np.array([1.0, 0.0, 20.0, 10.0])  # a picture says as much as a few words
DIALOG_ROLES = frozenset({"dialog", "alertdialog"})
OUT_OF_FLOW = frozenset({"absolute", "fixed", "sticky"})


def find_overlays(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the roots of the overlays in document order, not nested; () without overlays."""
    nodes = snapshot.nodes
    if nodes is None or not len(nodes):
        return ()
    candidates = [row for row in _candidates(nodes) if row > 0]
    if not candidates:
        return ()
    layout = Layout.of(snapshot)
    content = layout.counts @ CONTENT_WEIGHT
    covers = _CoverTest(layout)
    chosen: list[int] = []
    for row in candidates:
        inside_another = bool(chosen) and row < nodes.end[chosen[-1]]
        if inside_another or not layout.valid[row] or content[row] > PAGE_SHARE * content[0]:
            continue
        lies_over_page = nodes.positions[int(nodes.position[row])] == "fixed" or _is_dialog(nodes, row)
        if lies_over_page or covers(row):
            chosen.append(row)
    return tuple(chosen)


def _candidates(nodes: NodeTable) -> list[int]:
    """Return rows positioned outside the flow; absolutely positioned ones only if their name suggests a layer."""
    wanted = [code for code, position in enumerate(nodes.positions) if position in OUT_OF_FLOW]
    if not wanted and nodes.tag_code("dialog") < 0:
        return []
    found = []
    placed = np.isin(nodes.position, wanted) | (nodes.tag == nodes.tag_code("dialog"))
    for row in np.flatnonzero(placed).tolist():
        named = nodes.attributes[row]
        if (
            nodes.positions[int(nodes.position[row])] in {"fixed", "sticky"}
            or _is_dialog(nodes, row)
            or CONSENT.search(f"{named.get('id', '')} {named.get('class', '')}")
        ):
            found.append(row)
    return found


def _is_dialog(nodes: NodeTable, row: int) -> bool:
    found = nodes.attributes[row]
    return found.get("aria-modal") == "true" or found.get("role") in DIALOG_ROLES or nodes.tag_of(row) == "dialog"


class _CoverTest:
    """Tests whether a row covers text of other rows. Texts are sorted by height once."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        rows = np.flatnonzero(layout.chars > 0)
        own = layout.own[rows]
        middle_y = (own[:, 1] + own[:, 3]) / 2
        order = np.argsort(middle_y, kind="stable")
        self._rows, self._middle_y = rows[order], middle_y[order]
        self._middle_x = ((own[:, 0] + own[:, 2]) / 2)[order]

    def __call__(self, row: int) -> bool:
        left, top, right, bottom = self._layout.extent[row]
        first, last = np.searchsorted(self._middle_y, (top, bottom))
        rows, middle_x = self._rows[first:last], self._middle_x[first:last]
        foreign = (rows < row) | (rows >= self._layout.nodes.end[row])
        return bool(np.any(foreign & (middle_x > left) & (middle_x < right)))
