"""What visitors wrote, each in a line with their name and how long ago: 'Jean: lovely with thyme (2 hours ago)'.

One of them that came or went has little chance to matter, as the word of one customer for that of another has.
"""

from __future__ import annotations

import re

from pagestrata.weighing.lined_texts import line_at
from pagestrata.weighing.noise_grammar import spans_of
from pagestrata.weighing.text_edits import Edit, Word

_POST = re.compile(r"[^\W\d_][^:\n]{0,24}: \S.*[\s(·,]")
_SHORT_AGE = re.compile(r"[(·]\s?\d{1,3}\s?(?:m|min|h|d|w)\)?$", re.IGNORECASE)


def is_post_exchanged(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether all that an edit has stands in such lines, one on each side."""
    sides = zip(texts, (edit.old_words, edit.new_words), strict=True)
    return all(_is_in_post(text, words) for text, words in sides if words)


def _is_in_post(text: str, words: tuple[Word, ...]) -> bool:
    line = line_at(text, words[0].start)
    return "\n" not in text[words[0].start : words[-1].end] and is_post(line)


def is_post(line: str) -> bool:
    """Whether a line is a name, a colon, some words, and how long ago."""
    short = _SHORT_AGE.search(line)
    starts = [span.start for span in spans_of(line) if span.kind == "age" and not line[span.end :].strip(" ).")]
    start = starts[0] if starts else short.start() + 1 if short else 0
    return start > 0 and _POST.fullmatch(line, 0, start) is not None
