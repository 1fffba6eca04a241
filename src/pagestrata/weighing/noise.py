"""Text that changes by itself: dates, clocks, ages ('3 minutes ago') and counters ('1,234 views').

Such text is recognised by its form and by the words around it, in the languages of `noise_words`. Prices, scores and
version numbers are recognised first and never count as noise: they are what people watch pages for.

Only stretches around digits are looked at, since a page has far more letters than numbers and every visit pays for
this. A stretch is cut into tokens, every token becomes one letter for its kind (M month, d day or hour, U unit of time,
...), and short patterns over those letters find the spans: two orders of magnitude faster than alternatives of words.
"""

from __future__ import annotations

import re
from functools import cache

from pagestrata.model.blocks import Image, Link
from pagestrata.model.deltas import Change, Value
from pagestrata.weighing import noise_words

WINDOW_CHARACTERS = 40
SHORT_LABEL_CHARACTERS = 80

_TOKENS = re.compile(r"\s+|\d+|[^\W\d_]+|.", re.DOTALL)
_DIGIT_RUNS = re.compile(r"\d(?:.{0,24}\d)*", re.DOTALL)
_REVISION = re.compile(r"\$[A-Za-z]+:[^$\n]{0,120}\$")  # $Id: index.html,v 1.445 2004/01/02 ... $
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

# Kinds of tokens. Numbers: i one digit, d 00-31, t 32-59, T 60-99, k three digits, y a year, n any other.
_KINDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("x", frozenset()),
    ("o", noise_words.LINKING_WORDS),
    ("Q", noise_words.AMBIGUOUS_MONTHS),
    ("W", noise_words.WEEKDAYS),
    ("U", noise_words.TIME_UNITS),
    ("O", noise_words.NUMBER_WORDS),
    ("B", noise_words.BEFORE_AGE),
    ("A", noise_words.AFTER_AGE),
    ("M", noise_words.MONTHS),
    ("R", noise_words.CROWDS),
    ("L", noise_words.COUNTED),
    ("P", noise_words.HALVES_OF_THE_DAY),
    ("H", noise_words.CLOCK_WORDS),
    ("Z", noise_words.TIME_ZONES),
    ("K", noise_words.MAGNITUDES),
    ("c", noise_words.CURRENCIES),
    ("v", noise_words.VERSION_WORDS),
    ("s", noise_words.SCORE_WORDS),
    ("C", frozenset({"copyright", "©"})),
    ("e", frozenset({"in", "en", "dans"})),
    ("u", frozenset({"s", "w"})),
    ("-", frozenset({"-", "–", "—", "−"})),
    ("'", frozenset({"'", "’"})),
    ("I", frozenset({"il"})),
    ("a", frozenset({"a"})),
    ("h", frozenset({"h"})),
    ("m", frozenset({"m"})),
    ("D", frozenset({"d"})),
    ("Y", frozenset({"y"})),
    ("j", frozenset({"c"})),
    ("p", frozenset({"p"})),
    ("q", frozenset({"t"})),
)
_PUNCTUATION = ".,:/|+()%·"

_NUMBER = "[idtTkny]"
_LOOSE = r" ?[,./|·-]? ?(?:o ?)?"
_AGE_NUMBER = f"(?:{_NUMBER}|O|a)"
_AGE_UNIT = r"[UhmuDY]\.?"
_SPAN = rf"{_AGE_NUMBER} ?{_AGE_UNIT}(?: ?(?:[xOeY,] ?){{0,2}}{_AGE_NUMBER} ?{_AGE_UNIT}){{0,2}}"
_COUNT = rf"(?<![.,])[idtTkny](?:[.,' ]k)*(?:[.,]{_NUMBER})?(?: ?[Km]\.?)?\+?"
_WHOLE_COUNT = rf"[idtTkny](?:[.,' ]k)*(?: ?[Km])?(?![.,]?{_NUMBER})"
_LARGE_COUNT = rf"(?<![.,])(?:[idtTk](?:[.,' ]k)+|n|y|[idtTkn](?:[.,]{_NUMBER})? ?[Km]\.?)\+?"
_AMOUNT = rf"{_NUMBER}(?:[.,' ]{_NUMBER})*"

