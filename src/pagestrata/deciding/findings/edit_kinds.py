"""What kind of edit it is, and how likely a person who watches the page wants to know.

Kinds are told by closed lists and by form, never by the amount: a negation, a modal verb, a status, a price, a date, a number
in a sentence matter however small they are. The chances were set by hand from the written cases of
`benchmarks/quality/small_changes.json` (first half) and keep their order whatever a model says.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pagestrata.weighing.noise import noise_words
from pagestrata.weighing.noise.noise_grammar import Span, spans_of
from pagestrata.weighing.texts import meaning_words
from pagestrata.weighing.texts.text_edits import Edit, is_rejoined, is_respelled

CHANCES = {
    "price": 0.97, "availability": 0.97, "negation": 0.96, "status": 0.95, "score": 0.95, "percentage": 0.94,
    "modal": 0.94, "date": 0.93, "time": 0.92, "version": 0.9, "number": 0.9, "name": 0.85, "words": 0.75,
}  # fmt: skip
MANY_WORDS = 12
LEAST_WORDS_CHANCE, MOST_WORDS_CHANCE = 0.72, 0.95
LITTLE_WORDS_CHANCE = 0.3
_COMPARED = frozenset("<>")
"""One for the other turns a sentence round: 'age < 12'."""
_SIGNS = frozenset("+-±")
"""Before a figure that stayed: a profit of 1.2 % that became a loss."""
_SIGNED = re.compile(r"[+±−–-]?\d+(?:[.,]\d+)*(?:\s?%)?")
SPELLING = "spelling"
REACH = 24
TITLE_CHARACTERS = 100
LINE_SIGN = " / "
"""Between two lines in a quotation."""

_MONEY = r"(?:[€$£¥₽₹₩]|(?:usd|eur|gbp|chf|jpy|euros?|dollars?|pounds?|yen|kr|zł|руб)\b|[元円])"
_MONEY_BEFORE = re.compile(rf"{_MONEY}\s?$", re.IGNORECASE)
_MONEY_AFTER = re.compile(
    rf"^\s?(?:million|billion|mio\.?|mrd\.?|milliarden|millionen|millions?|k|m|bn)?\s?{_MONEY}(?![\w\\^-])",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"^\s?(?:%|percent|prozent|per cent|pour cent|por ciento)", re.IGNORECASE)
_VERSION = re.compile(r"^\d+\.\d+\.\d+|^v\d", re.IGNORECASE)
_FIGURE = re.compile(r"\d")
_TIMES = frozenset(("date", "clock"))
_SCORE = re.compile(r"^\d{1,3}\s?[:\-–]\s?\d{1,3}$")


class EditKind(NamedTuple):
    """The name of the kind, the chance that it matters (0: it does not), and both sides quoted whole."""

    name: str
    chance: float
    old: str
    new: str


def kind_of(edit: Edit, old_text: str, new_text: str) -> EditKind:
    """The kind of one edit of a text."""
    old, new = quoted(edit, old_text, new_text)
    if is_respelled(edit) and (is_rejoined(edit) or not _meaningful(edit)):
        return EditKind(SPELLING, 0.0, old, new)
    name = _number_kind(edit, old_text, new_text, old, new) or _word_kind(edit, old_text, new_text)
    if name in {"words", "status", "negation", "modal"}:
        old, new = _whole_titles(edit, old_text, new_text) or (old, new)
    if name == "words" and _turns_figure(edit, old_text, new_text):
        return EditKind("number", CHANCES["number"], *_signed(edit, old_text, new_text))
    return EditKind(name, _words_chance(edit) if name == "words" else CHANCES[name], old, new)


def _turns_figure(edit: Edit, old_text: str, new_text: str) -> bool:
    """Whether nothing but the sign of a figure changed; with a plus or without is the same."""
    sides = ((edit.old_words, old_text), (edit.new_words, new_text))
    signs = [(word, text) for words, text in sides for word in words]
    stand_before = all(word.key in _SIGNS and text[word.end : word.end + 1].isdecimal() for word, text in signs)
    return stand_before and any(word.key != "+" for word, _ in signs)


def _signed(edit: Edit, old_text: str, new_text: str) -> tuple[str, str]:
    """The figure of both sides with its sign, as the page has them."""
    found = [_SIGNED.search(text, start) for text, start in ((old_text, edit.old_start), (new_text, edit.new_start))]
    return found[0].group() if found[0] else edit.old, found[1].group() if found[1] else edit.new


def _meaningful(edit: Edit) -> bool:
    """Whether both sides have a word that turns a sentence round; a misspelt one is none."""
    turning = meaning_words.NEGATIONS | meaning_words.MODALS | meaning_words.STATUSES
    return all(any(word.key in turning for word in words) for words in (edit.old_words, edit.new_words))


def _words_chance(edit: Edit) -> float:
    """More words, more chance; articles and the like alone have little."""
    keys = [word.key for word in (*edit.old_words, *edit.new_words)]
    telling = [key for key in keys if key not in meaning_words.LITTLE_WORDS and (len(key) > 2 or not key.isascii())]
    if not telling:
        return LEAST_WORDS_CHANCE if edit.operation == "update" and _COMPARED.issuperset(keys) else LITTLE_WORDS_CHANCE
    share = min(1.0, (len(telling) - 1) / MANY_WORDS)
    return LEAST_WORDS_CHANCE + share * (MOST_WORDS_CHANCE - LEAST_WORDS_CHANCE)


def _number_kind(edit: Edit, old_text: str, new_text: str, old: str, new: str) -> str:
    """What a number that changed stands for; '' when none did."""
    numbers = [[word for word in words if word.key[0].isdecimal()] for words in (edit.old_words, edit.new_words)]
    if not any(numbers):
        return ""
    text, words = (new_text, numbers[1]) if numbers[1] else (old_text, numbers[0])
    start, end = words[0].start, words[-1].end
    if _is_money(text, start, end):
        return "price"
    if _PERCENT.search(text[end : end + 12]) or "%" in (old + new):
        return "percentage"
    if _VERSION.search(words[0].key) or _word_before(text, start) in noise_words.VERSION_WORDS:
        return "version"
    time = _time_kind(text, start, end)
    if time:
        return time
    if _is_score(old, new):
        return "score"
    return "number" if len(edit.old_words) + len(edit.new_words) <= 2 * len(words) + 4 else "words"


def _is_score(old: str, new: str) -> bool:
    return ":" in new + old and all(_SCORE.match(side) for side in (old, new) if side)


def _is_money(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 8) : start], text[end : end + 24]
    return bool(_MONEY_BEFORE.search(before) or _MONEY_AFTER.search(after))


def _time_kind(text: str, start: int, end: int) -> str:
    """'date' or 'time' for what has the form of one, else ''."""
    found = {span.kind for span in _times_around(text, start, end)}
    return "date" if "date" in found else "time" if "clock" in found else ""


def _times_around(text: str, start: int, end: int) -> list[Span]:
    """The dates and clocks that a stretch of text has a part in; both have figures."""
    low = max(0, start - REACH)
    around = text[low : end + REACH]
    if not _FIGURE.search(around):
        return []
    spans = (Span(low + span.start, low + span.end, span.kind) for span in spans_of(around) if span.kind in _TIMES)
    return [span for span in spans if span.start < end and span.end > start]


def _word_kind(edit: Edit, old_text: str, new_text: str) -> str:
    if _sellers_words(edit, old_text, new_text):
        return "availability"
    keys = {word.key for word in (*edit.old_words, *edit.new_words)}
    if keys <= noise_words.MONTHS:
        return "date"
    was, now = ({word.key for word in words} for words in (edit.old_words, edit.new_words))
    few = len(keys) <= MANY_WORDS
    for name, words in (
        ("negation", meaning_words.NEGATIONS),
        ("modal", meaning_words.MODALS),
        ("status", meaning_words.STATUSES),
    ):
        if few and (was ^ now) & words:
            return name
    return "name" if _is_name(edit) or _is_designation(edit) else "words"


def _sellers_words(edit: Edit, old_text: str, new_text: str) -> bool:
    """Whether words such as 'sold out' came or went with the edit."""
    old = old_text[max(0, edit.old_start - REACH) : edit.old_start + len(edit.old) + REACH].lower()
    new = new_text[max(0, edit.new_start - REACH) : edit.new_start + len(edit.new) + REACH].lower()
    return any((word in old) != (word in new) for word in noise_words.AVAILABILITY)


def _is_name(edit: Edit) -> bool:
    """One or two capitalised words for others."""
    sides = (edit.old.split(), edit.new.split())
    return all(0 < len(side) <= 3 and all(word[:1].isupper() and len(word) > 2 for word in side) for side in sides)


def _is_designation(edit: Edit) -> bool:
    """A capital or two for others: hall B, group A, class AA."""
    return all(len(side) <= 2 and side.isalpha() and side.isupper() for side in (edit.old, edit.new))


def _word_before(text: str, start: int) -> str:
    words = re.findall(r"[^\W\d_]+", text[max(0, start - REACH) : start])
    return words[-1].lower() if words else ""


def quoted(edit: Edit, old_text: str, new_text: str) -> tuple[str, str]:
    """Both sides as the page has them, with the sign of the currency, the percent sign, or the rest of a date around them."""
    return (
        _widened(old_text, edit.old_start, edit.old_start + len(edit.old)) if edit.old else "",
        _widened(new_text, edit.new_start, edit.new_start + len(edit.new)) if edit.new else "",
    )


def _whole_titles(edit: Edit, old_text: str, new_text: str) -> tuple[str, str] | None:
    """The lines of an edit where they are short and most of them changed: a title is quoted whole."""
    if edit.operation != "update" or len(edit.old_words) < 2:
        return None
    lines = _line(old_text, edit.old_start, len(edit.old)), _line(new_text, edit.new_start, len(edit.new))
    sides = zip(lines, (edit.old, edit.new), strict=True)
    return lines if all(len(line) <= min(TITLE_CHARACTERS, 2 * len(side)) for line, side in sides) else None


def _line(text: str, start: int, length: int) -> str:
    """The line around a stretch of text, or the stretch with more than one line as it is."""
    end = text.find("\n", start + length)
    return text[text.rfind("\n", 0, start) + 1 : end if end >= 0 else len(text)]


_BEFORE = re.compile(r"(?:[€$£¥₽₹₩+\-−]\s?|\b(?:usd|eur|gbp|chf|us\$|v)\s?)$", re.IGNORECASE)
_AFTER = re.compile(r"^\s?(?:%|[€$£¥₽₹₩]|(?:euros?|usd|eur|chf|dollars?|kr|zł|руб|元|円)(?!\w))", re.IGNORECASE)


def _widened(text: str, start: int, end: int) -> str:
    times = _times_around(text, start, end)
    start, end = min([start, *[span.start for span in times]]), max([end, *[span.end for span in times]])
    if text[start : start + 1].isdecimal():
        before = _BEFORE.search(text[max(0, start - 5) : start])
        start -= len(before.group()) if before else 0
    if text[end - 1 : end].isdecimal():
        after = _AFTER.match(text[end : end + 10])
        end += len(after.group()) if after else 0
    return LINE_SIGN.join(" ".join(line.split()) for line in text[start:end].strip().split("\n"))
