"""Questions in plain words read without a model: 'price changes since October on tag boats', 'who removed section 7'.

Times, kinds of change, tags, pages and addresses are recognised and removed from the sentence, question words are dropped,
and the rest are the words to search for. Nothing is guessed: `understood` puts the result into words for the user to check.
"""

from __future__ import annotations

import re
from datetime import datetime

from pagestrata.model.change_question import FRONT, ChangeKind, ChangeQuestion
from pagestrata.model.plain_numbers import percent
from pagestrata.query.times_in_words import Span, take_span

LONGEST_QUESTION = 500
IMPORTANT = 0.65
"""The probability that 'important' asks for."""
_KINDS: tuple[tuple[ChangeKind, str], ...] = (
    ("price", r"prices?|costs?|fares?|fees?"),
    ("date", r"dates?|deadlines?"),
    ("number", r"numbers?|figures?"),
    ("picture", r"pictures?|images?|photos?"),
    ("link", r"links?"),
    ("style", r"styles?|looks?|designs?|redesign(?:s|ed)?|layouts?"),
    (
        "removed",
        r"removed?|removes|deleted?|deletes|gone|disappear(?:s|ed)?|vanish(?:es|ed)?|dropped|withdrawn|withdrew|(?:taken|took)\s+"
        r"(?:down|off|out)",
    ),
    ("new", r"new|added|adds?|appear(?:s|ed)?|came|published|posted|introduced"),
    ("moved", r"moved?|moves"),
    ("text", r"texts?|wordings?|reword(?:s|ed)?|rewritten|rewrote|edit(?:s|ed)?|correct(?:s|ed|ions?)?"),
)
"""By rank: 'when did the price move' asks for a price."""
_TAG = re.compile(
    r"(?:\b(?:on|with|in|of|for)\s+)?(?:the\s+)?\b(?:tags?\s*[: ]|tagged(?:\s+as)?\s)\s*(?:\"([^\"]{1,200})\"|(\S{1,200}))",
    re.I,
)
_URL = re.compile(r"(?:\b(?:on|at|of|in|from)\s+)?(https?://[^\s\"<>]{1,2000})", re.I)
_PAGE = re.compile(
    r"\b(?:on|at|of|in|from|to)\s+(?:(?:the|their|its|our|my)\s+)?"
    r"((?:(?!(?:the|this|that|these|those|which|what|each|every|any|all|some|a|an|no|watched|web)\b)[\w'’&-]+\s+){1,4}?)"
    r"(?:home\s?page|web\s?site|web\s?page|page|site)s?\b",
    re.I,
)
"""'on the fares page': the words before it name the page."""
_PLACE = re.compile(
    r"(?:\b(?:on|at|of|in|from)\s+)?(?<!\S)((?:[a-z0-9-]+\.)+[a-z0-9-]{2,}(?:/\S*)?|(?:\d+\.){3}\d+(?:[:/]\S*)?|/[\w./-]+)(?!\S)",
    re.I,
)
"""A host or a path."""
_FRONT = re.compile(r"\b(?:on|at|of|in|from|to)\s+(?:the\s+|their\s+|its\s+)?(?:front|home|main|start)\s?page\b", re.I)
_BLOCK = re.compile(r"(?:\b(?:in|of)\s+)?\bblock\s+([0-9]{1,9}(?:\.[0-9]{1,9}){0,60})\b", re.I)
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{1,300})[\"”“»]")
_IMPORTANT = re.compile(r"\b(?:important|that (?:really )?matter(?:s|ed)?|significant)\b", re.I)
_ADVERTISEMENTS = re.compile(
    r"(?:\b(?:in|of|on|with|including|and)\s+)?(?:\bthe\s+)?\b(?:ads?|adverts?|advertisements?|advertising|banners?)\b",
    re.I,
)
"""Words that ask for pictures and links that answers usually omit."""
_ASKING = frozenset(
    re.findall(
        r"\w+",
        "who what when where which why how did do does was were is are be been has have had the a an of on in at to from for "
        "by about with any all every each me us show list tell find give please change changes changed changing replace "
        "replaces replaced alter alters altered update updates updated modified different happen "
        "happened happens page pages site sites website there it its this that these those my our and or say said says "
        "saying first last time times ever become became get got see seen everything anything something most recent "
        "recently lately latest they them their much many now still over yet already just quietly secretly headline "
        "headlines story stories article articles paragraph paragraphs item items entry entries news",
    )
)
_DOING = re.compile(
    r"\b(?:moved?|moves|new|added|removed|deleted|r[io]sen?|rises|f[ea]ll(?:en)?|falls|go|gone|went|goes|up|down|increas(?:es?|ed)|"
    r"decreas(?:es?|ed)|rais(?:es?|ed)|lower(?:s|ed)?|drop(?:s|ped)?|cheaper|dearer|higher|before|after)\b",
    re.I,
)
"""Verbs and directions that add nothing once the kind of change is known."""


