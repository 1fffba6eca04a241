"""Counters of which the label says that they count something else than the page does: 'Members of the council: 24'.

Members, visitors, shares and downloads are counted by most pages of themselves, and by some for their own sake. What stands
between the word and the colon tells: nothing, the page, or a time ('Visitors of this site today: 84') is a counter; anything
else says whose they are, or how many are allowed ('Visitors per patient: 2'), and is a fact. Numbers from a thousand on stay
counters, since pages boast of themselves in words that no list knows. A limit ('minimum followers: 500') is never one.
"""

from __future__ import annotations

import re
from functools import cache

from pagestrata.weighing.noise import counter_words, noise_words, page_words
from pagestrata.weighing.noise.noise_grammar import is_month, word_tokens
from pagestrata.weighing.noise.present_words import says_now, says_today

MANY = 1_000
SHORT_WORD = 3
_LABEL_END = re.compile(r"[:：]")
_LIMITS = re.compile(
    r"(?<!\w)(?<!\d\s)(?:min|max|(?:minim|maxim|massim|máxim|mínim|maksim|minst|mindest|höchst|högst|høyst|максим|миним|максім|мінім)\w*"
    r"|at (?:least|most)|no (?:more|fewer|less) than|up to|vähintään|enintään|asgari|azami|najmniej|najwięcej|nejméně|nejvýše)"
    r"[.:]?[ \u00a0](?:[^\W\d]+[ \u00a0]){0,2}$|(?:至少|最多|最低|最大|最小|不超过|上限|최대|최소)\W?$",
    re.IGNORECASE,
)
LIMIT_REACH_CHARACTERS = 40


def counts_something_else(text: str, start: int, end: int) -> bool:
    """Whether a stretch of a text that has the form of a counter is a limit, or has a label that says whose they are."""
    if _LIMITS.search(text[max(0, start - LIMIT_REACH_CHARACTERS) : start]):
        return True
    said = text[start:end]
    colon = _LABEL_END.search(said)
    if colon is None or int("0" + re.sub(r"\D", "", said[colon.end() :])) >= MANY:
        return False
    label = said[: colon.start()]
    words = [word for word in word_tokens(label)[1:] if word not in noise_words.LINKING_WORDS]
    return not (says_now(label) or says_today(label) or all(map(_is_of_page, words)))


def _is_of_page(word: str) -> bool:
    """Whether a word is one of the page's own, of those that look at it, or of a time, or too short to say anything."""
    return len(word) <= SHORT_WORD or word in _words_of_page() or is_month(word)


@cache
def _words_of_page() -> frozenset[str]:
    concepts = ("counted", "visitors", "people", "downloads", "deeds", "times", "watching", "online", "total")
    counted = (page_words.single_words(concept) for concept in concepts)
    phrases = (word for concept in concepts for phrase in page_words.phrases(concept) for word in phrase.split())
    return frozenset().union(
        *counted, phrases, counter_words.OWN_THINGS, noise_words.PAGE_WORDS, noise_words.COUNTED, noise_words.CROWDS,
        noise_words.COUNTED_IN_THOUSANDS, noise_words.COUNTED_DEEDS, noise_words.TIME_UNITS, noise_words.DAYS,
        noise_words.WEEKDAYS, counter_words.TOTALS, counter_words.ONLINE, counter_words.CONNECTED, counter_words.WATCHING,
        (word for phrase in noise_words.AGES_WITHOUT_NUMBER for word in phrase.split()),
    )  # fmt: skip