_PROTECTED = (
    rf"c ?{_AMOUNT}",
    rf"{_AMOUNT} ?[c%]",
    rf"v[ .]{{0,2}}{_NUMBER}(?:[.-]\w)*",
    rf"(?<![.\w]){_NUMBER}(?:\.{_NUMBER}){{2,}}[.-]\w(?:[.-]\w)*",
    rf"s[ .,:]{{1,2}}{_NUMBER} ?[:-] ?{_NUMBER}",
)
_BARE = (rf"(?<![.\w]){_NUMBER}(?:\.{_NUMBER}){{2,}}", r"(?<=x )[id] ?[:-] ?i(?= x)")
_CLOCK = (
    r"(?<![:.,/-])[id](?:[:h][dt](?::[dt](?:[.,]\w)?)?(?![:.]\w)(?: ?(?:P|[ap]\.? ?m)\.?)?|\.[dt](?= ?[HP])"
    r"|(?= ?P\b))(?: ?[HP])?(?: ?\(?Z\)?)?(?: ?[+-][id]:?[dt]?)?"
)
_DATE = (
    r"y(?P<gap1>[-/.])[id](?P=gap1)[id]q?",
    r"[id](?P<gap2>[-/.])[id](?P=gap2)y",
    r"(?<![\w.-])d(?P<gap3>[./])d(?P=gap3)[dtT](?![\w.-])",
    rf"[id](?:o|\.)?{_LOOSE}M\.?(?:{_LOOSE}y)?",
    rf"M\.?{_LOOSE}[id]o?(?!\.?\w)(?:{_LOOSE}y)?",
    rf"M\.?{_LOOSE}y",
    rf"[id]{_LOOSE}Q{_LOOSE}y",
)
_TIME_LIKE = (
    r"(?:C|\(j\))[^\w]{0,3}(?:\(j\) ?)?(?:y ?[,-] ?)*y",
    rf"(?:B|I Y a) {_SPAN}",
    rf"(?<!\w){_SPAN} A",
    rf"e {_NUMBER}[.,]{_NUMBER} ?[Uu]",
    rf"(?:W\.?,? ?(?:o ?)?)?(?:{'|'.join(_DATE)})",
    _CLOCK,
)
_COUNTER_LIKE = (rf"{_COUNT} (?:x )?L", rf"L ?[:(] ?{_WHOLE_COUNT}", rf"{_LARGE_COUNT} (?:[xo] ){{0,2}}R")


@cache
def _kinds() -> dict[str, str]:
    """Token -> letter; a word of several kinds has the one named last."""
    kinds = {word: letter for letter, words in _KINDS for word in words}
    kinds.update((mark, mark) for mark in _PUNCTUATION)
    kinds.update((f"{n:02d}", "d" if n <= 31 else "t" if n <= 59 else "T") for n in range(100))
    kinds.update((str(n), "i") for n in range(10))
    kinds.update((str(year), "y") for year in range(1900, 2100))
    return kinds


def _letters(tokens: list[str]) -> str:
    kinds = _kinds()
    return "".join([kinds.get(token) or _kind_of(token) for token in map(str.lower, tokens)])


def _kind_of(token: str) -> str:
    """The letter of a token that no list knows."""
    if token.isspace():
        return " "
    if token.isdecimal():
        return "k" if len(token) == 3 else "n"
    return "x" if token.isalpha() else "~"


@cache
def _grammar() -> re.Pattern[str]:
    noise = "|".join((*_TIME_LIKE, *_COUNTER_LIKE))
    return re.compile(rf"(?P<keep>{'|'.join(_PROTECTED)})|(?:{noise})")


@cache
def _telling_grammar() -> re.Pattern[str]:
    """What stays, and behind dates and clocks also bare version numbers ('Rust 1.61.0') and scores ('Ajax 2-1 Porto')."""
    return re.compile(rf"{_grammar().pattern}|(?P<bare>{'|'.join(_BARE)})")


