"""Rows of a forum: a topic, its replies and views, how long ago somebody wrote, and who.

'Winter feed 48 3,912 12 minutes ago by Jo' is one.
"""

from __future__ import annotations

import re

from pagestrata.weighing.lined_texts import line_at
from pagestrata.weighing.noise_grammar import spans_of
from pagestrata.weighing.text_edits import Edit

MOST_WORDS_BEHIND = 4
_COUNTS = re.compile(r"(?P<title>.*?\S)(?P<counts>(?:\s\d+(?:[.,'\u00a0\u202f]\d{3})*){1,3})\s*[·|-]?\s*")


def is_topic_row(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether an edit stands behind the title of such a row, and no count has fallen."""
    sides = [_cut(line_at(text, at)) for text, at in zip(texts, (edit.old_start, edit.new_start), strict=True)]
    if sides[0] is None or sides[1] is None or sides[0][0] != sides[1][0]:
        return False
    old, new = sides[0][1], sides[1][1]
    return len(old) == len(new) and all(was <= now for was, now in zip(old, new, strict=True))


def _cut(line: str) -> tuple[str, list[int]] | None:
    """The title of a row and its counts; None of any other line."""
    time = next((span for span in spans_of(line) if span.kind in {"age", "label"}), None)
    if time is None or len(line[time.end :].split()) > MOST_WORDS_BEHIND:
        return None
    found = _COUNTS.fullmatch(line[: time.start])
    if found is None:
        return None
    return found["title"], [int(re.sub(r"\D", "", count)) for count in found["counts"].split()]
