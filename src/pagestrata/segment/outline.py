"""What a segmenter answers: nested groups of rows with a degree of coherence, before contents, refs and roles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MIN_DOC, MAX_DOC = 1, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """One block to be. `rows` are the top rows it covers; only those of leaves matter for the content."""

    rows: tuple[int, ...]
    children: tuple[Outline, ...] = ()
    doc: int = MAX_DOC

    def leaves(self) -> Iterator[Outline]:
        stack = [self]
        while stack:
            outline = stack.pop()
            if outline.children:
                stack.extend(reversed(outline.children))
            else:
                yield outline
