"""One sentence on what changed between two versions: 'Boots € 129.00 → € 134.00 in the buy box; 1 new comment'.

Lists, messages, feeds and reports all show this sentence; it depends on the changes and reasons only. Its words are copied
from one of the two versions; only insertions and deletions are counted.

Reasons say which of the changes matter: a change matters if its words are in a reason, where a reason about its block quotes
some of them, or where its block is one that a reason names. They speak in the order of the reasons, which is that of their
chances: a large advertisement does not lead before a small price. Where no reason names any, all of them speak, the heaviest
first and advertisements last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pagestrata.model.edit_words import (
    PLAIN_WORDS,
    Marked,
    Part,
    Text,
    cut_mark,
    edits,
    headline,
    quoted,
    stretches,
    telling_words,
)
from pagestrata.model.records import RecordedChange

MOST_PARTS = 3
MOST_MARKED = 6
MOST_PLACES = 2
"""Maximum number of places named for one change that occurs in several."""
_NOUNS = {
    "comments": ("comment", "comments"), "image": ("picture", "pictures"), "table": ("table", "tables"),
    "form": ("form", "forms"), "menu": ("menu", "menus"), "ad": ("advertisement", "advertisements"),
    "link list": ("list of links", "lists of links"),
}  # fmt: skip
_TEXT, _BLOCK = ("text", "texts"), ("block", "blocks")
"""Nouns for blocks of any other role, with words and without."""
_OTHER_ROLE = "other"
MOST_QUOTED = 2
"""Maximum number of texts quoted of several blocks that came or went."""
_AD_PLACE = "an advertisement"
_SILENT = ("ignored:", "silent:", "Skipped:", "and ", "importance ", "rendered")
"""Beginnings of reasons that quote nothing of what matters."""
SHARED_WORDS = 0.25
"""Share of significant words above which a deleted and an inserted text of one block are one change."""
REDESIGN = "a redesign: "
"""Begins the reason of a page that was given other fonts or colours."""
_QUOTED = re.compile(r"(?<!\w)'(.+?)'(?!\w)")
_END_OF_QUOTE = "….,;: "
"""Ends a quotation, but not the words of a change."""
_FROM_TO = re.compile(r" changed from (.+?) to (.+) in ")
_KIND_OF_BLOCK = re.compile(r"(?:story|article|text|page|list|table|picture|box|comments|form|menu|advertisement)$")
"""Ends the name of a place that is a block itself: what came is that block, not in it."""
_COUNTED_PLACE = re.compile(r"[^\W\d]+ \d+")
"""'story 18': a number that is on neither version."""


def change_sentence(
    changes: Sequence[RecordedChange], reasons: Sequence[str] = (), *, places: Mapping[str, str] | None = None
) -> str:
    """The sentence; '' where nothing changed. `places` names blocks by their refs: 'the price box'.

    The place of parts in a row is said behind the last of them.
    """
    parts = _all_parts(changes, places or {})
    redesign = _redesign(reasons)
    meant = [part for part in _meant(parts, reasons) if not (redesign and part.is_look)]
    phrases = _merged([*((reason, "") for reason in redesign), *_counted(meant)])
    if not phrases:
        return ""
    shown, more = phrases[:MOST_PARTS], len(phrases) - MOST_PARTS
    following = [*(place for _, place in shown[1:]), ""]
    placed = [f"{words}{place * (place != after)}" for (words, place), after in zip(shown, following, strict=True)]
    ending = f"; and {more} more change{'s' * (more != 1)}" if more > 0 else ""
    return "; ".join(placed) + ending


def _merged(phrases: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Merge equal words of several places into one, with up to two of the places."""
    places: dict[str, list[str]] = {}
    for words, place in phrases:
        named = places.setdefault(words, [])
        if place and place not in named:
            named.append(place)
    return [(words, " and".join(named[:MOST_PLACES])) for words, named in places.items()]


def marked_words(changes: Sequence[RecordedChange], reasons: Sequence[str] = ()) -> tuple[Marked, ...]:
    """Return the changed words with a few around them, from the changes that the sentence is about."""
    parts = _all_parts(changes, {})
    return tuple(dict.fromkeys(part.marked for part in _meant(parts, reasons) if part.marked))[:MOST_MARKED]


