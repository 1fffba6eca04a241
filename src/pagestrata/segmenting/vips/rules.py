"""Visual block extraction: the 13 rules of VIPS with their table per node kind (notes §1).

Each rule divides a node, keeps it with a degree of coherence (DoC), or leaves it to the next rule; the first decisive
one wins. Whatever does not depend on the current sub-page is computed for all rows at once, and looked up in the walk.
Departures: line-break nodes are recognised by computed display rather than by tag; a DoC 'by tag and size' is `graded`, since
the report gives only its range; relative sizes are shares of the current sub-page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pagestrata.model.snapshot import BoolColumn
from pagestrata.segmenting.layout import Floats, Layout

RELATIVE_SIZE_THRESHOLD = 0.1
UNIFORM_TEXT_DOC, MIXED_TEXT_DOC = 10, 9

INLINE, TABLE, ROW, CELL, PARAGRAPH, OTHER = range(6)
KIND_OF_TAG = {"table": TABLE, "tr": ROW, "td": CELL, "th": CELL, "p": PARAGRAPH}
KIND_OF_DISPLAY = {"table": TABLE, "table-row": ROW, "table-cell": CELL}
RULES_OF_KIND: dict[int, tuple[int, ...]] = {
    INLINE: (1, 2, 3, 4, 5, 6, 7, 9, 10, 12),
    TABLE: (1, 2, 3, 8, 10, 13),
    ROW: (1, 2, 3, 7, 8, 10, 13),
    CELL: (1, 2, 3, 4, 9, 10, 11, 13),
    PARAGRAPH: (1, 2, 3, 4, 5, 6, 7, 9, 10, 12),
    OTHER: (1, 2, 3, 4, 6, 7, 9, 10, 12),
}
KEEP_DOC_RANGE = {8: (6, 8), 9: (5, 8), 10: (5, 8), 11: (5, 8), 13: (5, 8)}

CUT, DIVIDE = -1, 0
"""Verdicts other than a DoC of 1 to 10, which means keep."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """One block of a pool: a row that is kept whole."""

    row: int
    doc: int


class Rules:
    """The rules over one layout. `verdict` judges one node inside one sub-page."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        nodes, parent, valid = layout.nodes, layout.parent, layout.valid
        count, children = len(layout), layout.child_rows
        above = parent[children]
        replaced = layout.is_image | layout.is_control
        plain = layout.is_inline & ~replaced
        unlike_text = ((valid & ~plain) | layout.is_ruled_line).astype(np.float64)
        rough = layout.roll_up(unlike_text, np.add)
        texts = layout.counts[:, 1]

        def any_child(marked: Floats) -> BoolColumn:
            return np.bincount(above, weights=marked[children], minlength=count) > 0

        self._kind = self._kinds()
        self._is_text = nodes.is_text.tolist()
        self._child_count = layout.child_count
        virtual_text = (layout.is_inline & (rough == 0) & (texts > 0)).astype(np.float64)
        self._only_text = ((rough - unlike_text == 0) & (texts > 0)).tolist()
        spread = layout.spread
        uniform = (spread[:, 4] == -spread[:, 5]) & (spread[:, 6] == -spread[:, 7])
        self._text_doc = np.where(uniform, UNIFORM_TEXT_DOC, MIXED_TEXT_DOC).tolist()
        has_text_child = any_child(virtual_text)
        self._has_text_child = has_text_child.tolist()
        recoloured = np.zeros(count)
        recoloured[children] = nodes.background[children] != nodes.background[above]
        self._recoloured = recoloured.astype(bool).tolist()
        area = layout.area
        self._area = area.tolist()
        largest = np.zeros(count)
        np.maximum.at(largest, above, area[children])
        self._largest_child = largest.tolist()
        children_area = np.bincount(above, weights=area[children], minlength=count)
        self._divided_by: dict[int, list[bool]] = {
            2: ((layout.child_count == 1) & ~has_text_child).tolist(),
            5: any_child((~layout.is_inline).astype(np.float64)).tolist(),
            6: self._rule_children(),
            7: (children_area > area + 1.0).tolist(),
            8: any_child(recoloured).tolist(),
            12: [True] * count,
        }

    def _kinds(self) -> list[int]:
        nodes = self._layout.nodes
        by_display = [KIND_OF_DISPLAY.get(display, OTHER) for display in nodes.displays]
        kinds = np.array(by_display)[nodes.display]
        kinds[self._layout.is_inline] = INLINE
        for tag, kind in KIND_OF_TAG.items():
            kinds[(nodes.tag == nodes.tag_code(tag)) & ~self._layout.is_inline] = kind
        return [int(kind) for kind in kinds]

    def _rule_children(self) -> list[bool]:
        """Rows with an <hr> among their own children, not deeper."""
        layout = self._layout
        lines = np.flatnonzero(layout.is_ruled_line)
        found = np.zeros(len(layout), np.bool_)
        found[layout.parent[lines]] = len(lines) > 0
        return [bool(value) for value in found]

    def verdict(self, row: int, *, sub_page_area: float, is_sub_page_root: bool, previous_was_kept: bool) -> int:
        """CUT, DIVIDE, or the DoC with which the node is kept."""
        if self._is_text[row]:
            return UNIFORM_TEXT_DOC
        if not self._child_count[row]:
            # R1 cuts rows that show nothing. Pictures and controls show something and cannot be divided.
            return UNIFORM_TEXT_DOC if self._layout.valid[row] else CUT
        relative_size = self._area[row] / max(sub_page_area, 1.0)
        for rule in RULES_OF_KIND[self._kind[row]]:
            if rule in self._divided_by:
                if self._divided_by[rule][row]:
                    return DIVIDE
            elif rule == 3:
                if is_sub_page_root:
                    return DIVIDE
            elif rule == 4:
                if self._only_text[row]:
                    return int(self._text_doc[row])
            elif self._is_kept_by(rule, row, sub_page_area=sub_page_area, previous_was_kept=previous_was_kept):
                return self.graded(row, rule, relative_size)
        return DIVIDE

    def _is_kept_by(self, rule: int, row: int, *, sub_page_area: float, previous_was_kept: bool) -> bool:
        """Whether rule 9, 10, 11 or 13 keeps a node whole."""
        whole = max(sub_page_area, 1.0)
        if rule == 9:
            return bool(self._has_text_child[row]) and self._area[row] / whole < RELATIVE_SIZE_THRESHOLD
        if rule == 10:
            return self._largest_child[row] / whole < RELATIVE_SIZE_THRESHOLD
        return previous_was_kept if rule == 11 else rule == 13

    def graded(self, row: int, rule: int, relative_size: float) -> int:
        """A DoC in the rule's range: the smaller the node the higher, tables and rows one lower."""
        low, high = KEEP_DOC_RANGE[rule]
        step = 0 if relative_size < 0.02 else 1 if relative_size < RELATIVE_SIZE_THRESHOLD else 2
        return max(low, high - step - (self._kind[row] in {TABLE, ROW}))

    def extract(self, roots: Sequence[int]) -> list[Extracted]:
        """The pool of one sub-page: the kept nodes below its roots, in document order."""
        sub_page_area = self._layout.box(roots).area
        alone = len(roots) == 1
        pool: list[Extracted] = []
        # A frame of the walk: the children still to be judged, whether the last one was kept, and whether rule 8
        # divided their parent (then a recoloured child is kept this round).
        stack: list[tuple[list[int], bool, bool]] = [(list(reversed(roots)), False, False)]
        while stack:
            waiting, previous_was_kept, by_colour = stack.pop()
            if not waiting:
                continue
            row = waiting.pop()
            if by_colour and self._recoloured[row] and not self._is_text[row]:
                verdict = self.graded(row, 8, self._area[row] / max(sub_page_area, 1.0))
            else:
                verdict = self.verdict(
                    row,
                    sub_page_area=sub_page_area,
                    is_sub_page_root=alone and row == roots[0],
                    previous_was_kept=previous_was_kept,
                )
            stack.append((waiting, verdict > 0, by_colour))
            if verdict > 0:
                pool.append(Extracted(row, verdict))
            elif verdict == DIVIDE:
                uses_colour = 8 in RULES_OF_KIND[self._kind[row]] and self._divided_by[8][row]
                stack.append((self._layout.children(row)[::-1], False, uses_colour))
        return pool
