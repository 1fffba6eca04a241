"""What words tell: which of a text are news, how many stand in one row, and how they are quoted."""

from __future__ import annotations

from collections import Counter

from pagestrata.model.words import decision_model_words

SHORT_LETTERS = 2
BRIDGED_WORDS = 2
QUOTED_LETTERS = 160


def telling_words(text: str) -> list[str]:
    """The words of a text without those of one or two letters: articles, particles, country codes are no news."""
    return [word for word in decision_model_words(text) if len(word) > SHORT_LETTERS or is_telling(word)]


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
