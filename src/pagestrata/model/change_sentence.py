"""What changed between two versions in one sentence: '€ 129.00 → € 134.00 in the buy box; 1 new comment'.

Pure, and the same for the same changes and reasons: lists, messages, feeds and reports all show this sentence. Whatever it says
of the page is copied from one of the two versions; only how many things came or went is counted.

Reasons say which of the changes matter: a change speaks where its words stand in a reason, or its block is one that a reason
names. Where no reason names any, all of them speak, the heaviest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
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


def change_sentence(
    changes: Sequence[RecordedChange], reasons: Sequence[str] = (), *, places: Mapping[str, str] | None = None
) -> str:
    """The sentence; '' where nothing changed. `places` names blocks by their refs: 'the price box'."""
    heaviest_first = sorted(changes, key=lambda change: -(change.importance or 0.0))
    parts = [part for change in heaviest_first for part in _parts(change, places or {})]
    told = list(dict.fromkeys(_counted(_meant(parts, reasons))))
    if not told:
        return ""
    shown, more = told[:MOST_PARTS], len(told) - MOST_PARTS
    ending = f"; and {more} more change{'s' * (more != 1)}" if more > 0 else ""
    return "; ".join(shown) + ending


def marked_words(changes: Sequence[RecordedChange], reasons: Sequence[str] = ()) -> tuple[Marked, ...]:
    """The words that changed with a few around them, of the same changes that the sentence speaks of."""
    heaviest_first = sorted(changes, key=lambda change: -(change.importance or 0.0))
    parts = [part for change in heaviest_first for part in _parts(change, {})]
    return tuple(dict.fromkeys(part.marked for part in _meant(parts, reasons) if part.marked))[:MOST_MARKED]


def marked_edits(old: str, new: str) -> tuple[Marked, ...]:
    """The words of one text that are others now, with a few around them."""
    return tuple(part.marked for part in _edits(text_of(old), text_of(new), "", "") if part.marked)[:MOST_MARKED]


def _meant(parts: Sequence[Part], reasons: Sequence[str]) -> list[Part]:
    """The parts that the reasons speak of; all of them where they speak of none."""
    loud = [str(reason) for reason in reasons if not str(reason).startswith(_SILENT)]
    said = f" {' '.join(' '.join(loud).split())} "
    by_words = [part for part in parts if any(_stands_in(words, said) for words in part.words)]
    if by_words:
        return by_words
    blocks = {block for reason in reasons if (block := getattr(reason, "block", "")) and str(reason) in loud}
    return [part for part in parts if part.block in blocks] or list(parts)


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
        yield Part(said=_other(change, old, new, place), words=(*_evidence(old), *_evidence(new)), block=block)


def _other(change: RecordedChange, old: str, new: str, place: str) -> str:
    what = {"link": "link", "image": "picture", "style": "look"}.get(change.element, "text")
    name = f" {_quoted(new or old)}" if new or old else ""
    where = f" in {place}" if place else ""
    if change.element == "style":
        return f"{place or 'a block'} looks different"
    if change.op == "insert":
        return f"new {what}{name}{where}"
    if change.op == "delete":
        return f"{what}{name} gone{where}"
    if change.op == "update":
        said = "leads elsewhere" if change.element == "link" and old == new else "is another one"
        return f"the {what}{name} {said}{where}"
    return f"{place or name.strip() or 'a block'} {_MOVED.get(change.op, 'changed')}"


_MOVED = {"move": "moved", "split": "was divided", "merge": "was joined with another"}


def _edits(old: str, new: str, block: str, place: str) -> Iterator[Part]:
    """The words of a text that are others now; of a text with many, as one."""
    before, after = old.split(), new.split()
    if before == after:
        where = f" in {place}" if place else f" behind {_quoted(new)}" if new else ""
        yield Part(said=f"text changed{where}", words=(), block=block)
        return
    found = list(_differences(before, after))
    if len(found) > MOST_EDITS:
        found = [(found[0][0], found[-1][1], found[0][2], found[-1][3])]
    for i1, i2, j1, j2 in found:
        yield _edit(before, after, (i1, i2, j1, j2), block, place)


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
        came = i1 == i2
        said = f"{'added' if came else 'removed'} {_quoted(' '.join(after[j1:j2] if came else before[i1:i2]))}{where}"
        return Part(said=said, words=words, block=block, marked=_marked(before, after, stretch))
    if _has_digits(before[i1:i2]) and _has_digits(after[j1:j2]):
        i1, i2, j1, j2 = _with_units(before, after, stretch)
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
    if i2 < len(before) and j2 < len(after) and before[i2] == after[j2] and _BESIDE.fullmatch(before[i2].rstrip(_ENDS)):
        i2, j2 = i2 + 1, j2 + 1
    return i1, i2, j1, j2


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
    return text if len(text) <= LONGEST_MARKED else f"{text[:LONGEST_MARKED]}…"


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
            return f"‘{kept or word[:LONGEST_QUOTE]}…’"
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
