"""What customers, patients and guests say: a quotation and who said it, which pages exchange for another at each visit."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_WORDS = 60
MOST_SPEAKER_WORDS = 6
LEAST_QUOTED_WORDS = 3

_QUOTATION = re.compile(
    r"(?:[^“”„\"«»‹›「『‘’:：]{2,30}[:：])?\s*(?P<open>[“”„\"«»‹›「『‘’])\s*(?P<said>[^“”„\"«»‹›「『」』]{8,})[”“\"»«›‹」』’]\s*[-–—―,.(（~|・]*\s*(?P<speaker>[^“”\"«»「」]{2,80})"
)


_REVIEW = re.compile(r"[★☆⭐]{3,}\ufe0f?\s*(?P<said>\S[^★☆\n]{8,}?)\s*(?:\(|[-–—]\s)(?P<speaker>[^()\n]{2,60})\)?")
"""Stars, what somebody says of the thing, and who."""
_POST = re.compile(r"(?P<speaker>\w{2,30}): [“„\"«‹](?P<said>[^“”„\"«»\n]{8,})[”“\"»›](?: [·|] .{1,20})?")
"""A name as visitors choose one, and what they wrote."""

_ALONE = re.compile(r"[“„\"«](?P<said>[^“”„\"«»\n]{8,200})[”“\"»]")


class Quotation(NamedTuple):
    """What was said and by whom, as words; of whom only the name, for titles are shared."""

    said: frozenset[str]
    speaker: frozenset[str]


def quotation_in(text: str) -> Quotation | None:
    """The quotation that a text consists of; None where it is anything else, or where nobody is named."""
    found = _POST.fullmatch(text) or _QUOTATION.fullmatch(text) or _REVIEW.fullmatch(text)
    if found is None or len(text.split()) > MOST_WORDS or len(found["speaker"].split()) > MOST_SPEAKER_WORDS:
        return None
    return Quotation(_words(found["said"]), _names(re.split(r"[,;(（]", found["speaker"])[0]))


def is_another_voice(old: Quotation | None, new: Quotation | None) -> bool:
    """Whether somebody else says something else."""
    if old is None or new is None or old.speaker & new.speaker:
        return False
    return 2 * len(old.said & new.said) < min(len(old.said), len(new.said))


def is_exchanged_quotation(old: str, new: str) -> bool:
    """Whether two lines are quotations and nothing else, and hardly share a word: of the day, of a film, of anybody."""
    sides = [_ALONE.fullmatch(line.strip()) for line in (old, new)]
    if not all(sides):
        return False
    was, now = (_words(one["said"]) for one in sides if one is not None)
    return min(len(was), len(now)) >= LEAST_QUOTED_WORDS and 3 * len(was & now) < min(len(was), len(now))


def _names(speaker: str) -> frozenset[str]:
    """The words of a name, without 'from' and the like between them where the script has capitals."""
    words = speaker.split()
    capitals = [word for word in words if word[:1].isupper()]
    return _words(" ".join(capitals or words))


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))
