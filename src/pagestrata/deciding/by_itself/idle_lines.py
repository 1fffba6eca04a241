"""Lines of small print in which several things change by themselves at once: '312 people look at this · session 9f3a'.

A line is cut into its parts ('·', '|', a comma, the end of a sentence), and each part that changed is judged on its own:

- noise by its form and words (`weighing.noise`), such as an age, a session or a known counter;
- how long the server took, in the seconds of any language of CLDR;
- a large whole number that changed by little; how many are online;
- how many there are now or were today, in the words of CLDR ('41 people look at this now'), where it is not said that they are
  left, free or hurt;
- the weather and quotes in the frame of a page, and a time to the second;
- an identifier with letters, the name of a server or a build, and that of a part of the day, beside what says so by itself;
- a time to come in the words of CLDR ('čez 9 minut'), which the visit before last had otherwise;
- a bare count: no money, no measure, no telephone number, no year, no word of a deadline or an event beside it.

A part is idle where it is one of these and one of the line says so by itself, not as a time to come or a bare count do; beside
nothing but an age, counts must have risen. Nothing but figures may have changed in a part. In letters as large as those of the
content, as beside it, one large number that changed by little does not say so: it takes two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from pagestrata.deciding.by_itself.countdowns import MASK, without_coming
from pagestrata.deciding.by_itself.counted_facts import counts_for_its_own_sake, is_designation
from pagestrata.deciding.by_itself.frame_readings import readings_in
from pagestrata.deciding.by_itself.idle_figures import (
    FIGURE,
    TOOK_SECONDS,
    WORD,
    figure_at,
    is_before_unit,
    is_slow_counter,
    word_behind,
)
from pagestrata.deciding.by_itself.short_ages import SHORT_AGE
from pagestrata.weighing.noise import counter_words, noise_words, page_words
from pagestrata.weighing.noise.noise_context import FRAME, Place, speaks_of_event
from pagestrata.weighing.noise.noise_grammar import Span, spans_of
from pagestrata.weighing.noise.noisy_texts import noise_spans_of_pair
from pagestrata.weighing.noise.present_words import is_part_of_day, says_now, says_today
from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit

MOST_WORDS, MOST_PRESENT_WORDS = 6, 8
YEARS = 1_900, 2_100
FEED_PARTS = 3
GREETING_WORDS = 3
TELLING = frozenset(
    (
        "age",
        "counter",
        "countdown",
        "identifier",
        "machine",
        "revision",
        "crowd",
        "label",
        "speed",
        "total",
        "reading",
        "cart",
    )
)
"""Kinds of noise that show what a line is for; a date or a clock may stand in any."""

AGES = frozenset(("age", "label"))
MACHINES = frozenset(("machine", "speed", "revision"))
SAYING_SO = frozenset(("noise", "machine", "slow", "online", "present"))
GREETING = frozenset(("time", "part of the day"))
KNOWN = frozenset(("noise", "present", "online", "age"))

_SEPARATOR = re.compile(r"[·|•;؛；،、，]|,(?!\d)|(?<=[\w\ufffc])[.。۔।]\s|\s[-–—/]\s|\s\s")
_FEED_SEPARATOR = re.compile(r"\s[·•|]\s")
_COUNTED_BEFORE = re.compile(r"[\d+#№][^\w\s]?\s?$")
_LABELLED = re.compile(r"[^\W\d]\s?[:：]\s?\d")
_HOST = re.compile(r"[a-z]+-$")
_HOST_NAME = re.compile(r"(?<![\w-])[a-z]{2,8}(?:-[a-z]{2,8})?(?:-[a-z]?\d{1,5}|\d{1,5})[a-z]?(?![\w-])")
_BUILD = re.compile(
    r"(?<![\w.-])v?(?:\d+\.)*\d+[-+._]?20\d{6}[\w.+-]*|(?<=\d-)[a-z]{1,3}\d+"
    r"|(?<![\w.-])v?20\d\d([.-]?)[01]\d\1[0-3]\d[-+.]\w+(?:[-+.]\w+)*"
)
_TO_THE_SECOND = re.compile(r"(?<![\d:.])[0-2]?\d:[0-5]\d:[0-5]\d(?![\d:])")
_MOST_ENDING = 3


_Cut = tuple[str, str, frozenset[str], tuple[int, int]]


class _Part(NamedTuple):
    """One part of a line in both versions, the same with all noise masked, and from where to where it reaches in the new one."""

    old: str
    new: str
    old_masked: str
    new_masked: str
    kinds: frozenset[str]
    reach: tuple[int, int]


def is_idle_line(edit: Edit, texts: tuple[str, str], places: tuple[Place, Place], *, large: bool = False) -> bool:
    """Whether an edit is in parts of its line that go by themselves; the line is small print, or it is `large`."""
    lines = [_line_with_heading(text, at) for text, at in zip(texts, (edit.old_start, edit.new_start), strict=True)]
    if lines[0] == lines[1] or not edit.new_words or any("\n" in side for side in (edit.old, edit.new)):
        return False
    own, verdicts = _verdicts(edit, lines, places)
    if not own or not all(own):
        return False
    if _say_so(verdicts):
        return not large or _say_so_aloud(verdicts, is_labelled=_LABELLED.search(lines[1].said) is not None)
    greets = set(verdicts) == GREETING or ("part of the day" in own and places[1].role in FRAME)
    return greets and not speaks_of_event(lines[1].said)


def _verdicts(edit: Edit, lines: Sequence[_Line], places: tuple[Place, Place]) -> tuple[list[str], list[str]]:
    """What the parts are that an edit is in, and what all that changed are of which it is known."""
    old, new = lines
    changed = [(part, _verdict(part)) for part in _parts(old.said, new.said, places) if part.old != part.new]
    first, last = (edit.new_words[at].start - new.start for at in (0, -1))
    own = [verdict for part, verdict in changed if part.reach[0] <= last and part.reach[1] > first]
    return own, [verdict for _, verdict in changed if verdict]


def _say_so(verdicts: Sequence[str]) -> bool:
    """Whether one of the parts of a line says by itself that it is idle."""
    # Beside how long ago it was posted, what is left of something goes down: 'posted 3 hours ago · 2 places left'.
    return not SAYING_SO.isdisjoint(verdicts) or ("age" in verdicts and "fallen" not in verdicts)


def _say_so_aloud(verdicts: Sequence[str], *, is_labelled: bool) -> bool:
    """The same of large letters, where one large number that changed by little does not, nor how long ago beside a label.

    'Hurt: 14 · 4 minutes ago' is a line of a ticker.
    """
    saying = SAYING_SO & set(verdicts)
    if saying - {"slow"} or verdicts.count("slow") > 1:
        return True
    return "age" in verdicts and not is_labelled


class _Line(NamedTuple):
    """A line of a text, and where it starts there."""

    said: str
    start: int


def _line_with_heading(text: str, place: int) -> _Line:
    """The line around a place, with the one above it where it is nothing but a figure."""
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    line = text[start : end if end >= 0 else len(text)]
    if start and WORD.search(line) is None:
        above = text.rfind("\n", 0, start - 1) + 1
        return _Line(f"{text[above : start - 1]} {line}", above)
    return _Line(line, start)


def is_meta_line(edit: Edit, texts: tuple[str, str], places: tuple[Place, Place]) -> bool:
    """Whether an edit stands in a line such as '211 reviews · 3 others look at this now', wherever it is.

    It has several parts, and those of the edit say by themselves that they are idle, as no number that merely rose does.
    """
    lines = [_line_with_heading(text, at) for text, at in zip(texts, (edit.old_start, edit.new_start), strict=True)]
    if not edit.new_words or "\n" in edit.old + edit.new or not _FEED_SEPARATOR.search(lines[1].said):
        return False
    own, _ = _verdicts(edit, lines, places)
    return bool(own) and KNOWN.issuperset(own)


def is_feed_line(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether an edit stands in a line such as 'Mabel · 2h · 6 nods', wherever it is, of which the time and a count changed."""
    lines = (line_at(text, start) for text, start in zip(texts, (edit.old_start, edit.new_start), strict=True))
    old, new = ([part.strip() for part in _FEED_SEPARATOR.split(line)] for line in lines)
    if len(old) < FEED_PARTS or len(old) != len(new) or old[0] != new[0]:
        return False
    kinds = [_feed_kind(was, now) for was, now in zip(old, new, strict=True) if was != now]
    return {"age", "count"} == set(kinds)


