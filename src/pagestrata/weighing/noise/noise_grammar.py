"""Where a text has the form of a date, a clock, an age ('3 minutes ago'), a counter ('1,234 views') or an identifier.

Form alone: whether such a stretch is noise depends on what stands around it (`noise_context`). Prices, scores and version
numbers are recognised first and are never found here: they are what people watch pages for.

Only stretches around digits are looked at, since a page has far more letters than numbers and every visit pays for
this. A stretch is cut into tokens, every token becomes one letter for its kind (M month, d day or hour, U unit of time,
...), and short patterns over those letters find the spans: two orders of magnitude faster than alternatives of words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple

from pagestrata.weighing.noise import counter_words, noise_words, page_words
from pagestrata.weighing.noise.counter_columns import counter_columns
from pagestrata.weighing.noise.machine_marks import ages_in_words, machine_marks
from pagestrata.weighing.noise.time_frames import PAST, Frames
from pagestrata.weighing.noise.unparted_forms import forms_without_spaces
from pagestrata.weighing.noise.visitor_counts import visitor_counts

WINDOW_CHARACTERS = 40
LONGEST_WINDOW = 1_000
"""Characters of a stretch full of digits that are read at once: the grammar takes the square of them."""
SHORT_LABEL_CHARACTERS = 80
SHORT_TEXT_CHARACTERS = 2_000
LONG_MONTH, MOST_ENDING = 7, 4
"""Letters of a month that is known by them, and of the ending that its case may give it: 'novemberben'."""
LONG_STEM = 6
LINE_END = "¶"
"""The letter of a line end: no form goes on in the next line."""

MARKS = "\u200c\u200d" + "".join(
    chr(code) for code in range(0x300, 0x1C00) if unicodedata.category(chr(code))[0] == "M"
)
"""What belongs to the word it stands in: joiners, and marks on letters."""
_TOKENS = re.compile(rf"\s++|\d++|(?:[^\W\d_]++|[{MARKS}]++)++|.", re.DOTALL)
_DIGIT = re.compile(r"\d")
_DIGIT_RUNS = re.compile(r"\d(?:.{0,24}\d)*", re.DOTALL)
_ARABIC_VOWELS = re.compile("[\u064b-\u0652]")
_REVISION = re.compile(r"\$[A-Za-z]+:[^$\n]{0,120}\$")  # $Id: index.html,v 1.445 2004/01/02 ... $
_UNPARTED = re.compile(f"[{page_words.UNPARTED_SIGNS}]")
_WORD_BEFORE_DATE = re.compile(rf"(?:[·|•(\n]\s?|^)((?:[^\W\d_]|[{MARKS}]){{1,3}}(?=[.,])|[^\W\d_])[.,]{{0,2}}\s$")
_IDENTIFIER = re.compile(
    r"(?<![\w.,/-])(?=[0-9a-z-]*\d)(?:[0-9a-f]{4,}(?:-[0-9a-f]{2,})+|(?=[0-9]*[a-z])[0-9a-f]{7,}|[0-9a-z]{16,}|\d{9,})(?![\w/-])"
    r"|(?<!\w)0x[0-9a-f]+(?!\w)|(?<=node-)\d+|(?<=host-)\d+|(?<=server-)\d+|(?<=worker-)\d+",
    re.IGNORECASE,
)
_MAY_BE_IDENTIFIER = re.compile(r"\d(?:[a-z-]|\d{8}|(?<=[a-z-]\d))", re.IGNORECASE)
"""In every identifier nine digits stand side by side, or a digit beside a letter or a hyphen: found in a sixth of the time."""

# Kinds of tokens. Numbers: i one digit, d 00-31, t 32-59, T 60-99, k three digits, y a year, n any other.
_KINDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("x", frozenset()),
    ("o", noise_words.LINKING_WORDS),
    ("W", noise_words.WEEKDAYS),
    ("U", noise_words.TIME_UNITS),
    ("S", noise_words.SHORT_TIME_UNITS),
    ("O", noise_words.NUMBER_WORDS),
    ("B", noise_words.BEFORE_AGE),
    ("A", noise_words.AFTER_AGE),
    ("b", noise_words.BEFORE_AGE & noise_words.AFTER_AGE),
    ("F", noise_words.UNITS_WITH_AGE),
    ("M", noise_words.MONTHS),
    ("R", noise_words.CROWDS),
    ("N", noise_words.COUNTED_IN_THOUSANDS),
    ("L", noise_words.COUNTED),
    ("V", noise_words.COUNTED_DEEDS),
    ("X", noise_words.TIMES),
    ("E", noise_words.REACTION_SIGNS),
    ("P", noise_words.HALVES_OF_THE_DAY),
    ("H", noise_words.CLOCK_WORDS),
    ("Z", noise_words.TIME_ZONES),
    ("K", noise_words.MAGNITUDES),
    ("c", noise_words.CURRENCIES),
    ("v", noise_words.VERSION_WORDS),
    ("s", noise_words.SCORE_WORDS),
    ("C", frozenset({"copyright", "©"})),
    ("G", frozenset({"old", "alt", "fresh"})),
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
    ("z", counter_words.SECONDS),
    ("l", counter_words.WATCHING),
    ("r", counter_words.BY_WORDS),
    ("g", counter_words.COUNTDOWN_VERBS),
    ("J", counter_words.NEXT_WORDS),
    ("#", counter_words.ORDINAL_WORDS),
    ("κ", counter_words.CARTS | counter_words.TRACKED),
    ("σ", counter_words.CONNECTED),
    ("τ", counter_words.TOTALS),
    ("ψ", counter_words.VOTES),
    ("ν", counter_words.YES_OR_NO - noise_words.LINKING_WORDS),
    ("w", frozenset({"segunda", "terça", "quarta", "quinta", "sexta"})),
    ("f", frozenset({"feira"})),
    ("θ", frozenset({"tháng", "thg", "сарын"})),
    ("ε", counter_words.IN_SO_LONG),
    ("η", counter_words.SO_LONG_FROM_NOW),
)
_PUNCTUATION = ".,:/|+()%·"
_SAME_PUNCTUATION = {"٬": ",", "،": ",", "٫": ".", "：": ":", "（": "(", "）": ")", "，": ","}
_PAGE_KINDS = (
    ("L", "counted"),
    ("L", "visitors"),
    ("V", "deeds"),
    ("X", "times"),
    ("N", "downloads"),
    ("λ", "watching"),
    ("μ", "made"),
    ("R", "people"),
    ("κ", "basket"),
    ("τ", "total"),
)
"""Letters of the concepts of `page_words`, for words that are nothing else; of several, the first."""

_NUMBER = "[idtTkny]"
_LOOSE = r" ?[,./|·-]? ?(?:o ?)?"
_AGE_NUMBER = f"(?:{_NUMBER}|O|a)"
_AGE_UNIT = r"[USHhmuDYz]\.?"
_SPAN = rf"{_AGE_NUMBER} ?{_AGE_UNIT}(?: ?(?:[xOeY,] ?){{0,2}}{_AGE_NUMBER} ?{_AGE_UNIT}){{0,2}}"
_COUNT = rf"(?<![.,])[idtTkny](?:[.,' ]k)*(?:[.,]{_NUMBER}(?= ?[Km]))?(?: ?[Km]\.?)?\+?"
_WHOLE_COUNT = rf"[idtTkny](?:[.,' ]k)*(?:[.,]{_NUMBER}(?= ?[Km]))?(?: ?[Km])?(?![.,]?{_NUMBER}| ?[c%])"
_LARGE_COUNT = rf"(?<![.,])(?:[idtTk](?:[.,' ]k)+|n|y|[idtTkn](?:[.,]{_NUMBER})? ?[Km]\.?)\+?"
_MANY = r"(?:[idtTk](?:[.,' ]k)+|[kn])"
"""A hundred or more."""
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
    r"|(?= ?P\b)| h [dt](?! ?[SUm]))(?: ?[HP])?(?: ?\(?Z\)?(?: ?[+-][id]:?[dt]?)?| ?\+[id]:?[dt]?)?"
)
_DATES = (
    r"y(?P<gap1>~?[-/.])[id](?P=gap1)[id]q?",
    r"[id](?P<gap2>~?[-/.])[id](?P=gap2)y",
    r"(?<![\w.-])d(?P<gap3>[./])d(?P=gap3)[dtT](?![\w.-])",
    r"[id]\. [id]\. y|y\. [id]\. [id]",
    rf"[id](?:o|\.)?{_LOOSE}(?:D')?M\.?(?:{_LOOSE}y)?",
    rf"M\.?{_LOOSE}[id]o?(?!\.?\w)(?:{_LOOSE}y)?",
    rf"M\.?{_LOOSE}y",
    rf"[id](?:o|\.)?{_LOOSE}(?:D')?[QA][.~]?{_LOOSE}y",
    rf"y(?: x|\(x\)x)?[.,]? (?:[id]\.?{_LOOSE}Q|Q[.~]? [id])",
    r"Q[.~]? [id],? y",
    r"[id] θ [id](?:[, ]{1,2}(?:θ )?y)?|(?:y x )?(?:[id](?:-x)?|x) θ [id]",
)
_KINDS_OF_SPANS = {
    "copyright": r"(?:C|\(j\))[^\w]{0,3}(?:\(j\) ?)?(?:y ?[,-] ?)*y",
    "age": "|".join(
        (
            rf"(?:[Bb]|I Y a) {_SPAN}",
            rf"(?<!\w){_SPAN} [Ab]",
            rf"(?<!\w){_NUMBER} ?F",
            rf"(?<!\w){_NUMBER} ?[SHhmuz]\.? G",
        )
    ),
    "speed": rf"e {_NUMBER}(?:[.,]{_NUMBER})? ?[zu](?!\w)|μ:? (?:[xoeε]:? ){{0,3}}{_NUMBER}(?:[.,]{_NUMBER})? ?[zu](?!\w)"
    rf"|{_NUMBER}(?:[.,]{_NUMBER})? ?[zu](?: [xo])? μ",
    "countdown": "|".join(
        (
            rf"J (?:x ){{0,3}}e {_AGE_NUMBER} ?{_AGE_UNIT}(?: ?(?:[xo,] ?)?{_NUMBER} ?{_AGE_UNIT})*",
            rf"g e {_AGE_NUMBER} ?{_AGE_UNIT}(?: ?(?:[xo,] ?)?{_NUMBER} ?{_AGE_UNIT})*",
            rf"[eε] (?:o )?(?:J )?{_NUMBER} ?{_AGE_UNIT}(?: ?(?:[xoe,] ?)?{_NUMBER} ?{_AGE_UNIT})+",
            rf"(?<!\w){_NUMBER} ?{_AGE_UNIT}(?: ?(?:[xo,] ?)?{_NUMBER} ?{_AGE_UNIT})+ η",
            r"g e [id]:[dt](?::[dt])?",
        )
    ),
    "date": rf"(?:(?:W|w-f)\.?,? ?(?:o ?)?)?(?:{'|'.join(_DATES)})",
    "clock": _CLOCK,
    "counter": "|".join(
        (
            rf"[NL] (?:[xoU] ){{0,2}}?[xoU]?: ?{_WHOLE_COUNT}(?: [NL] ?:? ?{_WHOLE_COUNT})*",
            rf"[NL] (?:x )?U:? {_LARGE_COUNT}|N x {_LARGE_COUNT}(?= ?(?:¶|$|[·|]))",
            rf"[Vl]:? (?:[xor] ){{0,2}}{_COUNT} ?X",
            rf"(?:(?<=¶)|^)x:? {_MANY} ?X(?= ?(?:¶|$|[.,·|]))",
            rf"{_COUNT} ?X (?:[xo] )?[Vl]",
            rf"{_COUNT} (?:x )?[Ll](?! ?[:(] ?{_NUMBER})",  # in 'call 4410 Visitors: 12' the word belongs to what follows
            rf"{_LARGE_COUNT} (?:x )?N",
            rf"(?:N ?[:(]? ?{_WHOLE_COUNT}\)? )*N ?[:(]? ?{_LARGE_COUNT}(?:\)?[ ¶]N ?[:(]? ?{_WHOLE_COUNT})*",
            rf"[Vl] (?:[xo] )?r (?:x ){{0,2}}{_COUNT} (?:x )?[RL]",
            rf"{_COUNT} R (?:[xo] ){{0,3}}(?:l|N (?=x))",
            rf"[Vl] r {_LARGE_COUNT}",
            rf"{_COUNT} (?:R (?:[xo] ){{0,3}})?λ",
            rf"λ:? (?:[xo]:? ){{0,3}}{_COUNT} R",
            rf"λ: ?{_WHOLE_COUNT}",
            rf"(?<=E i[.,]i )\({_WHOLE_COUNT}\)",  # ★ 4.7 (812)
            rf"[LR] ?#\.? ?:? ?{_WHOLE_COUNT}",
            rf"L ?[:(]? ?{_WHOLE_COUNT}",
            rf"{_WHOLE_COUNT} ?E+(?:(?: ?{_WHOLE_COUNT} ?E+)*)",
            rf"E ?{_WHOLE_COUNT}(?!\w)",
            rf"{_COUNT} σ(?! ?\w)",
            rf"R τ ?:? ?{_LARGE_COUNT}",
        )
    ),
    "cart": rf"κ ?:? ?\( ?{_WHOLE_COUNT} ?\)|κ ?:? ?{_WHOLE_COUNT}",
    "votes": rf"{_COUNT} ψ|ψ ?: ?{_WHOLE_COUNT}|ν ?\( ?{_WHOLE_COUNT} ?\)",
    "total": rf"τ ?:? ?{_LARGE_COUNT}",
    "crowd": rf"{_LARGE_COUNT} (?:[xo] ){{0,2}}R|(?<!\w){_COUNT} R|R (?:[xoUz] ){{0,2}}[xo]: ?{_WHOLE_COUNT}",
}
KINDS = (*_KINDS_OF_SPANS, "identifier", "revision", "machine", "label", "play")


class Span(NamedTuple):
    """A stretch of text, by characters, and what it has the form of."""

    start: int
    end: int
    kind: str


@cache
def _kinds() -> dict[str, str]:
    """Token -> letter; a word of several kinds has the one named last."""
    kinds = {word: letter for letter, words in _KINDS for word in words}
    for letter, concept in _PAGE_KINDS:
        for word in page_words.single_words(concept) - PAST.words:
            kinds.setdefault(word, letter)
    for word in noise_words.AMBIGUOUS_MONTHS:
        kinds.setdefault(word, "Q")
    kinds.update((word, "z") for word in noise_words.SECONDS if kinds.get(word, "U") == "U" and len(word) > 1)
    kinds.update((mark, mark) for mark in _PUNCTUATION)
    kinds.update(_SAME_PUNCTUATION)
    kinds.update((f"{n:02d}", "d" if n <= 31 else "t" if n <= 59 else "T") for n in range(100))
    kinds.update((str(n), "i") for n in range(10))
    kinds.update((str(year), "y") for year in range(1900, 2100))
    return kinds


def _letters(lowered: Iterable[str]) -> str:
    """The letters of tokens in lower case."""
    kinds = _kinds()
    return "".join([kinds.get(token) or _kind_of(token) for token in lowered])


@cache
def _phrases() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """First token -> the phrases of `page_words` that begin with it, as tokens, the longest first, and their letter."""
    listed = [*noise_words.MONTH_PHRASES.items()]
    listed += [(letter, page_words.phrases(concept)) for letter, concept in _PAGE_KINDS]
    found: dict[str, dict[tuple[str, ...], str]] = {}
    for letter, phrases in listed:
        for phrase in phrases:
            tokens = tuple(_TOKENS.findall(phrase))
            found.setdefault(tokens[0], {}).setdefault(tokens, letter)
    return {first: sorted(known.items(), key=lambda one: -len(one[0])) for first, known in found.items()}


def _with_phrases_joined(tokens: list[str], lowered: list[str]) -> tuple[list[str], str]:
    """The tokens, of which those of a known phrase are one, and their letters; `lowered` are the tokens in lower case."""
    starts = _phrases()
    letters = _letters(lowered)
    if starts.keys().isdisjoint(lowered):
        return tokens, letters
    lowered = [" " if token.isspace() and "\n" not in token else token for token in lowered]
    if not any(_phrase_at(lowered, at, starts)[1] for at, token in enumerate(lowered) if token in starts):
        return tokens, letters
    joined, kinds, at = [], [], 0
    while at < len(tokens):
        size, letter = _phrase_at(lowered, at, starts)
        joined.append("".join(tokens[at : at + size]))
        kinds.append(letter or letters[at])
        at += size
    return joined, "".join(kinds)


def _phrase_at(lowered: list[str], at: int, starts: dict[str, list[tuple[tuple[str, ...], str]]]) -> tuple[int, str]:
    """How many tokens the phrase that begins here has, and its letter; one token without a letter where none does."""
    for phrase, letter in starts.get(lowered[at], ()):
        if tuple(lowered[at : at + len(phrase)]) == phrase:
            return len(phrase), letter
    return 1, ""


@lru_cache(maxsize=4_096)  # the words of a page come again and again
def _kind_of(token: str) -> str:
    """The letter of a token that no list knows; digits of other scripts are read as what they stand for."""
    if token.isspace():
        return LINE_END if "\n" in token else " "
    if token.isdecimal():
        plain = "".join([str(unicodedata.decimal(digit)) for digit in token])
        return _kinds().get(plain) or ("k" if len(token) == 3 else "n")
    if token[0].isalpha():
        plain = _ARABIC_VOWELS.sub("", unicodedata.normalize("NFC", token))
        known = _kinds().get(plain) if plain != token else None
        return known or ("M" if _is_month_with_ending(token) else "L" if _is_counted_with_ending(token) else "x")
    return "~"


def _is_counted_with_ending(token: str) -> bool:
    """Whether a word is one of those that are counted with the ending of another number or case, in no plain Latin letters."""
    if len(token) < LONG_STEM or token.isascii():
        return False
    return any(token[:-size] in _counted_stems() for size in range(MOST_ENDING) if size < len(token) - 1)


@cache
def _counted_stems() -> frozenset[str]:
    words = page_words.single_words("counted") | page_words.single_words("visitors")
    stems = {word[:-size] for word in words for size in (1, 2)}
    return frozenset(stem for stem in stems if len(stem) >= LONG_STEM and not stem.isascii())


def is_month(word: str) -> bool:
    """Whether a word, in lower case, names a month, maybe with an ending of its case."""
    return word in noise_words.MONTHS or _is_month_with_ending(word)


def _is_month_with_ending(token: str) -> bool:
    """Whether a word is the name of a month with a preposition grown to it, as Hebrew has it, or with an ending of its case."""
    if "\u0590" <= token[0] <= "\u05ff":
        return token[1:] in noise_words.MONTHS
    return any(
        len(stem) >= LONG_MONTH and stem in noise_words.MONTHS
        for stem in (token[:-size] for size in range(1, MOST_ENDING + 1))
    )


@cache
def _grammar() -> re.Pattern[str]:
    noise = "|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS_OF_SPANS.items())
    return re.compile(rf"(?P<keep>{'|'.join(_PROTECTED)})|{noise}")


@cache
def _telling_grammar() -> re.Pattern[str]:
    """What stays, and behind dates and clocks also bare version numbers ('Rust 1.61.0') and scores ('Ajax 2-1 Porto')."""
    return re.compile(rf"{_grammar().pattern}|(?P<bare>{'|'.join(_BARE)})")


def word_tokens(text: str) -> list[str]:
    """The words of a text in lower case, as the grammar sees them."""
    return [token for token in _TOKENS.findall(text.lower()) if token[0].isalpha()]


def framed_times(text: str, frames: Frames) -> Iterator[tuple[int, int]]:
    """From where to where times reach whose words around the number are those of a frame."""
    if _DIGIT.search(text):
        tokens = _TOKENS.findall(text)
        yield from frames.among(tokens, list(map(str.lower, tokens)))


def _with_short_weekday(text: str, span: Span) -> Span:
    """A date with the weekday of a letter, or of up to three and a stop, that opens its line or part of it: 'E 16. november'."""
    before = _WORD_BEFORE_DATE.search(text, 0, span.start) if span.kind == "date" else None
    if before is None or before[1].lower() not in noise_words.SHORT_WEEKDAYS:
        return span
    return span._replace(start=before.start(1))


@cache
def _labels() -> re.Pattern[str]:
    words = "|".join(sorted(noise_words.AGES_WITHOUT_NUMBER))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


@cache
def _age_words() -> tuple[tuple[str, ...], re.Pattern[str]]:
    """Words such as 'ago', plain and as a pattern: an age may do without digits ('an hour ago')."""
    words = tuple(sorted(word for word in noise_words.BEFORE_AGE | noise_words.AFTER_AGE if len(word) > 2))
    return words, re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


def spans_of(text: str) -> list[Span]:
    """All stretches of these forms, in order, not overlapping."""
    return list(_spans_of_short(text) if len(text) <= SHORT_TEXT_CHARACTERS else _spans_of_long(text))


def _spans_of(text: str) -> tuple[Span, ...]:
    found = [Span(*one.span(), "revision") for one in _REVISION.finditer(text)] if "$" in text else []
    if len(text) <= SHORT_LABEL_CHARACTERS:  # 'an hour ago', 'just now': labels may do without digits
        found += [Span(*one.span(), "label") for one in _labels().finditer(text)]
        windows = [(0, len(text))]
    else:
        found += _whole_line_labels(text)
        windows = _windows(text)
    found += [Span(*one, "machine") for window in windows for one in machine_marks(text, *window)]
    found += [Span(*one, "age") for one in ages_in_words(text)]
    found += [Span(*one, "counter") for one in counter_columns(text)]
    found += [Span(*one, "counter") for one in visitor_counts(text)]
    found += [Span(*one.span(), "play") for one in _match_clocks().finditer(text)]
    rest = _blanked(text, found)
    for start, end in windows:
        found += _of_window(rest, start, end)
    return tuple(sorted(found))


# What weighs, decides, remembers and shows a change asks for the same texts; of long ones few are kept.
_spans_of_short = lru_cache(maxsize=4_096)(_spans_of)
_spans_of_long = lru_cache(maxsize=64)(_spans_of)


@cache
def _match_clocks() -> re.Pattern[str]:
    """Lines that are nothing but 'minute 17' or 45+2'."""
    words = "|".join(sorted(counter_words.MINUTES, reverse=True))
    return re.compile(rf"^(?:(?:{words})[.:]? ?\d{{1,3}}['’′]?|\d{{1,3}}(?:\+\d{{1,2}})?['’′])$", re.I | re.M)


