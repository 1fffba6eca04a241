"""Texts as bags of words that two versions can be compared by, whatever the language.

A word is a run of letters, a number with its points and commas ('2.5.28' is one word), or one East Asian character,
which carries about as much as a word. Case and punctuation are left out: a smart quote that turns straight, or an
encoding accident, is no news.
"""

from __future__ import annotations

import re
from collections import Counter

SHORT_LETTERS = 2
BRIDGED_WORDS = 2
QUOTED_LETTERS = 160

_EAST_ASIAN = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
WORD = re.compile(rf"\d+(?:[.,:/]\d+)*|[{_EAST_ASIAN}]|[^\W\d_{_EAST_ASIAN}]+")


def words_of(text: str) -> list[str]:
    """The words of a text, in order, in lower case."""
    return WORD.findall(text.casefold())


def telling_words(text: str) -> list[str]:
    """The words of a text without those of one or two letters: articles, particles, country codes are no news."""
    return [word for word in words_of(text) if len(word) > SHORT_LETTERS or is_telling(word)]


def is_telling(word: str) -> bool:
    return len(word) > SHORT_LETTERS or not word.isalpha() or word >= "\u3040"


def in_short(text: str) -> str:
    """A quotation that fits a sentence, also of a page that writes a million letters without a space."""
    return text if len(text) <= QUOTED_LETTERS else f"{text[:QUOTED_LETTERS].rstrip()}…"


def longest_run(words: list[str], surplus: Counter[str]) -> int:
    """How many of the surplus words stand in one row: a new sentence is a long run, scattered corrections are not.

    A sentence repeats words of the page ('after', 'the'); two such words in between do not end a run.
    """
    left, longest, run, gap = surplus.copy(), 0, 0, 0
    for word in words:
        if left.get(word, 0) > 0:
            left[word] -= 1
            run, gap = run + 1, 0
            if run > longest:
                longest = run
        else:
            gap += 1
            run = run if gap <= BRIDGED_WORDS else 0
    return longest
