"""Headings that say that what stands below them is that of a day or a week: 'Object of the day', 'In the canteen today'.

The frame says it, whatever thing is in it: '* of the day' in the languages of `page_words`, and 'today' in those of CLDR. A
heading that speaks of a deadline, of opening hours or of an event is none.
"""

from __future__ import annotations

from functools import cache

from pagestrata.weighing.noise import page_words
from pagestrata.weighing.noise.noise_context import speaks_of_event
from pagestrata.weighing.noise.present_words import says_today

MOST_WORDS = 6
MOST_THING_WORDS = 3
LEAST_LETTERS = 5
"""Of a frame that stands before its thing: shorter ones are words of other languages, too."""
_ENDS = " :：?!…"


def is_of_period(heading: str) -> bool:
    """Whether a line is such a heading."""
    said = heading.strip(_ENDS).lower()
    if not said or len(said.split()) > MOST_WORDS or ":" in said:
        return False
    return (_is_of_the_day(said) or says_today(said)) and not speaks_of_event(said)


def _is_of_the_day(said: str) -> bool:
    before, behind = _frames()
    things = [said[: -len(one)] for one in behind if said.endswith(one)]
    things += [said[len(one) :] for one in before if said.startswith(one)]
    return any(0 < len(thing.split()) <= MOST_THING_WORDS for thing in things)


@cache
def _frames() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands before the thing, and behind it, with the space between: ' of the day'."""
    listed = {frame for concepts in page_words.page_words().values() for frame in concepts["of the day"]}
    before = {frame[:-1] for frame in listed if frame.endswith(f" {page_words.PLACEHOLDER}")}
    behind = {frame[1:] for frame in listed if frame.startswith(f"{page_words.PLACEHOLDER} ")}
    return tuple(sorted(one for one in before if len(one) > LEAST_LETTERS)), tuple(sorted(behind))
