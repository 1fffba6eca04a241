"""Parts of a text that change by themselves, recognised from the text alone: times of the page, ages, reader counts.

For callers that have only a text: the weights of E (paper 1), and the warning before following an element with such a part.
Callers with two versions or a history use the evidence.
"""

from __future__ import annotations

import re

from pagestrata.judging.edits import SEPARATORS, Edit, edits_between_texts, is_respelled, old_side, part_around
from pagestrata.judging.values import NUMBER, value_of
from pagestrata.judging.words import CONCEPTS, concepts_in, noise_share, says_only_times
from pagestrata.model.blocks import Image, Link
from pagestrata.model.deltas import Change, Value

ALL = 0.99
"""Minimum share of words about the page itself, for a part that says nothing else."""
MOST_PARTS = 200
_SECONDS = re.compile(r"(?<![\d:])\d{1,2}:[0-5]\d:[0-5]\d(?![\d:])")
"""Appointments have hours and minutes; only a clock has seconds."""
OF_ITSELF = ("self_count", "updated", "machine")


def changes_by_itself(text: str) -> bool:
    """Return whether part of a text is only about the page itself: 'Updated 10:31', '37 views'."""
    parts = (part for line in text.split("\n") for part in SEPARATORS.split(line))
    return any(is_of_the_page_itself(part) for part, _ in zip(parts, range(MOST_PARTS), strict=False))


def is_of_the_page_itself(part: str) -> bool:
    """Return whether a part of a line has a figure and is only about the page itself."""
    figure = NUMBER.search(part)
    if figure is None:
        return False
    if _SECONDS.search(part):
        return True
    value, share = value_of(part, *figure.span()), noise_share(part)
    if share is None:
        return value.kind == "clock"
    if share < ALL:
        return False
    said = dict(zip(CONCEPTS, concepts_in(part), strict=True))
    return value.is_age or any(said[concept] for concept in OF_ITSELF)


def is_noise_change(change: Change) -> bool:
    """Return whether a change only touches text that changes by itself.

    An inserted or deleted text counts if all of it does. The address of a link never changes by itself.
    """
    if change.element not in {"text", "link"} or change.op not in {"insert", "delete", "update"}:
        return False
    old, new = _text_of(change.old), _text_of(change.new)
    if change.op == "update":
        return old is not None and new is not None and _differ_by_noise_only(old, new)
    only = new if change.op == "insert" else old
    return bool(only) and change.element == "text" and is_of_the_page_itself(only or "")


def _differ_by_noise_only(old: str, new: str) -> bool:
    edits = edits_between_texts(old, new)
    return bool(edits) and all(map(is_noise_edit, edits))


def is_noise_edit(edit: Edit) -> bool:
    """Return whether an edit corrects spelling, is an age, or is in a part of its line about the page itself."""
    if edit.op != "update":
        return False
    return (
        _is_age(edit)
        or is_respelled(edit)
        or all(is_of_the_page_itself(part_around(side)) for side in (edit, old_side(edit)))
    )


def _is_age(edit: Edit) -> bool:
    old = value_of(edit.old_line, edit.old_start, edit.old_start + len(edit.old))
    new = value_of(edit.new_line, edit.new_start, edit.new_start + len(edit.new))
    return old.is_age and new.is_age and says_only_times((*edit.old_words, *edit.new_words))


def _text_of(value: Value) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, Link | Image):
        return f"{value.name}\n{value.address}"
    return None
