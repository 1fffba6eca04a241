"""What the words in and around an edit stand for: the six concepts of the vocabulary."""

from __future__ import annotations

import re

from pagestrata.judging.context import Context
from pagestrata.judging.edits import SEPARATORS, Edit, old_side, part_around
from pagestrata.judging.values import Value
from pagestrata.judging.vocabulary import CONCEPTS, concepts_in, noise_share

NAMES = (
    *(f"says {concept}" for concept in CONCEPTS),
    *(f"beside {concept}" for concept in CONCEPTS),
    *(f"in front {concept}" for concept in CONCEPTS),
    *(f"behind {concept}" for concept in CONCEPTS),
    *(f"under {concept}" for concept in CONCEPTS),
    "counter creeps", "counter leaps", "time of the page", "time of an event",
    "words of noise", "counter alone", "stamp alone", "machine alone", "figure alone",
)  # fmt: skip
FEW = 12
_SECONDS = re.compile(r"\d{1,2}[:.][0-5]\d[:.][0-5]\d")
CREEP = 0.25
TIMES = frozenset(("date", "clock", "span"))
REACH = 40
MOSTLY = 0.99
NEXT = 2
"""Words right before and right behind the changed ones."""


def words(edit: Edit, old: Value, new: Value, context: Context) -> tuple[float, ...]:
    """One number for each of `NAMES`: in the changed words, near them in their line, and in the label above."""
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
    """A word of facts takes figures from the page's own counts: 'members pay 12' counts no members."""
    fact = said[CONCEPTS.index("fact")]
    return tuple(one and not (fact and concept == "self_count") for concept, one in zip(CONCEPTS, said, strict=True))


def _alone(edit: Edit, old: Value, new: Value) -> tuple[float, ...]:
    """Whether the part of the line around the edit says nothing but what pages say of themselves: 'Shared 120 times'."""
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
    )


def _noise_of_both_sides(edit: Edit) -> float | None:
    """The share of words that pages say of themselves; what gave way has to be of the page itself, too."""
    share = noise_share(part_around(edit))
    before = noise_share(part_around(old_side(edit))) if edit.op == "update" else None
    return share if share is None or before is None else min(share, before)


def _joined(own: tuple[bool, ...], near: tuple[bool, ...], old: Value, new: Value) -> tuple[float, ...]:
    """What a word says of a figure depends on the figure: a page's own counter creeps upwards, a limit leaps."""
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
    """What the line of an edit begins with, up to a colon: 'Most read today', 'Photo of the day'."""
    start = edit.new_start if edit.new_line else edit.old_start
    head, colon, _ = edit.line[:start].partition(":")
    return head if colon and len(head) <= REACH else ""


def _has_seconds(edit: Edit) -> bool:
    """Whether both sides are times of the day with seconds: people agree on hours and minutes, only a clock has seconds."""
    return all(_SECONDS.fullmatch(side.strip()) for side in (edit.old, edit.new))


def first_line(edit: Edit) -> str:
    """The first line of the block where it is short and another than that of the edit: it may be a heading."""
    first = edit.block.lined_text.partition("\n")[0]
    return first if len(first) <= 60 and first not in edit.line else ""
