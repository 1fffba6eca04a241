"""Columns of figures under the names of what pages count: replies, views."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pagestrata.weighing.noise import noise_words, page_words

MOST_COLUMNS = 8


def counter_columns(text: str) -> Iterator[tuple[int, int]]:
    """Figures at the end of lines below a line that ends with what is counted: 'Topic Replies Views' over 'Sails 4 312'."""
    counted, start = 0, 0
    for line in text.split("\n") if "\n" in text else ():
        words = line.split(" ")
        heading = _counted_at_end(words)
        if heading:
            counted = heading
        elif counted and len(words) > counted and all(map(_is_whole_number, words[-counted:])):
            length = len(" ".join(words[-counted:]))
            yield start + len(line) - length, start + len(line)
        else:
            counted = 0
        start += len(line) + 1


def _counted_at_end(words: list[str]) -> int:
    """How many words at the end of a line without figures, after at least one other, are names of counters."""
    if len(words) > MOST_COLUMNS or any(map(str.isdecimal, "".join(words))):
        return 0
    counted = _counted_in_columns()
    return next((at for at, word in enumerate(reversed(words)) if word.lower() not in counted), 0)


@cache
def _counted_in_columns() -> frozenset[str]:
    return (noise_words.COUNTED | page_words.single_words("counted")) - noise_words.COUNTED_PEOPLE


def _is_whole_number(word: str) -> bool:
    return word.replace(".", "").replace(",", "").isdecimal()
