"""How long ago the posts of a box were written, in the shortest form: '· 2h' and '· 9h' that became '· 19h' and '· 1d'.

A single '2h' may be how long something takes. Those of several lines that all rose by one and the same time are ages.
"""

from __future__ import annotations

import re

from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit

FEWEST_LINES = 2
_MINUTES = {
    "s": 1 / 60, "sec": 1 / 60, "m": 1, "min": 1, "мин": 1, "h": 60, "hr": 60, "hrs": 60, "std": 60, "u": 60, "ч": 60,
    "d": 1_440, "t": 1_440, "j": 1_440, "д": 1_440, "дн": 1_440, "w": 10_080, "wk": 10_080, "mo": 43_200, "y": 525_600,
}  # fmt: skip
"""How many minutes a unit has, in letters that pages write behind the number."""
SHORT_AGE = re.compile(rf"(\d{{1,3}})\s?({'|'.join(_MINUTES)})\.?", re.IGNORECASE)
_AGE = re.compile(rf"(?:^|[·•|(,]\s?|\s){SHORT_AGE.pattern}\)?$", re.IGNORECASE)


def is_short_age(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether an edit is in an age at the end of its line, and those of all lines that changed rose alike."""
    lines = [text.split("\n") for text in texts]
    if edit.operation != "update" or len(lines[0]) != len(lines[1]):
        return False
    pairs = [(_AGE.search(was), _AGE.search(now)) for was, now in zip(*lines, strict=True) if was != now]
    ages = [(was, now) for was, now in pairs if was and now and was.string[: was.start()] == now.string[: now.start()]]
    if len(ages) < FEWEST_LINES or not _rose_alike(ages):
        return False
    own = _AGE.search(line_at(texts[1], edit.new_start))
    return own is not None and own.start() <= edit.new_start - texts[1].rfind("\n", 0, edit.new_start) - 1


def _rose_alike(ages: list[tuple[re.Match[str], re.Match[str]]]) -> bool:
    """Whether there is a time by which all of them may have grown: a '2h' is anything from 120 to 179 minutes."""
    least, most = 0.0, float("inf")
    for was, now in ages:
        (old, old_unit), (new, new_unit) = ((int(one[1]), _MINUTES[one[2].lower()]) for one in (was, now))
        least = max(least, new * new_unit - (old + 1) * old_unit)
        most = min(most, (new + 1) * new_unit - old * old_unit)
    return 0 <= least <= most and most > 0
