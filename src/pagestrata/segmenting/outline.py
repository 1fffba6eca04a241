"""What a segmenter answers: nested groups of rows with a degree of coherence, before contents, refs and roles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MIN_DOC, MAX_DOC = 1, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """One block to be. `rows` are the top rows it covers; only those of leaves matter for the content.

    A leaf's box is drawn around `frame` where there is one: other rows with the same content, wrappers around or in its own.
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
