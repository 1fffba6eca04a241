"""Outlines: the nested groups of rows that a segmenter finds, with a degree of coherence, before contents, refs and roles.

The outline of a feed has its items as blocks, that of a document its sections.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pagestrata.segmenting.layout import Layout

MIN_DOC, MAX_DOC = 1, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A future block. `rows` are the top rows it covers; only those of leaves decide contents.

    A leaf's box is drawn around `frame` if set: wrappers around or inside its rows that have the same content.
    """

    rows: tuple[int, ...]
    frame: tuple[int, ...] = ()
    children: tuple[Outline, ...] = ()
    doc: int = MAX_DOC

    def walk(self) -> Iterator[Outline]:
        """This outline and all below it, parents first, in document order."""
        stack = [self]
        while stack:
            outline = stack.pop()
            yield outline
            stack.extend(reversed(outline.children))

    def leaves(self) -> Iterator[Outline]:
        return (outline for outline in self.walk() if not outline.children)


FEED = "feed"
DOCUMENT = "document"
"""Values of `BlockTree.segmenter` for feeds and documents."""


def outline_feed(layout: Layout) -> Outline:
    """Return one block around everything, with one for the title of a feed and one for each item or section."""
    nodes = layout.nodes
    body = next(row for row in nodes.children_of(0) if nodes.tag_of(row) == "body")
    items = tuple(Outline(rows=(row,)) for row in nodes.children_of(body))
    return Outline(rows=(0,), children=items) if len(items) > 1 else Outline(rows=(0,))
