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
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from pagestrata.weighing.noise import counter_words, machine_marks, noise_words, page_words
from pagestrata.weighing.noise.noise_grammar import MARKS, Span
from pagestrata.weighing.noise.present_words import is_label_of_today
from pagestrata.weighing.noise.qualified_counters import counts_something_else

ALWAYS = frozenset(("copyright", "age", "speed", "countdown", "revision", "machine", "label", "play"))
FRAME = frozenset(("header", "footer", "menu", "search"))
REACH_CHARACTERS = 60
NEAR_WORDS = 5
MOST_OTHER_WORDS = 1
BYLINE_WORDS = 5
BOAST_REACH_WORDS = 3
STAMP_GAP_CHARACTERS = 4
POLL_REACH_CHARACTERS = 160
POLL_WORDS = 6
LEAST_STEM = 5

PUBLISHED = ("publi", "pubblic", "veröffentlicht", "erschienen", "posted", "опубликован", "opublikowan", "gepubliceerd")
ORDERS = ("order", "bestell", "command", "pide", "compra", "ordin", "encomend", "zamów", "beställ", "закаж", "sipariş")
RELEASES = ("release", "version", "versión", "versione", "versão", "versie", "версия", "wersja", "выпуск", "edition")

_ENDS = re.compile(
    r"(?<=[^\W\d_]{2}[.!?])\s+(?=\W*[^\W\d_])|(?<=:\d\d\.)\s+(?=[^\W\d_])|[。！？|•·\n]|(?<=\w)\s+[—–]\s+(?=[^\W\d])"
)
_WORDS = re.compile(rf"(?:[^\W\d_]|[{MARKS}])+")
_RANGE_BEFORE = re.compile(
    r"(?<!\d\d\d)\d\s?(?:[ap]\.?m\.?|uhr|h)?\.?\s?(?:[-–—]|(?:to|bis|à|a|al|until|till|und|and|до)\s)\s?$", re.I
)
_RANGE_AFTER = re.compile(r"^\s?(?:uhr|h)?\s?(?:[-–—]|(?:to|bis|à|a|al|until|till|und|and|до)\s)\s?\d", re.I)
_WHOLE_DATE = re.compile(r"\d{4}|^[^\W\d]{2,}\W{1,3}\d|\d[./]\d\d?[./]\d|[年년].*[日일]")
_ON_THE_QUARTER = re.compile(
    r"[:.h](?:00|15|30|45)(?!\d)|^\d+\s?[ap]\.?m", re.IGNORECASE
)  # as meetings are, and clocks rarely
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TEMPERATURE = re.compile(r"\d\s?(?:°|º|degrees?\b|grad\b|grados\b|gradi\b|graus\b|graden\b|градус)", re.IGNORECASE)
_TO_THE_SECOND = re.compile(r"[T,\s]{0,3}[0-2]\d:[0-5]\d:[0-5]\d(?!:)")


class Place(NamedTuple):
    """Where a text stands: the role of its block, and the end of what stands before it on the page."""

    role: str = ""
    before: str = ""
    above: str = ""  # more of it, over several blocks


ANYWHERE = Place()


def noise_among(spans: list[Span], text: str, place: Place = ANYWHERE) -> list[Span]:
    """The spans that are noise in this text at this place."""
    return [span for span in spans if span.kind in ALWAYS or _RULES[span.kind](span, spans, text, place)]


def _is_idle_time(span: Span, spans: list[Span], text: str, place: Place) -> bool:
    before, after = text[: span.start], text[span.end :]
    if span.kind == "clock" and (_RANGE_BEFORE.search(before[-12:]) or _RANGE_AFTER.search(after[:10])):
        return False
    if _is_present(span, before, after) or _is_stamp(span, spans, text) or _is_of_order(span, spans, text):
        return True
    start, end = _segment(text, span)
    said = _said_by_phrases(_around(text, span, start, end))
    if said is None:
        said = _said_by_words(_near_words(text, span, start, end), text[start:end])
    if said is not None:
        return said
    if span.kind == "date" and _is_labelled_today(span, text, place):
        return True
    return place.role != "table" and _is_idle_by_its_line(span, spans, text, place, (start, end))


