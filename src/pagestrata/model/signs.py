"""Signs: what the author of a page calls a part of it, by class, id, microdata, rel or ARIA.

A sign is a hint, never content: hashes, comparisons and deltas ignore it, so that renamed classes do not change a page.
It belongs to the stretch of a block's text that it describes, since one block often has a counter, a date and a
sentence side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pagestrata.model.edits import TextEdit, text_edits

SIGNS = (
    "advert", "related", "counter", "updated", "clock", "price", "availability", "published", "byline", "rating",
    "comments", "share", "breadcrumb", "navigation", "pagination", "login", "search", "cookie", "poll", "weather",
    "ticker", "copyright", "alert", "title", "logo", "header", "footer", "sidebar", "article",
)  # fmt: skip
WHOLE = 1 << 31
"""The end of a sign that holds for the whole text of a block."""


class Sign(NamedTuple):
    """One of `SIGNS`, and where in the text of its block it holds."""

    name: str
    start: int = 0
    end: int = WHOLE

    @property
    def is_whole(self) -> bool:
        return self.end >= WHOLE

    def covers(self, start: int, end: int) -> bool:
        return self.start <= start and end <= self.end


Signs = tuple[Sign, ...]


def signs_to_words(signs: Iterable[Sign]) -> str:
    """Signs in one line: 'related counter:12-17'."""
    return " ".join([sign.name if sign.is_whole else f"{sign.name}:{sign.start}-{sign.end}" for sign in signs])


def signs_from_words(words: str) -> Signs:
    """The signs of such a line. Unknown signs are omitted; ValueError if it is not such a line."""
    found = []
    for word in words.split():
        name, _, place = word.partition(":")
        start, _, end = place.partition("-")
        if name in SIGNS:
            found.append(Sign(name, int(start), int(end)) if place else Sign(name))
    return tuple(found)


def joined_signs(parts: Iterable[tuple[str, Signs]]) -> Signs:
    """The signs of texts that are joined by one space each."""
    found, start = [], 0
    for text, signs in parts:
        found += [Sign(sign.name, start + sign.start, start + min(sign.end, len(text))) for sign in signs]
        start += len(text) + 1
    return tuple(found)


def moved_signs(signs: Signs, old: str, new: str) -> Signs:
    """Return the signs of a changed text, without those whose end was rewritten together with adjacent text."""
    if old == new or all(sign.is_whole for sign in signs):
        return signs
    edits = text_edits(old, new)
    return tuple(moved for sign in signs if (moved := sign if sign.is_whole else _moved(sign, edits)) is not None)


def _moved(sign: Sign, edits: Sequence[TextEdit]) -> Sign | None:
    start, end = sign.start, sign.end
    for edit in edits:
        grown, behind = len(edit.inserted) - edit.removed, edit.start + edit.removed
        if sign.start <= edit.start and behind <= sign.end:
            end += grown
        elif behind <= sign.start:
            start, end = start + grown, end + grown
        elif edit.start < sign.end:
            return None
    return Sign(sign.name, start, end)