def _whole_line_labels(text: str) -> list[Span]:
    """Labels such as 'yesterday' that are a line of their own in a longer text."""
    found = _labels().finditer(text) if "\n" in text else ()
    return [
        Span(*one.span(), "label")
        for one in found
        if text[: one.start()].endswith("\n") and text[one.end() : one.end() + 1] in {"", "\n"}
    ]


def _of_window(text: str, start: int, end: int) -> list[Span]:
    """What one stretch of the text holds: forms without spaces, then forms of words, then identifiers in the rest."""
    piece, found = text[start:end], []
    if _UNPARTED.search(piece):
        forms_here = forms_without_spaces().finditer(piece)
        found = [Span(*one.span(), one.lastgroup or "") for one in forms_here if one.lastgroup != "keep"]
        piece = _blanked(piece, found)
    parts = _TOKENS.findall(piece)
    lowered = list(map(str.lower, parts))
    tokens, letters = _with_phrases_joined(parts, lowered)
    forms = _forms_in(letters)
    if forms:
        offsets = [0, *accumulate(map(len, tokens))]
        words = [Span(offsets[form.start], offsets[form.end], form.kind) for form in forms]
        found += [_with_short_weekday(piece, span) for span in words if span.kind != "keep"]
        piece = _blanked(piece, words)
    framed = framed_times(piece, PAST) if forms else PAST.among(parts, lowered)
    ages = [Span(*one, "age") for one in framed]
    found, piece = [*found, *ages], _blanked(piece, ages)
    if _MAY_BE_IDENTIFIER.search(piece):
        found += [Span(*one.span(), "identifier") for one in _IDENTIFIER.finditer(piece)]
    return [Span(start + span.start, start + span.end, span.kind) for span in found]


