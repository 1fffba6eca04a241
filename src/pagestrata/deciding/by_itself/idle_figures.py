"""Figures that change by themselves, known by how they changed and where they stand, whatever the language.

`weighing.noise_context` knows words; the words of a new site are often in none of its lists. What is asked here needs none:

- a clock that went on by as long as the visits are apart, a date that was the day of the visit both times;
- a clock written with a point, in a frame or in small print;
- a small count behind a linked word of a header or menu: what the visitor put away;
- a large whole number in small print that changed by little: visitors, listeners, offers;
- a whole number that rose in the line that says how long ago something was posted;
- the number of the week beside a date, and the temperature, in the frame of a page;
- how many seconds the server took, and what else has digits beside it.

Only a figure for a figure is ever silent: a word that changed speaks, and so does whatever has a currency, a percent sign, a
unit, a telephone number's form or the form of a version.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, islice
from typing import NamedTuple

from pagestrata.deciding.by_itself.counted_facts import counts_for_its_own_sake, is_designation
from pagestrata.deciding.by_itself.visit_times import QUARTERS, Clock, Visits, is_day_of_visit, went_on
from pagestrata.deciding.surroundings.columns import Column
from pagestrata.model.blocks import Block, Link
from pagestrata.weighing.noise import counter_words, noise_words
from pagestrata.weighing.noise.noise_context import FRAME
from pagestrata.weighing.noise.noise_grammar import MARKS, spans_of
from pagestrata.weighing.texts.text_edits import Edit

SMALL_PRINT = 0.95
"""Against the size of letters that most of the page has."""
BADGE_WORDS, CLOCK_WORDS, COUNTER_WORDS, MACHINE_WORDS = 3, 2, 6, 8
LARGE, MOST_DIGITS = 1_000, 6
SMALL_CHANGE = 0.1
MOST_BADGE_STEP = 20
WEEK, DAYS_OF_YEAR = 7, 366
YEARS = 1_900, 2_100
LEAST_RISEN = 10
SHORT_UNIT = 2

FIGURE = re.compile(
    r"\d{1,3}(?:[ \u00a0\u202f.,'’٬]\d{3})+(?![\d.,:]?\d)|\d{1,2}(?:,\d\d)+,\d{3}(?!\d)|\d+(?:[.,:٫]\d+)*"
)
_GROUPED = re.compile(r"\d{1,3}(?:\D\d{3})+|\d{1,2}(?:,\d\d)+,\d{3}")
_CLOCK = re.compile(r"([01]?\d|2[0-3])[.:]([0-5]\d)(?::[0-5]\d)?")
_COUNT_OF_ENTRY = re.compile(r"[1-9]\d{0,3}")
_SEPARATOR = re.compile(r"[·|•;/]|,(?!\d)|\s[-–—]\s")
WORD = re.compile(rf"(?:[^\W\d_]|[{MARKS}])+")
_SECONDS = "|".join(sorted(noise_words.SECONDS | {"ms", "µs", "secs", "мс", "秒", "ミリ秒"}))
_STEMS_OF_SECONDS = "|".join(sorted(word[:-1] for word in noise_words.SECONDS if len(word) > 3))
TOOK_SECONDS = re.compile(
    rf"(?<![\w.,])\d+(?:[.,]\d+)?\s?(?:{_SECONDS})(?!\w)|(?<![\w.,])\d[.,]\d+\s?(?:{_STEMS_OF_SECONDS})[^\W\d_]{{1,4}}(?!\w)",
    re.IGNORECASE,
)
UNITS = noise_words.MEASURES | noise_words.MONEY | noise_words.TIME_UNITS | noise_words.DAYS | noise_words.HOURS
_PART_OF_NUMBER = re.compile(r"[\d+#№]\W{0,2}$")


class Page(NamedTuple):
    """What of the two pages tells about a figure: the size of most letters, when they were visited, where the content is."""

    usual_font: float = 0.0
    captured: tuple[datetime | None, datetime | None] = (None, None)
    column: Column = Column()

    @property
    def visits(self) -> Visits | None:
        before, after = self.captured
        if before is None or after is None or (before.tzinfo is None) != (after.tzinfo is None) or before >= after:
            return None
        return before, after


class Figure(NamedTuple):
    """A whole number or clock on the page, and the words it stands among."""

    said: str
    line: str
    segment: str
    before: str
    behind: str
    is_linked: bool

    @property
    def words(self) -> int:
        return len(WORD.findall(self.before)) + len(WORD.findall(self.behind))

    @property
    def value(self) -> int:
        return int(re.sub(r"\D", "", self.said))

    @property
    def clock(self) -> Clock | None:
        found = _CLOCK.fullmatch(self.said)
        return (int(found[1]), int(found[2])) if found else None


def usual_font(leaves: Sequence[Block]) -> float:
    """The size of letters that most of the page's text has; 0 where no block has a style."""
    votes: dict[float, int] = {}
    for leaf in leaves:
        if leaf.style is not None and leaf.style.font_size > 0:
            votes[leaf.style.font_size] = votes.get(leaf.style.font_size, 0) + len(leaf.text)
    return max(votes, key=votes.__getitem__, default=0.0)


