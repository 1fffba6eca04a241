"""Questions in plain words read without a model: 'price changes since October on tag boats', 'who removed section 7'.

Times, kinds of change, tags and addresses are recognised and taken out of the sentence, words that only ask are dropped, and what
is left is the phrase to look for. Nothing is guessed: `understood` says in words what was read, for the person to check.
"""

from __future__ import annotations

import re
from datetime import datetime

from pagestrata.model.change_question import ChangeKind, ChangeQuestion
from pagestrata.model.percent import percent
from pagestrata.query.times_in_words import Span, take_span

LONGEST_QUESTION = 500
IMPORTANT = 0.8
"""The probability that 'important' asks for."""
_KINDS: tuple[tuple[ChangeKind, str], ...] = (
    ("price", r"prices?|costs?|fares?|fees?"),
    ("date", r"dates?|deadlines?"),
    ("number", r"numbers?|figures?"),
    ("picture", r"pictures?|images?|photos?"),
    ("link", r"links?"),
    ("style", r"styles?|looks?|designs?|redesign(?:s|ed)?|layouts?"),
    ("removed", r"removed?|removes|deleted?|deletes|gone|disappear(?:s|ed)?|vanish(?:es|ed)?|dropped"),
    ("new", r"new|added|adds?|appear(?:s|ed)?|came"),
    ("moved", r"moved?|moves"),
    ("text", r"texts?|wordings?"),
)
"""By rank: 'when did the price move' asks for a price."""
_TAG = re.compile(
    r"(?:\b(?:on|with|in|of|for)\s+)?(?:the\s+)?\b(?:tags?\s*[: ]|tagged(?:\s+as)?\s)\s*(?:\"([^\"]{1,200})\"|(\S{1,200}))",
    re.I,
)
_URL = re.compile(r"(?:\b(?:on|at|of|in|from)\s+)?(https?://[^\s\"<>]{1,2000})", re.I)
_BLOCK = re.compile(r"(?:\b(?:in|of)\s+)?\bblock\s+([0-9]{1,9}(?:\.[0-9]{1,9}){0,60})\b", re.I)
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{1,300})[\"”“»]")
_IMPORTANT = re.compile(r"\b(?:important|that (?:really )?matter(?:s|ed)?|significant)\b", re.I)
_ASKING = frozenset(
    re.findall(
        r"\w+",
        "who what when where which why how did do does was were is are be been has have had the a an of on in at to from for "
        "by about with any all every each me us show list tell find give please change changes changed changing happen "
        "happened happens page pages site sites website there it its this that these those my our and or say said says "
        "saying first last time times ever become became get got see seen everything anything something most recent "
        "recently latest",
    )
)
_DOING = re.compile(
    r"\b(?:moved?|moves|new|added|removed|deleted|r[io]se|rises|f[ea]ll|falls|go|went|goes|up|down)\b", re.I
)
"""What happened to something whose kind is known."""


def read_question(text: str, *, now: datetime) -> ChangeQuestion:
    """What a question asks for. Days are those of UTC; a month without a year is the last one that has begun."""
    rest = " ".join(text[:LONGEST_QUESTION].split()).rstrip("?!. ")
    rest, url = _taken(_URL, rest)
    rest, tag = _taken(_TAG, rest)
    rest, block = _taken(_BLOCK, rest)
    rest, quoted = _taken(_QUOTED, rest)
    rest, span = take_span(rest, now=now) or (rest, Span())
    rest, important = _IMPORTANT.subn(" ", rest)
    rest, kind = _kind(rest)
    left = [word.strip(",;:()'’") for word in rest.split() if word.strip(",;:()'’").lower() not in _ASKING]
    phrase = quoted or " ".join(word for word in left if re.search(r"\w", word))
    return ChangeQuestion(
        url=url.rstrip(",;") if url else None,
        tag=tag.rstrip(",;") if tag else None,
        block=block,
        kind=kind,
        words=phrase or None,
        since=span.since,
        until=span.until,
        least_probability=IMPORTANT if important else None,
    )


def _taken(pattern: re.Pattern[str], text: str) -> tuple[str, str | None]:
    """The text without what the pattern finds first, and what it found."""
    found = pattern.search(text)
    if found is None:
        return text, None
    said = next(group for group in found.groups() if group)
    return f"{text[: found.start()]} {text[found.end() :]}", said.strip()


def _kind(text: str) -> tuple[str, ChangeKind | None]:
    for kind, words in _KINDS:
        pattern = re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
        if pattern.search(text):
            left = pattern.sub(" ", text, count=1)
            return (left if kind in {"removed", "new", "moved"} else _DOING.sub(" ", left)), kind
    return text, None


_NAMES: dict[str, str] = {"new": "what is new", "removed": "what was removed", "moved": "what moved"}


def understood(question: ChangeQuestion) -> list[str]:
    """What was read, each part in a few words."""
    parts = [_NAMES.get(question.kind, f"{question.kind} changes") if question.kind else "all changes"]
    parts += [f"that speak of “{question.words}”"] if question.words else []
    parts += [f"on {question.url}"] if question.url else []
    parts += [f"on pages with tag {question.tag}"] if question.tag else []
    parts += [f"in block {question.block}"] if question.block else []
    parts += [f"from {question.since:%Y-%m-%d %H:%M}"] if question.since else []
    parts += [f"to {question.until:%Y-%m-%d %H:%M}"] if question.until else []
    parts += [f"at least {percent(question.least_probability)} likely to matter"] if question.least_probability else []
    return parts