@lru_cache(maxsize=4_096)  # entries of a list, and the same sentence on both sides, have the same letters
def _forms_in(letters: str) -> tuple[Span, ...]:
    """The forms among the letters of tokens, from token to token."""
    return tuple([Span(*one.span(), _name_of(one)) for one in _grammar().finditer(letters)])


def _name_of(found: re.Match[str]) -> str:
    return next(name for name in ("keep", *_KINDS_OF_SPANS) if found.group(name) is not None)


def _blanked(text: str, spans: list[Span]) -> str:
    """The text with spaces in place of the spans, so that all other places stay the same."""
    for span in spans:
        text = f"{text[: span.start]}{' ' * (span.end - span.start)}{text[span.end :]}"
    return text


def _windows(text: str) -> list[tuple[int, int]]:
    """Stretches around digits, widened to whole words, not overlapping."""
    windows: list[tuple[int, int]] = []
    for found in sorted([*_DIGIT_RUNS.finditer(text), *_ages(text)], key=re.Match.start):
        start, end = max(0, found.start() - WINDOW_CHARACTERS), min(len(text), found.end() + WINDOW_CHARACTERS)
        start = text.rfind(" ", 0, start) + 1 if start else 0
        space = text.find(" ", end, end + WINDOW_CHARACTERS)
        end = space if space >= 0 else end
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], max(end, windows[-1][1]))
        else:
            windows.append((start, end))
    return [part for window in windows for part in _parts_of_window(text, *window)]


def _parts_of_window(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A stretch in parts that are not too long, cut where a word ends."""
    while end - start > LONGEST_WINDOW:
        space = text.rfind(" ", start + LONGEST_WINDOW // 2, start + LONGEST_WINDOW)
        cut = space + 1 if space >= 0 else start + LONGEST_WINDOW
        yield start, cut
        start = cut
    yield start, end


def _ages(text: str) -> Iterable[re.Match[str]]:
    """Where words such as 'ago' stand; asked for letter by letter only where one of them is to be found at all."""
    words, pattern = _age_words()
    lower = text.lower()
    return pattern.finditer(text) if any(map(lower.__contains__, words)) else ()


def telling_numbers(text: str) -> list[str]:
    """Prices, scores, percentages and version numbers, in order, as the page writes them."""
    found: list[str] = []
    text = _REVISION.sub(" ", text)
    for start, end in _windows(text):
        tokens = _TOKENS.findall(text[start:end])
        spans = _telling_grammar().finditer(_letters(map(str.lower, tokens)))
        found += ["".join(tokens[s.start() : s.end()]) for s in spans if s.group("keep") or s.group("bare")]
    return found
