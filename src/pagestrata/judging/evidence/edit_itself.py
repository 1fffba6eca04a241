"""Evidence of an edit itself: its form, the time it shows, and the words in it and next to it."""

from __future__ import annotations

import math
import re
from datetime import date, datetime, timedelta

from pagestrata.judging.context import Context
from pagestrata.judging.edits import SEPARATORS, Edit, is_bare, is_respelled, old_side, part_around
from pagestrata.judging.values import KINDS, Value, day_without_year
from pagestrata.judging.words import CONCEPTS, calendar, concepts_in, is_figure, noise_share, says_only_times

FORM_NAMES = (
    "is new", "is gone", "is a whole line", "is a whole block", "words changed", "words of the line", "share of the line",
    "share of the block", "figures among the words", "is a sentence", "is a name", "is one sign", "is spelling", "letters",
    "line has figures beside it", "is part of a longer number", "has a colon before it", "ends its line", "begins its line",
    "is in a range",
    *(f"is {kind}" for kind in KINDS if kind != "none"),
    "factor", "step", "rose", "fell", "round figures", "digits", "is large", "decimals",
)  # fmt: skip
_STOPS = (". ", "! ", "? ", "。", "; ")
_ENDS = (".", "!", "?", "。", "…")
SENTENCE_WORDS = 5
LARGE = 1_000
NUMBERED = frozenset(("count", "code"))
COUNTED = frozenset(("count", "measure"))
LEAST_ROUND = 10
ROUND_UNITS = (5, 50)
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3})+")
_END_OF_NUMBER = re.compile(r"[\d\s()/–-]*$")
_START_OF_NUMBER = re.compile(r"[\d\s()/–-]*")
NUMBER_REACH = 24
LEAST_DIGITS = 7
"""Minimum number of digits of a number in parts, such as a telephone number."""
RANGED = frozenset(("date", "clock", "count", "measure"))
_BEFORE_DASH = re.compile(r"(?<![-–\d])(\d{1,2}(?:[:.]\d\d)?|[^\W\d_]+)\s?[–—-]\s?$")
_BEHIND_DASH = re.compile(r"\s?[–—-]\s?(\d{1,2}(?:[:.]\d\d)?|[^\W\d_]+)(?![-–\d])")
_JOINERS = frozenset("-–/ ()")


def form_evidence(edit: Edit, old: Value, new: Value) -> tuple[float, ...]:
    """One number for each of `FORM_NAMES`."""
    words, line = edit.words, edit.line
    count, whole = len(words), max(1, len(line.split()))
    block_words = max(1, edit.block.text.count(" ") + 1)
    figures = sum(map(is_figure, words)) / max(1, count)
    kind = (new if new.kind != "none" else old).kind
    sides = [side.split() for side in (edit.old, edit.new) if side]
    is_name = all(0 < len(side) <= 3 and all(word[:1].isupper() for word in side) for side in sides)
    rest = line.replace(edit.said, "", 1)
    return (
        edit.op == "insert",
        edit.op == "delete",
        edit.is_whole_line,
        edit.is_whole_block,
        math.log1p(max(len(edit.old_words), len(edit.new_words))),
        math.log1p(whole),
        min(1.0, count / whole),
        min(1.0, count / block_words),
        figures,
        whole >= SENTENCE_WORDS and not is_bare(edit) and _is_sentence(line),
        is_name and figures == 0,
        count <= 1 and len(edit.said) <= 2,
        is_respelled(edit),
        sum(map(str.isalpha, edit.said)) / max(1, len(edit.said)),
        any(map(str.isdecimal, rest)),
        kind in NUMBERED and _is_part_of_number(edit),
        *_around(edit),
        kind in RANGED and _is_in_range(edit),
        *(one == kind for one in KINDS if one != "none"),
        *_motion(old.magnitude, new.magnitude, is_counted=kind in COUNTED),
    )


def _is_sentence(line: str) -> bool:
    return line.rstrip().endswith(_ENDS) or any(stop in line for stop in _STOPS)


def _is_part_of_number(edit: Edit) -> bool:
    """Return whether the changed digits are part of a longer number, such as a telephone number: '0521 334455'."""
    before, behind = _sides(edit)
    grouped = before[-1:] in _JOINERS and before[-2:-1].isdecimal() and edit.said[:1].isdecimal()
    grouped = grouped or (behind[:1] in _JOINERS and behind[1:2].isdecimal() and edit.said[-1:].isdecimal())
    if not grouped:
        return False
    number = _whole_number(before, edit.said, behind)
    return sum(map(str.isdecimal, number)) >= LEAST_DIGITS and not _THOUSANDS.fullmatch(number)


