"""The page's own clock: the day and the hour that its frame shows at both visits, and what else on the page went on with it.

Where the header says 'Monday, 16 November, 12:05' and then 'Tuesday, 17 November, 09:31', a picture 'of 12:04' that became one
'of 09:30' is that of the visit, and 'in 2 days' that became 'in 1 day' is the same day. No word is needed for either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pagestrata.model.blocks import Block
from pagestrata.weighing.noise import noise_words
from pagestrata.weighing.noise.noise_context import FRAME, Place
from pagestrata.weighing.noise.noise_grammar import spans_of, word_tokens
from pagestrata.weighing.noise.noisy_texts import noise_spans
from pagestrata.weighing.texts.lined_texts import line_at, with_links_apart
from pagestrata.weighing.texts.text_edits import Edit, Word

MOST_MINUTES_BEHIND = 10
MOST_DAYS = 31
DAYS_WORDS = 2
LEAST_STEM, MOST_ENDING = 3, 2
HOUR_MINUTES, DAY_MINUTES = 60, 1_440

_CLOCK = re.compile(r"(?<!\d)([01]?\d|2[0-3])[:.h]([0-5]\d)")
_NUMBER = re.compile(r"\d+")


class OwnTimes(NamedTuple):
    """What the frame of one page shows: the minutes of its clocks, and the numbers of its dates."""

    minutes: tuple[int, ...] = ()
    dates: tuple[tuple[int, ...], ...] = ()


class OwnClock(NamedTuple):
    """The same of both pages."""

    old: OwnTimes = OwnTimes()
    new: OwnTimes = OwnTimes()

    @property
    def days(self) -> int:
        """How many days the date in the frame went on; 0 where there is none, or none that went on within a month."""
        for was, now in zip(self.old.dates, self.new.dates, strict=False):
            steps = [new - old for old, new in zip(was, now, strict=False) if new != old]
            if len(was) == len(now) and len(steps) == 1 and 0 < steps[0] < MOST_DAYS:
                return steps[0]
        return 0


def own_times(leaves: Iterable[Block]) -> OwnTimes:
    """The clocks and dates in the frame of a page that are noise there."""
    minutes: list[int] = []
    dates: list[tuple[int, ...]] = []
    for leaf in leaves:
        if leaf.role not in FRAME:
            continue
        text = with_links_apart(leaf.lined_text, leaf.links)
        for span in noise_spans(text, Place(role=leaf.role)):
            said = text[span.start : span.end]
            if span.kind == "clock" and (clock := _minutes_in(said)) is not None:
                minutes.append(clock)
            elif span.kind == "date":
                dates.append(tuple(int(number) for number in _NUMBER.findall(said)))
    return OwnTimes(tuple(minutes), tuple(dates))


def went_with(edit: Edit, texts: tuple[str, str], clock: OwnClock) -> bool:
    """Whether all of an edit is a time that went on with the clock of the page."""
    if edit.operation != "update":
        return False
    return _is_clock(edit, texts, clock) or (clock.days > 0 and _days_fallen(edit, texts) == clock.days)


def _is_clock(edit: Edit, texts: tuple[str, str], clock: OwnClock) -> bool:
    """Whether a clock showed the time of the page, or a few minutes less, both times."""
    shown = [
        _clock_at(text, words[0].start) for text, words in zip(texts, (edit.old_words, edit.new_words), strict=True)
    ]
    if len(edit.old_words) > 1 or len(edit.new_words) > 1 or shown[0] is None or shown[1] is None:
        return False
    return all(
        any(0 <= (own - minutes) % DAY_MINUTES <= MOST_MINUTES_BEHIND for own in times.minutes)
        for minutes, times in zip(shown, (clock.old, clock.new), strict=True)
        if minutes is not None
    )


def _clock_at(text: str, place: int) -> int | None:
    span = next((one for one in spans_of(text) if one.kind == "clock" and one.start <= place < one.end), None)
    return _minutes_in(text[span.start : span.end]) if span is not None else None


def _minutes_in(said: str) -> int | None:
    found = _CLOCK.search(said)
    return int(found[1]) * HOUR_MINUTES + int(found[2]) if found else None


def _days_fallen(edit: Edit, texts: tuple[str, str]) -> int:
    """By how many 'in 2 days' or '33 days until' went down where nothing but the number of days changed; 0 where it did not."""
    lines = [line_at(text, at) for text, at in zip(texts, (edit.old_start, edit.new_start), strict=True)]
    counts = [
        _days_in(line, edit_words) for line, edit_words in zip(lines, (edit.old_words, edit.new_words), strict=True)
    ]
    return counts[0] - counts[1] if counts[0] and counts[1] else 0


def _days_in(line: str, words: Sequence[Word]) -> int:
    """The number that an edit gives with the word for days behind it, maybe with another ending; 0 where it is anything else."""
    if not words[0].key.isdecimal() or len(words) > DAYS_WORDS:
        return 0
    behind = [word_tokens(line[one.end() :])[:1] for one in _NUMBER.finditer(line) if one[0] == words[0].key]
    return int(words[0].key) if len(behind) == 1 and any(map(_is_days, behind[0])) else 0


def _is_days(word: str) -> bool:
    """Whether a word is that for days, maybe with an ending of its case: 'Tagen'."""
    stems = (word[: len(word) - size] for size in range(MOST_ENDING + 1))
    return word in noise_words.DAYS or any(len(stem) >= LEAST_STEM and stem in noise_words.DAYS for stem in stems)
