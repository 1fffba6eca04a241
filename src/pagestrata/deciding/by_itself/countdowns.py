"""Times to come that go down by themselves: '2 days 4 hours' in a line, and the minutes of a board of departures.

A single 'in 3 days' is a promise and no countdown: it takes two units of one line, or the minutes of several lines that went
down together.
"""

from __future__ import annotations

import re

from pagestrata.deciding.by_itself.idle_figures import FIGURE, WORD, word_behind
from pagestrata.weighing.noise import noise_words
from pagestrata.weighing.noise.noise_grammar import framed_times
from pagestrata.weighing.noise.time_frames import COMING
from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit

DAY_HOURS = 24
MASK = "\ufffc"
"""Stands for what was taken out of a text."""


def is_countdown(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether days and hours went down in a line that has nothing else to count: no promise is made to the hour.

    So did the minutes of several lines, as on a board of departures.
    """
    if is_board(*texts):
        return True
    sides = zip(texts, (edit.old_start, edit.new_start), strict=True)
    old, new = (line_at(text, start) for text, start in sides)
    was = _hours_in(old)
    now = _hours_in(new) if was is not None else None
    return was is not None and now is not None and now < was and _without_figures(old) == _without_figures(new)


def is_board(old: str, new: str) -> bool:
    """Whether all that changed in two texts are times to come, in minutes, of several lines that went down together."""
    lines = old.split("\n"), new.split("\n")
    if len(lines[0]) != len(lines[1]):
        return False
    changed = [(was, now) for was, now in zip(*lines, strict=True) if was != now]
    fallen = _minutes_fallen(*changed[0]) if len(changed) > 1 else 0
    return fallen > 0 and all(_minutes_fallen(was, now) == fallen for was, now in changed[1:])


def _minutes_fallen(old: str, new: str) -> int:
    """By how much 'in 7 min' went down in a line of which nothing else changed; 0 where it did not, or something else did."""
    spans = [list(framed_times(old, COMING))]
    if len(spans[0]) != 1:
        return 0
    spans.append(list(framed_times(new, COMING)))
    if len(spans[1]) != 1 or without_coming(old) != without_coming(new):
        return 0
    said = [line[start:end] for line, ((start, end),) in zip((old, new), spans, strict=True)]
    if not all(noise_words.MINUTES.intersection(map(str.lower, WORD.findall(one))) for one in said):
        return 0
    was, now = (int(FIGURE.findall(one)[0]) for one in said)
    return max(0, was - now)


def _hours_in(line: str) -> int | None:
    """How many hours a line speaks of as days and hours, None where it does otherwise or has any other figure."""
    figures = list(FIGURE.finditer(line))
    if len(figures) < 2 or not all(one[0].isdecimal() for one in figures):
        return None
    words = (word_behind(line[one.end() :]) for one in figures)
    if not _are_days_and_hours(next(words), next(words)) or int(figures[1][0]) >= DAY_HOURS:
        return None
    smaller = noise_words.TIME_UNITS | noise_words.SECONDS
    return int(figures[0][0]) * DAY_HOURS + int(figures[1][0]) if all(word in smaller for word in words) else None


def _are_days_and_hours(first: str, second: str) -> bool:
    """Whether two words are units of days and of hours; a single letter is a unit of either in some language."""
    if len(first) == 1 or len(second) == 1:
        return (first, second) == ("d", "h")
    return first in noise_words.DAYS and first not in noise_words.HOURS and second in noise_words.HOURS


def _without_figures(line: str) -> list[str]:
    """The words of a line but for those behind figures, whose ending goes with the number."""
    behind = {word_behind(line[one.end() :]) for one in FIGURE.finditer(line)}
    return [word for word in map(str.lower, WORD.findall(line)) if word not in behind]


def without_coming(text: str) -> str:
    for start, end in framed_times(text, COMING):
        text = f"{text[:start]}{MASK * (end - start)}{text[end:]}"
    return re.sub(f"{MASK}+", MASK, text)