def _around(edit: Edit) -> tuple[float, ...]:
    """Return three numbers about the characters right before and after the changed words."""
    before, behind = _sides(edit)
    return (before.rstrip()[-1:] in {":", "："}, not behind.strip(" .·|)"), not before.strip(" ·|("))


def _sides(edit: Edit) -> tuple[str, str]:
    line, start = edit.line, edit.new_start if edit.new_line else edit.old_start
    return line[:start], line[start + len(edit.said) :]


def _is_in_range(edit: Edit) -> bool:
    """Return whether the changed words are one end of a range: 'Mon-Thu', '9:30-12:30', but not parts of an ISO date."""
    left, right = _sides(edit)
    before, behind = _BEFORE_DASH.search(left), _BEHIND_DASH.match(right)
    return any(end is not None and end[1].isalpha() == edit.said[:1].isalpha() for end in (before, behind))


def _whole_number(before: str, said: str, behind: str) -> str:
    """Return all groups of digits around the changed ones: '01632 960 111' is not a number of thousands."""
    head, tail = _END_OF_NUMBER.search(before[-NUMBER_REACH:]), _START_OF_NUMBER.match(behind[:NUMBER_REACH])
    return f"{head.group() if head else ''}{said}{tail.group() if tail else ''}".strip()


def _motion(old: float | None, new: float | None, *, is_counted: bool) -> tuple[float, ...]:
    """Return how far a figure moved, and what it looks like."""
    value = new if new is not None else old
    looks = (
        (math.log10(1.0 + abs(value)), abs(value) >= LARGE, value != int(value))
        if value is not None
        else (0.0, 0.0, 0.0)
    )
    if old is None or new is None:
        return (0.0, 0.0, 0.0, 0.0, 0.0, *looks)
    factor = abs(math.log((abs(new) + 1.0) / (abs(old) + 1.0)))
    return (
        min(3.0, factor),
        math.log1p(min(1e9, abs(new - old))),
        new > old,
        new < old,
        is_counted * _round(old, new),
        *looks,
    )


def _round(old: float, new: float) -> float:
    """Return how round both figures are. People choose 25, 40 or 90,000; a counter is seldom round at two visits."""
    if min(abs(old), abs(new)) < LEAST_ROUND:
        return 0.0
    return float(sum(old % unit == new % unit == 0 for unit in ROUND_UNITS))


TIME_NAMES = (
    "time is explained",
    "time is not explained",
    "is an age",
    "day is today",
    "day is to come",
    "day is over",
    "round times",
    "is ahead",
    "is a copyright year",
)
_COPYRIGHT = re.compile(r"©|\(c\)|copyright", re.IGNORECASE)
_YEARS = re.compile(r"(?:(?:19|20)\d\d\s?[-–,]?\s?){1,2}|(?:19|20)\d\d\s?[-–/]\s?\d\d")
_CLOCK_AHEAD = re.compile(r"(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d)")
_RANGE_BEGINS = re.compile(r"(?:19|20)\d\d\s?[-–/]\s?$")
DAY = 86_400.0
QUARTER = 900.0
JUST_BEFORE = timedelta(days=7)
REACH = 40
"""Characters before and after a time that may say what it belongs to."""
SLACK = 0.15
LEAST_SLACK = 90.0


def time_evidence(edit: Edit, old: Value, new: Value, context: Context) -> tuple[float, ...]:
    """One number for each of `TIME_NAMES`. Nothing is explained if the times of the visits are unknown."""
    only_time = says_only_times((*edit.old_words, *edit.new_words))
    known, explained = _explained(edit, old, new, *context.times) if only_time else (False, False)
    if _dates_an_earlier_day(edit, new, *context.times):
        known, explained = True, True
    seen = context.times[1]
    day = new.day or old.day
    today = seen is not None and day is not None and abs((day - seen.date()).days) <= 1
    coming = seen is not None and day is not None and (day - seen.date()).days > 1
    over = new.kind == "none" and old.day is not None and _has_passed(old.day, *context.times)
    return (
        known and explained,
        known and not explained and not _is_stamp(edit),
        only_time and _is_age(old, new),
        today,
        coming,
        over,
        _are_round(edit, old, new),
        old.is_ahead and new.is_ahead,
        _is_copyright(edit),
    )


def _explained(edit: Edit, old: Value, new: Value, was: datetime | None, now: datetime | None) -> tuple[bool, bool]:
    """Return whether a time can be compared with the time between the visits, and whether it moved as far."""
    if was is None or now is None or now <= was:
        return False, False
    gap = (now - was).total_seconds()
    if old.kind == new.kind == "date" and old.day and new.day:
        return True, _follows(old.day, was) and _follows(new.day, now)
    if old.kind == new.kind == "date" and _are_days_of_visits(edit, was, now):
        return True, True
    if old.magnitude is None or new.magnitude is None:
        return False, False
    slack = max(LEAST_SLACK, SLACK * gap)
    if old.kind == new.kind == "clock":
        moved = (new.magnitude - old.magnitude - gap) % DAY
        return True, min(moved, DAY - moved) <= slack
    if old.kind == new.kind == "span":
        moved, unit = new.magnitude - old.magnitude, _unit(new.magnitude)
        return True, min(abs(moved - gap), abs(moved + gap)) <= max(slack, unit)
    return False, False