def _feed_kind(old: str, new: str) -> str:
    """'age' or 'count' for a part of a line that changed as in a feed."""
    if SHORT_AGE.fullmatch(old) and SHORT_AGE.fullmatch(new):
        return "age"
    return "count" if verdict_on_figures(old, new) in {"count", "slow"} else ""


def _parts(old: str, new: str, places: tuple[Place, Place]) -> list[_Part]:
    """The parts of a line side by side; one that is no noise where they are not as many."""
    noise = noise_spans_of_pair((old, new), places)
    sides = [_cut(line, spans, place) for line, spans, place in zip((old, new), noise, places, strict=True)]
    if len(sides[0]) != len(sides[1]):
        return [_Part(old, new, old, new, frozenset(), (0, len(new)))]
    return [
        _Part(was, now, was_masked, now_masked, frozenset((*was_kinds, *now_kinds)), reach)
        for (was, was_masked, was_kinds, _), (now, now_masked, now_kinds, reach) in zip(*sides, strict=True)
    ]


def _cut(line: str, spans: Sequence[Span], place: Place) -> list[_Cut]:
    """The parts of a line, each as it is, with its noise masked, which kinds of noise it has, and where it stands."""
    masked = _masked(line, spans)
    readings = [Span(*one, "reading") for one in readings_in(masked, framed=place.role in FRAME)]
    spans, masked = [*spans, *readings], _masked(masked, readings)
    ends = [*_SEPARATOR.finditer(masked), None]
    found, start = [], 0
    for one in ends:
        end = one.start() if one is not None else len(line)
        kinds = frozenset(span.kind for span in spans if start <= span.start < end)
        said = re.sub(f"{MASK}+", MASK, masked[start:end]).strip()
        found.append((line[start:end].strip(), said, kinds, (start, end)))
        start = one.end() if one is not None else end
    return found