def first_block(changes: Sequence[RecordedChange], reasons: Sequence[str] = ()) -> str:
    """Return the ref of the first block in the sentence that is still on the page; '' if all are gone."""
    there = [change for change in changes if not (change.element == "block" and change.op == "delete")]
    parts = _all_parts(there, {})
    return next((part.block for part in _meant(parts, reasons) if part.block), "")


def marked_edits(old: str, new: str) -> tuple[Marked, ...]:
    """The words of one text that are others now, with a few around them."""
    return tuple(part.marked for part in edits(Text.of(old), Text.of(new), "", "", frozenset()) if part.marked)


def _all_parts(changes: Sequence[RecordedChange], places: Mapping[str, str]) -> list[Part]:
    """Return the parts of all changes, without words that only moved between blocks."""
    ordered = _without_repeated(_ordered_changes(changes))
    moved = _moved_texts(ordered)
    kept = (change for change in ordered if not (change.element in {"block", "text"} and _whole_text(change) in moved))
    return [part for change in kept for part in _parts(change, places, moved)]


def _without_repeated(changes: Sequence[RecordedChange]) -> list[RecordedChange]:
    """Return the changes without inserts and deletes that repeat the words of another one.

    A link repeats the picture of its block with the same name, and a text repeats its block.
    """
    came_or_went = [change for change in changes if _whole_text(change)]
    pictures = {(change.op, change.block, _whole_text(change)) for change in came_or_went if change.element == "image"}
    blocks = {(change.op, _whole_text(change)) for change in came_or_went if change.element == "block"}
    return [
        change
        for change in changes
        if not (
            (change.element == "link" and (change.op, change.block, _whole_text(change)) in pictures)
            or (change.element == "text" and (change.op, _whole_text(change)) in blocks)
        )
    ]


def _moved_texts(changes: Sequence[RecordedChange]) -> frozenset[str]:
    """Texts of blocks that came or went while another block lost or was given the very same words."""
    blocks = [(change, text) for change in changes if change.element == "block" and (text := _whole_text(change))]
    if not blocks:
        return frozenset()
    texts = [change for change in changes if change.element == "text"]
    sides = set()
    for change in texts:
        if change.op == "update":
            before, after = text_of(change.old).split(), text_of(change.new).split()
            for i1, i2, j1, j2 in stretches(before, after):
                sides |= {" ".join(before[i1:i2]), " ".join(after[j1:j2])}
        elif any(block.op != change.op and text == _whole_text(change) for block, text in blocks):
            sides.add(_whole_text(change))
    return frozenset({text for _, text in blocks} & sides)


def _whole_text(change: RecordedChange) -> str:
    """The words of a block, link or picture that came or went; '' for any other change."""
    return text_of(change.new if change.op == "insert" else change.old) if change.op in {"insert", "delete"} else ""


def _ordered_changes(changes: Sequence[RecordedChange]) -> list[RecordedChange]:
    """The changes, heaviest first; a text that went from a block and a like one that came are one update."""
    ordered = sorted(changes, key=lambda change: -(change.importance or 0.0))
    texts: dict[str, list[int]] = {}
    for place, change in enumerate(ordered):
        if change.element == "text" and change.op in {"insert", "delete"}:
            texts.setdefault(change.block, []).append(place)
    gone = set()
    for places in texts.values():
        if {ordered[place].op for place in places} == {"insert", "delete"} and len(places) == 2:
            went, came = sorted((ordered[place] for place in places), key=lambda change: change.op)
            old, new = telling_words(text_of(went.old).split()), telling_words(text_of(came.new).split())
            if len(old & new) > SHARED_WORDS * min(len(old), len(new)):
                ordered[places[0]] = replace(ordered[places[0]], op="update", old=went.old, new=came.new)
                gone.add(places[1])
    return [change for place, change in enumerate(ordered) if place not in gone]


