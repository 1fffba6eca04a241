"""One edit of a text as a person would describe it: 'Comments must be received by 10 → 6 November'.

All words are copied from the two texts. An edit comes with the words before it in its line and sentence, a number with all its
digits, its unit and the thing it counts, a single word with its clause.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from typing import Literal

from pagestrata.model.patterns import pattern
from pagestrata.model.subsequences import equal_ends

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

LONGEST_QUOTE = 60
PLAIN_WORDS = 4
"""A change with more words than this is quoted and cut."""
MOST_COMPARED_WORDS = 400
MOST_EDITS = 4
CONTEXT_WORDS = 3
LONGEST_CONTEXT = 6
"""Words from the beginning of a line or sentence that are said before an edit; the last CONTEXT_WORDS where there are more."""
AROUND_WORDS = 8
LONGEST_MARKED = 300
_BESIDE = pattern(
    r"[$£¥฿\u20a0-\u20cf]|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|RUB|kr\.?|km|kg|m²|°C|GB|MB|TB|mg|ml|ms|h|min|Uhr|[ap]\.?m\.?|%",
    re.IGNORECASE,
)
"""Words that belong to a number: currencies and units."""
_ENDS = ".,;:"
_CURRENCY = pattern(r"[$£¥฿\u20a0-\u20cf]|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|RUB|kr\.?", re.IGNORECASE)
SHORT_LETTERS = 3
"""A word with no more letters than this says little alone: 'out of', 'in', 'no'."""
TELLING_LETTERS = 4
UNLIKE_WORDS = 5
"""Number of words from which on a text counts as the new form of another only if they share a significant word."""
MOST_COUNTED = 3
"""Words behind a number that may say what it counts: 'de noviembre 2026'."""
LARGEST_GAP = 1
"""Maximum number of equal words between two edits that become one: 'Thursday, March 11', not 'Thursday' and '11'."""
_IN_NUMBERS = frozenset(".,:/'’-")
"""Characters between the digits of a number, a time or a date."""
PLAIN_PLACE = "the text"
"""A place that adds nothing if the context of an edit is given."""
REWRITTEN = 0.5
"""Share of changed words above which a text with many edits is reported as one edit."""
_DIGITS = pattern(r"\d+(?!\w|[.,:/-]\d)")
_YEAR = pattern(r"(?:19|20)\d\d")
_PLAIN_NUMBER = pattern(r"[+−-]?\d+(?:[.,\u00a0]\d+)*")
"""A number without a unit: the word behind it says what it counts."""
_SENTENCE_ENDS = (".", "!", "?", ";", "。", "۔", "।", "·", "|", "•")
"""Characters that end a word at the end of a sentence, or separate two sentences."""
_ORDINAL = pattern(r"\d+\.")
"""Numbers whose dot may not end a sentence: '30. listopadu'."""
Marked = tuple[tuple[Literal["same", "old", "new"], str], ...]
"""A stretch of text in pieces: what stayed, what went, what came."""


@dataclass(frozen=True, slots=True)
class Text:
    """The words of a text, and which of them begin a line where that is known."""

    words: list[str]
    line_starts: frozenset[int]

    @classmethod
    def of(cls, text: str) -> Text:
        lines = [words for line in text.split("\n") if (words := line.split())]
        starts = accumulate((len(line) for line in lines), initial=0)
        return cls([word for line in lines for word in line], frozenset(starts))

    def begins(self, place: int) -> bool:
        """Whether a word begins a line or a sentence."""
        return place in self.line_starts or place == 0 or ends_sentence(self.words[place - 1])

    def first_line(self, start: int, end: int) -> tuple[str, bool]:
        """Return the words from `start` to the end of their line, and whether more words follow before `end`.

        A line of one word means little alone ('Holidays'), so the next line is added.
        """
        stop = self._line_end(start, end)
        line = " ".join(self.words[start:stop])
        if stop == start + 1 and stop < end:
            begin, stop = stop, self._line_end(stop, end)
            line = f"{line} · {' '.join(self.words[begin:stop])}"
        return line, stop < end

    def _line_end(self, start: int, end: int) -> int:
        return next((place for place in range(start + 1, end) if place in self.line_starts), end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part that a change sentence may contain. `words` are its words on the page, used to match it with reasons."""

    said: str
    words: tuple[str, ...]
    block: str
    marked: Marked = ()  # the words with a few around them
    counted: tuple[str, str] = ("", "")  # 'new' or 'gone' and the role of a block, to be counted together
    is_look: bool = False  # it is about fonts, colours or places, not about what the page says
    place: str = ""  # 'in the price box'; said once for parts in a row that share it
    link: str = ""  # the name of the link that it is about