@cache
def _east_asian() -> re.Pattern[str]:
    units, counted = noise_words.EAST_ASIAN_UNITS, noise_words.EAST_ASIAN_COUNTED
    return re.compile(
        r"(?P<keep>\d[\d.,]*\s?[元円])"
        rf"|\d+\s?(?:{units})(?:以前|之前|前|전)"
        r"|(?:\d{2,4}\s?[年년]\s?)?[01]?\d\s?[月월]\s?[0-3]?\d\s?[日号號일](?:\s?[(（]?(?:星期|周)?[一二三四五六日天月火水木金土][曜日)）]{0,3})?"
        r"|(?:19|20)\d\d\s?[年년](?:\s?[01]?\d\s?[月월])?"
        r"|[0-2]?\d\s?[时時点시]\s?(?:[0-5]?\d\s?[分분])?(?:\s?[0-5]?\d\s?[秒초])?(?![间間前])"
        rf"|\d[\d.,]*\s?[万萬만]?\s?(?:{counted})"
        rf"|(?:{counted})(?:数|數|量)?\s?[:：(（]?\s?\d[\d.,]*\s?[万萬만]?[回次]?"
    )


@cache
def _labels() -> re.Pattern[str]:
    words = "|".join(sorted(noise_words.AGES_WITHOUT_NUMBER))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


def without_noise(text: str) -> str:
    """The text with time-like and counter-like parts taken out and white space folded."""
    if "$" in text:
        text = _REVISION.sub(" ", text)
    if len(text) <= SHORT_LABEL_CHARACTERS:  # 'an hour ago', 'just now': labels may do without digits
        return " ".join(_cleaned(_labels().sub(" ", text)).split())
    pieces, done = [], 0
    for start, end in _windows(text):
        pieces += [text[done:start], _cleaned(text[start:end])]
        done = end
    pieces.append(text[done:])
    return " ".join("".join(pieces).split())


def _windows(text: str) -> list[tuple[int, int]]:
    """Stretches around digits, widened to whole words, not overlapping."""
    windows: list[tuple[int, int]] = []
    for found in _DIGIT_RUNS.finditer(text):
        start, end = max(0, found.start() - WINDOW_CHARACTERS), min(len(text), found.end() + WINDOW_CHARACTERS)
        start = text.rfind(" ", 0, start) + 1 if start else 0
        space = text.find(" ", end, end + WINDOW_CHARACTERS)
        end = space if space >= 0 else end
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], max(end, windows[-1][1]))
        else:
            windows.append((start, end))
    return windows


def _cleaned(text: str) -> str:
    if _EAST_ASIAN.search(text):
        text = _east_asian().sub(lambda found: found.group() if found.group("keep") else " ", text)
    tokens = _TOKENS.findall(text)
    pieces, done = [], 0
    for found in _grammar().finditer(_letters(tokens)):
        if found.group("keep") is None:
            pieces += tokens[done : found.start()]
            pieces.append(" ")
            done = found.end()
    pieces += tokens[done:]
    return "".join(pieces)


def telling_numbers(text: str) -> list[str]:
    """Prices, scores, percentages and version numbers, in order, as the page writes them."""
    found: list[str] = []
    text = _REVISION.sub(" ", text)
    for start, end in _windows(text):
        tokens = _TOKENS.findall(text[start:end])
        spans = _telling_grammar().finditer(_letters(tokens))
        found += ["".join(tokens[s.start() : s.end()]) for s in spans if s.group("keep") or s.group("bare")]
    return found


def differs_by_noise_only(old: str, new: str) -> bool:
    """Whether two texts are the same but for dates, clocks, ages and counters."""
    return old != new and without_noise(old) == without_noise(new)


def is_noise_change(change: Change) -> bool:
    """Whether one change touches nothing but time-like and counter-like text.

    An update counts when both sides agree without it; an inserted or deleted text when nothing else is in it.
    """
    if change.element not in {"text", "link"} or change.op not in {"insert", "delete", "update"}:
        return False
    old, new = _words_of(change.old), _words_of(change.new)
    if change.op == "update":
        return old is not None and new is not None and differs_by_noise_only(old, new)
    only = new if change.op == "insert" else old
    return bool(only) and change.element == "text" and not without_noise(only or "")


def _words_of(value: Value) -> str | None:
    """The words of a change's side; a link's address counts too, since a new address is no noise."""
    if isinstance(value, str):
        return value
    if isinstance(value, Link | Image):
        return f"{value.name}\n{value.address}"
    return None