def why_idle(edit: Edit, texts: tuple[str, str], block: Block, page: Page, *, plain: bool) -> str:
    """What kind of noise an edit is by its form and place, '' where it may matter. `plain`: it is no price, rate or version."""
    if edit.operation != "update" or not _is_figure_for_figure(edit):
        return ""
    if page.visits is not None and _is_of_visits(edit, texts, page.visits):
        return "clock"
    old = figure_at(texts[0], edit.old_words[0].start, block.links)
    new = figure_at(texts[1], edit.new_words[0].start, block.links)
    if not plain or old is None or new is None:
        return ""
    if is_small_print(block, page) and _is_of_machine(old, new):
        return "machine"
    return _why_single_idle(old, new, block, page) if len(edit.new_words) == 1 else ""


def _why_single_idle(old: Figure, new: Figure, block: Block, page: Page) -> str:
    """The same of one figure for another."""
    small, framed = is_small_print(block, page), block.role in FRAME
    found = _why_idle_in_frame(old, new, block.role) if framed else ""
    if found:
        return found
    if (small or framed) and _is_pointed_clock(old, new):
        return "clock"
    if block.role == "table":
        return ""
    if (small and is_slow_counter(old, new)) or _is_in_line_of_counters(old, new, small=small):
        return "counter"
    return ""


def _why_idle_in_frame(old: Figure, new: Figure, role: str) -> str:
    """The same in a header, footer or menu."""
    if role in {"header", "menu"} and _is_badge(old, new):
        return "cart"
    if role == "menu" and _is_count_of_entry(old, new):
        return "counter"
    if _is_week(old, new):
        return "date"
    return "weather" if _is_temperature(old) and _is_temperature(new) else ""


def is_small_print(block: Block, page: Page) -> bool:
    """Whether a block is a footer, or set in smaller letters than most of the page."""
    if block.role == "footer":
        return True
    return block.style is not None and 0 < block.style.font_size < SMALL_PRINT * page.usual_font


def _is_figure_for_figure(edit: Edit) -> bool:
    sides = edit.old_words, edit.new_words
    return len(sides[0]) == len(sides[1]) and all(word.key[0].isdecimal() for side in sides for word in side)


def figure_at(text: str, place: int, links: Sequence[Link]) -> Figure | None:
    """The whole figure around a place of the text, in its own link, line or part of a line."""
    start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
    line = text[start : end if end >= 0 else len(text)]
    place -= start
    found = next((one for one in FIGURE.finditer(line) if one.start() <= place < one.end()), None)
    if found is None:
        return None
    low, high, is_linked = 0, len(line), False
    for first, last in _places_of_links(line, links):
        if first <= found.start() and found.end() <= last:
            low, high, is_linked = first, last, True
            break
        low, high = max(low, last if last <= found.start() else 0), min(high, first if first >= found.end() else high)
    low = max((one.end() for one in _SEPARATOR.finditer(line, low, found.start())), default=low)
    behind = _SEPARATOR.search(line, found.end(), high)
    high = behind.start() if behind else high
    return Figure(
        found.group(), line, line[low:high], line[low : found.start()], line[found.end() : high], is_linked=is_linked
    )


