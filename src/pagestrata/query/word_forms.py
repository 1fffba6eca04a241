"""Words in any of their usual English forms: 'announce' is found in 'Mayor announces her resignation'."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pagestrata.query.first_and_last_said import folded

_ENDINGS = ("ing", "ies", "ed", "es", "s", "e", "y")
LEAST_STEM = 3


def stem(word: str) -> str:
    """A word without letter case, accents and its usual ending."""
    plain = folded(word)
    found = next((end for end in _ENDINGS if plain.endswith(end) and len(plain) - len(end) >= LEAST_STEM), "")
    return plain[: len(plain) - len(found)] if plain.isalpha() else plain


def stems_in(text: str) -> frozenset[str]:
    """The stems of all words of a text."""
    return frozenset(stem(word) for word in re.findall(r"\w+", text))


def words_found(words: Iterable[str], stems: frozenset[str]) -> frozenset[str]:
    """Those of some words of which every part is among the stems: 'o'clock' has two."""
    return frozenset(word for word in words if stems_in(word) and stems_in(word) <= stems)
