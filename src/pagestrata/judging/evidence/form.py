"""What kind of edit it is by its form alone: how much of its line and block changed, and what it is made of."""

from __future__ import annotations

import math
import re

from pagestrata.judging.edits import Edit, is_bare, is_respelled
from pagestrata.judging.values import KINDS, Value
from pagestrata.judging.words import is_figure

NAMES = (
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
"""Of a number in parts, such as a telephone number; fewer are figures side by side."""
RANGED = frozenset(("date", "clock", "count", "measure"))
_BEFORE_DASH = re.compile(r"(?<![-–\d])(\d{1,2}(?:[:.]\d\d)?|[^\W\d_]+)\s?[–—-]\s?$")
_BEHIND_DASH = re.compile(r"\s?[–—-]\s?(\d{1,2}(?:[:.]\d\d)?|[^\W\d_]+)(?![-–\d])")
_JOINERS = frozenset("-–/ ()")


def form(edit: Edit, old: Value, new: Value) -> tuple[float, ...]:
    """One number for each of `NAMES`."""
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
    """Whether the changed digits are a part of a longer number, such as one of a telephone: '0521 334455'."""
    before, behind = _sides(edit)
    grouped = before[-1:] in _JOINERS and before[-2:-1].isdecimal() and edit.said[:1].isdecimal()
    grouped = grouped or (behind[:1] in _JOINERS and behind[1:2].isdecimal() and edit.said[-1:].isdecimal())
    if not grouped:
        return False
    number = _whole_number(before, edit.said, behind)
    return sum(map(str.isdecimal, number)) >= LEAST_DIGITS and not _THOUSANDS.fullmatch(number)


def _around(edit: Edit) -> tuple[float, ...]:
    """What is written right before and behind the changed words."""
    before, behind = _sides(edit)
    return (before.rstrip()[-1:] in {":", "："}, not behind.strip(" .·|)"), not before.strip(" ·|("))


def _sides(edit: Edit) -> tuple[str, str]:
    line, start = edit.line, edit.new_start if edit.new_line else edit.old_start
    return line[:start], line[start + len(edit.said) :]


def _is_in_range(edit: Edit) -> bool:
    """Whether the changed words are one end of a range: 'Mon-Thu', '9:30-12:30'. The parts of an ISO date are none."""
    left, right = _sides(edit)
    before, behind = _BEFORE_DASH.search(left), _BEHIND_DASH.match(right)
    return any(end is not None and end[1].isalpha() == edit.said[:1].isalpha() for end in (before, behind))


def _whole_number(before: str, said: str, behind: str) -> str:
    """All groups of digits around the changed ones: '01632 960 111' is no number of thousands."""
    head, tail = _END_OF_NUMBER.search(before[-NUMBER_REACH:]), _START_OF_NUMBER.match(behind[:NUMBER_REACH])
    return f"{head.group() if head else ''}{said}{tail.group() if tail else ''}".strip()


def _motion(old: float | None, new: float | None, *, is_counted: bool) -> tuple[float, ...]:
    """How far a figure moved, and what it looks like."""
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
    """How round both figures are: people set 25 and 40 or 90,000, a counter is seldom there at two visits."""
    if min(abs(old), abs(new)) < LEAST_ROUND:
        return 0.0
    return float(sum(old % unit == new % unit == 0 for unit in ROUND_UNITS))
