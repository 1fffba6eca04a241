"""Numbers in a block's text as a time series: a price, a score, a count.

A block may hold several numbers (a price and a discount), and their order may change. The series follows the one whose
surroundings stay the same: the words before and behind it, the currency or unit, and its place among the numbers.
Both 1,234.56 and 1.234,56 are read; a lone separator before exactly three digits groups thousands.
"""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pagestrata.model.patterns import pattern

LOOKED_AROUND = 200
"""Characters before and behind a number in which its word and its unit are looked for."""
_NUMBER = pattern(r"(?<![\w.,])[-+−]?(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+|\d+)(?:[.,]\d+)?(?![\w]*\d)")
_UNIT = pattern(r"\s*([€$£¥₹%°]|[A-Za-z]{1,4}\b)")
_SYMBOL = pattern(r"([€$£¥₹]|\b[A-Z]{3})\Z")
SYMBOL_CHARACTERS = 4
"""The letters of a currency, and one that says whether they begin a word."""
_WORD = pattern(r"[^\W\d]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """One number in a text, with its context."""

    value: float
    before: str
    unit: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One version of a trail: the number, or None where the block or the number was missing."""

    time: datetime
    value: float | None
    text: str
    state: str
    confidence: float


def numbers_in(text: str) -> list[Number]:
    """All numbers of a text, in order."""
    found = []
    words = [match.span() for match in _WORD.finditer(text)]
    ends = [end for _, end in words]
    for place, match in enumerate(_NUMBER.finditer(text)):
        value = parse_number(match.group())
        if value is None:
            continue
        begin = max(0, match.start() - LOOKED_AROUND)
        before = text[begin : match.start()].rstrip()
        symbol = _SYMBOL.search(before[-SYMBOL_CHARACTERS:])
        unit = _UNIT.match(text[match.end() : match.end() + LOOKED_AROUND])
        sign = symbol.group(1) if symbol else unit.group(1) if unit else ""
        last = bisect_right(ends, begin + len(before) - len(symbol.group(1) if symbol else "")) - 1
        word = text[max(begin, words[last][0]) : ends[last]] if last >= 0 else ""
        found.append(Number(value=value, before=word.casefold(), unit=sign, place=place))
    return found


def parse_number(text: str) -> float | None:
    """The number as a person would read it, None if it is not a number."""
    digits = re.sub("['’\u00a0\u202f ]", "", text).replace("−", "-")
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and point >= 0:
        group = "," if point > comma else "."
        digits = digits.replace(group, "").replace(",", ".")
    elif comma >= 0 or point >= 0:
        separator = "," if comma >= 0 else "."
        head, *groups = digits.split(separator)
        grouped = (
            all(len(group) == 3 for group in groups) and 1 <= len(head.lstrip("+-")) <= 3 and head.lstrip("+-") != "0"
        )
        digits = "".join([head, *groups]) if grouped else ".".join([head, "".join(groups)])
    try:
        return float(digits)
    except ValueError:
        return None


def series_of(texts: Sequence[str], sure: Sequence[bool] | None = None) -> list[float | None]:
    """The number that runs through a block's texts: in each the one most like its sure predecessor."""
    values: list[float | None] = []
    last: Number | None = None
    for text, is_sure in zip(texts, sure or [True] * len(texts), strict=True):
        candidates = numbers_in(text)
        chosen = max(candidates, key=lambda number: _alike(last, number), default=None)
        values.append(None if chosen is None else chosen.value)
        last = (chosen or last) if is_sure else last
    return values


def number_in(text: str) -> Number | None:
    """The number that a series of this text begins with: money first, then what has a unit, then the first."""
    return max(numbers_in(text), key=lambda number: _alike(None, number), default=None)


def is_money(unit: str) -> bool:
    """Whether a unit is a currency: its sign, or its three letters."""
    return bool(unit) and (unit in "€$£¥₹" or (len(unit) == 3 and unit.isupper()))


def _alike(last: Number | None, number: Number) -> tuple[float, float, int]:
    if last is None:
        return (_interest(number.unit), 0.0, -number.place)
    words = 2.0 * (number.before == last.before) + 2.0 * (number.unit == last.unit) + (number.place == last.place)
    larger = max(abs(number.value), abs(last.value), 1e-9)
    return (words, -abs(number.value - last.value) / larger, -number.place)


def _interest(unit: str) -> float:
    """Money first, then other units by sign, then bare numbers: what people follow."""
    if is_money(unit):
        return 2.0
    return float(bool(unit) and not unit.isalpha())


def points_of(found: Iterable[tuple[datetime, str, str, float]]) -> list[Point]:
    """Points of (time, text, state, confidence); a lost block has no value."""
    entries = list(found)
    values = series_of([text for _, text, _, _ in entries], [state == "found" for _, _, state, _ in entries])
    return [
        Point(time=time, value=None if state == "lost" else value, text=text, state=state, confidence=confidence)
        for (time, text, state, confidence), value in zip(entries, values, strict=True)
    ]


def series_csv(points: Iterable[Point]) -> str:
    """time,value,state,confidence,text with a header; texts that a spreadsheet would run as a formula are quoted."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(["time", "value", "state", "confidence", "text"])
    for point in points:
        value = "" if point.value is None else f"{point.value:.10g}"
        writer.writerow([point.time.isoformat(), value, point.state, f"{point.confidence:.3f}", _safe(point.text)])
    return target.getvalue()


def _safe(text: str) -> str:
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t"} else text