def _are_days_of_visits(edit: Edit, was: datetime, now: datetime) -> bool:
    """Return whether both sides are dates without a year, each of the day of its visit: 'Monday, March 16, 4:28 pm'."""
    old = day_without_year(edit.old_line, edit.old_start, edit.old_start + len(edit.old), was.date())
    new = day_without_year(edit.new_line, edit.new_start, edit.new_start + len(edit.new), now.date())
    return old is not None and new is not None and _follows(old, was) and _follows(new, now)


def _dates_an_earlier_day(edit: Edit, new: Value, was: datetime | None, now: datetime | None) -> bool:
    """Return whether a time got its day because that is over now: '11:53' becomes '29.01.2022 11:53' after midnight."""
    if edit.op != "insert" or edit.is_whole_line or new.kind != "date" or new.day is None or was is None or now is None:
        return False
    behind = edit.new_line[edit.new_start + len(edit.new) :].lstrip(" ,")
    is_time = _CLOCK_AHEAD.match(behind) is not None
    return is_time and abs((new.day - was.date()).days) <= 1 and new.day < now.date()


def _is_age(old: Value, new: Value) -> bool:
    """Return whether the value is an age, such as '3 hours ago', in each version that has it."""
    sides = [side for side in (old, new) if side.kind != "none"]
    return bool(sides) and all(side.is_age for side in sides)


def _is_copyright(edit: Edit) -> bool:
    """Return whether an edit is the year of a copyright notice."""
    if _COPYRIGHT.search(edit.line) is None:
        return False
    sides = ((edit.old, edit.old_line, edit.old_start), (edit.new, edit.new_line, edit.new_start))
    years = [f"{_begun_range(line[:start])}{said}" for said, line, start in sides if said]
    return all(_YEARS.fullmatch(year.strip()) for year in years)


def _begun_range(before: str) -> str:
    """Return the year and dash right before an edit: '2007 - 25' means 2025."""
    begins = _RANGE_BEGINS.search(before)
    return begins.group() if begins else ""


def _is_stamp(edit: Edit) -> bool:
    """Return whether a time is that of the last update, which moves independently of the visits."""
    start = edit.new_start if edit.new_line else edit.old_start
    near = f"{edit.line[max(0, start - REACH) : start]}\n{edit.line[start + len(edit.said) :][:REACH]}"
    return concepts_in(near)[CONCEPTS.index("updated")]


def _are_round(edit: Edit, old: Value, new: Value) -> bool:
    """Return whether both times look agreed on. Times of updates are round by chance."""
    return _is_round(old) and _is_round(new) and not _is_stamp(edit)


def _is_round(value: Value) -> bool:
    """Return whether a time of day is a quarter of an hour, as in appointments."""
    return value.kind == "clock" and value.magnitude is not None and value.magnitude % QUARTER == 0


def _has_passed(day: date, was: datetime | None, now: datetime | None) -> bool:
    """Return whether a day ended between two visits, or just before them."""
    return was is not None and now is not None and was.date() - JUST_BEFORE <= day <= now.date()


def _follows(day: date, seen: datetime) -> bool:
    return abs((day - seen.date()).days) <= 1


def _unit(seconds: float) -> float:
    """Return the unit in which a span of this length is shown: minutes, hours or days, in seconds."""
    return 60.0 if seconds < 3_600 else 3_600.0 if seconds < DAY else DAY


WORD_NAMES = (
    *(f"says {concept}" for concept in CONCEPTS),
    *(f"beside {concept}" for concept in CONCEPTS),
    *(f"in front {concept}" for concept in CONCEPTS),
    *(f"behind {concept}" for concept in CONCEPTS),
    *(f"under {concept}" for concept in CONCEPTS),
    "counter creeps", "counter leaps", "time of the page", "time of an event",
    "words of noise", "counter alone", "stamp alone", "machine alone", "figure alone", "greets by the time",
)  # fmt: skip
FEW = 12
_SECONDS = re.compile(r"\d{1,2}[:.][0-5]\d[:.][0-5]\d")
CREEP = 0.25
TIMES = frozenset(("date", "clock", "span"))
REACH = 40
MOSTLY = 0.99
GREETING_WORDS = 1
"""Maximum number of words of a greeting before the part of the day."""
NEXT = 2
"""Number of words right before and right after the changed ones."""


