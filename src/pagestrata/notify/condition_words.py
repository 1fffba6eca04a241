"""Conditions of a rule in words, both ways: 'price below 100; says sold out' and {'below': 100.0, 'words': ['sold out']}.

Each condition has a phrase, so that one line of a form can set all of them. Phrases are separated by semicolons or line breaks.
Words before 'below', 'above' and 'says' are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pagestrata.errors import UsageError
from pagestrata.model.plain_numbers import percent, plain_number, read_plain_number
from pagestrata.notify.rules import OPERATIONS

EXAMPLES = "below 100; above 20; says sold out; changes by 5 %; matters 80 %; something is added; not of faults"
_SOMETHING = {word: name for name, word in OPERATIONS.items()}
_NOT_OF = {"faults": "faults", "a lost block": "lost", "a block that is back": "found"}
_NOT = {name: words for words, name in _NOT_OF.items()}


def conditions_from_words(text: str) -> dict[str, Any]:
    """The conditions in a text, none if it is empty. Raises UsageError with examples."""
    found: dict[str, Any] = {}
    for phrase in re.split(r"[;\n]+", text):
        if phrase.strip():
            _take(found, " ".join(phrase.split()))
    return found


def conditions_in_words(conditions: Mapping[str, Any]) -> list[str]:
    """One phrase for each condition, as `conditions_from_words` reads them."""
    phrases = []
    for name, write in _WRITERS.items():
        value = conditions.get(name)
        if value is not None and (phrase := write(value)):
            phrases.append(phrase)
    return phrases


def _take(found: dict[str, Any], phrase: str) -> None:
    for pattern, read in _READERS:
        match = pattern.search(phrase)
        if match is not None:
            for name, value in read(match).items():
                together = isinstance(value, list) and name in found
                found[name] = [*found[name], *value] if together else value
            return
    raise UsageError(f"{phrase[:60]!r} is not a condition; write for example: {EXAMPLES}")


def _number(text: str) -> float:
    value = read_plain_number(text)
    if value is None:
        raise UsageError(f"{text.strip()[:40]!r} is not a number; write for example: below 100")
    return value


def _limit(name: str) -> Callable[[re.Match[str]], dict[str, Any]]:
    return lambda match: {name: _number(match[1])}


def _difference(match: re.Match[str]) -> dict[str, Any]:
    is_share = bool(re.search(r"%|per ?cent", match[1]))
    return {"changed_by_percent" if is_share else "changed_by": _number(match[1])}


def _words(match: re.Match[str]) -> dict[str, Any]:
    parts = re.split(r"\s*,\s*|\s+or\s+", match[1])
    return {"words": [part.strip(" \"'“”‘’") for part in parts if part.strip(" \"'“”‘’")]}


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any]]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (r"(?:^|\s)(?:says|mentions|contains)\s+(.+)$", _words),
        (
            rf"^(?:not|do not tell(?: me)?|nothing) of ({'|'.join(_NOT_OF)})$",
            lambda match: {_NOT_OF[match[1].lower()]: False},
        ),
        (r"(?:^|\s)chang(?:es|ed)\s+by\s+(?:at least\s+)?(.+)$", _difference),
        (
            r"(?:^|\s)matters\s+(?:at least\s+)?([\d.,]+)\s*(?:%|per ?cent)$",
            lambda match: {"threshold": _number(match[1]) / 100},
        ),
        (
            rf"^something is ({'|'.join(_SOMETHING)})$",
            lambda match: {"operations": [_SOMETHING[match[1].lower()]]},
        ),
        (r"(?:^|\s)(?:below|under|less than)\s+(.+)$", _limit("below")),
        (r"(?:^|\s)(?:above|over|more than)\s+(.+)$", _limit("above")),
    )
)

_WRITERS: dict[str, Callable[[Any], str]] = {
    "above": lambda value: f"above {plain_number(value)}",
    "below": lambda value: f"below {plain_number(value)}",
    "changed_by": lambda value: f"changes by {plain_number(value)}",
    "changed_by_percent": lambda value: f"changes by {plain_number(value)} %",
    "words": lambda value: f"says {', '.join([value] if isinstance(value, str) else value)}",
    "threshold": lambda value: f"matters at least {percent(value)}",
    "operations": lambda value: "; ".join(
        f"something is {OPERATIONS[name]}" for name in ([value] if isinstance(value, str) else value)
    ),
    "lost": lambda value: "" if value else f"not of {_NOT['lost']}",
    "found": lambda value: "" if value else f"not of {_NOT['found']}",
    "faults": lambda value: "" if value else f"not of {_NOT['faults']}",
}
