"""What a page shows in turns: another advertisement, and whatever stands under a label such as 'most read'."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pagestrata.deciding.findings.page_context import LABEL_REACH_CHARACTERS
from pagestrata.model.blocks import Block
from pagestrata.weighing.noise.noise_context import Place, speaks_of_event
from pagestrata.weighing.noise.period_headings import is_of_period, is_over_one_thing
from pagestrata.weighing.noise.rotating_labels import (
    begins_with_label,
    ends_with_label,
    is_of_advertisement,
    is_over_list,
    rotating_labels,
)
from pagestrata.weighing.texts import meaning_words
from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit, word_keys

NEAR_LABEL_CHARACTERS = 24
REWRITTEN = 0.5
"""A block that lost this share of its words shows something else."""
ADVERTISEMENT_WORDS = 60
MOST_LINES_BELOW = 2
TELLING_LETTERS = 4
STAYED = 0.34
_IN_A_PHRASE = re.compile(r" [^\W\d_A-Z][^\n:：]{0,30}[:：]\s?\W{0,2}")
"""Behind a label: 'Advertisement rates: 40' speaks of the rates."""
_COLOURS = frozenset(("orange", "yellow", "green"))  # which dishes have, too
_TELLING_STATES = (
    frozenset(
        word
        for word in meaning_words.STATUSES | meaning_words.MODALS | meaning_words.NEGATIONS
        if len(word) >= TELLING_LETTERS or not word.isascii()
    )
    - _COLOURS
)


def is_rotated_advertisement(before: Block, after: Block, edits: Sequence[Edit]) -> bool:
    """Whether a block shows another advertisement: hardly a word stayed, and it is one by role or by its links."""
    if not edits or not _may_advertise(before, after):
        return False
    sizes = [len(word_keys(block.text)) for block in (before, after)]
    kept = sizes[0] - sum(len(edit.old_words) for edit in edits)
    return max(sizes) <= ADVERTISEMENT_WORDS and kept <= REWRITTEN * max(1, min(sizes))


def _may_advertise(before: Block, after: Block) -> bool:
    if after.role == "ad" or before.role == "ad":
        return True
    return _is_outside(before) and _is_outside(after) and bool(before.images) == bool(after.images)


def _is_outside(block: Block) -> bool:
    """Whether every link of a block says that it is an advertisement's: counted clicks, known networks."""
    signs = (
        "doubleclick",
        "adservice",
        "/ads/",
        "/ad/",
        "adclick",
        "utm_medium=",
        "aclk",
        "sponsor",
        "taboola",
        "outbrain",
    )
    return bool(block.links) and all(any(sign in link.address for sign in signs) for link in block.links)


def is_labelled(block: Block, place: Place) -> bool:
    """Whether a label such as 'Advertisement' stands over a picture: in the block before, or as all the text of its own."""
    return ends_with_label(place.before) or (begins_with_label(block.text) and ends_with_label(block.text))


def is_under_label(
    edit: Edit, texts: tuple[str, str], place: Place, *, single_fact: bool, around: bool = False
) -> bool:
    """Whether the words stand under a label such as 'most read' or 'sponsored'. `around`: not in the content of the page."""
    text, start = (texts[1], edit.new_start) if edit.new_words else (texts[0], edit.old_start)
    before = text[max(0, start - LABEL_REACH_CHARACTERS) : start]
    label = max(rotating_labels(before), key=re.Match.end, default=None)
    if label is not None:
        return _reaches(label.group(), before[label.end() :], edit, texts, single_fact=single_fact)
    if not single_fact and _is_of_period(_heading_of(text, start, place), edit, texts, around=around):
        return True
    return len(place.before) <= NEAR_LABEL_CHARACTERS * 2 and ends_with_label(place.before)


def _reaches(label: str, between: str, edit: Edit, texts: tuple[str, str], *, single_fact: bool) -> bool:
    """Whether a label speaks of what changed behind it, with so much between them."""
    if _names_its_line_only(between) or (single_fact and _IN_A_PHRASE.fullmatch(between)):
        return False
    if single_fact and not (is_of_advertisement(label) or is_over_list(label)):
        return False
    if len(between) <= NEAR_LABEL_CHARACTERS or (_is_heading(between) and _is_line_rewritten(edit, texts)):
        return True
    return is_over_list(label) and not _ends_sentence(between)


def _is_of_period(heading: str, edit: Edit, texts: tuple[str, str], *, around: bool) -> bool:
    """Whether something else stands in the line under 'object of the day', or around the content under 'in the canteen today'.

    Under 'today' alone, a line of one word or with a word of status says how things are ('Trains today: no service').
    """
    if not is_of_period(heading) or not _is_line_rewritten(edit, texts):
        return False
    return is_over_one_thing(heading) or (around and not any(map(_says_how_things_are, _lines_of(edit, texts))))


def _says_how_things_are(line: str) -> bool:
    words = word_keys(line)
    return len(words) == 1 or speaks_of_event(line) or not _TELLING_STATES.isdisjoint(words)


def _lines_of(edit: Edit, texts: tuple[str, str]) -> list[str]:
    return [line_at(text, at) for text, at in zip(texts, (edit.old_start, edit.new_start), strict=True)]


def _is_heading(behind: str) -> bool:
    """Whether a label ends its line, and no more than one line stands between it and that of the edit."""
    return behind.startswith("\n") and behind.count("\n") <= MOST_LINES_BELOW


def _heading_of(text: str, start: int, place: Place) -> str:
    """The first line of a text, or the last one above it where the edit is in the first line."""
    first, end, _ = text[:start].partition("\n")
    return first if end else place.before.rstrip("\n").rpartition("\n")[2]


def _is_line_rewritten(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether hardly a word of the line stayed: something else stands there."""
    old, new = ({key for key in word_keys(line) if len(key) >= TELLING_LETTERS} for line in _lines_of(edit, texts))
    return bool(old and new) and len(old & new) <= STAYED * min(len(old), len(new))


def _names_its_line_only(behind: str) -> bool:
    """Whether a colon and words of the same line follow a label, and more lines: 'Tips: call 5510' speaks of no other line."""
    line, end, _ = behind.partition("\n")
    return bool(end) and re.match(r"\s?[:：]\s*\S", line) is not None


def _ends_sentence(text: str) -> bool:
    return any(text[at - 1 : at].isalpha() and text[at : at + 2] in {". ", "! "} for at in range(3, len(text)))
