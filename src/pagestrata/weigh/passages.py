"""The texts of many blocks looked at as one: what is asked of every block is asked once of all of them.

A page has a hundred short texts. Searching each for thirty words is three thousand calls; searching their concatenation
is thirty, and the places found say whose they are. Characters are counted the same way, as one array of code points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.float64]

BETWEEN = "\n"
"""Stands behind every text, so that nothing is found across two of them; no word that is looked for may hold it."""

DIGITS, CAPITALS, COMMAS, _STOPS, _WIDE_STOPS, _SPACES = range(1, 7)
_KINDS = np.zeros(0x10000, np.uint8)
_KINDS[ord("0") : ord("9") + 1] = DIGITS
for _first, _last in ("AZ", "ÀÞ", "АЯ"):
    _KINDS[ord(_first) : ord(_last) + 1] = CAPITALS
_KINDS[[ord(mark) for mark in ",、"]] = COMMAS
_KINDS[[ord(mark) for mark in ".!?"]] = _STOPS
_KINDS[ord("。")] = _WIDE_STOPS
_KINDS[[ord(mark) for mark in " " + BETWEEN]] = _SPACES


class Passages:
    """Texts in the order of their blocks."""

    __slots__ = ("_ends", "_joined", "_kinds")

    def __init__(self, texts: Sequence[str]) -> None:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        self._ends: list[int] = (lengths + 1).cumsum().tolist()
        self._joined = BETWEEN.join([*texts, ""])
        self._kinds: npt.NDArray[np.uint8] | None = None

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

    def characters(self, kind: int) -> Counts:
        """How many characters of a kind (DIGITS, CAPITALS, COMMAS) each text has."""
        return self._per_text(self._kind_of_each == kind)

    def sentences(self) -> Counts:
        """Full stops, question and exclamation marks that end a word, and the wide stop wherever it stands."""
        kinds = self._kind_of_each
        ends_word = (kinds[:-1] == _STOPS) & (kinds[1:] == _SPACES)
        return self._per_text(np.append(ends_word, False) | (kinds == _WIDE_STOPS))

    @property
    def _kind_of_each(self) -> npt.NDArray[np.uint8]:
        if self._kinds is None:
            points = np.frombuffer(self._joined.encode("utf-32-le", "surrogatepass"), np.uint32)
            self._kinds = _KINDS.take(points, mode="clip")
        return self._kinds

    def _per_text(self, chosen: npt.NDArray[np.bool_]) -> Counts:
        return np.bincount(np.searchsorted(self._ends, np.flatnonzero(chosen), side="right"), minlength=len(self)) * 1.0


def _is_word_character(character: str) -> bool:
    return character.isalnum() or character == "_"