def _masked(line: str, spans: Iterable[Span]) -> str:
    for span in spans:
        line = f"{line[: span.start]}{MASK * (span.end - span.start)}{line[span.end :]}"
    return line


def _verdict(part: _Part) -> str:
    """What a part that changed is: '' where it may matter."""
    if part.old_masked == part.new_masked:
        return _verdict_on_noise(part)
    old, new = part.old_masked, part.new_masked
    if _is_of_present(old, new):
        return "present"
    if len(WORD.findall(new)) > MOST_WORDS:
        return ""
    if _is_other_part_of_day(old, new):
        return "part of the day"
    if _is_other_code(old, new):
        return "noise" if part.kinds & MACHINES or _is_of_machine(new) else "code"
    took = TOOK_SECONDS.search(old) or part.kinds & MACHINES
    if took and _without_seconds(old) == _without_seconds(new):
        return "machine"
    if without_coming(old) == without_coming(new):
        return "coming"
    return verdict_on_figures(old, new)


def _verdict_on_noise(part: _Part) -> str:
    """The same of a part of which nothing but noise changed."""
    if _TO_THE_SECOND.search(part.old) and _TO_THE_SECOND.search(part.new):
        return "machine"
    telling = part.kinds & TELLING
    return ("noise" if telling - AGES else "age") if telling else "time"


def _is_of_present(old: str, new: str) -> bool:
    """Whether one bare count changed of which the page says that it is that of now, or, where it rose, of today."""
    verdict = verdict_on_figures(old, new) if len(WORD.findall(new)) <= MOST_PRESENT_WORDS else ""
    if verdict not in {"count", "fallen"} or counts_for_its_own_sake(new):
        return False
    return says_now(new) or (verdict != "fallen" and says_today(new))


def _says_online(text: str) -> bool:
    """Whether a text says that somebody is online, in any language."""
    words = frozenset(map(str.lower, WORD.findall(text)))
    known = counter_words.ONLINE | page_words.single_words("online")
    return not words.isdisjoint(known) or page_words.phrase_pattern("online").search(text) is not None


def _is_other_part_of_day(old: str, new: str) -> bool:
    """Whether nothing but 'morning' became 'evening' in a greeting of a few words."""
    was, now = ([word.lower() for word in WORD.findall(text)] for text in (old, new))
    changed = [pair for pair in zip(was, now, strict=False) if pair[0] != pair[1]]
    if len(was) != len(now) or len(now) > GREETING_WORDS or not changed or speaks_of_event(new):
        return False
    return all(is_part_of_day(word) for pair in changed for word in pair)


def _is_other_code(old: str, new: str) -> bool:
    """Whether nothing but an identifier with letters changed that no word calls that of a case or an order."""
    was, now = _without_codes(old), _without_codes(new)
    words = [word.lower() for word in WORD.findall(now)]
    return was == now and not any(word in noise_words.CASE_WORDS for word in words) and not speaks_of_event(now)


def _is_of_machine(text: str) -> bool:
    """Whether an identifier is all there is, or a word says that it is that of a server, a session or a build."""
    words = {word.lower() for word in WORD.findall(text)}
    return not noise_words.IDENTIFIER_WORDS.isdisjoint(words) or not WORD.search(_without_codes(text))


def _without_codes(text: str) -> str:
    """The text with its identifiers masked; those of digits alone may be telephone numbers and stay."""
    for span in spans_of(text):
        said = text[span.start : span.end]
        if span.kind == "identifier" and not said.isdecimal():
            text = f"{text[: span.start]}{MASK * len(said)}{text[span.end :]}"
    return re.sub(f"{MASK}+", MASK, _HOST_NAME.sub(MASK, _BUILD.sub(MASK, text)))


