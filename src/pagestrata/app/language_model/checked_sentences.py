"""Sentences of a language model, of which only those are believed that their source bears out.

A sentence must name a source that was sent. That source must contain all its numbers and names, and half of its other words.
It may not deny a change: only changes were sent. What a page orders the model to say is dropped unless the page itself says it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from pagestrata.query.first_and_last_said import folded

LONGEST_SENTENCE = 400
MOST_SENTENCES = 30
_TOKEN = re.compile(r"\d+(?:[.,:/'’-]\d+)*|[^\W\d_]+")
_DENIES = re.compile(
    r"\b(?:nothing|none|no\s+(?:\w+\s+){0,3}?(?:change|update|edit|difference)\w*|unchanged|not\s+(?:\w+\s+){0,2}?(?:change|update)\w*"
    r"|ignore|disregard|n't)\b",
    re.IGNORECASE,
)
_LEAST_SHARE = 0.5
_SHORT = 3
"""Words of so many letters are not looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedSentence:
    """A sentence and the version that bears it out."""

    text: str
    source: str


def checked_sentences(answer: str, material: Mapping[str, str]) -> tuple[list[CheckedSentence], int] | None:
    """The sentences that hold, and how many were dropped; None where the answer is not the JSON that was asked for.

    `material` is what was sent about each source, by the id of its version.
    """
    try:
        found = json.loads(answer)["sentences"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(found, list):
        return None
    kept = [
        CheckedSentence(text=" ".join(one["text"].split()), source=one["source"])
        for one in found[:MOST_SENTENCES]
        if isinstance(one, dict) and _holds(one.get("text"), one.get("source"), material)
    ]
    return kept, len(found) - len(kept)


def _holds(text: object, source: object, material: Mapping[str, str]) -> bool:
    if not isinstance(text, str) or not isinstance(source, str) or source not in material:
        return False
    is_sentence = bool(text.strip()) and len(text) <= LONGEST_SENTENCE and not _DENIES.search(text)
    return is_sentence and _is_borne_out(text, material[source])


def _is_borne_out(text: str, source: str) -> bool:
    """Whether the source has all numbers and names of the text, and enough of its other words."""
    known = {folded(token) for token in _TOKEN.findall(source)}
    said = _TOKEN.findall(text)
    names = [token for token in said[1:] if token[0].isupper()]  # any word may begin a sentence
    numbers = [token for token in said if token[0].isdigit()]
    words = [token for token in said if len(token) > _SHORT and not token[0].isdigit()]
    is_exact = all(folded(token) in known for token in (*numbers, *names))
    found = sum(folded(token) in known for token in words)
    return is_exact and bool(words) and found >= _LEAST_SHARE * len(words)
