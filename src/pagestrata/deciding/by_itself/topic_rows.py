"""Rows of a forum: a topic, its replies and views, how long ago somebody wrote, and who.

'Winter feed 48 3,912 12 minutes ago by Jo' is one. One count alone needs the name of who wrote, and a label with a colon is no
topic: 'Missing: 4 · 3 minutes ago' is a line of a ticker.
"""

from __future__ import annotations

import re

from pagestrata.deciding.by_itself.counted_facts import counts_for_its_own_sake
from pagestrata.weighing.noise.noise_grammar import spans_of
from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit

MOST_WORDS_BEHIND = 4
_COUNTS = re.compile(r"(?P<title>.*?\S)(?P<counts>(?:\s\d+(?:[.,'\u00a0\u202f]\d{3})*){1,3})\s*[·|-]?\s*")


def is_topic_row(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether an edit stands behind the title of such a row, and no count has fallen."""
    old = _cut(line_at(texts[0], edit.old_start))
    new = _cut(line_at(texts[1], edit.new_start)) if old is not None else None
    if old is None or new is None or old[0] != new[0] or len(old[1]) != len(new[1]):
        return False
    return all(was <= now for was, now in zip(old[1], new[1], strict=True))


def _cut(line: str) -> tuple[str, list[int]] | None:
    """The title of a row and its counts; None of any other line."""
    if not _COUNTS.match(line):
        return None
    time = next((span for span in spans_of(line) if span.kind in {"age", "label"}), None)
    if time is None or len(line[time.end :].split()) > MOST_WORDS_BEHIND:
        return None
    found = _COUNTS.fullmatch(line[: time.start])
    if found is None or found["title"].endswith((":", "：")) or counts_for_its_own_sake(found["title"]):
        return None
    counts = [int(re.sub(r"\D", "", count)) for count in found["counts"].split()]
    return (found["title"], counts) if len(counts) > 1 or line[time.end :].strip() else None
