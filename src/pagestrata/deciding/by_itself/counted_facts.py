"""Numbers that look like counters and are facts: how many are left, free, hurt or dead, and the number that names a thing."""

from __future__ import annotations

import re
from functools import cache

from pagestrata.weighing.noise import counter_words, page_words
from pagestrata.weighing.noise.noise_grammar import MARKS

LEAST_BEGINNING = 5
_WORD = re.compile(rf"(?:[^\W\d_]|[{MARKS}])+")
_NAMED = re.compile(r"[^\W\d_]\s$")


def counts_for_its_own_sake(text: str) -> bool:
    """Whether it is said that these are left, free, hurt or dead."""
    words = [word.lower() for word in _WORD.findall(text)]
    if any(word.startswith(counter_words.COUNTED_FOR_THEIR_OWN_SAKE) for word in words):
        return True
    whole, beginnings = _words_of_facts()
    is_fact = not whole.isdisjoint(words) or any(word.startswith(beginnings) for word in words)
    return is_fact or page_words.phrase_pattern("facts").search(text) is not None


@cache
def _words_of_facts() -> tuple[frozenset[str], tuple[str, ...]]:
    """Those of all languages: short ones as whole words, the others as beginnings."""
    words = page_words.single_words("facts")
    return words, tuple(sorted(word for word in words if len(word) >= LEAST_BEGINNING))


def is_designation(before: str, behind: str) -> bool:
    """Whether a number closes what is said without a colon or a bracket: 'level 2' names one, '2 levels' counts them."""
    return _NAMED.search(before) is not None and not behind.strip()
