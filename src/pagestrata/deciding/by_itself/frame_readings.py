"""The weather and the quotes that many pages show beside their content: '9 °C, light rain', 'Dow 41,203 ▲ 0.4 %'.

In the frame of a page they are those of the hour, and beside the content the weather in words and a board of quotes are;
elsewhere, and wherever any other word changed, they speak. Where a quote with its change stands in a line of the frame, every
other figure with decimals there is one, too: 'DAX 21.480,12 +0,31 % · Gold 2.611,40 $'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit, Word

_TEMPERATURE = r"(?<![\d.,])[-−–+]?\d{1,3}(?:[.,]\d)?\s?[°º]\s?[CF]?(?!\w)"
_WEATHER = re.compile(rf"{_TEMPERATURE}(?:[,;:/]?\s[^\W\d]+(?:\s[^\W\d]+){{0,2}})?", re.IGNORECASE)
_WEATHER_IN_WORDS = re.compile(rf"{_TEMPERATURE}[,;:/]?\s[^\W\d]+(?:\s[^\W\d]+){{0,2}}", re.IGNORECASE)
_WIND = re.compile(r"(?<![\d.,])\d{1,3}\s?(?:m/s|km/h|kph|mph|kn)(?!\w)", re.IGNORECASE)
_VALUE = r"\d+(?:[.,'\u00a0\u202f ]\d+)*"
_CHANGE = r"(?:[▲▼△▽↑↓⬆⬇]\s?(?:[+−–-]?\d[\d.,]*\s?%?)?|[+−–-]\d+[.,]\d+(?:\s?%)?|±?0[.,]0+\s?%)"
_QUOTE = re.compile(rf"(?<![\w.,])(?:{_VALUE}\s)?{_CHANGE}(?:\s?\({_CHANGE}\))?(?![\w])")
_LINE_OF_BOARD = re.compile(rf"[^\d\n]{{2,40}}?(?:\d{{2,3}}\s)?(?:{_VALUE}\s)?{_CHANGE}(?:\s?\({_CHANGE}\))?")
FEWEST_LINES = 2
_EXACT = re.compile(r"(?<![\w.,])(?:\d+[.,'\u00a0\u202f ])*\d+[.,]\d{2,4}(?![\w.,]\d)(?:\s?[%€$£¥])?")


def readings_in(line: str, *, framed: bool) -> Iterator[tuple[int, int]]:
    """From where to where the weather and quotes of a line reach; `framed`: it stands in the frame of a page."""
    patterns: tuple[re.Pattern[str], ...] = ()
    if framed:
        patterns = (_WEATHER, _QUOTE, _EXACT) if _QUOTE.search(line) else (_WEATHER,)
    elif _WEATHER_IN_WORDS.search(line):
        patterns = _WEATHER_IN_WORDS, _WIND
    done: list[tuple[int, int]] = []
    for pattern in patterns:
        for found in pattern.finditer(line):
            if not any(start < found.end() and found.start() < end for start, end in done):
                done.append(found.span())
    yield from sorted(done)


def is_board_of_quotes(text: str) -> bool:
    """Whether several lines of a text are a name and a quote with its change: 'Helvia 41.20 +1.2 %'."""
    return sum(_LINE_OF_BOARD.fullmatch(line.strip()) is not None for line in text.split("\n")) >= FEWEST_LINES


def is_reading(edit: Edit, texts: tuple[str, str], *, framed: bool) -> bool:
    """Whether all that an edit has on both sides is part of the weather or of quotes."""
    if edit.operation != "update":
        return False
    sides = zip(texts, (edit.old_words, edit.new_words), strict=True)
    return all(_are_within_readings(text, words, framed=framed) for text, words in sides)


def _are_within_readings(text: str, words: tuple[Word, ...], *, framed: bool) -> bool:
    start = text.rfind("\n", 0, words[0].start) + 1
    spans = list(readings_in(line_at(text, words[0].start), framed=framed))
    return all(any(first <= word.start - start and word.end - start <= last for first, last in spans) for word in words)
