"""Words and lines of a text, and the concepts that words stand for.

Texts are compared by their words. Punctuation, case and white space are not words and never an edit. Signs that state
something (✓, ❌, %, <) are words, and so is a minus before a figure, but not the hyphen of '9-17'.

`data/calendar.json` has the names of months, days, units and currencies from CLDR. `data/concepts.json` has, for each of six
concepts, lower-case words, phrases and word beginnings. All languages are read as one, because the language of a page is
not known. Concepts are numbers for the model, never a verdict.

| concept | what |
|---|---|
| fact | what people count and date for its own sake: deadlines, deaths, seats, meetings |
| self_count | what pages count of themselves: views, comments, likes, visitors, baskets |
| updated | makes a time that of the page itself: updated, last changed, now, today |
| turns | labels over what a page chooses by itself: advertisement, most read, tip of the day |
| machine | what a server says of itself: session, token, build |
| status | reverses a sentence: not, must, closed, sold out |
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from pagestrata.model.patterns import pattern

if TYPE_CHECKING:
    from pagestrata.model.blocks import Block, Link


MOST_WORDS = 20_000
"""Maximum number of words of a line."""
MOST_COMPARED = 10_000_000
"""Maximum product of the lengths of two lists, equal ends excluded; time and memory grow with it."""
MOST_KEPT_KEYS, MOST_KEPT_CHARACTERS = 8_192, 1_000
"""Maximum number of cached keys, and the longest cached line in characters: a few megabytes together."""
FRAME = frozenset(("header", "menu", "footer"))
LINE_END = "\n"
FEWEST_LINKS = 2
MOST_LABEL_WORDS = 3
MOST_SHAPE_CHARACTERS = 400

EAST_ASIAN = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
MARKS = "".join(
    f"{chr(first)}-{chr(last)}"
    for first, last in (
        (0x300, 0x36F), (0x591, 0x5C7), (0x610, 0x61A), (0x64B, 0x65F), (0x900, 0x903), (0x93A, 0x94F), (0x981, 0x983),
        (0x9BC, 0x9CD), (0xA01, 0xA03), (0xA3C, 0xA4D), (0xB82, 0xB82), (0xBBE, 0xBCD), (0xC00, 0xC04), (0xC3E, 0xC56),
        (0xE31, 0xE31), (0xE34, 0xE3A), (0xE47, 0xE4E), (0x102B, 0x103E), (0x17B4, 0x17D3), (0x200C, 0x200D),
    )
)  # fmt: skip
"""Vowel signs and accents that are separate characters."""
_WORD = (
    rf"\d+(?:[.,:/'’٫٬]\d+)*|[{EAST_ASIAN}]|(?:[^\W\d_{EAST_ASIAN}]|[{MARKS}])+(?:['’][^\W\d_]+)?"
    r"|[%€$£¥₹₽₩+±<>≤≥✓✔✗✘☑☐✅❌❎✖⚠⛔🚫🟢🟡🟠🔴★☆]"
    r"|(?<![\w.,:/)\]])(?<!\d )[-−–](?=\d)"  # a minus, neither between two numbers nor inside of one
)
_FIGURES = pattern(r"(?:(?<!\w)[-−–+])?\d+(?:[\s.,:/'’٫٬]\d+)*")


@cache
def _word() -> re.Pattern[str]:
    """Return the pattern of a word, compiled on first use: compiling takes as long as an unchanged visit."""
    return re.compile(_WORD)


class _Alike(dict[int, str]):
    """Maps variants of signs and the digits of all scripts, each looked up on first use.

    A complete table would need all of Unicode, which takes as long as comparing a page.
    """

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        self[code] = str(unicodedata.decimal(sign)) if unicodedata.category(sign) == "Nd" else sign
        return self[code]


_ALIKE = _Alike(str.maketrans({"’": "'", "−": "-", "–": "-"}))


UNPARTED = pattern(f"[{EAST_ASIAN}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\uac00-\ud7af]")
"""Letters of scripts without spaces between words."""


@cache
def calendar() -> Mapping[str, Any]:
    """Return the names of CLDR: dictionaries for months and units, sets for the rest."""
    file = resources.files("pagestrata.judging").joinpath("data", "calendar.json")
    table = json.loads(file.read_text(encoding="utf-8"))
    return {kind: names if isinstance(names, dict) else frozenset(names) for kind, names in table.items()}


class Word(NamedTuple):
    """A word, a sign or a whole number: its key for comparing, and its position."""

    key: str
    start: int
    end: int


def words_in(text: str) -> list[Word]:
    """Return the first `MOST_WORDS` words of a text."""
    found = islice(_word().finditer(text), MOST_WORDS)
    return [Word(one.group().casefold().translate(_ALIKE), *one.span()) for one in found]


def key_of(text: str) -> str:
    """Return the key for comparing a text: its words in one line, or the text itself if it has none."""
    return _kept_key(text) if len(text) <= MOST_KEPT_CHARACTERS else _key(text)


@lru_cache(MOST_KEPT_KEYS)
def _kept_key(text: str) -> str:
    """Cached, because each line is needed by its block, by both versions and by the history."""
    return _key(text)


def _key(text: str) -> str:
    found = " ".join(_word().findall(text)).casefold().translate(_ALIKE)
    return found or " ".join(text.split())


def shape_of(text: str) -> str:
    """Return the text with its figures masked: the identity of the place in which a figure changes."""
    return _FIGURES.sub("0", " ".join(text[:MOST_SHAPE_CHARACTERS].casefold().split()))


def is_figure(key: str) -> bool:
    return key[:1].isdecimal()


def plain(word: str) -> str:
    """Return a word without accents, apostrophes and hyphens."""
    return "".join([part for part in unicodedata.normalize("NFKD", word) if part.isalnum()])


def lines_of(block: Block) -> list[str]:
    """Return the lines of a block. Links of a header, menu or footer are separate lines."""
    return split_lines(block, block.lined_text)


def split_lines(block: Block, text: str) -> list[str]:
    """Return the lines of a text of a block, each figure together with the short line that names it."""
    if block.role in FRAME:
        text = _with_links_apart(text, block)
    return [line for line in _with_figures_joined(text).split(LINE_END) if line.strip()]


def _with_links_apart(text: str, block: Block) -> str:
    links: tuple[Link, ...] = block.links
    if len(links) < FEWEST_LINKS:
        return text
    signs, done = list(text), 0
    for name in (link.name for link in links if link.name):
        start = text.find(name, done)
        if start < 0:
            continue
        done = start + len(name)
        for place in (start - 1, done):
            if 0 <= place < len(signs) and signs[place] == " ":
                signs[place] = LINE_END
    return "".join(signs)


def _with_figures_joined(text: str) -> str:
    """Return the text without line ends between a figure and the short line that names it."""
    if LINE_END not in text:
        return text
    lines = text.split(LINE_END)
    parts = [lines[0]]
    for above, line in pairwise(lines):
        belongs = (_is_bare(line) and _is_label(above)) or (_is_bare(above) and _is_label(line))
        parts.append(f"{' ' if belongs else LINE_END}{line}")
    return "".join(parts)


def _is_bare(line: str) -> bool:
    return not any(map(str.isalpha, line))


def _is_label(line: str) -> bool:
    return line.count(" ") < MOST_LABEL_WORDS and not any(map(str.isdecimal, line)) and any(map(str.isalpha, line))


class Step(NamedTuple):
    """A stretch of two lists: 'equal', 'delete' or 'insert'."""

    tag: str
    src_start: int
    src_end: int
    dest_start: int
    dest_end: int


def steps_between(old: Sequence[str], new: Sequence[str]) -> list[Step]:
    """Return the steps from one list to another. In lists that are too long, only equal ends count as equal."""
    from rapidfuzz.distance import Indel

    most = min(len(old), len(new))
    begin = next((n for n in range(most) if old[n] != new[n]), most)
    end = next((n for n in range(most - begin) if old[-1 - n] != new[-1 - n]), most - begin)
    i, j = len(old) - end, len(new) - end
    if (i - begin) * (j - begin) <= MOST_COMPARED:
        return [Step(*step) for step in Indel.opcodes(old, new)]
    around = Step("equal", 0, begin, 0, begin), Step("equal", i, len(old), j, len(new))
    middle = Step("delete", begin, i, begin, begin), Step("insert", i, i, begin, j)
    return [step for step in (around[0], *middle, around[1]) if step.src_end > step.src_start or step.tag == "insert"]


def with_line_ends_of(text: str, lined: str) -> str:
    """Return a text stored without line ends with the line ends of `lined`, at the words that both have."""
    words, others = text.split(" "), lined.replace(LINE_END, " ").split(" ")
    same: dict[int, int] = {}
    for step in steps_between(words, others):
        if step.tag == "equal":
            same.update(zip(range(step.dest_start, step.dest_end), range(step.src_start, step.src_end), strict=True))
    ends, word = set(), 0
    for line in lined.split(LINE_END)[:-1]:
        word += line.count(" ") + 1
        if word - 1 in same:
            ends.add(same[word - 1])
        elif word in same:
            ends.add(same[word] - 1)
    return "".join([f"{one}{LINE_END if place in ends else ' '}" for place, one in enumerate(words[:-1])] + words[-1:])


CONCEPTS = ("fact", "self_count", "updated", "turns", "machine", "status")
LEAST_STEM = 3
MOST_SEARCHED_CHARACTERS = 400
"""Maximum number of characters searched for concepts; what names a figure is near it."""


class _Table(NamedTuple):
    words: dict[str, int]  # word -> bits of its concepts
    phrases: dict[str, list[tuple[str, int]]]  # first word -> phrases that begin with it
    stems: dict[str, int]
    unparted: list[tuple[str, int]]  # phrases of languages that write without spaces


@cache
def _table() -> _Table:
    file = resources.files("pagestrata.judging").joinpath("data", "concepts.json")
    data = json.loads(file.read_text(encoding="utf-8"))
    table = _Table({}, {}, {}, [])
    for bit, concept in enumerate(CONCEPTS):
        for listed in data[concept]["words"]:
            key = listed.casefold() if listed.isalpha() else key_of(listed)
            if UNPARTED.search(listed):
                table.unparted.append((listed, 1 << bit))
            elif " " in key:
                table.phrases.setdefault(key.split()[0], []).append((f" {key} ", 1 << bit))
            else:
                table.words[key] = table.words.get(key, 0) | 1 << bit
        for stem in data[concept]["stems"]:
            if UNPARTED.search(stem):
                table.unparted.append((stem, 1 << bit))
            else:
                table.stems[stem] = table.stems.get(stem, 0) | 1 << bit
    return table


@lru_cache(maxsize=1 << 14)
def _bits_of_word(word: str) -> int:
    table = _table()
    bits = table.words.get(word, 0)
    for end in range(LEAST_STEM, min(len(word), MOST_SEARCHED_CHARACTERS) + 1):
        bits |= table.stems.get(word[:end], 0)
    return bits


NOISE_BITS = sum(1 << CONCEPTS.index(concept) for concept in ("self_count", "updated", "machine"))
LEAST_OF_FACTS = 3
FACT_BIT = 1 << CONCEPTS.index("fact")
LEAST_LETTERS = 4
"""Minimum number of letters of a word that carries meaning; by, at, the, on are shorter."""


@cache
def _times() -> frozenset[str]:
    """Return the words of dates, spans and ages."""
    names = calendar()
    ages = (word for phrase in names["past"] for word in re.split(r"[| ]", phrase) if word)
    return frozenset((*names["months"], *names["weekdays"], *names["units"], *ages))


def _is_time(word: str) -> bool:
    """Return whether a word relates a time to the page: today, now."""
    return bool(_bits_of_word(word) & 1 << CONCEPTS.index("updated"))


def says_only_times(words: Iterable[str]) -> bool:
    """Return whether all words are figures, months, weekdays, units or words of ages."""
    return all(
        len(word) < LEAST_LETTERS or word[:1].isdecimal() or word in _times() or _is_time(word) for word in words
    )


def noise_share(text: str) -> float | None:
    """Return the share of words about the page itself; None for a text without a word of some length."""
    text = text[:MOST_SEARCHED_CHARACTERS]
    table, key = _table(), key_of(text)
    if UNPARTED.search(text):
        return _unparted_share(text.casefold(), table)
    told = _told_by_phrases(key, table)
    words = [word for word in key.split() if _says_something(word) and not word[:1].isdecimal()]
    known = [word in told or word in _times() or bool(_bits_of_word(word) & NOISE_BITS) for word in words]
    return sum(known) / len(known) if known else None


def _says_something(word: str) -> bool:
    """Return whether a word carries meaning: long enough, or a word of facts as in 'members pay 12'."""
    return len(word) >= LEAST_LETTERS or (len(word) >= LEAST_OF_FACTS and bool(_bits_of_word(word) & FACT_BIT))


def _told_by_phrases(key: str, table: _Table) -> set[str]:
    """Return the words of all noise phrases in a text."""
    return {
        word
        for first in key.split()
        for phrase, concept in table.phrases.get(first, ())
        if concept & NOISE_BITS and phrase in f" {key} "
        for word in phrase.split()
    }


def _unparted_share(text: str, table: _Table) -> float | None:
    letters = sum(map(str.isalpha, text))
    for phrase, concept in table.unparted:
        if concept & NOISE_BITS:
            text = text.replace(phrase, " ")
    return 1.0 - sum(map(str.isalpha, text)) / letters if letters else None


def concepts_in(text: str) -> tuple[bool, ...]:
    """Return which of `CONCEPTS` the words of a text stand for."""
    if not text:
        return (False,) * len(CONCEPTS)
    text = text[:MOST_SEARCHED_CHARACTERS]
    table, key = _table(), key_of(text)
    words, bits = key.split(), 0
    for word in words:
        bits |= _bits_of_word(word)
        for phrase, concept in table.phrases.get(word, ()):
            if phrase in f" {key} ":
                bits |= concept
    if UNPARTED.search(text):
        lower = text.casefold()
        for phrase, concept in table.unparted:
            if phrase in lower:
                bits |= concept
    return tuple(bool(bits >> bit & 1) for bit in range(len(CONCEPTS)))
