"""Spans of time: '1 hour 16 min', and whether they are said to have passed ('hace 2 horas') or to be left ('in 3 days').

What is said before and behind such a span comes from CLDR, as do the names of its units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from pagestrata.judging.calendar import NUMBER, UNPARTED, WORD, calendar, number_of

_NO_UNITS = frozenset("kKbBgGtT%")
"""Letters behind a number that are thousands, bytes or grams rather than the first letter of a span of time."""
_UNIT = re.compile(r"[ \u00a0\u202f]?([^\W\d_]+)")
LONGEST_UNIT, MOST_SAID = 6, 4
REACH = 60
"""Characters before and behind a span in which it is said whether it has passed."""
NEXT_UNIT = 4
"""Characters between two units of one span: '1 hour and 16 min'."""
MOST_NUMBERS = 400


class Span(NamedTuple):
    """A span of time; None seconds where its unit is in no dictionary."""

    seconds: float | None
    is_age: bool = False
    is_ahead: bool = False


class _Part(NamedTuple):
    """A number with its unit, from where to where; 0 seconds for a word that is no unit."""

    seconds: float
    start: int
    end: int
    is_unit: bool


def span_in(text: str, first: int, last: int) -> Span | None:
    """The span around a stretch of a text, all its units together."""
    total, reaches, start, end = 0.0, False, -1, -1
    for part in islice(_parts(text), MOST_NUMBERS):
        touches = part.start < last and part.end + 1 > first
        if not part.is_unit:
            if touches and _is_said_around("past", "", text[part.end :]):
                return Span(None, is_age=True)  # '10 mins ago': a unit as no dictionary has it
            continue
        total += part.seconds
        reaches = reaches or touches
        start, end = (start if end >= 0 and part.start - end <= NEXT_UNIT else part.start), part.end
    if not reaches:
        return None
    is_age = _is_said_around("past", text[:start], text[end:])
    return Span(total, is_age, not is_age and _is_said_around("future", text[:start], text[end:]))


def _parts(text: str) -> Iterator[_Part]:
    units = calendar()["units"]
    for found in NUMBER.finditer(text):
        behind = _UNIT.match(text, found.end())
        if behind is None:
            continue
        name = _unit_at_start(behind[1].casefold())
        size = units.get(name) if len(name) > 1 or name not in _NO_UNITS else None
        length = (number_of(found.group()) or 0.0) * size if size is not None else 0.0
        yield _Part(length, found.start(), behind.start(1) + len(name), size is not None)


def _unit_at_start(name: str) -> str:
    """The unit that a word is, or begins with where words are not parted: 小时前."""
    units = calendar()["units"]
    if name in units or name.isascii() or not UNPARTED.match(name):
        return name
    return next((name[:end] for end in range(min(len(name), LONGEST_UNIT), 0, -1) if name[:end] in units), name)


def _is_said_around(tense: str, before: str, behind: str) -> bool:
    """Whether a phrase of the calendar is right around a span: 'hace' before it, 'ago' behind it."""
    before, behind = before[-REACH:].casefold().rstrip(), behind[:REACH].casefold().lstrip()
    firsts, lasts = WORD.findall(before)[-MOST_SAID:], WORD.findall(behind)[:MOST_SAID]
    heads, tails = [""], ["", *(" ".join(lasts[:end]) for end in range(1, len(lasts) + 1))]
    if not before or before[-1].isalpha():
        heads += [" ".join(firsts[at:]) for at in range(len(firsts))]
    if UNPARTED.match(behind):
        tails += [behind[:end] for end in range(1, MOST_SAID + 1)]
    phrases = calendar()[tense]
    return any(f"{head}|{tail}" in phrases for head in heads for tail in tails if head or tail)