def word_evidence(edit: Edit, old: Value, new: Value, context: Context) -> tuple[float, ...]:
    """One number for each of `WORD_NAMES`: in the changed words, near them in their line, and in the label above."""
    own = f"{edit.old}\n{edit.new}" if len(edit.words) <= FEW else ""
    line = edit.line
    start = edit.new_start if edit.new_line else edit.old_start
    before, behind = line[max(0, start - REACH) : start], line[start + len(edit.said) : start + len(edit.said) + REACH]
    last, first = SEPARATORS.split(before)[-1], SEPARATORS.split(behind)[0]
    near = (f"{before}\n{behind}", " ".join(last.split()[-NEXT:]), " ".join(first.split()[:NEXT]))
    label = f"{own_label(edit)}\n{first_line(edit)}\n{context.label_above(edit.block)}"
    found = [_guarded(concepts_in(text)) for text in (own, *near, label)]
    numbers = (*(float(one) for row in found for one in row), *_joined(found[0], found[1], old, new))
    return (*numbers, *_alone(edit, old, new))


def _guarded(said: tuple[bool, ...]) -> tuple[bool, ...]:
    """Drop 'self_count' if a word of facts is near: 'members pay 12' does not count members."""
    fact = said[CONCEPTS.index("fact")]
    return tuple(one and not (fact and concept == "self_count") for concept, one in zip(CONCEPTS, said, strict=True))


def _alone(edit: Edit, old: Value, new: Value) -> tuple[float, ...]:
    """Return whether the part of the line around the edit is only about the page itself: 'Shared 120 times'."""
    part, share = part_around(edit), _noise_of_both_sides(edit)
    kind = new.kind if new.kind != "none" else old.kind
    said = dict(zip(CONCEPTS, concepts_in(part), strict=True))
    alone = share is not None and share >= MOSTLY
    return (
        share or 0.0,
        float(alone and kind == "count" and said["self_count"]),
        float((alone and kind in TIMES and (said["updated"] or old.is_age or new.is_age)) or _has_seconds(edit)),
        float(alone and said["machine"]),
        float(share is None and kind not in {"words", "none"}),
        float(_greets_by_the_time(edit)),
    )


def _greets_by_the_time(edit: Edit) -> bool:
    """Return whether a greeting at the start of a line names another part of the day: 'Good morning', 'Guten Abend'."""
    sides, parts = (edit.old_words, edit.new_words), calendar()["day_parts"]
    if not all(side and all(word in parts for word in side) for side in sides):
        return False
    if edit.line[: edit.new_start].count(" ") > GREETING_WORDS or any(map(str.isdecimal, edit.line)):
        return False
    said = dict(zip(CONCEPTS, concepts_in(edit.line), strict=True))
    return not said["fact"] and not said["status"]


def _noise_of_both_sides(edit: Edit) -> float | None:
    """Return the share of words about the page itself, the smaller of both sides."""
    share = noise_share(part_around(edit))
    before = noise_share(part_around(old_side(edit))) if edit.op == "update" else None
    return share if share is None or before is None else min(share, before)


def _joined(own: tuple[bool, ...], near: tuple[bool, ...], old: Value, new: Value) -> tuple[float, ...]:
    """Return what near words mean for this figure: a page's own counter creeps upwards, a limit leaps."""
    said = dict(zip(CONCEPTS, (one or two for one, two in zip(own, near, strict=True)), strict=True))
    counter = said["self_count"] and old.kind == new.kind == "count"
    creeps = _creeps(old.magnitude, new.magnitude)
    is_time = new.kind in TIMES or old.kind in TIMES
    return (
        float(counter and creeps and not said["fact"]),
        float(counter and not creeps),
        float(is_time and said["updated"] and not said["fact"]),
        float(is_time and said["fact"]),
    )


def _creeps(old: float | None, new: float | None) -> bool:
    return old is not None and new is not None and 0 < new - old <= max(FEW, CREEP * old)


def own_label(edit: Edit) -> str:
    """Return the start of the line up to a colon: 'Most read today', 'Photo of the day'."""
    start = edit.new_start if edit.new_line else edit.old_start
    head, colon, _ = edit.line[:start].partition(":")
    return head if colon and len(head) <= REACH else ""


def _has_seconds(edit: Edit) -> bool:
    """Return whether both sides are times with seconds, which only clocks show."""
    return all(_SECONDS.fullmatch(side.strip()) for side in (edit.old, edit.new))


def first_line(edit: Edit) -> str:
    """Return the first line of the block if it is short and not the line of the edit: it may be a heading."""
    first = edit.block.lined_text.partition("\n")[0]
    return first if len(first) <= 60 and first not in edit.line else ""
