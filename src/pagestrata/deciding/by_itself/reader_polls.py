"""The shares in a poll of a page's readers: 'Yes 61 % · No 39 % · 2,340 votes so far' under 'Reader poll'."""

from __future__ import annotations

import re

from pagestrata.weighing.noise import counter_words
from pagestrata.weighing.noise.noise_context import POLL_REACH_CHARACTERS, Place
from pagestrata.weighing.noise.noise_grammar import spans_of
from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit

_SHARES = re.compile(r"[\d\s.,%٪]+")
_WORD = re.compile(r"[^\W\d_]+")


def is_share_of_poll(edit: Edit, texts: tuple[str, str], place: Place) -> bool:
    """Whether shares changed in a line that also counts the votes, and a word above it calls it a poll."""
    if not (_SHARES.fullmatch(edit.old) and _SHARES.fullmatch(edit.new)):
        return False
    lines = [line_at(text, at) for text, at in zip(texts, (edit.old_start, edit.new_start), strict=True)]
    if not all(any(span.kind == "votes" for span in spans_of(line)) for line in lines):
        return False
    above = f"{place.above}\n{texts[1][: edit.new_start]}"[-POLL_REACH_CHARACTERS:]
    return not counter_words.POLLS.isdisjoint(word.lower() for word in _WORD.findall(above)) and "?" in above
