"""The combined pattern model, CPM (paper 2 §5.1): four fixed patterns, score = the sum of their similarities.

Candidates are the union of what the four patterns bring up. Ties are broken by document order, so that the same page
always gives the same block.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.follow.page import Page, Scores
from pagestrata.follow.paper.patterns import AreaPattern, ContentPattern, ContextPattern, PathPattern

EQUAL_WEIGHTS = (1.0, 1.0, 1.0, 1.0)
"""The weights of area, path, content and context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """A, P, N and X of one block."""

    area: AreaPattern
    path: PathPattern
    content: ContentPattern
    context: ContextPattern

    @classmethod
    def of_row(cls, page: Page, row: int) -> Patterns:
        return cls(
            area=AreaPattern.of_box(page.nodes.box_of(row)),
            path=PathPattern.parse(page.nodes.path_of(row)),
            content=ContentPattern.of_row(page, row),
            context=ContextPattern.of_row(page, row),
        )

    def adapted(self, sample: Patterns) -> Patterns:
        """Each pattern adapted to one more sample (§5.2.1)."""
        return Patterns(
            area=self.area.adapted(sample.area),
            path=self.path.adapted(sample.path),
            content=self.content.adapted(sample.content),
            context=self.context.adapted(sample.context),
        )

    def candidates(self, page: Page) -> Candidates:
        """Return the candidates that any of the four patterns proposes, with all four similarities."""
        content, context = self.content.similarity(page), self.context.similarity(page)
        chosen = ((content > 0) | (context > 0)) & page.is_element
        chosen[self.area.candidates(page)] = True
        chosen[self.path.candidates(page)] = True
        rows = np.flatnonzero(chosen)
        return self.similarities(page, rows, content=content, context=context)

    def similarities(
        self, page: Page, rows: npt.NDArray[np.intp], *, content: Scores | None = None, context: Scores | None = None
    ) -> Candidates:
        content = self.content.similarity(page) if content is None else content
        context = self.context.similarity(page) if context is None else context
        columns = [
            self.area.similarity(page.nodes.box[rows]),
            self.path.similarity(page, rows),
            content[rows],
            context[rows],
        ]
        return Candidates(rows=rows, similarities=np.stack(columns, axis=1))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Candidates:
    """Rows with their similarities [n, 4] to area, path, content and context."""

    rows: npt.NDArray[np.intp]
    similarities: Scores

    def best(self, weights: tuple[float, ...] = EQUAL_WEIGHTS) -> int | None:
        """The row with the highest weighted sum, the first of equals; None without candidates."""
        if not len(self.rows):
            return None
        return int(self.rows[int(np.argmax(self.similarities @ np.array(weights)))])


def find_combined(patterns: Patterns, page: Page) -> int | None:
    """CPM: the block's row in a new version, None where no pattern brings up anything."""
    return patterns.candidates(page).best()
