"""What changed between two texts, as a person would point at it: words and whole numbers, in order, without noise.

Punctuation, case and white space are no words and never an edit; signs that say how something stands (✓, ❌, 🔴) are,
and so is the minus before a figure. A small slip that was mended (a letter too many, too few or swapped, an accent, 'can not'
for 'cannot') is told apart from another word.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from pagestrata.weighing.noise.noise_grammar import MARKS, Span

MOST_WORDS = 20_000
BRIDGED_LETTERS = 3
"""One unchanged word of so few letters does not part two edits."""
SLIP_LETTERS = 6
SWAP_LETTERS = 3
LONG_LETTERS = 9
DOUBLED_LETTERS = 5
"""From how many letters on a word bears a slip: any other letter inside; a letter more or less, or another vowel; two swapped;
a consonant doubled."""

_EAST_ASIAN = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(
    rf"\d+(?:[.,:/'’٫٬]\d+)*|[{_EAST_ASIAN}]|(?:[^\W\d_{_EAST_ASIAN}]|[{MARKS}])+(?:['’][^\W\d_]+)?|[%€$£¥₹₽₩+±<>≤≥✓✔✗✘☑☐✅❌❎✖⚠⛔🚫🟢🟡🟠🔴]"
    r"|(?<![\w.,:/)\]])(?<!\d )[-−–](?=\d)"  # a minus, but neither from one number to another nor inside of one
)
_ALIKE = str.maketrans({"’": "'", "−": "-", "–": "-"})
"""Signs that are written in several ways."""
_LINE_END = re.compile("\n")
VARIANTS = ({"c", "s"}, {"s", "z"})  # 'licence' and 'license', 'organise' and 'organize'
_VOWELS = frozenset("aeiouyäöü")


class Word(NamedTuple):
    """A word or a whole number: what it is compared by, and where it stands."""

    key: str
    start: int
    end: int


class Edit(NamedTuple):
    """Words that gave way to others, nothing on one side where words came or went; `old` and `new` as the page has them."""

    old: str
    new: str
    old_words: tuple[Word, ...]
    new_words: tuple[Word, ...]
    old_start: int
    new_start: int
    slot: str = ""  # the place in the text: the word before it and the word after it

    @property
    def operation(self) -> str:
        return "insert" if not self.old_words else "delete" if not self.new_words else "update"


def words_in(text: str, noise: Sequence[Span] = ()) -> list[Word]:
    """The words of a text that stand outside of the noise."""
    if not noise:
        words = islice(_WORD.finditer(text), MOST_WORDS)
        return [Word(one.group().casefold().translate(_ALIKE), *one.span()) for one in words]
    found, quiet = [], iter(noise)
    span = next(quiet, None)
    for one in _WORD.finditer(text):
        while span is not None and span.end <= one.start():
            span = next(quiet, None)
        if span is None or one.start() < span.start:
            found.append(Word(one.group().casefold().translate(_ALIKE), *one.span()))
        if len(found) >= MOST_WORDS:
            break
    return found


def keys_in(text: str) -> str:
    """What the words of a text are compared by, in one line: `words_in` where nobody asks where they stand."""
    found = " ".join([one.group() for one in islice(_WORD.finditer(text), MOST_WORDS)])
    return found.casefold().translate(_ALIKE)


def word_keys(text: str) -> list[str]:
    """The same one by one: half of the time of `words_in`."""
    return keys_in(text).split()


def edits_between(old: str, new: str, *, old_noise: Sequence[Span] = (), new_noise: Sequence[Span] = ()) -> list[Edit]:
    """The edits that lead from one text to the other, in order."""
    from rapidfuzz.distance import Indel

    before, after = words_in(old, old_noise), words_in(new, new_noise)
    first, second = [word.key for word in before], [word.key for word in after]
    if first == second:
        return []
    runs: list[list[int]] = []
    for step in Indel.opcodes(first, second):
        if step.tag == "equal":
            continue
        if runs and _is_bridged(before[runs[-1][1] : step.src_start]):
            runs[-1][1], runs[-1][3] = step.src_end, step.dest_end
        else:
            runs.append([step.src_start, step.src_end, step.dest_start, step.dest_end])
    if "\n" in old and "\n" in new:
        runs = [part for run in runs for part in _by_lines(run, _line_numbers(old, before), _line_numbers(new, after))]
    return [_edit(old, new, before, after, *run) for run in runs]


def _line_numbers(text: str, words: Sequence[Word]) -> list[int]:
    ends = [one.start() for one in _LINE_END.finditer(text)]
    return [bisect(ends, word.start) for word in words]


def _by_lines(run: list[int], old_lines: Sequence[int], new_lines: Sequence[int]) -> list[list[int]]:
    """A run line by line, where it reaches over as many lines on both sides."""
    start, end, new_start, new_end = run
    olds = [at for at in range(start + 1, end) if old_lines[at] != old_lines[at - 1]]
    news = [at for at in range(new_start + 1, new_end) if new_lines[at] != new_lines[at - 1]]
    if not olds or len(olds) != len(news):
        return [run]
    cuts = [(start, new_start), *zip(olds, news, strict=True), (end, new_end)]
    return [[old, old_end, new, new_end] for (old, new), (old_end, new_end) in pairwise(cuts)]


def _is_bridged(between: Sequence[Word]) -> bool:
    return not between or (len(between) == 1 and len(between[0].key) <= BRIDGED_LETTERS and between[0].key.isalpha())


def _edit(
    old: str, new: str, before: list[Word], after: list[Word], start: int, end: int, new_start: int, new_end: int
) -> Edit:
    was, now = tuple(before[start:end]), tuple(after[new_start:new_end])
    old_at = was[0].start if was else (before[start].start if start < len(before) else len(old))
    new_at = now[0].start if now else (after[new_start].start if new_start < len(after) else len(new))
    return Edit(
        old=old[was[0].start : was[-1].end] if was else "",
        new=new[now[0].start : now[-1].end] if now else "",
        old_words=was,
        new_words=now,
        old_start=old_at,
        new_start=new_at,
        slot=f"{before[start - 1].key if start else '^'} | {before[end].key if end < len(before) else '$'}",
    )


def is_respelled(edit: Edit) -> bool:
    """Whether an edit only mends the spelling: of the same words joined or parted, or word by word."""
    if is_rejoined(edit):
        return True
    was, now = [word.key for word in edit.old_words], [word.key for word in edit.new_words]
    return (
        bool(was)
        and len(was) == len(now)
        and all(one == other or is_slip(one, other) for one, other in zip(was, now, strict=True))
    )


def is_rejoined(edit: Edit) -> bool:
    """Whether both sides have the same letters, accents apart: 'web site' for 'website'."""
    was, now = ("".join([word.key for word in words]) for words in (edit.old_words, edit.new_words))
    if len(was) <= SWAP_LETTERS or any(letter.isdecimal() for letter in was + now):
        return False
    return _plain(was) == _plain(now)


def _plain(word: str) -> str:
    """Without accents, apostrophes and hyphens."""
    parts = unicodedata.normalize("NFKD", word)
    return "".join([part for part in parts if part.isalnum()])


def is_slip(old: str, new: str) -> bool:
    """Whether one word is the other with one small slip: never a number, a short word, or another ending."""
    if old.removesuffix("'s") == new.removesuffix("'s"):
        return True
    if not (old.isalpha() and new.isalpha()) or old[0] != new[0]:
        return False
    if len(old) == len(new):
        return _has_other_letter(old, new)
    return abs(len(old) - len(new)) == 1 and _lacks_letter(*sorted((old, new), key=len))


def _has_other_letter(old: str, new: str) -> bool:
    """Whether two letters are swapped, or one inside is another."""
    places = [i for i in range(len(old)) if old[i] != new[i]]
    if len(places) == 2 and places[1] == places[0] + 1 and len(old) >= SWAP_LETTERS:
        return old[places[0]] == new[places[1]] and old[places[1]] == new[places[0]]
    if len(places) != 1 or len(old) < SLIP_LETTERS:
        return False
    at, letters = places[0], {old[places[0]], new[places[0]]}
    if letters in VARIANTS or (len(old) >= LONG_LETTERS and at < len(old) - 2):
        return True
    return letters <= _VOWELS and at < len(old) - 1 and len(old) > SLIP_LETTERS


def _lacks_letter(shorter: str, longer: str) -> bool:
    """Whether the shorter word lacks one letter inside the longer."""
    at = next((i for i in range(len(shorter)) if shorter[i] != longer[i]), len(shorter))
    if 0 < at < len(shorter) and longer[at] == longer[at - 1] and longer[at] not in _VOWELS:  # 'letre' for 'lettre'
        return len(shorter) >= DOUBLED_LETTERS and longer[at + 1 :] == shorter[at:]
    inside = 0 < at < len(shorter) and at < len(longer) - 2
    return inside and len(shorter) >= SLIP_LETTERS and longer[at + 1 :] == shorter[at:]
