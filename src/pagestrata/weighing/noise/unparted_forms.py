"""Dates, clocks, ages and counters as languages write them that put no spaces between words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from pagestrata.weighing.noise import noise_words, page_words


@cache
def forms_without_spaces() -> re.Pattern[str]:
    """Finds them; the name of the group is the kind, or 'keep' for what is none: prices."""
    units = noise_words.EAST_ASIAN_UNITS
    return re.compile(
        r"(?P<keep>\d[\d.,]*\s?[元円])"
        rf"|(?P<age>\d+\s?(?:{units})(?:以前|之前|前|전))"
        r"|(?P<date>(?:\d{2,4}\s?[年년]\s?)?[01]?\d\s?[月월]\s?[0-3]?\d\s?[日号號일]"
        r"(?:\s?[(（]?(?:星期|周)?[一二三四五六日天月火水木金土][曜日)）]{0,3})?"
        r"|(?:19|20)\d\d\s?[年년](?:\s?[01]?\d\s?[月월])?)"
        r"|(?P<clock>[0-2]?\d\s?[时時点시]\s?(?:[0-5]?\d\s?[分분])?(?:\s?[0-5]?\d\s?[秒초])?(?![间間前간]))"
        rf"|(?P<counter>{'|'.join(_counters_without_spaces())})"
    )


def _counters_without_spaces() -> Iterator[str]:
    """Patterns of counters; those that begin with a word are tried only where a digit is near."""
    count = r"\d[\d.,]*\s?[万萬만]?"
    counted = (*noise_words.EAST_ASIAN_COUNTED.split("|"), *page_words.unparted("counted"))
    deeds, times, people, watching, visitors = (
        "|".join(page_words.unparted(concept)) for concept in ("deeds", "times", "people", "watching", "visitors")
    )
    of = "(?:[人名位個个件则則]の?|명의 ?)?"
    yield rf"{count}\s?{of}(?:{'|'.join(counted)}|{visitors}|(?:{times})[^\d\s]{{0,4}}\s?(?:{deeds}))"
    yield rf"(?<![.,\d]){count}[^\d\n]{{1,12}}?(?:{watching})"
    yield rf"{_before_digit(counted)}(?:次数|人数|数|數|量|수)?\s?[!！:：(（]?\s?{count}[回次]?"
    yield rf"{_before_digit((*counted, *deeds.split('|')))}[^\d\s]{{0,6}}\s?[:：]?\s?{count}\s?(?:{times})"
    yield rf"{_before_digit(watching.split('|'))}[^\d\n]{{0,8}}{count}\s?(?:[人名명位]|{people})"
    yield rf"{_before_digit(visitors.split('|'))}\s?[:：]?\s?{count}"


def _before_digit(words: Iterable[str]) -> str:
    """A pattern of any of these words, the longest first, from which a digit is not far."""
    listed = sorted(set(words), key=lambda word: (-len(word), word))
    first = "".join(sorted({word[0] for word in listed}))
    return rf"(?=[{first}][^\d\n]{{0,30}}\d)(?:{'|'.join(listed)})"
