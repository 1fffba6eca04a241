"""Motion of lists: what came and what went in a list whose other items stayed, and where a link leads."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from pagestrata.judging.context import Context, document_of, make_of
from pagestrata.judging.edits import Edit

NAMES = ("moved", "items of the list", "came to the list", "left the list", "link is known", "is linked", "short item")
SHORT_ITEM_WORDS = 3


class Lists:
    """How many lines came to and left each kind of place of a page."""

    def __init__(self, edits: Sequence[Edit], context: Context) -> None:
        self._context = context
        self._came: Counter[tuple[object, ...]] = Counter()
        self._went: Counter[tuple[object, ...]] = Counter()
        for edit in edits:
            if edit.is_whole_line or edit.op != "update":
                (self._came if edit.op == "insert" else self._went)[make_of(edit.block)] += 1

    def of(self, edit: Edit, *, moved: bool) -> tuple[float, ...]:
        """One number for each of `NAMES`."""
        make = make_of(edit.block)
        links = [document_of(link.address) for link in edit.block.links if link.name and link.name in edit.line]
        known = self._context.new_links if edit.op == "delete" else self._context.old_links
        return (
            moved,
            math.log1p(self._context.makes[make]),
            math.log1p(self._came[make]),
            math.log1p(self._went[make]),
            bool(links) and all(link in known for link in links),
            bool(links),
            bool(links) and len(edit.words) <= SHORT_ITEM_WORDS,
        )
