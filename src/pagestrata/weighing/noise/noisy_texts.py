"""Text that changes by itself: render dates, clocks, ages, counters and identifiers, by form and by context.

`noise_grammar` finds what has the form, `noise_context` says where it is noise.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pagestrata.model.blocks import Image, Link
from pagestrata.model.deltas import Change, Value
from pagestrata.model.edits import same_beginning
from pagestrata.weighing.noise.noise_context import ANYWHERE, Place, noise_among
from pagestrata.weighing.noise.noise_grammar import Span, spans_of, telling_numbers

__all__ = [
    "Place",
    "differs_by_noise_only",
    "is_noise_change",
    "noise_spans",
    "noise_spans_of_pair",
    "telling_numbers",
    "without_noise",
]

LONG_CHARACTERS = 50_000
"""Of texts longer than this, only so much is read where it shows that they differ."""
TIMES = frozenset(("date", "clock"))
AROUND_CHARACTERS = 40
SAME_BEFORE, SAME_BEHIND = 16, 8
_FIGURES = re.compile(r"\d+")
REACH_CHARACTERS = 1_000
"""How far around it what stands in a text may decide whether something is noise."""


def noise_spans(text: str, place: Place = ANYWHERE) -> list[Span]:
    """The stretches of the text that are noise at this place, in order."""
    spans = spans_of(text)
    return noise_among(spans, text, place) if spans else spans


def noise_spans_of_pair(texts: tuple[str, str], places: tuple[Place, Place]) -> tuple[list[Span], list[Span]]:
    """The same of two versions of a text. A time that is noise in one is noise in the other, where it stands among the same
    words: a clock that happens to be on the quarter is still a clock."""
    old, new = (noise_spans(text, place) for text, place in zip(texts, places, strict=True))
    if texts[0] == texts[1]:
        return old, new
    return _with_times_like(new, texts[1], old, texts[0]), _with_times_like(old, texts[0], new, texts[1])


def _with_times_like(known: list[Span], known_text: str, found: list[Span], text: str) -> list[Span]:
    """The noise found in a text, and the times in it that stand among the words of known noise of the other text."""
    around = {_words_around(known_text, span) for span in known if span.kind in TIMES}
    others = [span for span in spans_of(text) if span.kind in TIMES and span not in found] if around else []
    more = [span for span in others if _words_around(text, span) in around]
    return sorted([*found, *more]) if more else found


def _words_around(text: str, span: Span) -> tuple[str, str, str]:
    """The kind of a span, and what stands before and behind it in its line, whatever the figures are."""
    before = text[max(0, span.start - AROUND_CHARACTERS) : span.start].rpartition("\n")[2]
    behind = text[span.end : span.end + AROUND_CHARACTERS].partition("\n")[0]
    return span.kind, _FIGURES.sub("0", before)[-SAME_BEFORE:], _FIGURES.sub("0", behind)[:SAME_BEHIND]


@lru_cache(maxsize=1_024)  # nearly all texts of a page are the same on both sides, and asked for several times
def without_noise(text: str, place: Place = ANYWHERE) -> str:
    """The text with its noise taken out and white space folded."""
    pieces, done = [], 0
    for span in noise_spans(text, place):
        if span.start >= done:
            pieces += [text[done : span.start], " "]
        done = max(done, span.end)
    pieces.append(text[done:])
    return " ".join("".join(pieces).split())


def differs_by_noise_only(old: str, new: str, place: Place = ANYWHERE) -> bool:
    """Whether two texts are the same but for noise."""
    if old == new or _begin_to_differ(old, new, place):
        return False
    left = without_noise(old, place)
    # What is left of a text stands in it: a word that the other one does not have settles it, and spares its noise.
    return all(word in new for word in left.split(" ")) and left == without_noise(new, place)


def _begin_to_differ(old: str, new: str, place: Place) -> bool:
    """Whether two very long texts differ by more than noise soon behind where they first differ: then the rest is not read."""
    if min(len(old), len(new)) <= LONG_CHARACTERS:
        return False
    begin = max(0, old.rfind(" ", 0, max(0, same_beginning(old, new) - REACH_CHARACTERS)))
    first, second = (without_noise(text[begin : begin + LONG_CHARACTERS], place) for text in (old, new))
    # Behind the cut, and where noise was longer in one of them, they may end differently.
    compared = min(len(first), len(second)) - REACH_CHARACTERS
    return compared > 0 and first[:compared] != second[:compared]


def is_noise_change(change: Change) -> bool:
    """Whether one change touches nothing but noise.

    An update counts when both sides agree without it; an inserted or deleted text when nothing else is in it.
    """
    if change.element not in {"text", "link"} or change.op not in {"insert", "delete", "update"}:
        return False
    old, new = _words_of(change.old), _words_of(change.new)
    if change.op == "update":
        return old is not None and new is not None and differs_by_noise_only(old, new)
    only = new if change.op == "insert" else old
    return bool(only) and change.element == "text" and not without_noise(only or "")


def _words_of(value: Value) -> str | None:
    """The words of a change's side; a link's address counts too, since a new address is no noise."""
    if isinstance(value, str):
        return value
    if isinstance(value, Link | Image):
        return f"{value.name}\n{value.address}"
    return None
