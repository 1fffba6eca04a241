"""Lines of small print in which several things change by themselves at once: '312 people look at this · session 9f3a'.

A line is cut into its parts ('·', '|', a comma, the end of a sentence), and each part that changed is judged on its own:

- noise by its form and words (`weighing.noise`), such as an age, a session or a known counter;
- how long the server took, in the seconds of any language of CLDR;
- a large whole number that changed by little; how many are online;
- a time to come in the words of CLDR ('čez 9 minut'), which the visit before last had otherwise;
- a bare count: no money, no measure, no telephone number, no year, no word of a deadline or an event beside it.

The line is idle where every changed part is one of these and one of them says so by itself, not as a time to come or a bare
count do; beside nothing but an age, counts must have risen. Nothing but figures may have changed in a part.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from pagestrata.deciding.idle_figures import (
    FIGURE,
    TOOK_SECONDS,
    WORD,
    figure_at,
    is_before_unit,
    is_slow_counter,
    word_behind,
)
from pagestrata.weighing import counter_words, noise_words
from pagestrata.weighing.noise import noise_spans
from pagestrata.weighing.noise_context import Place, speaks_of_event
from pagestrata.weighing.noise_grammar import framed_times
from pagestrata.weighing.text_edits import Edit
from pagestrata.weighing.time_frames import COMING

MOST_WORDS = 6
YEARS = 1_900, 2_100
DAY_HOURS = 24
FEED_PARTS = 3
TELLING = frozenset(
    ("age", "counter", "countdown", "identifier", "machine", "revision", "crowd", "label", "speed", "total")
)
"""Kinds of noise that show what a line is for; a date or a clock may stand in any."""

AGES = frozenset(("age", "label"))
SAYING_SO = frozenset(("noise", "machine", "slow", "online"))

_SEPARATOR = re.compile(r"[·|•;]|,(?!\d)|(?<=\w)[.。]\s|\s[-–—/]\s|\s\s")
_FEED_SEPARATOR = re.compile(r"\s[·•|]\s")
_SHORT_AGE = re.compile(r"\d{1,3}\s?(?:s|m|min|h|hr|hrs|d|w|wk|mo|y|std|t|u|ч|мин|д|дн)\.?", re.IGNORECASE)
_MASK = "\ufffc"
_COUNTED_BEFORE = re.compile(r"[\d+#№][^\w\s]?\s?$")
_HOST = re.compile(r"[a-z]+-$")


class _Part(NamedTuple):
    """One part of a line in both versions, and the same with all noise masked."""

    old: str
    new: str
    old_masked: str
    new_masked: str
    kinds: frozenset[str]


def is_idle_line(edit: Edit, texts: tuple[str, str], places: tuple[Place, Place]) -> bool:
    """Whether an edit stands in a line of which all that changed goes by itself; the line is small print."""
    lines = [line_at(text, start) for text, start in zip(texts, (edit.old_start, edit.new_start), strict=True)]
    if lines[0] == lines[1] or any("\n" in side for side in (edit.old, edit.new)):
        return False
    verdicts = [_verdict(part) for part in _parts(lines[0], lines[1], places) if part.old != part.new]
    if not verdicts or not all(verdicts):
        return False
    # Beside how long ago it was posted, what is left of something goes down: 'posted 3 hours ago · 2 places left'.
    return any(verdict in SAYING_SO for verdict in verdicts) or ("age" in verdicts and "fallen" not in verdicts)


def is_feed_line(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether an edit stands in a line such as 'Mabel · 2h · 6 nods', wherever it is, of which the time and a count changed."""
    lines = (line_at(text, start) for text, start in zip(texts, (edit.old_start, edit.new_start), strict=True))
    old, new = ([part.strip() for part in _FEED_SEPARATOR.split(line)] for line in lines)
    if len(old) < FEED_PARTS or len(old) != len(new) or old[0] != new[0]:
        return False
    kinds = [_feed_kind(was, now) for was, now in zip(old, new, strict=True) if was != now]
    return {"age", "count"} == set(kinds)


def _feed_kind(old: str, new: str) -> str:
    """'age' or 'count' for a part of a line that changed as in a feed."""
    if _SHORT_AGE.fullmatch(old) and _SHORT_AGE.fullmatch(new):
        return "age"
    return "count" if _verdict_on_figures(old, new) in {"count", "slow"} else ""