def _without_seconds(text: str) -> str:
    """What is left of what a server says without how long it took, and without its name, such as 'web-02'."""
    return _HOST_NAME.sub("", TOOK_SECONDS.sub("", text))


def verdict_on_figures(old: str, new: str, *, named: bool = False) -> str:
    """'online', 'slow', 'count' or 'fallen' where bare figures changed and nothing else; several only beside one that is slow.

    `named`: a number behind its word counts, too ('Level 2' names one, but 'Views 318' may be all that is said).
    """
    if not _is_same_around_figures(old, new):
        return ""
    pairs = [pair for pair in zip(FIGURE.finditer(old), FIGURE.finditer(new), strict=True) if pair[0][0] != pair[1][0]]
    if not all(_is_bare_count(one, named=named) for pair in pairs for one in pair):
        return ""
    if _says_online(new) and not counts_for_its_own_sake(new):
        return "online"
    verdicts = [_verdict_on_figure(*pair) for pair in pairs]
    if len(verdicts) == 1:
        return verdicts[0]
    return ("slow" if "slow" in verdicts else "fallen") if all(verdicts) else ""


def _is_same_around_figures(old: str, new: str) -> bool:
    """Whether what stands around the figures is the same, but for the ending of the word behind one: '17 особа', '22 особе'."""
    was, now = FIGURE.split(old), FIGURE.split(new)
    return len(was) == len(now) and was[0] == now[0] and all(map(_is_same_but_for_ending, was[1:], now[1:]))


def _is_same_but_for_ending(old: str, new: str) -> bool:
    if old == new:
        return True
    first, second = WORD.search(old), WORD.search(new)
    if first is None or second is None or first.start() != second.start() or old[first.end() :] != new[second.end() :]:
        return False
    pairs = zip(first.group(), second.group(), strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    longest = max(len(first.group()), len(second.group()))
    return shared >= _MOST_ENDING and longest - shared <= _MOST_ENDING and shared * 2 > longest


def _verdict_on_figure(old: re.Match[str], new: re.Match[str]) -> str:
    """The same of one bare figure for another."""
    was, now = (figure_at(one.string, one.start(), ()) for one in (old, new))
    if was is None or now is None:
        return ""
    if counts_for_its_own_sake(new.string):
        return ""
    if is_slow_counter(was, now):
        return "slow"
    if speaks_of_event(new.string):
        return ""
    return "count" if was.value < now.value else "fallen"


def _is_bare_count(figure: re.Match[str], *, named: bool) -> bool:
    """Whether a figure counts something that is neither money nor a measure, nor a year, nor a number of a register."""
    said, before, behind = figure[0], figure.string[: figure.start()], figure.string[figure.end() :]
    if any(unicodedata.category(sign) == "Sc" or sign in "%‰°º" for sign in before[-3:] + behind[:3]):
        return False
    if _COUNTED_BEFORE.search(before) or before[-1:].isalpha() or re.match(r"[^\w\s]?\s?\d", behind):
        return False
    return not _is_named(figure, counts=named) and not is_before_unit(behind) and _is_whole(said, before, behind)


def _is_named(figure: re.Match[str], *, counts: bool) -> bool:
    """Whether the word before a number makes it that of a case or a sum, or names a thing by it."""
    before = figure.string[: figure.start()]
    word = next((one.lower() for one in reversed(WORD.findall(before))), "")
    if word in noise_words.CASE_WORDS or word in noise_words.MONEY:
        return True
    names = not counts and figure[0].isdecimal() and is_designation(before, figure.string[figure.end() :])
    return names and word not in noise_words.IDENTIFIER_WORDS and not _says_when(figure.string)


def _says_when(text: str) -> bool:
    """Whether a text says that what it counts is that of now or today, or online."""
    return says_now(text) or says_today(text) or _says_online(text)


def _is_whole(said: str, before: str, behind: str) -> bool:
    """Whether a figure is a whole number, or a part of thousands or millions ('1,2 rb')."""
    if word_behind(behind) in noise_words.MAGNITUDES:
        return True
    digits = re.sub(r"\D", "", said)
    if said.isdecimal():
        is_year = len(said) == 4 and YEARS[0] <= int(said) < YEARS[1]
        return not is_year and (len(said) == 1 or unicodedata.decimal(said[0]) > 0 or bool(_HOST.search(before)))
    return len(digits) > 3 and ":" not in said and unicodedata.decimal(digits[0]) > 0
