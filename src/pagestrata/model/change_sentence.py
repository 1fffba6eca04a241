"""What changed between two versions in one sentence: '€ 129.00 → € 134.00 in the buy box; 1 new comment'.

Pure, and the same for the same changes and reasons: lists, messages, feeds and reports all show this sentence. Whatever it says
of the page is copied from one of the two versions; only how many things came or went is counted.

Reasons say which of the changes matter: a change speaks where its words stand in a reason, or its block is one that a reason
names. Where no reason names any, all of them speak, the heaviest first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pagestrata.model.records import RecordedChange

MOST_PARTS = 3
LONGEST_QUOTE = 60
PLAIN_WORDS = 4
"""A change of at most so many words is shown as it is; a longer one is quoted and cut."""
MOST_COMPARED_WORDS = 400
MOST_EDITS = 4
CONTEXT_WORDS = 3
AROUND_WORDS = 8
MOST_MARKED = 6
LONGEST_MARKED = 300
_NOUNS = {
    "comments": ("comment", "comments"), "image": ("picture", "pictures"), "table": ("table", "tables"),
    "form": ("form", "forms"), "menu": ("menu", "menus"), "ad": ("advertisement", "advertisements"),
    "link list": ("list of links", "lists of links"), "article": ("text", "texts"),
}  # fmt: skip
_BLOCK = ("block", "blocks")
_SILENT = ("ignored:", "silent:", "Skipped:", "and ")
_BESIDE = re.compile(
    r"[$£¥฿\u20a0-\u20cf]|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|RUB|kr\.?|km|kg|m²|°C|GB|MB|TB|mg|ml|%", re.IGNORECASE
)
"""What belongs to a number: currencies and units."""
_ENDS = ".,;:"
_CURRENCY = re.compile(r"[$£¥฿\u20a0-\u20cf]|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|RUB|kr\.?", re.IGNORECASE)
SHORT_LETTERS = 3
"""A word of at most so many letters says little alone: 'out of', 'in', 'no'."""
TELLING_LETTERS = 4
SHARED_WORDS = 0.25
"""A text that went from a block and one that came are one change where they share so many of the words that tell something."""
UNLIKE_WORDS = 5
"""From so many words on, a text is the new form of another only if they share a word that tells something."""
LARGEST_GAP = 1
"""So many equal words between two edits are part of one edit: 'Thursday, March 11', not 'Thursday' and '11'."""
_IN_NUMBERS = frozenset(".,:/'’-")
"""What stands between the digits of a number, a time or a date."""
REDESIGN = "a redesign: "
"""Begins the reason of a page that was given other fonts or colours."""
_COUNTED_PLACE = re.compile(r"[^\W\d]+ \d+")
"""'story 18': a number that is on neither version."""


Marked = tuple[tuple[Literal["same", "old", "new"], str], ...]
"""A stretch of text in pieces: what stayed, what went, what came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One thing that the sentence may say. `words` are those of the page, by which a reason is known to mean it."""

    said: str
    words: tuple[str, ...]
    block: str
    marked: Marked = ()  # the words with a few around them
    counted: tuple[str, str] = ("", "")  # 'new' or 'gone' and the role of a block, to be counted together
    is_look: bool = False  # it is about fonts, colours or places, not about what the page says


def change_sentence(
    changes: Sequence[RecordedChange], reasons: Sequence[str] = (), *, places: Mapping[str, str] | None = None
) -> str:
    """The sentence; '' where nothing changed. `places` names blocks by their refs: 'the price box'."""
    parts = [part for change in _told_changes(changes) for part in _parts(change, places or {})]
    redesign = _redesign(reasons)
    meant = [part for part in _meant(parts, reasons) if not (redesign and part.is_look)]
    told = list(dict.fromkeys([*redesign, *_counted(meant)]))
    if not told:
        return ""
    shown, more = told[:MOST_PARTS], len(told) - MOST_PARTS
    ending = f"; and {more} more change{'s' * (more != 1)}" if more > 0 else ""
    return "; ".join(shown) + ending


def marked_words(changes: Sequence[RecordedChange], reasons: Sequence[str] = ()) -> tuple[Marked, ...]:
    """The words that changed with a few around them, of the same changes that the sentence speaks of."""
    parts = [part for change in _told_changes(changes) for part in _parts(change, {})]
    return tuple(dict.fromkeys(part.marked for part in _meant(parts, reasons) if part.marked))[:MOST_MARKED]


def told_block(changes: Sequence[RecordedChange], reasons: Sequence[str] = ()) -> str:
    """The block that the sentence speaks of first and that is still on the page, by its ref; '' where there is none."""
    there = [change for change in changes if not (change.element == "block" and change.op == "delete")]
    parts = [part for change in _told_changes(there) for part in _parts(change, {})]
    return next((part.block for part in _meant(parts, reasons) if part.block), "")


def marked_edits(old: str, new: str) -> tuple[Marked, ...]:
    """The words of one text that are others now, with a few around them."""
    return tuple(part.marked for part in _edits(text_of(old), text_of(new), "", "") if part.marked)[:MOST_MARKED]


def _told_changes(changes: Sequence[RecordedChange]) -> list[RecordedChange]:
    """The changes, heaviest first; a text that went from a block and a like one that came are one update."""
    told = sorted(changes, key=lambda change: -(change.importance or 0.0))
    texts: dict[str, list[int]] = {}
    for place, change in enumerate(told):
        if change.element == "text" and change.op in {"insert", "delete"}:
            texts.setdefault(change.block, []).append(place)
    gone = set()
    for places in texts.values():
        if {told[place].op for place in places} == {"insert", "delete"} and len(places) == 2:
            went, came = sorted((told[place] for place in places), key=lambda change: change.op)
            old, new = _telling(text_of(went.old).split()), _telling(text_of(came.new).split())
            if len(old & new) > SHARED_WORDS * min(len(old), len(new)):
                told[places[0]] = replace(told[places[0]], op="update", old=went.old, new=came.new)
                gone.add(places[1])
    return [change for place, change in enumerate(told) if place not in gone]


def _telling(words: Sequence[str]) -> set[str]:
    """The words that tell something, in one spelling."""
    bare = {word.strip(_ENDS).casefold() for word in words}
    return {word for word in bare if len(word) >= TELLING_LETTERS and any(sign.isalpha() for sign in word)}


def _meant(parts: Sequence[Part], reasons: Sequence[str]) -> list[Part]:
    """The parts that the reasons speak of; all of them where they speak of none."""
    loud = [str(reason) for reason in reasons if not str(reason).startswith(_SILENT)]
    said = f" {' '.join(' '.join(loud).split())} "
    by_words = [part for part in parts if any(_stands_in(words, said) for words in part.words)]
    if by_words:
        return by_words
    blocks = {block for reason in reasons if (block := getattr(reason, "block", "")) and str(reason) in loud}
    return [part for part in parts if part.block in blocks] or list(parts)


def _redesign(reasons: Sequence[str]) -> list[str]:
    """What stands for all looks at once, where a reason says that the page got new ones: 'a redesign: 73 % of the page …'."""
    said = (str(reason).removeprefix("Kept: ") for reason in reasons)
    return [reason for reason in said if reason.startswith(REDESIGN)][:1]


def _stands_in(words: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _counted(parts: Sequence[Part]) -> Iterator[str]:
    """What each part says; blocks of one kind that came or went are counted where the first of them stands."""
    groups: dict[tuple[str, str], list[Part]] = {}
    for part in parts:
        if part.counted[0]:
            groups.setdefault(part.counted, []).append(part)
    for part in parts:
        if not part.counted[0]:
            yield part.said
        elif group := groups.pop(part.counted, []):
            came, role = part.counted
            noun = _NOUNS.get(role, _BLOCK)[len(group) > 1]
            first = f": {group[0].said}" if group[0].said and len(group) == 1 else ""
            yield f"{len(group)} {came} {noun}{first}" if came == "new" else f"{len(group)} {noun} gone{first}"


def _parts(change: RecordedChange, places: Mapping[str, str]) -> Iterator[Part]:
    block = change.to_block or change.block
    place = places.get(block) or places.get(change.block, "")
    if _COUNTED_PLACE.fullmatch(place):
        place = ""
    old, new = text_of(change.old), text_of(change.new)
    if change.element == "text" and change.op == "update":
        yield from _edits(old, new, block, place)
    elif change.element == "block" and change.op in {"insert", "delete"}:
        came = change.op == "insert"
        value, words = (change.new, new) if came else (change.old, old)
        yield Part(
            said=_quoted(words),
            words=_evidence(words),
            block=block,
            counted=("new" if came else "gone", str(value.get("role", "")) if isinstance(value, Mapping) else ""),
            marked=(("new" if came else "old", _cut(words)),) if words else (),
        )
    else:
        is_look = change.element == "style" or change.op == "move"
        evidence = (*_evidence(old), *_evidence(new))
        yield Part(said=_other(change, old, new, place), words=evidence, block=block, is_look=is_look)


def _other(change: RecordedChange, old: str, new: str, place: str) -> str:
    what = {"link": "link", "image": "picture", "style": "look"}.get(change.element, "text")
    name = f" {_quoted(new or old)}" if new or old else ""
    where = f" in {place}" if place else ""
    if change.element == "style":
        return f"{place or 'a block'} looks different"
    if change.op == "insert":
        return f"new {what}{name}{where}"
    if change.op == "delete":
        return f"{what}{name} gone{f' from {place}' if place else ''}"
    if change.op == "update":
        leads_elsewhere = change.element == "link" and old == new
        return f"the {what}{name} {'leads elsewhere' if leads_elsewhere else 'was replaced'}{_unless_said(what, place)}"
    return f"{place or name.strip() or 'a block'} {_MOVED.get(change.op, 'changed')}"


def _unless_said(what: str, place: str) -> str:
    """Where it is, unless the place is called what it is: 'the picture was replaced in the second picture'."""
    return f" in {place}" if place and what not in place else ""


_MOVED = {"move": "moved", "split": "was divided", "merge": "was joined with another"}


def _edits(old: str, new: str, block: str, place: str) -> Iterator[Part]:
    """The words of a text that are others now; of a text with many, as one."""
    before, after = old.split(), new.split()
    if before == after:
        where = f" in {place}" if place else f" behind {_quoted(new)}" if new else ""
        yield Part(said=f"text changed{where}", words=(), block=block)
        return
    found = _joined_edits(before, list(_differences(before, after)))
    if len(found) > MOST_EDITS:
        found = [(found[0][0], found[-1][1], found[0][2], found[-1][3])]
    for i1, i2, j1, j2 in found:
        yield _edit(before, after, (i1, i2, j1, j2), block, place)


def _joined_edits(before: Sequence[str], found: Sequence[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Edits with hardly a word between them as one. Figures in a row stay apart: each has a name of its own."""
    joined: list[tuple[int, int, int, int]] = []
    for edit in found:
        if joined:
            i1, i2, j1, _ = joined[-1]
            figures = all(_has_digits(words) for words in (before[i1:i2], before[edit[0] : edit[1]]))
            ends = any(word.endswith((".", ";", ":")) for word in before[max(i1, i2 - 1) : edit[0]])
            if edit[0] - i2 <= LARGEST_GAP and not figures and not ends:
                joined[-1] = (i1, edit[1], j1, edit[3])
                continue
        joined.append(edit)
    return joined