def _meant(parts: Sequence[Part], reasons: Sequence[str]) -> list[Part]:
    """Return the parts that the reasons are about, in the order of the reasons; all parts if they are about none."""
    loud = [reason for reason in reasons if not str(reason).startswith(_SILENT)]
    by_words = _meant_by_words(parts, loud)
    if by_words:
        return _without_repeated_links(sorted(by_words, key=lambda part: _first_naming(part, loud)))
    blocks = list(dict.fromkeys(block for reason in loud if (block := getattr(reason, "block", ""))))
    by_block = sorted((part for part in parts if part.block in blocks), key=lambda part: blocks.index(part.block))
    return _without_repeated_links(by_block or sorted(parts, key=_is_advertisement))


def _meant_by_words(parts: Sequence[Part], reasons: Sequence[str]) -> list[Part]:
    """The parts that reasons quote or whose words they say: on both sides, or of no part on both, on one."""
    all_reasons = " ".join(map(_spaced, reasons))
    quoted = {id(part) for part in parts for reason in reasons if _quotes(reason, part)}
    for every in (all, any):  # one side alone is ambiguous: the 16 of 'from 16 to 17' occurs in many places
        found = [
            part
            for part in parts
            if id(part) in quoted or (part.words and every(_is_in(words, all_reasons) for words in part.words))
        ]
        if found:
            return found
    return []


def _spaced(reason: str) -> str:
    return f" {' '.join(str(reason).split())} "


def _quotes(reason: str, part: Part) -> bool:
    """Whether a reason about the block of a part quotes a piece of its words, or both values of it."""
    if not part.block or getattr(reason, "block", "") != part.block:
        return False
    text = _spaced(reason)
    pieces = [piece.rstrip(_END_OF_QUOTE) for piece in _QUOTED.findall(text)]
    values = _FROM_TO.search(text)
    joined = " ".join(part.words)
    return any(_starts_in(piece, joined) for piece in pieces) or (
        values is not None and all(_is_in(value, joined) for value in values.groups())
    )


def _first_naming(part: Part, reasons: Sequence[str]) -> tuple[bool, int]:
    """Return a sort key: whether reasons name only some words of a part, and the number of the first one that names it."""
    for number, reason in enumerate(reasons):
        text = _spaced(reason)
        if all(_is_in(words, text) for words in part.words) or _quotes(reason, part):
            return False, number
    for number, reason in enumerate(reasons):
        if any(_is_in(words, _spaced(reason)) for words in part.words):
            return True, number
    return True, len(reasons)


def _is_advertisement(part: Part) -> bool:
    return part.counted[1] == "ad" or part.place.endswith(_AD_PLACE)


def _without_repeated_links(parts: Sequence[Part]) -> list[Part]:
    """The parts without links whose names are said as an edit of text."""
    edited = [
        " ".join(text for kind, text in part.marked if kind in {"same", side})
        for part in parts
        for side in ("old", "new")
        if not part.link
    ]
    return [part for part in parts if not (part.link and any(part.link in text for text in edited))]


def _redesign(reasons: Sequence[str]) -> list[str]:
    """Return the words that replace all style changes if a reason reports a redesign: 'a redesign: 73 % of the page …'."""
    plain = (str(reason).removeprefix("Kept: ") for reason in reasons)
    return [reason for reason in plain if reason.startswith(REDESIGN)][:1]


