"""Six concepts that words stand for, whatever the language: numbers for the model, never a verdict.

`data/concepts.json` has for each concept words, phrases and beginnings of words, lower case. All languages are read as one,
since nobody says in which one a page is written.

| concept | what |
|---|---|
| fact | what people count and date for its own sake: deadlines, deaths, seats, meetings |
| self_count | what pages count of themselves: views, comments, likes, visitors, baskets |
| updated | makes a time that of the page itself: updated, last changed, now, today |
| turns | labels over what a page chooses by itself: advertisement, most read, tip of the day |
| machine | what a server says of itself: session, token, build |
| status | turns a sentence round: not, must, closed, sold out |
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

from pagestrata.judging.values import UNPARTED, calendar
from pagestrata.judging.words import key_of

CONCEPTS = ("fact", "self_count", "updated", "turns", "machine", "status")
LEAST_STEM = 3
MOST_CHARACTERS = 400
"""Of one text that is searched for concepts: what names a figure is near it."""


class _Table(NamedTuple):
    words: dict[str, int]  # word -> bits of its concepts
    phrases: dict[str, list[tuple[str, int]]]  # first word -> phrases that begin with it
    stems: dict[str, int]
    unparted: list[tuple[str, int]]  # phrases of languages that write without spaces


@cache
def _table() -> _Table:
    file = resources.files("pagestrata.judging").joinpath("data", "concepts.json")
    data = json.loads(file.read_text(encoding="utf-8"))
    table = _Table({}, {}, {}, [])
    for bit, concept in enumerate(CONCEPTS):
        for listed in data[concept]["words"]:
            key = listed.casefold() if listed.isalpha() else key_of(listed)
            if UNPARTED.search(listed):
                table.unparted.append((listed, 1 << bit))
            elif " " in key:
                table.phrases.setdefault(key.split()[0], []).append((f" {key} ", 1 << bit))
            else:
                table.words[key] = table.words.get(key, 0) | 1 << bit
        for stem in data[concept]["stems"]:
            if UNPARTED.search(stem):
                table.unparted.append((stem, 1 << bit))
            else:
                table.stems[stem] = table.stems.get(stem, 0) | 1 << bit
    return table


@lru_cache(maxsize=1 << 14)
def _bits_of_word(word: str) -> int:
    table = _table()
    bits = table.words.get(word, 0)
    for end in range(LEAST_STEM, min(len(word), MOST_CHARACTERS) + 1):
        bits |= table.stems.get(word[:end], 0)
    return bits


NOISE_BITS = sum(1 << CONCEPTS.index(concept) for concept in ("self_count", "updated", "machine"))
LEAST_OF_FACTS = 3
FACT_BIT = 1 << CONCEPTS.index("fact")
LEAST_LETTERS = 4
"""Shorter words join others: by, at, the, on."""


@cache
def _times() -> frozenset[str]:
    """The words of dates, spans and ages."""
    names = calendar()
    ages = (word for phrase in names["past"] for word in re.split(r"[| ]", phrase) if word)
    return frozenset((*names["months"], *names["weekdays"], *names["units"], *ages))


def _is_time(word: str) -> bool:
    """Whether a word makes a time that of the page: today, now."""
    return bool(_bits_of_word(word) & 1 << CONCEPTS.index("updated"))


def says_only_times(words: Iterable[str]) -> bool:
    """Whether words are figures, names of months, weekdays and units, or those of ages, and nothing else."""
    return all(
        len(word) < LEAST_LETTERS or word[:1].isdecimal() or word in _times() or _is_time(word) for word in words
    )


def noise_share(text: str) -> float | None:
    """The share of the words that pages say of themselves; None for a text without a word of some length."""
    text = text[:MOST_CHARACTERS]
    table, key = _table(), key_of(text)
    if UNPARTED.search(text):
        return _unparted_share(text.casefold(), table)
    told = _told_by_phrases(key, table)
    words = [word for word in key.split() if _says_something(word) and not word[:1].isdecimal()]
    known = [word in told or word in _times() or bool(_bits_of_word(word) & NOISE_BITS) for word in words]
    return sum(known) / len(known) if known else None


def _says_something(word: str) -> bool:
    """Whether a word is more than one that joins others: long enough, or one of facts as in 'members pay 12'."""
    return len(word) >= LEAST_LETTERS or (len(word) >= LEAST_OF_FACTS and bool(_bits_of_word(word) & FACT_BIT))


def _told_by_phrases(key: str, table: _Table) -> set[str]:
    """The words of the phrases of noise that a text has."""
    return {
        word
        for first in key.split()
        for phrase, concept in table.phrases.get(first, ())
        if concept & NOISE_BITS and phrase in f" {key} "
        for word in phrase.split()
    }


def _unparted_share(text: str, table: _Table) -> float | None:
    letters = sum(map(str.isalpha, text))
    for phrase, concept in table.unparted:
        if concept & NOISE_BITS:
            text = text.replace(phrase, " ")
    return 1.0 - sum(map(str.isalpha, text)) / letters if letters else None


def concepts_in(text: str) -> tuple[bool, ...]:
    """Which of `CONCEPTS` the words of a text stand for."""
    if not text:
        return (False,) * len(CONCEPTS)
    text = text[:MOST_CHARACTERS]
    table, key = _table(), key_of(text)
    words, bits = key.split(), 0
    for word in words:
        bits |= _bits_of_word(word)
        for phrase, concept in table.phrases.get(word, ()):
            if phrase in f" {key} ":
                bits |= concept
    if UNPARTED.search(text):
        lower = text.casefold()
        for phrase, concept in table.unparted:
            if phrase in lower:
                bits |= concept
    return tuple(bool(bits >> bit & 1) for bit in range(len(CONCEPTS)))