def _differences(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Stretches of words that differ; long texts are one stretch between their equal ends."""
    start, shortest = 0, min(len(before), len(after))
    while start < shortest and before[start] == after[start]:
        start += 1
    end = 0
    while end < shortest - start and before[-1 - end] == after[-1 - end]:
        end += 1
    first, second = before[start : len(before) - end], after[start : len(after) - end]
    if max(len(first), len(second)) > MOST_COMPARED_WORDS:
        yield start, start + len(first), start, start + len(second)
        return
    from difflib import SequenceMatcher

    for tag, i1, i2, j1, j2 in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if tag != "equal":
            yield start + i1, start + i2, start + j1, start + j2


def _edit(
    before: Sequence[str], after: Sequence[str], stretch: tuple[int, int, int, int], block: str, place: str
) -> Part:
    i1, i2, j1, j2 = stretch
    words = tuple(text for text in (_bare(before[i1:i2]), _bare(after[j1:j2])) if text)
    where = f" in {place}" if place else ""
    if i1 == i2 or j1 == j2:
        words_of_it = _quoted(" ".join(after[j1:j2] if i1 == i2 else before[i1:i2]))
        from_where = f" from {place}" if place else ""
        said = f"added {words_of_it}{where}" if i1 == i2 else f"removed {words_of_it}{from_where}"
        return Part(said=said, words=words, block=block, marked=_marked(before, after, stretch))
    if _has_digits(before[i1:i2]) and _has_digits(after[j1:j2]):
        i1, i2, j1, j2 = _with_units(before, after, stretch)
    elif _says_little(before[i1:i2]) or _says_little(after[j1:j2]):
        i1, i2, j1, j2 = _with_neighbour(before, after, stretch)
    if _are_unlike(before[i1:i2], after[j1:j2]):
        said = f"removed {_quoted(' '.join(before[i1:i2]))} and added {_quoted(' '.join(after[j1:j2]))}{where}"
        return Part(said=said, words=words, block=block, marked=_marked(before, after, stretch))
    context = "" if place else " ".join(before[max(0, i1 - CONTEXT_WORDS) : i1])
    old, new = _shown(before[i1:i2]), _shown(after[j1:j2])
    marked = _marked(before, after, (i1, i2, j1, j2))
    return Part(said=f"{context} {old} → {new}{where}".strip(), words=words, block=block, marked=marked)


def _with_units(
    before: Sequence[str], after: Sequence[str], stretch: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    """The stretch with the currency or unit that stands beside its numbers in both texts."""
    i1, i2, j1, j2 = stretch
    if i1 and j1 and before[i1 - 1] == after[j1 - 1] and _BESIDE.fullmatch(before[i1 - 1]):
        i1, j1 = i1 - 1, j1 - 1
        if _CURRENCY.fullmatch(before[i1]):
            return i1, i2, j1, j2  # another one behind the number is that of the next
    if i2 < len(before) and j2 < len(after) and before[i2] == after[j2] and _BESIDE.fullmatch(before[i2].rstrip(_ENDS)):
        i2, j2 = i2 + 1, j2 + 1
    return i1, i2, j1, j2


def _says_little(words: Sequence[str]) -> bool:
    return all(len(word.strip(_ENDS)) <= SHORT_LETTERS and word.isalpha() for word in words)


def _with_neighbour(
    before: Sequence[str], after: Sequence[str], stretch: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    """The stretch with the word behind it, which it says something of: 'Out of stock', not 'Out of'."""
    i1, i2, j1, j2 = stretch
    if i2 < len(before) and j2 < len(after) and before[i2] == after[j2] and _telling([before[i2]]):
        return i1, i2 + 1, j1, j2 + 1
    return stretch


def _are_unlike(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the one is not the other in a new form, but went while the other came."""
    return min(len(old), len(new)) >= UNLIKE_WORDS and not _telling(old) & _telling(new)


def _marked(before: Sequence[str], after: Sequence[str], stretch: tuple[int, int, int, int]) -> Marked:
    i1, i2, j1, j2 = stretch
    begin, end = max(0, j1 - AROUND_WORDS), min(len(after), j2 + AROUND_WORDS)
    pieces: list[tuple[Literal["same", "old", "new"], str]] = [
        ("same", f"{'… ' if begin else ''}{' '.join(after[begin:j1])}".strip()),
        ("old", _cut(" ".join(before[i1:i2]))),
        ("new", _cut(" ".join(after[j1:j2]))),
        ("same", f"{' '.join(after[j2:end])}{' …' if end < len(after) else ''}".strip()),
    ]
    return tuple((kind, text) for kind, text in pieces if text)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_MARKED else f"{cut_short(text, LONGEST_MARKED)}…"


def cut_short(text: str, longest: int) -> str:
    """The beginning of a text, which ends with a whole number and a whole word: half of one would be another.

    Scripts without spaces and without capitals are cut anywhere.
    """
    end = min(longest, len(text))
    while 0 < end < len(text) and _is_inside(text, end):
        end -= 1
    return text[:end].rstrip()


def _is_inside(text: str, place: int) -> bool:
    """Whether this place is in the midst of a number or of a word of letters that have cases."""
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
    return " ".join(words).strip(_ENDS)


def _shown(words: Sequence[str]) -> str:
    return (
        _bare(words) if len(words) <= PLAIN_WORDS and len(_bare(words)) <= LONGEST_QUOTE else _quoted(" ".join(words))
    )


def _evidence(text: str) -> tuple[str, ...]:
    """The beginning of a text, as a reason would quote it."""
    words = text.split()[:PLAIN_WORDS]
    return (" ".join(words),) if words else ()


def _quoted(text: str) -> str:
    words, kept = text.split(), ""
    for number, word in enumerate(words):
        longer = f"{kept} {word}".strip()
        if len(longer) > LONGEST_QUOTE:
            return f"‘{kept or cut_short(word, LONGEST_QUOTE)}…’"
        kept = longer
        if number == len(words) - 1:
            break
    return f"‘{kept}’" if kept else ""


def text_of(value: Any) -> str:
    """The words in a recorded value: a text, a link or image with its name, a block, or several blocks."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list | tuple):
        return " ".join(filter(None, map(text_of, value)))
    if isinstance(value, Mapping):
        return text_of(value.get("text") or value.get("name") or "")
    return ""