def is_countdown(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether days and hours went down in a line that has nothing else to count: no promise is made to the hour."""
    sides = zip(texts, (edit.old_start, edit.new_start), strict=True)
    old, new = (line_at(text, start) for text, start in sides)
    was, now = _hours_in(old), _hours_in(new)
    return was is not None and now is not None and now < was and _without_figures(old) == _without_figures(new)


def _hours_in(line: str) -> int | None:
    """How many hours a line speaks of as days and hours, None where it does otherwise or has any other figure."""
    figures = list(FIGURE.finditer(line))
    words = [word_behind(line[one.end() :]) for one in figures]
    if len(figures) < 2 or not all(one[0].isdecimal() for one in figures):
        return None
    if not _are_days_and_hours(words[0], words[1]) or int(figures[1][0]) >= DAY_HOURS:
        return None
    smaller = noise_words.TIME_UNITS | noise_words.SECONDS
    return int(figures[0][0]) * DAY_HOURS + int(figures[1][0]) if all(word in smaller for word in words[2:]) else None


def _are_days_and_hours(first: str, second: str) -> bool:
    """Whether two words are units of days and of hours; a single letter is a unit of either in some language."""
    if len(first) == 1 or len(second) == 1:
        return (first, second) == ("d", "h")
    return first in noise_words.DAYS - noise_words.HOURS and second in noise_words.HOURS


def _without_figures(line: str) -> list[str]:
    """The words of a line but for those behind figures, whose ending goes with the number."""
    behind = {word_behind(line[one.end() :]) for one in FIGURE.finditer(line)}
    return [word for word in map(str.lower, WORD.findall(line)) if word not in behind]


def line_at(text: str, place: int) -> str:
    end = text.find("\n", place)
    return text[text.rfind("\n", 0, place) + 1 : end if end >= 0 else len(text)]


def _parts(old: str, new: str, places: tuple[Place, Place]) -> list[_Part]:
    """The parts of a line side by side; one that is no noise where they are not as many."""
    sides = [_cut(line, place) for line, place in zip((old, new), places, strict=True)]
    if len(sides[0]) != len(sides[1]):
        return [_Part(old, new, old, new, frozenset())]
    return [
        _Part(was, now, was_masked, now_masked, frozenset((*was_kinds, *now_kinds)))
        for (was, was_masked, was_kinds), (now, now_masked, now_kinds) in zip(*sides, strict=True)
    ]


def _cut(line: str, place: Place) -> list[tuple[str, str, frozenset[str]]]:
    """The parts of a line, each as it is, with its noise masked, and which kinds of noise it has."""
    spans = noise_spans(line, place)
    masked = line
    for span in spans:
        masked = f"{masked[: span.start]}{_MASK * (span.end - span.start)}{masked[span.end :]}"
    ends = [*_SEPARATOR.finditer(masked), None]
    found, start = [], 0
    for one in ends:
        end = one.start() if one is not None else len(line)
        kinds = frozenset(span.kind for span in spans if start <= span.start < end)
        found.append((line[start:end].strip(), re.sub(f"{_MASK}+", _MASK, masked[start:end]).strip(), kinds))
        start = one.end() if one is not None else end
    return found


def _verdict(part: _Part) -> str:
    """What a part that changed is: '' where it may matter."""
    if part.old_masked == part.new_masked:
        telling = part.kinds & TELLING
        return ("noise" if telling - AGES else "age") if telling else "time"
    old, new = part.old_masked, part.new_masked
    if len(WORD.findall(new)) > MOST_WORDS:
        return ""
    if TOOK_SECONDS.search(old) and TOOK_SECONDS.sub("", old) == TOOK_SECONDS.sub("", new):
        return "machine"
    if _without_coming(old) == _without_coming(new):
        return "coming"
    return _verdict_on_figures(old, new)


def _without_coming(text: str) -> str:
    for start, end in framed_times(text, COMING):
        text = f"{text[:start]}{_MASK * (end - start)}{text[end:]}"
    return re.sub(f"{_MASK}+", _MASK, text)


def _verdict_on_figures(old: str, new: str) -> str:
    """'online', 'slow', 'count' or 'fallen' where bare figures changed and nothing else, only one but for who is online."""
    if FIGURE.sub(_MASK, old) != FIGURE.sub(_MASK, new):
        return ""
    pairs = [pair for pair in zip(FIGURE.finditer(old), FIGURE.finditer(new), strict=True) if pair[0][0] != pair[1][0]]
    if not all(_is_bare_count(one) for pair in pairs for one in pair):
        return ""
    if counter_words.ONLINE.intersection(map(str.lower, WORD.findall(new))):
        return "online"
    return _verdict_on_figure(*pairs[0]) if len(pairs) == 1 else ""


def _verdict_on_figure(old: re.Match[str], new: re.Match[str]) -> str:
    """The same of one bare figure for another."""
    was, now = (figure_at(one.string, one.start(), ()) for one in (old, new))
    if was is None or now is None:
        return ""
    if is_slow_counter(was, now):
        return "slow"
    if speaks_of_event(new.string):
        return ""
    return "count" if was.value < now.value else "fallen"


def _is_bare_count(figure: re.Match[str]) -> bool:
    """Whether a figure counts something that is neither money nor a measure, nor a year, nor a number of a register."""
    said, before, behind = figure[0], figure.string[: figure.start()], figure.string[figure.end() :]
    if any(unicodedata.category(sign) == "Sc" or sign in "%‰°º" for sign in before[-3:] + behind[:3]):
        return False
    if _COUNTED_BEFORE.search(before) or re.match(r"[^\w\s]?\s?\d", behind):
        return False
    words = [one.group().lower() for one in WORD.finditer(before)]
    named = words[-1:] and (words[-1] in noise_words.CASE_WORDS or words[-1] in noise_words.MONEY)
    return not named and not is_before_unit(behind) and _is_whole(said, before, behind)


def _is_whole(said: str, before: str, behind: str) -> bool:
    """Whether a figure is a whole number, or a part of thousands or millions ('1,2 rb')."""
    if word_behind(behind) in noise_words.MAGNITUDES:
        return True
    digits = re.sub(r"\D", "", said)
    if said.isdecimal():
        is_year = len(said) == 4 and YEARS[0] <= int(said) < YEARS[1]
        return not is_year and (len(said) == 1 or unicodedata.decimal(said[0]) > 0 or bool(_HOST.search(before)))
    return len(digits) > 3 and ":" not in said and unicodedata.decimal(digits[0]) > 0
