"""What kind of change an archived operation is, in the words people ask by: a price, a date, something new or removed."""

from __future__ import annotations

import re

from pagestrata.judging.values import value_of
from pagestrata.model.change_question import ChangeKind
from pagestrata.model.change_sentence import Marked, marked_edits, text_of
from pagestrata.model.records import RecordedChange
from pagestrata.query.first_and_last_said import folded

_OF_VALUES: dict[str, ChangeKind] = {
    "money": "price", "percent": "number", "score": "number", "version": "number", "measure": "number",
    "count": "number", "date": "date", "clock": "date", "span": "date",
}  # fmt: skip
_OF_ELEMENTS: dict[str, ChangeKind] = {"image": "picture", "link": "link", "style": "style", "text": "text"}


def is_of(change: RecordedChange, kind: ChangeKind | None, words: str | None) -> bool:
    """Whether a change is of this kind and speaks of these words; None does not limit.

    Words that others took the place of are removed, and those others are new.
    """
    if words is not None and not speaks_of(change, words, kind):
        return False
    return kind is None or (words is not None and kind in {"new", "removed"}) or kind in kinds_of(change)


def kinds_of(change: RecordedChange) -> frozenset[ChangeKind]:
    """All kinds that a person may ask for this change by."""
    kinds: set[ChangeKind] = set()
    if change.element in _OF_ELEMENTS:
        kinds.add(_OF_ELEMENTS[change.element])
    if change.op in {"move", "split", "merge"}:
        kinds.add("moved")
    if change.op in {"insert", "delete"}:
        kinds.add("new" if change.op == "insert" else "removed")
    if change.element == "text" and change.op == "update":
        for edit in marked_edits(text_of(change.old), text_of(change.new)):
            kinds |= _kinds_of_edit(edit)
    return frozenset(kinds)


def _kinds_of_edit(edit: Marked) -> set[ChangeKind]:
    sides = {kind for kind, _ in edit}
    if not {"old", "new"} <= sides:
        return {"new" if "new" in sides else "removed"}
    return {_OF_VALUES[kind] for side in ("old", "new") if (kind := _kind_of_value(edit, side)) in _OF_VALUES}


def _kind_of_value(edit: Marked, side: str) -> str:
    """The kind of value on one side of an edit, read with the words around it."""
    line, start, end = "", 0, 0
    for kind, text in edit:
        if kind in {"same", side}:
            line = f"{line} {text}".strip()
            start, end = (len(line) - len(text), len(line)) if kind == side else (start, end)
    return value_of(line, start, end).kind


def speaks_of(change: RecordedChange, words: str, kind: ChangeKind | None) -> bool:
    """Whether the changed texts hold the phrase: of something new only the new one, of something removed only the old one."""
    phrase = re.compile(rf"(?<!\w){re.escape(folded(words))}(?!\w)")
    before, after = (bool(phrase.search(folded(text_of(side)))) for side in (change.old, change.new))
    if kind == "removed":
        return before and not after
    if kind == "new":
        return after and not before
    return before or after