def _places_of_links(line: str, links: Sequence[Link]) -> Iterator[tuple[int, int]]:
    for name in dict.fromkeys(link.name for link in links if link.name):
        start = line.find(name)
        while start >= 0:
            yield start, start + len(name)
            start = line.find(name, start + len(name))


def _is_badge(old: Figure, new: Figure) -> bool:
    """Whether a small count closes a short linked word, or stands in brackets behind one: 'My list (4)'."""
    if not all(one.said.isdecimal() and len(one.said) <= 3 and WORD.search(one.before) for one in (old, new)):
        return False
    bracketed = new.before.rstrip().endswith("(") and new.behind.strip() == ")"
    closes = not new.behind.strip() and new.is_linked
    return (bracketed or closes) and new.words <= BADGE_WORDS and abs(old.value - new.value) <= MOST_BADGE_STEP


def _is_count_of_entry(old: Figure, new: Figure) -> bool:
    """Whether a count closes an entry of a menu, or the next entry follows it: 'Issues 127 Pull requests 14'."""
    if not all(
        _COUNT_OF_ENTRY.fullmatch(one.said) and WORD.search(one.before[-1:] or " ") is None for one in (old, new)
    ):
        return False
    label = [word.lower() for word in WORD.findall(new.before)[-1:]]
    behind = new.behind.strip()
    if not label or (behind and not behind[0].isupper()):
        return False
    if label[0] in noise_words.CASE_WORDS or label[0].startswith(counter_words.COUNTED_FOR_THEIR_OWN_SAKE):
        return False
    return _is_bare(new) and not _has_sign(new) and abs(old.value - new.value) <= max(MOST_BADGE_STEP, old.value // 10)


def _is_pointed_clock(old: Figure, new: Figure) -> bool:
    """Whether both are times of the day among hardly any words, not both on the quarter, where meetings begin."""
    if old.clock is None or new.clock is None or new.words > CLOCK_WORDS or _has_sign(new) or _names_money(new):
        return False
    return not (old.clock[1] in QUARTERS and new.clock[1] in QUARTERS)


def is_slow_counter(old: Figure, new: Figure) -> bool:
    """Whether a large whole number changed by little: no year, no number of a telephone, a house or a register."""
    if not (_is_count(old) and _is_count(new)) or _has_sign(new) or new.words > COUNTER_WORDS or not new.words:
        return False
    return 0 < abs(old.value - new.value) <= SMALL_CHANGE * old.value


def _is_week(old: Figure, new: Figure) -> bool:
    """Whether a number of a week or a day went up by a little beside a date of its line."""
    if not (old.said.isdecimal() and new.said.isdecimal() and new.words <= CLOCK_WORDS):
        return False
    beside = any(one.kind == "date" for one in spans_of(new.line.replace(new.segment, "")))
    return beside and 0 < new.value - old.value <= WEEK and new.value <= DAYS_OF_YEAR


def _is_temperature(figure: Figure) -> bool:
    """Whether a figure is followed by a sign of degrees: in the frame of a page it is the weather of the hour."""
    return re.match(r"\s?[°º]\s?[CF]?(?!\w)", figure.behind) is not None


def _is_in_line_of_counters(old: Figure, new: Figure, *, small: bool) -> bool:
    """Whether a whole number that rose stands beside how long ago, as under the title of a post, or beside a known counter."""
    if not (old.said.isdecimal() and new.said.isdecimal() and new.value >= LEAST_RISEN) or _has_sign(new):
        return False
    if new.segment == new.line or not 0 < new.words <= CLOCK_WORDS or new.value <= old.value or not _is_bare(new):
        return False
    if is_designation(new.before, new.behind) or counts_for_its_own_sake(new.segment):
        return False
    kinds = {one.kind for one in spans_of(new.line.replace(new.segment, " "))}
    if small:
        return not kinds.isdisjoint(("age", "counter"))
    return "age" in kinds and not _is_labelled(new)


def _is_labelled(figure: Figure) -> bool:
    """Whether a figure closes a label, as in a ticker ('Hurt: 14 · 4 minutes ago'), or more than one word says what it counts."""
    return figure.before.rstrip().endswith((":", "：")) or len(WORD.findall(figure.behind)) > 1


def _is_bare(figure: Figure) -> bool:
    """Whether no unit of time or measure, and no other number, follows or precedes."""
    if figure.before[-1:].isalpha():  # 'B12' names a gate
        return False
    return not (
        is_before_unit(figure.behind) or _PART_OF_NUMBER.search(figure.before) or re.match(r"\W{0,2}\d", figure.behind)
    )


def word_behind(text: str) -> str:
    """The first word of what follows a number, in lower case, but for words such as 'of'."""
    words = (one.group().lower() for one in WORD.finditer(text))  # as few as needed: texts may be long
    nearest = list(islice(words, 2))
    if len(nearest) > 1 and len(nearest[0]) == 1 and nearest[0] in noise_words.LINKING_WORDS:
        del nearest[0]  # '41 o bobl': people, not octets
    return next((word for word in chain(nearest, words) if word in UNITS or word not in noise_words.LINKING_WORDS), "")


def is_before_unit(text: str) -> bool:
    """Whether what follows a number begins with a unit: one of CLDR, or the only word, of one or two letters ('12 ks')."""
    words = [one.group() for one in islice(WORD.finditer(text), 2)]
    return word_behind(text) in UNITS or (len(words) == 1 and len(words[0]) <= SHORT_UNIT)


def _is_count(figure: Figure) -> bool:
    """Whether a figure has its thousands apart, or follows a colon; a unit, another number or a name behind it forbid it."""
    parted = not figure.said.isdecimal()
    if figure.clock is not None or _PART_OF_NUMBER.search(figure.before) or re.match(r"\W{0,2}\d", figure.behind):
        return False
    behind = WORD.search(figure.behind)
    if behind is not None and (is_before_unit(figure.behind) or _is_before_name(figure, parted=parted)):
        return False
    if parted:
        return _GROUPED.fullmatch(figure.said) is not None and unicodedata.decimal(figure.said[0]) > 0
    labelled = figure.before.rstrip().endswith((":", "：")) or behind is not None
    is_year = YEARS[0] <= figure.value < YEARS[1]
    return labelled and figure.value >= LARGE and len(figure.said) <= MOST_DIGITS and not is_year


def _is_before_name(figure: Figure, *, parted: bool) -> bool:
    """Whether a street or a firm may follow, but for a noun as German writes it: '41.882 Artikel'."""
    behind = WORD.search(figure.behind)
    return behind is not None and behind.group()[:1].isupper() and not (parted and figure.words == 1)


def _has_sign(figure: Figure) -> bool:
    return re.search(r"[%‰€$£¥₹₽₩₺₴₫°]", figure.segment) is not None


def _names_money(figure: Figure) -> bool:
    """Whether a currency stands beside a figure, in words: '1 EUR = 10.42'."""
    return any(word.lower() in noise_words.MONEY for word in WORD.findall(figure.segment))


def _is_of_machine(old: Figure, new: Figure) -> bool:
    """Whether the time a server took stands in the same few words."""
    return all(TOOK_SECONDS.search(one.line) and len(WORD.findall(one.line)) <= MACHINE_WORDS for one in (old, new))


def _is_of_visits(edit: Edit, texts: tuple[str, str], visits: Visits) -> bool:
    """Whether a clock went on by just the time between the visits, or a date was the day of the visit both times."""
    places = edit.old_words[0].start, edit.new_words[0].start
    old, new = (figure_at(text, place, ()) for text, place in zip(texts, places, strict=True))
    if old is None or new is None:
        return False
    if old.clock is not None and new.clock is not None:
        return went_on(old.clock, new.clock, visits)
    return all(is_day_of_visit(*dated) for dated in zip(places, texts, visits, strict=True))