def _is_in(words: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _starts_in(words: str, text: str) -> bool:
    """Return whether a text contains these words, the last of which may be cut."""
    return bool(words) and re.search(rf"(?<!\w){re.escape(words)}", text) is not None


def _counted(parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    """Yield the words and place of each part; inserted or deleted blocks of one kind are counted at the first of them."""
    groups: dict[tuple[str, str], list[Part]] = {}
    for part in parts:
        if part.counted[0]:
            groups.setdefault(part.counted, []).append(part)
    for part in parts:
        if not part.counted[0]:
            yield part.said, part.place
        elif group := groups.pop(part.counted, []):
            yield _count(group), group[0].place if len(group) == 1 else ""


def _count(group: Sequence[Part]) -> str:
    """How many blocks of one kind came or went, and the words of the first; a single one of no kind is not counted."""
    (came, role), quotes = group[0].counted, list(dict.fromkeys(part.said for part in group if part.said))
    if len(group) == 1 and quotes and role not in _NOUNS:
        return f"{came}: {quotes[0]}"
    noun = _NOUNS.get(role, _TEXT if quotes else _BLOCK)[len(group) > 1]
    counted = f"{len(group)} {came} {noun}" if came == "new" else f"{len(group)} {noun} gone"
    beginning = ", among them " if len(group) > MOST_QUOTED else ": "
    return counted + beginning * bool(quotes) + " and ".join(quotes[:MOST_QUOTED])


def _parts(change: RecordedChange, places: Mapping[str, str], moved: frozenset[str]) -> Iterator[Part]:
    block = change.to_block or change.block
    place = _place_words(places.get(block) or places.get(change.block, ""))
    if change.element == "text" and change.op == "update":
        yield from edits(_lined(change.old), _lined(change.new), block, place, moved)
    elif change.element == "block" and change.op in {"insert", "delete"}:
        yield _whole_block(change, block, "" if _KIND_OF_BLOCK.search(place) else place)
    else:
        old, new = text_of(change.old), text_of(change.new)
        is_look = change.element == "style" or change.op == "move"
        evidence = (*_evidence(old), *_evidence(new))
        link = (new or old) if change.element == "link" and old != new else ""
        yield Part(said=_other(change, old, new, place), words=evidence, block=block, is_look=is_look, link=link)


def _whole_block(change: RecordedChange, block: str, place: str) -> Part:
    """A block that came or went, by its first line."""
    came = change.op == "insert"
    value = change.new if came else change.old
    role, text = (value.get("role", ""), value.get("text", "")) if isinstance(value, Mapping) else ("", value)
    words, lines = text_of(value), _lined(text)
    return Part(
        said=headline(*lines.first_line(0, len(lines.words))),
        words=_evidence(words),
        block=block,
        counted=("new" if came else "gone", str(role) if role in _NOUNS else _OTHER_ROLE),
        place=f" {'in' if came else 'from'} {place}" if place else "",
        marked=(("new" if came else "old", cut_mark(words)),) if words else (),
    )


def _place_words(place: str) -> str:
    """The name of a place, quoted as everything else in the sentence; '' for one with a number that is on neither version."""
    if _COUNTED_PLACE.fullmatch(place):
        return ""
    return f"‘{place[1:-1]}’" if len(place) > 2 and place[0] == place[-1] == "'" else place


def _other(change: RecordedChange, old: str, new: str, place: str) -> str:
    what = {"link": "link", "image": "picture", "style": "look"}.get(change.element, "text")
    name = f" {quoted(new or old)}" if new or old else ""
    if change.element == "style":
        return f"{place or 'a block'} looks different"
    if change.op == "insert":
        return f"new {what}{name}{_with_place(what, place)}"
    if change.op == "delete":
        return f"{what}{name} gone{_with_place(what, place, 'from')}"
    if change.op == "update":
        leads_elsewhere = change.element == "link" and old == new
        return f"the {what}{name} {'leads elsewhere' if leads_elsewhere else 'was replaced'}{_with_place(what, place)}"
    return f"{place or name.strip() or 'a block'} {_MOVED.get(change.op, 'changed')}"


def _with_place(what: str, place: str, preposition: str = "in") -> str:
    """Where it is, unless the place is called what it is: 'the picture was replaced in the second picture'."""
    return f" {preposition} {place}" if place and what not in place else ""


_MOVED = {"move": "moved", "split": "was divided", "merge": "was joined with another"}


def _evidence(text: str) -> tuple[str, ...]:
    """The beginning of a text, as a reason would quote it."""
    words = text.split()[:PLAIN_WORDS]
    return (" ".join(words),) if words else ()


def text_of(value: Any) -> str:
    """The words in a recorded value: a text, a link or image with its name, a block, or several blocks."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list | tuple):
        return " ".join(filter(None, map(text_of, value)))
    if isinstance(value, Mapping):
        return text_of(value.get("text") or value.get("name") or "")
    return ""


def _lined(value: Any) -> Text:
    """The words of a recorded value in their lines, where it has any."""
    return Text.of(value if isinstance(value, str) else text_of(value))