def _is_labelled_today(span: Span, text: str, place: Place) -> bool:
    """Whether a date ends its line, and all that stands before it there, or in the line above, says that it is that of today."""
    start, end = _line(text, span)
    if _WORDS.search(text, span.end, end):
        return False
    own = text[start : span.start]
    above = text[:start].rstrip("\n") if start else place.before
    label = own if _WORDS.search(own) else above[above.rfind("\n") + 1 :]
    return is_label_of_today(label)


def is_of_event(span: Span, text: str) -> bool:
    """Whether a word near a time calls it that of a deadline, opening hours or an event, or it is one end of a span."""
    before, after = text[: span.start], text[span.end :]
    if _RANGE_BEFORE.search(before[-12:]) or _RANGE_AFTER.search(after[:10]):
        return True
    start, end = _segment(text, span)
    return (
        _said_by_phrases(_around(text, span, start, end)) is False
        or _said_by_words(_near_words(text, span, start, end), text[start:end]) is False
    )


def speaks_of_event(text: str) -> bool:
    """Whether a word calls what stands here that of a deadline, opening hours or an event."""
    if page_words.phrase_pattern("event").search(text):
        return True
    return any(_starts(word, _event_words()) for word in _lower_words(text))


def _is_idle_by_its_line(span: Span, spans: list[Span], text: str, place: Place, segment: tuple[int, int]) -> bool:
    """Whether a time of which no word says what it is of is that of a reading, a visit, a writer, or stands alone."""
    start, end = segment
    others = _other_words(text, spans, start, end)
    if len(others) <= MOST_OTHER_WORDS + 1 and _TEMPERATURE.search(text[start:end]):
        return True  # when it was measured: 'Summit 10:02, 3 degrees'
    if len(others) < NEAR_WORDS and _is_odd_stamp(span, spans, text):
        return True
    framed = place.role in FRAME and _is_of_frame(span, spans, text, others)
    if framed or _is_machine_stamp(span, text) or _is_byline(others):
        return True
    alone = _is_set_apart(others, place, first=start == 0)
    return alone and ("\n" not in text or _is_off_the_quarter([one for one in spans if start <= one.start < end], text))


def _said_by_phrases(near: str) -> bool | None:
    """The same of phrases of several words, and of words where they are not parted; that of an event wins."""
    if page_words.phrase_pattern("event").search(near):
        return False
    if machine_marks.UPDATED_PHRASE.search(near) or page_words.phrase_pattern("updated").search(near):
        return True
    return None


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


def _is_of_order(span: Span, spans: list[Span], text: str) -> bool:
    """Whether a day is that on which comes what is ordered now: 'order within 3 h 12 min, get it by Thursday, 19 November'."""
    start, _ = _line(text, span)
    counts_down = any(one.kind == "countdown" and start <= one.start < span.start for one in spans)
    return counts_down and any(_starts(word, ORDERS) for word in _lower_words(text[start : span.start]))


def _is_machine_stamp(span: Span, text: str) -> bool:
    """Whether a time is written to the second: people do not."""
    return _TO_THE_SECOND.match(text[span.start :] if span.kind == "clock" else text[span.end :]) is not None


def _is_stamp(span: Span, spans: list[Span], text: str) -> bool:
    """Whether a date and a clock to the second stand beside each other: no event is announced so."""
    start, end = _beside(span, spans)
    return start < end and _TO_THE_SECOND.search(text[start:end]) is not None


def _is_odd_stamp(span: Span, spans: list[Span], text: str) -> bool:
    """Whether a date with its year and a clock off the quarter stand beside each other."""
    start, end = _beside(span, spans)
    said = text[start:end]
    return _YEAR.search(said) is not None and _ON_THE_QUARTER.search(said) is None


def _beside(span: Span, spans: list[Span]) -> tuple[int, int]:
    """From where to where a date and the clock right beside it reach; nothing where there is only one of them."""
    for first, second in pairwise(spans):
        near = second.start - first.end <= STAMP_GAP_CHARACTERS
        if near and span in (first, second) and {first.kind, second.kind} == {"date", "clock"}:
            return first.start, second.end
    return 0, 0


def _is_off_the_quarter(spans: list[Span], text: str) -> bool:
    """Whether one of several lines has a clock that no meeting has: in the others a lone date is a fact like any other."""
    clocks = [text[span.start : span.end] for span in spans if span.kind == "clock"]
    return bool(clocks) and not any(map(_ON_THE_QUARTER.search, clocks))


