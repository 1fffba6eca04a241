"""The texts of many blocks looked at as one: what is asked of every block is asked once of all of them.

A page has a hundred short texts. Searching each for thirty words is three thousand calls; searching their concatenation
is thirty, and the places found say whose they are. Characters are counted the same way, as one array of code points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.float64]

BETWEEN = "\n"
"""Stands behind every text, so that nothing is found across two of them; no word that is looked for may hold it."""

_DIGIT, _CAPITAL, _COMMA, _STOP, _WIDE_STOP, _ALL = range(1, 7)
_KINDS = np.zeros(0x10000, np.uint8)
_KINDS[ord("0") : ord("9") + 1] = _DIGIT
for _first, _last in ("AZ", "ÀÞ", "АЯ"):
    _KINDS[ord(_first) : ord(_last) + 1] = _CAPITAL
_KINDS[[ord(mark) for mark in ",、"]] = _COMMA
_KINDS[[ord(mark) for mark in ".!?"]] = _STOP
_KINDS[ord("。")] = _WIDE_STOP


class CharacterCounts(NamedTuple):
    """One number per text."""

    digits: Counts
    capitals: Counts
    commas: Counts
    sentences: Counts  # full stops, question and exclamation marks that end a word, and wide stops


class Passages:
    """Texts in the order of their blocks."""

    __slots__ = ("_ends", "_joined")

    def __init__(self, texts: Sequence[str]) -> None:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        self._ends: list[int] = (lengths + 1).cumsum().tolist()
        self._joined = BETWEEN.join([*texts, ""])

    def __len__(self) -> int:
        return len(self._ends)

    def holding(self, words: Iterable[str]) -> Counts:
        """1 for every text that holds one of the words, else 0."""
        found, joined, ends = np.zeros(len(self)), self._joined, self._ends
        for word in words:
            at = joined.find(word)
            while at >= 0:
                owner = bisect_right(ends, at)
                found[owner] = 1.0
                at = joined.find(word, ends[owner])
        return found

    def counting(self, words: Iterable[str], *, whole: bool = False, from_start: bool = False) -> Counts:
        """How often the words stand in every text: anywhere, at the start of a word only, or as whole words only."""
        found, joined, ends = np.zeros(len(self)), self._joined, self._ends
        for word in words:
            at = joined.find(word)
            while at >= 0:
                behind = at + len(word)
                inside = (whole or from_start) and at > 0 and _is_word_character(joined[at - 1])
                if not inside and not (whole and _is_word_character(joined[behind])):
                    found[bisect_right(ends, at)] += 1.0
                at = joined.find(word, behind)
        return found

    def characters(self) -> CharacterCounts:
        """How many digits, capitals, commas and ends of sentences each text has."""
        points = np.frombuffer(self._joined.encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = _KINDS.take(points, mode="clip")
        stops = np.flatnonzero(kinds == _STOP)
        behind = points.take(stops + 1)  # always there: the last character stands behind the last text
        kinds[stops[(behind != ord(" ")) & (behind != ord(BETWEEN))]] = 0  # 3.5, example.org
        places = np.flatnonzero(kinds)
        owner = np.searchsorted(self._ends, places, side="right")
        table = np.bincount(owner * _ALL + kinds.take(places), minlength=len(self) * _ALL).reshape(-1, _ALL)
        digits, capitals, commas, stops, wide_stops = table[:, 1:].T.astype(np.float64)
        return CharacterCounts(digits, capitals, commas, stops + wide_stops)


def _is_word_character(character: str) -> bool:
    return character.isalnum() or character == "_"
