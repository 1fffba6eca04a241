"""Of the items of the same make on the page, how many changed the same kind of value and in the same direction; and how much of
the page changed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from pagestrata.judging.context import Context, make_of
from pagestrata.judging.edits import Edit, is_bare
from pagestrata.judging.values import Value
from pagestrata.judging.words import shape_of

NAMES = (
    "siblings changed", "share of siblings changed", "share in the same direction", "siblings", "figures of the block changed",
    "bare siblings rise", "edits of the block", "share of the page", "edits of the page",
)  # fmt: skip
MOSTLY = 0.8
Typed = tuple[Edit, Value, Value]


class Siblings:
    """All edits of a page, counted by the shape of their line and by the make of their block."""

    def __init__(self, edits: Sequence[Typed], context: Context) -> None:
        self._context = context
        self._shapes: Counter[tuple[str, str]] = Counter()
        self._makes: Counter[tuple[object, ...]] = Counter()
        self._directions: Counter[tuple[str, int]] = Counter()
        self._kinds: Counter[str] = Counter()
        self._blocks: Counter[str] = Counter()
        words = sum(leaf.text.count(" ") + 1 for leaf in context.leaves)
        stayed = [context.texts.has_moved(edit) for edit, _, _ in edits]
        sizes = [max(len(edit.old_words), len(edit.new_words)) for edit, _, _ in edits]
        changed = sum(size for size, moved in zip(sizes, stayed, strict=True) if not moved)
        self._page = math.sqrt(min(1.0, changed / max(1, words))), math.log1p(len(edits))
        self._parts: Counter[tuple[str, int]] = Counter()
        lines: set[tuple[str, int, str]] = set()
        for edit, old, new in edits:
            kind = kind_of(old, new)
            # Several edits of one line, or of one block, do not make it its own sibling.
            if (line := (kind, id(edit.block), edit.line)) not in lines:
                lines.add(line)
                self._shapes[kind, shape_of(edit.line)] += 1
            if not self._parts[kind, id(edit.block)]:
                self._makes[kind, *make_of(edit.block)] += 1
            self._parts[kind, id(edit.block)] += 1
            self._directions[kind, _direction(old, new)] += 1
            self._kinds[kind] += 1
            if kind not in {"words", "none"}:
                self._blocks[edit.block.ref] += 1

    def of(self, edit: Edit, old: Value, new: Value) -> tuple[float, ...]:
        """One number for each of `NAMES`."""
        kind, shape = kind_of(old, new), shape_of(edit.line)
        alike, made = self._shapes[kind, shape], self._makes[kind, *make_of(edit.block)]
        of_shape, of_make = self._context.shapes[shape], self._context.makes[make_of(edit.block)]
        changed, there = (alike, of_shape) if alike >= made else (made, of_make)
        same = self._directions[kind, _direction(old, new)] / max(1, self._kinds[kind])
        figures = sum(map(str.isdecimal, edit.block.text)) and len(_runs(edit.block.text))
        rise = kind == "count" and same >= MOSTLY and _direction(old, new) > 0 and is_bare(edit)
        return (
            math.log1p(max(0, changed - 1)),
            min(1.0, (changed - 1) / max(1, there - 1)),
            same if changed > 1 else 0.0,
            math.log1p(max(0, there - 1)),
            min(1.0, self._blocks[edit.block.ref] / max(1, figures)) if figures else 0.0,
            math.log1p(changed - 1) if rise else 0.0,
            math.log1p(self._parts[kind, id(edit.block)] - 1),
            *self._page,
        )


def kind_of(old: Value, new: Value) -> str:
    return new.kind if new.kind != "none" else old.kind


def _direction(old: Value, new: Value) -> int:
    if old.magnitude is None or new.magnitude is None:
        return 0
    return (new.magnitude > old.magnitude) - (new.magnitude < old.magnitude)


def _runs(text: str) -> list[str]:
    import re

    return re.findall(r"\d+(?:[.,:/]\d+)*", text)