def telling_words(words: Sequence[str]) -> set[str]:
    """Return the significant words, in one spelling."""
    bare = {word.strip(_ENDS).casefold() for word in words}
    return {word for word in bare if len(word) >= TELLING_LETTERS and any(sign.isalpha() for sign in word)}


def edits(old: Text, new: Text, block: str, place: str, moved: frozenset[str]) -> Iterator[Part]:
    """Yield the edits of a text; a mostly rewritten text is one edit."""
    before, after = old.words, new.words
    if before == after:
        behind = quoted(" ".join(after))
        where = f" in {place}" if place else f" behind {behind}" if behind else ""
        yield Part(said=f"text changed{where}", words=(), block=block)
        return
    said_until = 0
    for i1, i2, j1, j2 in stretches(before, after):
        came = i1 if " ".join(before[i1:i2]) in moved else i2
        stayed = j1 if " ".join(after[j1:j2]) in moved else j2
        if (came, stayed) != (i1, j1):
            left = before if came == i2 else [*before[:i1], *before[i2:]]  # words that moved lend no context
            yield _edit(left, new, (i1, came, j1, stayed), block, place, said_until)
        said_until = j2


def stretches(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Return what differs between two texts, in the pieces that a person would name."""
    found = [
        piece
        for edit in _joined_edits(before, list(_differences(before, after)))
        for piece in _split(before, after, edit)
    ]
    if len(found) > MOST_EDITS:
        changed = sum(max(i2 - i1, j2 - j1) for i1, i2, j1, j2 in found)
        if changed > REWRITTEN * max(len(before), len(after)):
            return [(found[0][0], found[-1][1], found[0][2], found[-1][3])]
    return found


def ends_sentence(word: str) -> bool:
    """Return whether a word is the last of its sentence, judged by its punctuation."""
    return word.rstrip("\"'”’»)").endswith(_SENTENCE_ENDS)


def _split(
    before: Sequence[str], after: Sequence[str], edit: tuple[int, int, int, int]
) -> Iterator[tuple[int, int, int, int]]:
    """One edit for each sentence of a stretch that has as many sentences in both texts."""
    i1, i2, j1, j2 = edit
    olds, news = (
        [place + 1 for place in places if ends_sentence(words[place]) and not _ORDINAL.fullmatch(words[place])]
        for words, places in ((before, range(i1, i2 - 1)), (after, range(j1, j2 - 1)))
    )
    if len(olds) != len(news):
        yield edit
        return
    for begin, end in pairwise([(i1, j1), *zip(olds, news, strict=True), (i2, j2)]):
        if before[begin[0] : end[0]] != after[begin[1] : end[1]]:
            yield begin[0], end[0], begin[1], end[1]


def _joined_edits(before: Sequence[str], found: Sequence[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Join edits with hardly a word between them. Adjacent numbers stay separate: each has its own meaning."""
    joined: list[tuple[int, int, int, int]] = []
    for edit in found:
        if joined:
            i1, i2, j1, _ = joined[-1]
            figures = all(_has_digits(words) for words in (before[i1:i2], before[edit[0] : edit[1]]))
            ends = any(word.endswith((".", ";", ":")) for word in before[max(i1, i2 - 1) : edit[0]])
            little = _says_little(before[i1:i2]) or _says_little(before[edit[0] : edit[1]])
            if edit[0] - i2 <= LARGEST_GAP + little and not figures and not ends:
                joined[-1] = (i1, edit[1], j1, edit[3])
                continue
        joined.append(edit)
    return joined


def _differences(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Stretches of words that differ; long texts are one stretch between their equal ends."""
    start, end = equal_ends(before, after)
    first, second = before[start : len(before) - end], after[start : len(after) - end]
    if max(len(first), len(second)) > MOST_COMPARED_WORDS:
        yield start, start + len(first), start, start + len(second)
        return
    from difflib import SequenceMatcher

    for tag, i1, i2, j1, j2 in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if tag != "equal":
            yield start + i1, start + i2, start + j1, start + j2


def _edit(
    before: Sequence[str], new: Text, stretch: tuple[int, int, int, int], block: str, place: str, said_until: int
) -> Part:
    """Return one edit as a part. `said_until`: end of the previous edit in the new text, whose words are not repeated."""
    i1, i2, j1, j2 = stretch
    after = new.words
    words = tuple(text for text in (_bare(before[i1:i2]), _bare(after[j1:j2])) if text)
    marked, where = marked_stretch(before, after, stretch), f" in {place}" if place else ""
    if _is_one_word(before[i1:i2], after[j1:j2]):
        i1, i2, j1, j2 = _in_clause(before, new, stretch, said_until)
    if i1 == i2:
        said = f"added {headline(*new.first_line(j1, j2))}"
        return Part(said=said, words=words, block=block, marked=marked, place=where)
    if j1 == j2:
        said, where = f"removed {quoted(' '.join(before[i1:i2]))}", f" from {place}" if place else ""
        return Part(said=said, words=words, block=block, marked=marked, place=where)
    if _has_digits(before[i1:i2]) and _has_digits(after[j1:j2]):
        i1, i2, j1, j2 = _with_units(before, after, _whole_number(before, new, (i1, i2, j1, j2)))
        i1, i2, j1, j2 = _with_month(before, new, (i1, i2, j1, j2))
    elif _says_little(before[i1:i2]) or _says_little(after[j1:j2]):
        i1, i2, j1, j2 = _with_neighbour(before, new, (i1, i2, j1, j2))
    if _are_unlike(before[i1:i2], after[j1:j2]):
        said = f"removed {quoted(' '.join(before[i1:i2]))} and added {headline(*new.first_line(j1, j2))}"
        return Part(said=said, words=words, block=block, marked=marked, place=where)
    context = _context(new, j1, said_until)
    said = f"{context} {_shown(before[i1:i2], after[j1:j2])}{_counted_thing(before[i1:i2], new, j1, j2)}"
    where = "" if context and place == PLAIN_PLACE else where
    marked = marked_stretch(before, after, (i1, i2, j1, j2))
    return Part(said=said.strip(), words=words, block=block, marked=marked, place=where)


def headline(text: str, goes_on: bool) -> str:
    """The first line of what was added, quoted."""
    quote = quoted(text)
    return f"{quote.removesuffix('’').removesuffix('…')}…’" if goes_on else quote


def _is_one_word(old: Sequence[str], new: Sequence[str]) -> bool:
    """Return whether a single word was inserted or deleted, which means little without its context: 'not'."""
    alone = [*old, *new]
    return not (old and new) and len(alone) == 1 and alone[0].strip(_ENDS).isalpha()


def _in_clause(
    before: Sequence[str], new: Text, stretch: tuple[int, int, int, int], said_until: int
) -> tuple[int, int, int, int]:
    """Return the stretch with a few words of its sentence on both sides; unchanged if there are no more words."""
    i1, i2, j1, j2 = stretch
    back = min(len(_context(new, j1, said_until).split()), i1)
    ahead = 0
    for follows, follows_now in islice(zip(before[i2:], new.words[j2:], strict=False), CONTEXT_WORDS):
        if follows != follows_now or new.begins(j2 + ahead) or (i2 + ahead and ends_sentence(before[i2 + ahead - 1])):
            break
        ahead += 1
    return (i1 - back, i2 + ahead, j1 - back, j2 + ahead) if back or ahead else stretch


def _context(new: Text, place: int, said_until: int) -> str:
    """Return the words of the sentence before a place that were not shown yet; '' if they are not significant."""
    begin = place
    while begin > said_until and not new.begins(begin) and place - begin <= LONGEST_CONTEXT:
        begin -= 1
    if place - begin > LONGEST_CONTEXT:
        begin = place - CONTEXT_WORDS
    if 0 < begin == said_until:
        begin += _BESIDE.fullmatch(new.words[begin]) is not None and begin < place  # the unit of the number before
    while begin < place and not any(sign.isalnum() for sign in new.words[begin]):
        begin += 1
    words = new.words[begin:place]
    return " ".join(words) if any(sign.isalpha() for word in words for sign in word) else ""


def _counted_thing(old: Sequence[str], new: Text, j1: int, j2: int) -> str:
    """The word behind two bare numbers, which says what they count, and its year: '10 → 6 November 2026'.

    A short word may precede it: '26 → 24 de noviembre'. A short name before another number is that number's.
    """
    if not all(_PLAIN_NUMBER.fullmatch(words[-1]) for words in (old, new.words[j1:j2])):
        return ""
    line = list(islice(_same_line(new, j2), MOST_COUNTED))
    joined = len(line) > 1 and _says_little(line[:1]) and line[0][-1] not in _ENDS and not _is_named(line[0])
    things = line[joined:]
    if not (things and _is_named(things[0])):
        return ""
    has_number = len(things) > 1 and _has_digits(things[1:2]) and not new.begins(j2 + joined + 1)
    year = has_number and _YEAR.fullmatch(things[1].strip(_ENDS)) is not None
    if has_number and not year and not telling_words(things[:1]):
        return ""
    return f" {' '.join(line[: joined + 1 + year]).strip(_ENDS)}"


def _same_line(text: Text, start: int) -> Iterator[str]:
    """The words from a place to the end of its line."""
    for place in range(start, len(text.words)):
        if place in text.line_starts:
            return
        yield text.words[place]


def _is_named(word: str) -> bool:
    """Return whether a word is significant: by its letters, or by its capital, as in 'May'."""
    bare = word.strip(_ENDS)
    return bool(telling_words([word])) or (len(bare) == SHORT_LETTERS and bare.isalpha() and bare[0].isupper())


def _with_units(
    before: Sequence[str], after: Sequence[str], stretch: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    """The stretch with the currency before its numbers in both texts, or the unit behind them."""
    i1, i2, j1, j2 = stretch
    if i1 and j1 and before[i1 - 1] == after[j1 - 1] and _CURRENCY.fullmatch(before[i1 - 1]):
        return i1 - 1, i2, j1 - 1, j2  # another one behind the number is that of the next
    if i2 < len(before) and j2 < len(after) and before[i2] == after[j2] and _BESIDE.fullmatch(before[i2].rstrip(_ENDS)):
        i2, j2 = i2 + 1, j2 + 1
    return i1, i2, j1, j2


def _says_little(words: Sequence[str]) -> bool:
    return all(len(word.strip(_ENDS)) <= SHORT_LETTERS and word.isalpha() for word in words)


def _with_neighbour(before: Sequence[str], new: Text, stretch: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the stretch with the word that follows and completes it: 'Out of stock', not 'Out of'."""
    i1, i2, j1, j2 = stretch
    follows = i2 < len(before) and j2 < len(new.words) and j2 not in new.line_starts and before[i2] == new.words[j2]
    return (i1, i2 + 1, j1, j2 + 1) if follows and telling_words([before[i2]]) else stretch


def _whole_number(before: Sequence[str], new: Text, stretch: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The stretch with the groups of digits before it: '1 250 → 1 180', and whole telephone numbers."""
    i1, i2, j1, j2 = stretch
    if not (_DIGITS.match(before[i1]) and _DIGITS.match(new.words[j1])):
        return stretch
    while (
        i1 and j1 and j1 not in new.line_starts and before[i1 - 1] == new.words[j1 - 1] and before[i1 - 1].isdecimal()
    ):
        i1, j1 = i1 - 1, j1 - 1
    return i1, i2, j1, j2


def _with_month(before: Sequence[str], new: Text, stretch: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The stretch with the word before a day and its year: 'Oct 18, 2018 → Oct 17, 2019'."""
    i1, i2, j1, j2 = stretch
    are_dates = all(
        len(words) > 1 and _DIGITS.match(words[0]) and any(_YEAR.fullmatch(word.strip(_ENDS)) for word in words[1:])
        for words in (before[i1:i2], new.words[j1:j2])
    )
    if not (are_dates and i1 and j1 and j1 not in new.line_starts):
        return stretch
    is_month = before[i1 - 1] == new.words[j1 - 1] and before[i1 - 1].strip(_ENDS).isalpha()
    return (i1 - 1, i2, j1 - 1, j2) if is_month else stretch


def _are_unlike(old: Sequence[str], new: Sequence[str]) -> bool:
    """Return whether two texts are unrelated: one was deleted and the other inserted, not edited."""
    before, after = telling_words(old), telling_words(new)
    return min(len(old), len(new)) >= UNLIKE_WORDS and bool(before and after) and not before & after


def marked_stretch(before: Sequence[str], after: Sequence[str], stretch: tuple[int, int, int, int]) -> Marked:
    i1, i2, j1, j2 = stretch
    begin, end = max(0, j1 - AROUND_WORDS), min(len(after), j2 + AROUND_WORDS)
    pieces: list[tuple[Literal["same", "old", "new"], str]] = [
        ("same", f"{'… ' if begin else ''}{' '.join(after[begin:j1])}".strip()),
        ("old", cut_mark(" ".join(before[i1:i2]))),
        ("new", cut_mark(" ".join(after[j1:j2]))),
        ("same", f"{' '.join(after[j2:end])}{' …' if end < len(after) else ''}".strip()),
    ]
    return tuple((kind, text) for kind, text in pieces if text)


def cut_mark(text: str) -> str:
    return text if len(text) <= LONGEST_MARKED else f"{cut_short(text, LONGEST_MARKED)}…"


def cut_short(text: str, longest: int) -> str:
    """Return the start of a text without cutting a number or word in two, which would change its meaning.

    Scripts without spaces and without capitals are cut anywhere.
    """
    end = min(longest, len(text))
    while 0 < end < len(text) and _is_inside(text, end):
        end -= 1
    return text[:end].rstrip()


def _is_inside(text: str, place: int) -> bool:
    """Return whether a place is inside a number, or inside a word of letters that have cases."""
    before, after = text[place - 1], text[place]
    if after in _IN_NUMBERS and place + 1 < len(text):
        after = text[place + 1] if before.isdigit() else after
    elif before in _IN_NUMBERS and place > 1:
        before = text[place - 2] if after.isdigit() else before
    if before.isdigit() or after.isdigit():
        return before.isalnum() and after.isalnum() and (before.isdigit() == after.isdigit() or before.isascii())
    return _has_case(before) and _has_case(after)


def _has_case(letter: str) -> bool:
    return letter.lower() != letter.upper() or unicodedata.combining(letter) > 0


def _has_digits(words: Sequence[str]) -> bool:
    return any(any(sign.isdigit() for sign in word) for word in words)


def _bare(words: Sequence[str]) -> str:
    return " ".join(words).strip(f"{_ENDS} ")


def _shown(old: Sequence[str], new: Sequence[str]) -> str:
    """Return both sides of an edit: plain if they are short, quoted otherwise."""
    sides = (_bare(old), _bare(new))
    if sides[0] == sides[1]:
        sides = (" ".join(old), " ".join(new))  # other signs, the same words
    is_plain = max(len(old), len(new)) <= PLAIN_WORDS or not any(sign.isalpha() for side in sides for sign in side)
    if is_plain and max(map(len, sides)) <= LONGEST_QUOTE:
        return f"{sides[0]} → {sides[1]}"
    return f"{quoted(' '.join(old))} → {quoted(' '.join(new))}"


def quoted(text: str) -> str:
    words, kept = text.split(), ""
    for number, word in enumerate(words):
        longer = f"{kept} {word}".strip()
        if len(longer) > LONGEST_QUOTE:
            return f"‘{kept or cut_short(word, LONGEST_QUOTE)}…’"
        kept = longer
        if number == len(words) - 1:
            break
    return f"‘{kept}’" if kept else ""
