"""What pages say of themselves in every language that CLDR covers well: one table of concepts by languages.

`data/page_words.json` has for each language and concept the words and phrases that are used for it, lower case, in the forms
that stand beside numbers (`data/page_words.md` says which concepts there are). All languages are read as one, since nobody
says in which one a page is written: words too short to be known for those of one language are left out here. Two concepts,
'event' and 'facts', hold what is never noise, and win wherever they meet another.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from importlib import resources

LEAST_LETTERS, LEAST_ASCII_LETTERS = 2, 4
UNPARTED = frozenset(("ja", "km", "ko", "lo", "my", "th", "yue", "zh"))
"""Languages that write without spaces, or join particles to their words: their words may stand anywhere in a text."""
UNPARTED_SIGNS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af"
EVERY_CONCEPT = (
    "updated", "made", "counted", "visitors", "people", "downloads", "deeds", "times", "watching", "online", "basket",
    "advertisement", "daily things", "of the day", "did you know", "most read", "machine", "total", "event", "facts",
)  # fmt: skip
PLACEHOLDER = "*"
"""Stands in 'of the day' for one of the 'daily things'."""


@cache
def page_words() -> dict[str, dict[str, tuple[str, ...]]]:
    """Language -> concept -> words and phrases."""
    file = resources.files("pagestrata.weighing").joinpath("data", "page_words.json")
    return {
        language: {concept: tuple(listed.split(", ")) for concept, listed in concepts.items()}
        for language, concepts in json.loads(file.read_text(encoding="utf-8")).items()
    }


@cache
def parted(concept: str) -> frozenset[str]:
    """The words and phrases of a concept in the languages that part words by spaces, but for the shortest."""
    return frozenset(
        phrase
        for language, concepts in page_words().items()
        if language not in UNPARTED
        for phrase in concepts[concept]
        if is_long_enough(phrase)
    )


@cache
def unparted(concept: str) -> tuple[str, ...]:
    """The same of the other languages, the longest first."""
    found = {phrase for language in UNPARTED for phrase in page_words()[language][concept]}
    return tuple(sorted(found, key=lambda phrase: (-len(phrase), phrase)))


@cache
def single_words(concept: str) -> frozenset[str]:
    """Those that are one word each, of the languages that part words by spaces."""
    return frozenset(phrase for phrase in parted(concept) if all(map(_is_part_of_word, phrase)))


def _is_part_of_word(sign: str) -> bool:
    """Whether a sign is a letter, a mark on one, or joins two of them."""
    return sign.isalpha() or unicodedata.category(sign)[0] == "M" or sign in "\u200c\u200d"


@cache
def phrases(concept: str) -> frozenset[str]:
    """Those that are more than one word."""
    return parted(concept) - single_words(concept)


@cache
def phrase_pattern(concept: str) -> re.Pattern[str]:
    """Finds any phrase of a concept, and its words where words are not parted."""
    listed = "|".join(map(re.escape, sorted(phrases(concept), key=lambda one: (-len(one), one))))
    anywhere = "|".join(map(re.escape, unparted(concept)))
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)|{anywhere}".replace(r"\ ", r"\s"), re.IGNORECASE)


@cache
def daily_labels() -> frozenset[str]:
    """'Tip of the day' and the like: every one of the daily things in every frame of its language."""
    return frozenset(
        frame.replace(PLACEHOLDER, thing)
        for concepts in page_words().values()
        for frame in concepts["of the day"]
        for thing in concepts["daily things"]
    )


def is_long_enough(phrase: str) -> bool:
    """Whether a phrase can be told from words of other languages."""
    return len(phrase) >= (LEAST_ASCII_LETTERS if phrase.isascii() else LEAST_LETTERS)
