"""Outline feeds and documents: the blocks of a feed are its items, those of a document its sections."""

from __future__ import annotations

from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import Outline

FEED = "feed"
DOCUMENT = "document"
"""Values of `BlockTree.segmenter` for feeds and documents."""


def outline_feed(layout: Layout) -> Outline:
    """Return one block around everything, with one for the title of a feed and one for each item or section."""
    nodes = layout.nodes
    body = next(row for row in nodes.children_of(0) if nodes.tag_of(row) == "body")
    items = tuple(Outline(rows=(row,)) for row in nodes.children_of(body))
    return Outline(rows=(0,), children=items) if len(items) > 1 else Outline(rows=(0,))