def _is_set_apart(others: list[str], place: Place, *, first: bool) -> bool:
    """Whether a line holds nothing but its time."""
    alone = len(others) <= MOST_OTHER_WORDS and all(word in noise_words.IDLE_WORDS or len(word) < 3 for word in others)
    if alone and first:
        heading = [word.lower() for word in _WORDS.findall(place.before[-REACH_CHARACTERS:])][-NEAR_WORDS:]
        alone = not any(_starts(word, _event_words()) for word in heading)
    return alone


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
    """Not where people are counted for their own sake: in a table, a sentence that is not about the page, or by their label."""
    if counts_something_else(text, span.start, span.end):
        return False
    counted = _lower_words(text[span.start : span.end])
    if len(counted) > 1 or not noise_words.COUNTED_PEOPLE.intersection(counted):
        return True
    start, end = _segment(text, span)
    others = _other_words(text, spans, start, end)
    return place.role != "table" and (
        len(others) < NEAR_WORDS or any(word in noise_words.PAGE_WORDS for word in others)
    )


def _is_idle_total(span: Span, spans: list[Span], text: str, _: Place) -> bool:
    """Whether another counter stands in the same line."""
    start, end = _line(text, span)
    return any(one.kind == "counter" and start <= one.start < end for one in spans)


def _is_poll(span: Span, spans: list[Span], text: str, place: Place) -> bool:
    """Whether votes are those of a poll of readers: a short line under a word for one, or 'yes (3)' under a question."""
    said, above = text[span.start : span.end], f"{place.above}\n{text[: span.start]}"[-POLL_REACH_CHARACTERS:]
    if "(" in said:
        return "?" in above
    start, end = _line(text, span)
    polls = counter_words.POLLS.intersection(_lower_words(above))
    return bool(polls) and len(_other_words(text, spans, start, end)) <= POLL_WORDS


def _is_cart(span: Span, spans: list[Span], text: str, place: Place) -> bool:
    """Whether a number is that of what the visitor put away: in brackets, in a frame, or alone in its line."""
    start, end = _segment(text, span)
    alone = counter_words.OPEN_WORDS.issuperset(_other_words(text, spans, start, end))
    return alone or place.role in FRAME or text[span.start : span.end].endswith(")")


def _line(text: str, span: Span) -> tuple[int, int]:
    """The whole line of a span."""
    end = text.find("\n", span.end)
    return text.rfind("\n", 0, span.start) + 1, end if end >= 0 else len(text)


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


def _around(text: str, span: Span, start: int, end: int) -> str:
    """What stands near a span, on both sides."""
    return text[max(start, span.start - REACH_CHARACTERS) : min(end, span.end + REACH_CHARACTERS // 2)]


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
    return tuple(sorted(noise_words.UPDATE_STEMS | _stems_of("updated")))


@cache
def _event_words() -> tuple[str, ...]:
    return tuple(sorted(noise_words.EVENT_STEMS | _stems_of("event")))


def _stems_of(concept: str) -> set[str]:
    """The words of a concept as stems; short ones are whole words."""
    words = page_words.single_words(concept)
    return {word if len(word) >= LEAST_STEM else f"{word}." for word in words if word not in noise_words.TIME_UNITS}


@lru_cache(maxsize=1 << 15)
def _starts(word: str, stems: tuple[str, ...]) -> bool:
    """Whether a word begins with one of the stems; a stem that ends with a full stop is a whole word.

    Where words are not parted by spaces, the stem may stand anywhere.
    """
    if word > "\u3040":
        return any(stem in word for stem in stems if stem > "\u3040")
    beginnings, whole_words = _told_apart(stems)
    return word.startswith(beginnings) or word in whole_words


@cache
def _told_apart(stems: tuple[str, ...]) -> tuple[tuple[str, ...], frozenset[str]]:
    """What words begin with, and what are whole words: one question for all stems, which are hundreds."""
    whole_words = frozenset(stem[:-1] for stem in stems if stem.endswith("."))
    return tuple(stem for stem in stems if not stem.endswith(".")), whole_words


_Rule = Callable[[Span, list[Span], str, Place], bool]
_RULES: Mapping[str, _Rule] = {
    "date": _is_idle_time,
    "clock": _is_idle_time,
    "counter": _is_idle_counter,
    "crowd": _is_boast,
    "identifier": _is_idle_identifier,
    "total": _is_idle_total,
    "votes": _is_poll,
    "cart": _is_cart,
}
