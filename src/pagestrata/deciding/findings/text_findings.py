"""What changed in a block that is there in both versions, word by word (`text_edits`, `edit_kinds`).

A finding is noise when its words are: clocks and counters, mended spelling, what stands under a label such as 'most read', an
advertisement whose words were all exchanged, and words that only moved.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from pagestrata.deciding.by_itself.countdowns import is_countdown
from pagestrata.deciding.by_itself.frame_readings import is_board_of_quotes, is_reading
from pagestrata.deciding.by_itself.idle_figures import Page, is_small_print, why_idle
from pagestrata.deciding.by_itself.idle_lines import is_feed_line, is_idle_line, is_meta_line
from pagestrata.deciding.by_itself.own_clock import went_with
from pagestrata.deciding.by_itself.rankings import RANKING_CHANCE, is_ranking
from pagestrata.deciding.by_itself.reader_polls import is_share_of_poll
from pagestrata.deciding.by_itself.rotated_lists import is_rotated_item
from pagestrata.deciding.by_itself.short_ages import is_short_age
from pagestrata.deciding.by_itself.stamp_lines import is_stamp_line
from pagestrata.deciding.by_itself.topic_rows import is_topic_row
from pagestrata.deciding.findings.author_signs import (
    is_rotating_place,
    speaking_kind,
    why_silent_by_signs,
    without_speaking,
)
from pagestrata.deciding.findings.edit_kinds import SPELLING, EditKind, kind_of
from pagestrata.deciding.findings.finding_record import Finding
from pagestrata.deciding.findings.link_and_picture_findings import link_findings, picture_findings
from pagestrata.deciding.findings.page_context import BEFORE_CHARACTERS, MOVED_CHANCE, PageWords, Places
from pagestrata.deciding.findings.rotated_content import is_labelled, is_rotated_advertisement, is_under_label
from pagestrata.deciding.surroundings.columns import is_beside
from pagestrata.deciding.surroundings.link_lists import MENU_CHANCE, is_menu_entry, is_reordered_list
from pagestrata.model.blocks import Block
from pagestrata.weighing.noise.noise_context import FRAME, Place
from pagestrata.weighing.noise.noise_grammar import Span
from pagestrata.weighing.noise.noisy_texts import noise_spans_of_pair
from pagestrata.weighing.noise.quotations import Quotation, is_another_voice, is_exchanged_quotation, quotation_in
from pagestrata.weighing.texts.lined_texts import line_at, lined_pair
from pagestrata.weighing.texts.text_edits import Edit, edits_between

VOICE_CHANCE = 0.3
"""Of the word of one customer that gave way to that of another."""
FIGURES = frozenset(("price", "percentage", "date", "time", "number", "score", "version"))
PLAIN_FIGURES = frozenset(("number", "time"))
_YEAR = re.compile(r"(?:(?:19|20)\d\d[\s-]*){1,3}")


def text_findings(before: Block, after: Block, places: Places, words: PageWords) -> Iterator[Finding]:
    """What changed in a block that is there in both versions."""
    old_place, new_place = places.of(before), places.of(after)
    texts = lined_pair(before, after)
    spans = noise_spans_of_pair(texts, (old_place, new_place))
    noise = without_speaking(spans[0], before), without_speaking(spans[1], after)
    yield from _noise_findings(before, after, texts, noise)
    edits = edits_between(*texts, old_noise=noise[0], new_noise=noise[1])
    if is_rotated_advertisement(before, after, edits):
        edit = edits[0]
        yield _finding(before, after, EditKind("rotation", 0.0, edit.old, edit.new), edit, texts).silenced("rotation")
        return
    if is_another_voice(*(quotation_in(block.text) for block in (before, after))):
        edit = edits[0]
        yield _finding(before, after, EditKind("voice", VOICE_CHANCE, before.text, after.text), edit, texts)
        return
    if edits and is_reordered_list(after, *map(_without_spans, texts, noise)):
        kind = EditKind(*_move_of(after, texts[1], new_place), edits[0].old, edits[0].new)
        yield _finding(before, after, kind, edits[0], texts)
        return
    for edit in edits:
        yield _judged(edit, before, after, texts, (old_place, new_place), words)
    if not edits:
        yield from link_findings(before, after, words)
    for picture in picture_findings(before, after):
        rotates = is_labelled(after, new_place) or (is_rotating_place(before) and is_rotating_place(after))
        yield picture.silenced("rotation") if rotates else picture


def _move_of(block: Block, text: str, place: Place) -> tuple[str, float]:
    """The kind and the chance of words that stand elsewhere in a block."""
    return ("order", RANKING_CHANCE) if is_ranking(block, text, place) else ("moved", MOVED_CHANCE)


def _without_spans(text: str, spans: Sequence[Span]) -> str:
    for span in reversed(spans):
        text = f"{text[: span.start]}{text[span.end :]}"
    return text


def _judged(
    edit: Edit, before: Block, after: Block, texts: tuple[str, str], places: tuple[Place, Place], words: PageWords
) -> Finding:
    edit = _without_moved_side(edit, words)
    kind = kind_of(edit, *texts)
    speaking = speaking_kind(edit, kind, before, after) if kind.name != SPELLING else None
    if speaking is not None:
        return _finding(before, after, speaking, edit, texts)
    found = _finding(before, after, kind, edit, texts)
    silent = _why_silent(edit, kind, after, texts, places, words.page) or why_silent_by_signs(
        edit, kind, texts, before, after, single_fact=_is_single_fact(kind, edit)
    )
    if silent:
        return found.silenced(silent)
    if went_with(edit, texts, words.clock):
        return found.silenced("clock")
    if is_beside(after, words.page.column) and is_rotated_item(edit, texts, before, after):
        return found.silenced("rotation")
    if _is_another_voice_in_line(edit, texts) or (
        is_beside(after, words.page.column) and _is_another_voice_in_lines(edit, texts)
    ):
        return replace(found, kind="voice", chance=VOICE_CHANCE)
    if _is_moved(edit, words):
        name, chance = _move_of(after, texts[1], places[1])
        return replace(found, kind=name, chance=chance)
    if edit.operation != "update" and is_menu_entry(edit, before if edit.old else after):
        return replace(found, kind="link", chance=MENU_CHANCE, element="link")
    return found


def _why_silent(
    edit: Edit, kind: EditKind, block: Block, texts: tuple[str, str], places: tuple[Place, Place], page: Page
) -> str:
    """What kind of noise an edit is, '' where it speaks."""
    if kind.name == SPELLING or _is_same_in_other_signs(edit.old, edit.new):
        return "spelling"
    if block.role == "footer" and _YEAR.fullmatch(f"{edit.old} {edit.new}".strip()):
        return "copyright"
    around = block.role in FRAME or is_beside(block, page.column)
    if is_under_label(edit, texts, places[1], single_fact=_is_single_fact(kind, edit), around=around):
        return "rotation"
    idle = why_idle(edit, texts, block, page, plain=kind.name in PLAIN_FIGURES)
    if idle:
        return idle
    return _why_idle_line(edit, block, texts, places, page)


def _why_idle_line(edit: Edit, block: Block, texts: tuple[str, str], places: tuple[Place, Place], page: Page) -> str:
    """The same by the line that an edit stands in."""
    quiet = _is_quiet(block, page)
    if quiet or (block.role != "table" and is_beside(block, page.column)):
        found = _why_idle_around(edit, block, texts, places, large=not quiet)
        if found:
            return found
    if is_short_age(edit, texts):
        return "age"
    if is_share_of_poll(edit, texts, places[1]):
        return "votes"
    if is_topic_row(edit, texts) or is_feed_line(edit, texts):
        return "counter"
    if block.role != "table" and is_meta_line(edit, texts, places):
        return "counter"
    return "countdown" if edit.operation == "update" and is_countdown(edit, texts) else ""


def _why_idle_around(
    edit: Edit, block: Block, texts: tuple[str, str], places: tuple[Place, Place], *, large: bool
) -> str:
    """The same of what stands around the content; `large`: beside it, in letters as large."""
    if not large and is_stamp_line(edit, texts):
        return "clock"
    if is_reading(edit, texts, framed=block.role in FRAME or all(map(is_board_of_quotes, texts))):
        return "weather"
    return "counter" if is_idle_line(edit, texts, places, large=large) else ""


def _is_quiet(block: Block, page: Page) -> bool:
    """Whether a block is small print or the frame of a page, and no table."""
    return block.role != "table" and (block.role in FRAME or is_small_print(block, page))


def _is_another_voice_in_line(edit: Edit, texts: tuple[str, str]) -> bool:
    starts = edit.old_start, edit.new_start
    return is_another_voice(*(quotation_in(line_at(text, at)) for text, at in zip(texts, starts, strict=True)))


def _is_another_voice_in_lines(edit: Edit, texts: tuple[str, str]) -> bool:
    """The same of what is said and who says it in the line below, and of quotations of nobody."""
    starts = edit.old_start, edit.new_start
    if is_exchanged_quotation(*(line_at(text, at) for text, at in zip(texts, starts, strict=True))):
        return True
    sides = [_quotations_around(text, at) for text, at in zip(texts, starts, strict=True)]
    return any(is_another_voice(*pair) for pair in product(*sides))


def _quotations_around(text: str, place: int) -> list[Quotation]:
    """The quotations that a line makes with the one below it and with the one above it."""
    number, lines = text.count("\n", 0, place), text.split("\n")
    pairs = (lines[first : first + 2] for first in (number, number - 1) if first >= 0)
    found = (quotation_in(" ".join(pair)) for pair in pairs if len(pair) > 1)
    return [one for one in found if one is not None]


def _without_moved_side(edit: Edit, words: PageWords) -> Edit:
    """An edit of which one side stands elsewhere on the other page, and the other does not: those words came, or went."""
    if edit.operation != "update":
        return edit
    moved = [
        len(side) > 1 and words.only_moved([word.key for word in side]) for side in (edit.old_words, edit.new_words)
    ]
    if moved == [True, False]:
        return edit._replace(old="", old_words=())
    return edit._replace(new="", new_words=()) if moved == [False, True] else edit


def _is_moved(edit: Edit, words: PageWords) -> bool:
    """Whether the words of an edit, more than one on each side it has, are as often on both pages."""
    sides = [side for side in (edit.old_words, edit.new_words) if side]
    return all(len(side) > 1 and words.only_moved([word.key for word in side]) for side in sides)


def _is_same_in_other_signs(old: str, new: str) -> bool:
    """Whether two texts differ only by the script of their digits or the width of their letters: ٥٠ and 50."""
    return old != new and bool(old) and _in_plain_signs(old) == _in_plain_signs(new)


def _in_plain_signs(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in plain)


def _finding(before: Block, after: Block, kind: EditKind, edit: Edit, texts: tuple[str, str]) -> Finding:
    text, start = (texts[1], edit.new_start) if edit.new_words else (texts[0], edit.old_start)
    return Finding(
        kind=kind.name,
        chance=kind.chance,
        op=edit.operation,  # type: ignore[arg-type]
        element="text",
        block=after,
        old=kind.old,
        new=kind.new,
        label=text[max(0, start - BEFORE_CHARACTERS) : start],
        old_ref=before.ref,
        slot=edit.slot,
        words=frozenset(word.key for word in edit.old_words),
    )


def _noise_findings(
    before: Block, after: Block, texts: tuple[str, str], noise: tuple[Sequence[Span], Sequence[Span]]
) -> Iterator[Finding]:
    """One finding for each kind of noise that changed in a block."""
    was, now = (
        Counter((span.kind, " ".join(text[span.start : span.end].split())) for span in spans)
        for text, spans in zip(texts, noise, strict=True)
    )
    seen: set[str] = set()
    for kind, text in now - was or was - now:
        if kind not in seen:
            seen.add(kind)
            gone = next((one for other, one in was - now if other == kind), "")
            yield Finding(
                kind=kind, chance=0.0, op="update", element="text", block=after, old=gone, new=text,
                old_ref=before.ref, silent_because=kind,
            )  # fmt: skip


def _is_single_fact(kind: EditKind, edit: Edit) -> bool:
    """Whether one figure changed and the words around it stayed: no tip is rotated this way."""
    few = max(len(edit.old_words), len(edit.new_words)) <= 2
    return kind.name in FIGURES and edit.operation == "update" and few and edit.old_words[0].key[0].isdecimal()
