"""The result of a segmenter: nested groups of rows with a degree of coherence, before contents, refs and roles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
