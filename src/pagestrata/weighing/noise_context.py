"""Whether a date, a clock, a number of people or an identifier is noise where it stands.

A number needs its context to be noise. Ages, counters, copyright years and render times carry theirs with them. A date or a
clock is noise after a word such as 'updated', in a line that holds nothing else, or in a header or footer; never where a
word before it speaks of a deadline, opening hours or an event, never as one end of a span ('9:00-17:00'), never in a
sentence or a table. How many people there are is noise in a boast ('join 2,700,000 happy users'), never in a sentence
('the breach affected 12,500 users'). An identifier is noise where it is named as one of a session, a request or a server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from pagestrata.weighing import machine_marks, noise_words
from pagestrata.weighing.noise_grammar import Span

ALWAYS = frozenset(("copyright", "age", "speed", "countdown", "revision", "machine", "label"))
FRAME = frozenset(("header", "footer", "menu", "search"))
REACH_CHARACTERS = 60
NEAR_WORDS = 5
MOST_OTHER_WORDS = 1
BYLINE_WORDS = 5
BOAST_REACH_WORDS = 3

PUBLISHED = ("publi", "pubblic", "veröffentlicht", "erschienen", "posted", "опубликован", "opublikowan", "gepubliceerd")
RELEASES = ("release", "version", "versión", "versione", "versão", "versie", "версия", "wersja", "выпуск", "edition")

_ENDS = re.compile(r"(?<=[^\W\d_]{2}[.!?])\s+(?=\W*[^\W\d_])|[。！？|•·\n]|(?<=\w)\s+[—–]\s+(?=[^\W\d])")
_WORDS = re.compile(r"[^\W\d_]+")
_RANGE_BEFORE = re.compile(
    r"(?<!\d\d\d)\d\s?(?:[ap]\.?m\.?|uhr|h)?\.?\s?(?:[-–—]|(?:to|bis|à|a|al|until|till|und|and|до)\s)\s?$", re.I
)
_RANGE_AFTER = re.compile(r"^\s?(?:uhr|h)?\s?(?:[-–—]|(?:to|bis|à|a|al|until|till|und|and|до)\s)\s?\d", re.I)
_WHOLE_DATE = re.compile(r"\d{4}|^[^\W\d]{2,}\W{1,3}\d|\d[./]\d\d?[./]\d|[年년].*[日일]")
_ON_THE_QUARTER = re.compile(
    r"[:.h](?:00|15|30|45)(?!\d)|^\d+\s?[ap]\.?m", re.IGNORECASE
)  # as meetings are, and clocks rarely
_TO_THE_SECOND = re.compile(r"[T,\s]{0,3}[0-2]\d:[0-5]\d:[0-5]\d(?!:)")


class Place(NamedTuple):
    """Where a text stands: the role of its block, and the end of what stands before it on the page."""

    role: str = ""
    before: str = ""


ANYWHERE = Place()


def noise_among(spans: list[Span], text: str, place: Place = ANYWHERE) -> list[Span]:
    """The spans that are noise in this text at this place."""
    return [span for span in spans if span.kind in ALWAYS or _RULES[span.kind](span, spans, text, place)]


def _is_idle_time(span: Span, spans: list[Span], text: str, place: Place) -> bool:
    before, after = text[: span.start], text[span.end :]
    if span.kind == "clock" and (_RANGE_BEFORE.search(before[-12:]) or _RANGE_AFTER.search(after[:10])):
        return False
    if _is_present(span, before, after):
        return True
    start, end = _segment(text, span)
    if machine_marks.UPDATED_PHRASE.search(text[max(start, span.start - REACH_CHARACTERS) : span.start]):
        return True
    said = _said_by_words(_near_words(text, span, start, end), text[start:end])
    if said is not None:
        return said
    if place.role == "table":
        return False
    others = _other_words(text, spans, start, end)
    framed = place.role in FRAME and _is_of_frame(span, spans, text, others)
    return framed or _is_machine_stamp(span, text) or _is_set_apart(others, place, first=start == 0)


def _said_by_words(near: list[str], segment: str) -> bool | None:
    """Whether the nearest word that says what a time is of calls it idle; None when no word says it."""
    for at, word in enumerate(near):
        if word in noise_words.BYLINE_WORDS and at > 0:
            continue  # 'by 30 June' is a deadline, 'by Anna Berg, 30 June' is not
        if word in noise_words.LAST_WORDS and (at == 0 or near[at - 1] in noise_words.LAST_NOUNS):
            return True
        if _starts(word, _update_words()):
            return not (_starts(word, PUBLISHED) and _speaks_of_release(segment))
        if _starts(word, _event_words()):
            return False
    return None


def _speaks_of_release(segment: str) -> bool:
    """Whether a sentence is about a release: when it was published is a fact."""
    return any(_starts(word, RELEASES) for word in _lower_words(segment))


def _is_present(span: Span, before: str, after: str) -> bool:
    """Whether the page says that this is the hour or the day of the visit."""
    if span.kind == "clock":
        return machine_marks.PRESENT_CLOCK.search(before[-REACH_CHARACTERS:]) is not None
    return machine_marks.PRESENT_DAY.search(before[-REACH_CHARACTERS:]) is not None and not _RANGE_AFTER.search(
        after[:10]
    )


def _is_machine_stamp(span: Span, text: str) -> bool:
    """Whether a time is written to the second: people do not."""
    return _TO_THE_SECOND.match(text[span.start :] if span.kind == "clock" else text[span.end :]) is not None


def _is_set_apart(others: list[str], place: Place, *, first: bool) -> bool:
    """Whether a line holds nothing but its time, who wrote it, or stands in a frame."""
    alone = len(others) <= MOST_OTHER_WORDS and all(word in noise_words.IDLE_WORDS or len(word) < 3 for word in others)
    if alone and first:
        heading = [word.lower() for word in _WORDS.findall(place.before[-REACH_CHARACTERS:])][-NEAR_WORDS:]
        alone = not any(_starts(word, _event_words()) for word in heading)
    return alone or _is_byline(others)


def _is_of_frame(span: Span, spans: list[Span], text: str, others: list[str]) -> bool:
    """Whether a time in a header or footer is that of the visit: a whole date, a clock that is not on the quarter, several."""
    if len(others) >= 2 * NEAR_WORDS:
        return False
    if span.kind == "date":
        return _WHOLE_DATE.search(text[span.start : span.end]) is not None
    lone = len(others) <= MOST_OTHER_WORDS or sum(one.kind == "clock" for one in spans) > 1
    return lone or _ON_THE_QUARTER.search(text[span.start : span.end]) is None


def _is_byline(others: list[str]) -> bool:
    return bool(others) and others[0] in noise_words.BYLINE_WORDS and len(others) <= BYLINE_WORDS


def _is_idle_counter(span: Span, spans: list[Span], text: str, place: Place) -> bool:
    """Not where people are counted for their own sake: in a table, or in a sentence that is not about the page."""
    counted = _lower_words(text[span.start : span.end])
    if len(counted) > 1 or not noise_words.COUNTED_PEOPLE.intersection(counted):
        return True
    start, end = _segment(text, span)
    others = _other_words(text, spans, start, end)
    return place.role != "table" and (
        len(others) < NEAR_WORDS or any(word in noise_words.PAGE_WORDS for word in others)
    )


def _is_boast(span: Span, _: list[Span], text: str, _place: Place) -> bool:
    start, end = _segment(text, span)
    before = _lower_words(text[max(start, span.start - REACH_CHARACTERS) : span.start])[-BOAST_REACH_WORDS:]
    inside = _lower_words(text[span.start : span.end])
    behind = _lower_words(text[span.end : min(end, span.end + REACH_CHARACTERS)])[:BOAST_REACH_WORDS]
    return any(word in noise_words.BOASTS for word in (*before, *inside)) or any(
        word in noise_words.BOASTS_BEHIND for word in behind
    )


def _lower_words(text: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(text)]


def _is_idle_identifier(span: Span, _: list[Span], text: str, place: Place) -> bool:
    words = [word.lower() for word in _WORDS.findall(text[max(0, span.start - REACH_CHARACTERS) : span.start])]
    for word in reversed(words[-3:]):
        if word in noise_words.CASE_WORDS:
            return False
        if word in noise_words.IDENTIFIER_WORDS:
            return True
    return place.role in {"footer"} and not text[span.start : span.end].isdecimal()


def _segment(text: str, span: Span) -> tuple[int, int]:
    """The sentence or line around a span."""
    low, high = max(0, span.start - 300), min(len(text), span.end + 300)
    start = max((one.end() for one in _ENDS.finditer(text, low, span.start)), default=low)
    following = _ENDS.search(text, span.end, high)
    return start, following.start() if following else high


def _near_words(text: str, span: Span, start: int, end: int) -> list[str]:
    """The words before the span, the nearest first, and the two behind it."""
    before = [word.lower() for word in _WORDS.findall(text[max(start, span.start - REACH_CHARACTERS) : span.start])]
    after = [word.lower() for word in _WORDS.findall(text[span.end : min(end, span.end + REACH_CHARACTERS // 2)])]
    return [*reversed(before[-NEAR_WORDS:]), *after[:2]]


def _other_words(text: str, spans: list[Span], start: int, end: int) -> list[str]:
    """The words of a segment outside of all spans."""
    pieces, done = [], start
    for span in spans:
        if span.end > done and span.start < end:
            pieces.append(text[done : max(done, span.start)])
            done = max(done, span.end)
    pieces.append(text[done:end] if done < end else "")
    words = [word.lower() for piece in pieces for word in _WORDS.findall(piece)]
    return [word for word in words if word not in noise_words.TIME_ZONES and word not in noise_words.WEEKDAYS]


@cache
def _update_words() -> tuple[str, ...]:
    return tuple(sorted(noise_words.UPDATE_STEMS))


@cache
def _event_words() -> tuple[str, ...]:
    return tuple(sorted(noise_words.EVENT_STEMS))


@cache
def _starts(word: str, stems: tuple[str, ...]) -> bool:
    """Whether a word begins with one of the stems; a stem that ends with a full stop is a whole word.

    Where words are not parted by spaces, the stem may stand anywhere.
    """
    if word > "\u3040":
        return any(stem in word for stem in stems if stem > "\u3040")
    return any(word == stem[:-1] if stem.endswith(".") else word.startswith(stem) for stem in stems)


_Rule = Callable[[Span, list[Span], str, Place], bool]
_RULES: Mapping[str, _Rule] = {
    "date": _is_idle_time,
    "clock": _is_idle_time,
    "counter": _is_idle_counter,
    "crowd": _is_boast,
    "identifier": _is_idle_identifier,
}
