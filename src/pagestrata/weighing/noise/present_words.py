"""Words for 'now', 'today' and the parts of a day, in the languages of CLDR (`data/present_words.json`).

A count beside one of the first two is that of the hour or the day of the visit: '41 people look at this now'. Where words are
not parted by spaces, the phrase may stand anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from importlib import resources

from pagestrata.weighing.noise.noise_grammar import word_tokens

MOST_PHRASE_WORDS = 4
MOST_LABEL_WORDS = 3
MOST_ENDING = 3
_FIRST_UNPARTED = (("\u0e00", "\u0eff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"), ("\u3040", "\u9fff"))
"""Thai and Lao, Burmese, Khmer, Chinese and Japanese."""


def _listed_phrases(listed: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in listed.split(","))


CURRENTLY = _listed_phrases(
    "actualment, actualmente, actuellement, akkurat nå, aktualisht, aktualnie, al momento, ar hyn o bryd, at the"
    " moment, attualmente, atualmente, currently, derzeit, en aquest moment, en ce moment, en este momento, for"
    " øyeblikket, för närvarande, gerade, hazırda, hetkel, hiện nay, hiện tại, i øjeblikket, im moment, in questo"
    " momento, jelenleg, just nu, kasalukuyan, ketika ini, kwa sasa, lige nu, momentan, momenteel, momentálne,"
    " momentálně, neste momento, no momento, obecnie, op dit moment, oraintxe, parhaillaan, pašlaik, pillanatnyilag,"
    " praegu, presently, práve teraz, saat ini, sasa, tans, trenutno, tällä hetkellä, u ovom trenutku, v tuto chvíli,"
    " w tej chwili, zurzeit, í augnablikinu, în acest moment, în prezent, şu an, şu anda, šiuo metu, šobrīd, αυτή τη"
    " στιγμή, в данный момент, в момента, в настоящее время, зараз, моментално, наразі, тренутно, ներկայումս, כרגע, اس"
    " وقت, حاليا, حالياً, در حال حاضر, هم اکنون, इस समय, फिलहाल, এই মুহূর্তে, বর্তমানে, தற்போது, ప్రస్తుతం, ამჟამად"
)
"""What CLDR does not have beside 'now'."""


def says_now(text: str) -> bool:
    return _says(text, "now")


def says_today(text: str) -> bool:
    return _says(text, "today")


def is_label_of_today(text: str) -> bool:
    """Whether a text is 'today', or a label of up to three words with it, maybe with an ending: "today's date"."""
    words = word_tokens(text)
    phrases = _phrases()["today"]
    if not words or len(words) > MOST_LABEL_WORDS:
        return False
    return says_today(text) or any(_is_with_ending(word, phrases) for word in words)


def _is_with_ending(word: str, phrases: Collection[str]) -> bool:
    stems = (word[:-size] for size in range(1, MOST_ENDING + 1))
    return not word.isascii() and any(stem in phrases for stem in stems)


def is_part_of_day(word: str) -> bool:
    """Whether a word, in lower case, is that of the morning, noon, evening or night."""
    return word in _phrases()["parts of the day"]


def _says(text: str, kind: str) -> bool:
    words = word_tokens(text)
    phrases = _phrases()[kind]
    if any(
        " ".join(words[at : at + size]) in phrases
        for at in range(len(words))
        for size in range(1, MOST_PHRASE_WORDS + 1)
    ):
        return True
    return _is_unparted(text) and any(phrase in text for phrase in _unparted(kind))


def _is_unparted(text: str) -> bool:
    return any(first <= sign <= last for sign in text for first, last in _FIRST_UNPARTED)


@cache
def _unparted(kind: str) -> Collection[str]:
    return [phrase for phrase in _phrases()[kind] if _is_unparted(phrase)]


@cache
def _phrases() -> dict[str, frozenset[str]]:
    file = resources.files("pagestrata.weighing").joinpath("data", "present_words.json")
    found = {kind: frozenset(words) for kind, words in json.loads(file.read_text(encoding="utf-8")).items()}
    return found | {"now": found["now"] | CURRENTLY}
