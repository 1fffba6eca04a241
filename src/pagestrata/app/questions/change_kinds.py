"""The kinds of changes that people ask for: a price, a date, something new or removed."""

from __future__ import annotations

import re

from pagestrata.judging.values import value_of
from pagestrata.model.change_question import ChangeKind, ChangeQuestion
from pagestrata.model.change_sentence import marked_edits, text_of
from pagestrata.model.edit_words import Marked, ends_sentence
from pagestrata.model.records import RecordedChange
from pagestrata.query.first_and_last_said import folded

_OF_VALUES: dict[str, ChangeKind] = {
    "money": "price", "percent": "number", "score": "number", "version": "number", "measure": "number",
    "count": "number", "date": "date", "clock": "date", "span": "date",
}  # fmt: skip
_OF_ELEMENTS: dict[str, ChangeKind] = {"image": "picture", "link": "link", "style": "style", "text": "text"}


def is_of(change: RecordedChange, question: ChangeQuestion) -> bool:
    """Whether a change is of the kind, and mentions the phrase, that a question asks for; replaced words are removed and new."""
    kind, words = question.kind, question.words if question.is_phrase else None
    if words is not None and not speaks_of(change, words, kind):
        return False
    replaces = question.words is not None and change.op == "update" and change.element in {"text", "link"}
    return kind is None or (replaces and kind in {"new", "removed"}) or kind in kinds_of(change)


def kinds_of(change: RecordedChange) -> frozenset[ChangeKind]:
    """All kinds of this change that a person may ask for."""
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
    """Whether a change is about a phrase. For 'new' only the new text counts, for 'removed' only the old one.

    Only the changed clauses count, not a phrase elsewhere in the text.
    """
    phrase = re.compile(rf"(?<!\w){re.escape(folded(words))}(?!\w)")
    before, after = (bool(phrase.search(folded(text_of(side)))) for side in (change.old, change.new))
    if kind == "removed":
        return before and not after
    if kind == "new":
        return after and not before
    return before != after or (before and any(phrase.search(folded(text)) for text in changed_clauses(change, kind)))


def changed_clauses(change: RecordedChange, kind: ChangeKind | None) -> list[str]:
    """The changed texts with the rest of their sentences: for 'new' the new ones, for 'removed' the old ones."""
    sides = ("old",) if kind == "removed" else ("new",) if kind == "new" else ("old", "new")
    if not (change.element == "text" and change.op == "update"):
        return [text for side in sides if (text := text_of(change.old if side == "old" else change.new))]
    edits = marked_edits(text_of(change.old), text_of(change.new))
    return [_clause(edit, side) for edit in edits for side in sides if side in {part for part, _ in edit}]


def _clause(edit: Marked, side: str) -> str:
    """One side of an edit with the words around it that are in the same sentence."""
    place = next(number for number, (kind, _) in enumerate(edit) if kind != "same")
    words = " ".join(text for kind, text in edit if kind == side).split()
    before = [word for kind, text in edit[:place] if kind == "same" for word in text.split()]
    after = [word for kind, text in edit[place:] if kind == "same" for word in text.split()]
    while after and not ends_sentence(words[-1]):
        words.append(after.pop(0))
    while before and not ends_sentence(before[-1]):
        words.insert(0, before.pop())
    return " ".join(words)