def read_question(text: str, *, now: datetime) -> ChangeQuestion:
    """Parse a question. Days are in UTC; a month without a year is the most recent one."""
    rest = " ".join(text[:LONGEST_QUESTION].split()).rstrip("?!. ")
    rest, url = _taken(_URL, rest)
    rest, page = _page(rest)
    rest, tag = _taken(_TAG, rest)
    rest, block = _taken(_BLOCK, rest)
    rest, quoted = _taken(_QUOTED, rest)
    rest, span = take_span(rest, now=now) or (rest, Span())
    rest, important = _IMPORTANT.subn(" ", rest)
    rest, kind = _kind(rest)
    rest, advertisements = _ADVERTISEMENTS.subn(" ", rest) if kind in {"picture", "link"} else (rest, 0)
    bare = (re.sub(r"['’]s$", "", word.strip(",;:()'’")) for word in rest.split())
    phrase = quoted or " ".join(word for word in bare if word.lower() not in _ASKING and re.search(r"\w", word))
    return ChangeQuestion(
        url=url.rstrip(",;") if url else None,
        tag=tag.rstrip(",;") if tag else None,
        block=block,
        kind=kind,
        page=page,
        words=phrase or None,
        is_phrase=bool(quoted) or not phrase,
        since=span.since,
        until=span.until,
        least_probability=IMPORTANT if important else None,
        with_silenced=bool(advertisements),
    )


def _page(text: str) -> tuple[str, str | None]:
    """Return the text without the words that name a page, and these words."""
    if found := _FRONT.search(text):
        return f"{text[: found.start()]} {text[found.end() :]}", FRONT
    for pattern in (_PAGE, _PLACE):
        rest, words = _taken(pattern, text)
        if words is not None:
            return rest, words
    return text, None


def _taken(pattern: re.Pattern[str], text: str) -> tuple[str, str | None]:
    """Return the text without the first match of the pattern, and the match."""
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
    """Return each part of the parsed question in a few words."""
    parts = [_NAMES.get(question.kind, f"{question.kind} changes") if question.kind else "all changes"]
    parts += ["also in advertisements and boxes that keep changing"] if question.with_silenced else []
    parts += [_words_clause(question)] if question.words else []
    parts += [f"on {question.url}"] if question.url else []
    parts += ["on front pages" if question.page == FRONT else f"on pages called “{question.page}”"] * bool(
        question.page
    )
    parts += [f"on pages with tag {question.tag}"] if question.tag else []
    parts += [f"in block {question.block}"] if question.block else []
    parts += [f"from {question.since:%Y-%m-%d %H:%M}"] if question.since else []
    parts += [f"to {question.until:%Y-%m-%d %H:%M}"] if question.until else []
    parts += [f"at least {percent(question.least_probability)} likely to matter"] if question.least_probability else []
    return parts


def _words_clause(question: ChangeQuestion) -> str:
    words = (question.words or "").split()
    if question.is_phrase or len(words) == 1:
        return f"that mention “{question.words}”"
    named = ", ".join(f"“{word}”" for word in words)
    if question.least_words is not None and question.least_words < len(words):
        return f"that mention at least {question.least_words} of {named}"
    return f"that mention {named}"
