"""What the page's author calls the place of a change (`model.signs`): confirms noise in languages no table has, and speaks.

An author may err or mislead, so a sign never silences alone. It confirms what the change itself looks like already:

- a counter: a bare count became another in a few words called 'view-count', and no word of the line says that it counts
  anything for its own sake;
- a date or clock: figures became others, with at most the one word beside them (a month, a unit), in a few words
  called 'last-updated'; a clock that stood on the quarter both times, as meetings begin, speaks;
- a rotation: an item gave way in a place called 'related' that is made of links, or in a short one called an advertisement. One
  figure that changed among words that stayed is no rotation.

What is called a price or the availability of something speaks whenever it changes, whatever else is said of it, if it is a few
words and the place around it is not called related or an advertisement.
"""

from __future__ import annotations

from pagestrata.deciding.by_itself.counted_facts import counts_for_its_own_sake
from pagestrata.deciding.by_itself.idle_figures import FIGURE, figure_at
from pagestrata.deciding.by_itself.idle_lines import verdict_on_figures
from pagestrata.deciding.by_itself.visit_times import QUARTERS, Clock
from pagestrata.deciding.findings.edit_kinds import CHANCES, EditKind
from pagestrata.deciding.surroundings.link_lists import is_all_links
from pagestrata.model.blocks import Block
from pagestrata.model.signs import Sign
from pagestrata.weighing.noise.noise_grammar import Span
from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit, Word, word_keys

ROTATING = ("related", "advert")
SPEAKING = ("price", "availability")
TIMES = ("updated", "clock")
TIMELY = frozenset(("number", "time", "date", "words"))
FEW_CHARACTERS, FEW_WORDS = 60, 6
ADVERTISEMENT_WORDS = 60


def speaking_kind(edit: Edit, kind: EditKind, before: Block, after: Block) -> EditKind | None:
    """The kind of an edit of what is called a price or the availability of something; None for any other."""
    sides = [
        (block, start, start + len(said))
        for block, start, said in ((before, edit.old_start, edit.old), (after, edit.new_start, edit.new))
        if said
    ]
    if any(_sign_at(block, name, start, end) for block, start, end in sides for name in ROTATING):
        return None
    for name in SPEAKING:
        has_figure = name != "price" or any(word.key[0].isdecimal() for word in (*edit.old_words, *edit.new_words))
        if has_figure and any(_is_few_words_called(name, block, start, end) for block, start, end in sides):
            return EditKind(name, CHANCES[name], kind.old, kind.new)
    return None


def without_speaking(noise: list[Span], block: Block) -> list[Span]:
    """The stretches of noise, without those in what is called a price or the availability of something."""
    called = [
        one for one in block.signs if one.name in SPEAKING and len(block.text[one.start : one.end]) <= FEW_CHARACTERS
    ]
    return [span for span in noise if not any(one.covers(span.start, span.end) for one in called)] if called else noise


def _is_few_words_called(name: str, block: Block, start: int, end: int) -> bool:
    found = _sign_at(block, name, start, end)
    return found is not None and len(block.text[found.start : found.end]) <= FEW_CHARACTERS


def why_silent_by_signs(
    edit: Edit, kind: EditKind, texts: tuple[str, str], before: Block, after: Block, *, single_fact: bool
) -> str:
    """What kind of noise an edit is that its place is called after, '' where it may matter."""
    if not before.signs or not after.signs or after.role == "table":
        return ""
    if _is_count(edit, texts, before, after):
        return "counter"
    if kind.name in TIMELY and _is_time(edit, texts, before, after):
        return "clock"
    return "rotation" if not single_fact and _is_rotation(edit, texts, before, after) else ""


def is_rotating_place(block: Block) -> bool:
    """Whether all of a block stands in a place that is called related and made of links, or in a short advertisement."""
    called = {one.name for one in block.signs if one.is_whole}
    if not called.isdisjoint((*SPEAKING, "alert")):
        return False
    return ("related" in called and _may_rotate(block)) or ("advert" in called and _is_short(block))


def _may_rotate(block: Block) -> bool:
    return is_all_links(block) or (bool(block.images) and not block.text)


def _is_short(block: Block) -> bool:
    return bool(block.links or block.images) and len(word_keys(block.text)) <= ADVERTISEMENT_WORDS


def _is_count(edit: Edit, texts: tuple[str, str], before: Block, after: Block) -> bool:
    stretches = _few_words_called("counter", edit, texts, before, after)
    if stretches is None or counts_for_its_own_sake(line_at(texts[1], edit.new_start)):
        return False
    return bool(verdict_on_figures(*stretches, named=True))


def _is_time(edit: Edit, texts: tuple[str, str], before: Block, after: Block) -> bool:
    if not all(_is_figure_and_a_word(words) for words in (edit.old_words, edit.new_words)):
        return False
    if _few_words_called("updated", edit, texts, before, after) is not None:
        return True
    if _few_words_called("clock", edit, texts, before, after) is None:
        return False
    clocks = [
        _clock_at(text, words[0].start) for text, words in zip(texts, (edit.old_words, edit.new_words), strict=True)
    ]
    return not all(clock is not None and clock[1] in QUARTERS for clock in clocks)


def _is_figure_and_a_word(words: tuple[Word, ...]) -> bool:
    figures = sum(word.key[0].isdecimal() for word in words)
    return figures > 0 and len(words) - figures <= 1


def _clock_at(text: str, place: int) -> Clock | None:
    figure = figure_at(text, place, ())
    return figure.clock if figure is not None else None


def _is_rotation(edit: Edit, texts: tuple[str, str], before: Block, after: Block) -> bool:
    if _called("related", edit, before, after) is not None and _may_rotate(before) and _may_rotate(after):
        return True
    found = _called("advert", edit, before, after)
    if found is None:
        return False
    said = [text[one.start : one.end] for text, one in zip(texts, found, strict=True)]
    return _is_short(after) and all(len(word_keys(text)) <= ADVERTISEMENT_WORDS for text in said)


def _few_words_called(
    name: str, edit: Edit, texts: tuple[str, str], before: Block, after: Block
) -> tuple[str, str] | None:
    """The stretches, a few words with figures each, that an edit stands in and that are called so in both versions."""
    found = _called(name, edit, before, after)
    if found is None or edit.operation != "update":
        return None
    old, new = (text[one.start : one.end] for text, one in zip(texts, found, strict=True))
    few = all(
        len(said) <= FEW_CHARACTERS and len(word_keys(said)) <= FEW_WORDS and FIGURE.search(said) for said in (old, new)
    )
    return (old, new) if few else None


def _called(name: str, edit: Edit, before: Block, after: Block) -> tuple[Sign, Sign] | None:
    """The signs of this name that an edit stands under in both versions."""
    old = _sign_at(before, name, edit.old_start, edit.old_start + len(edit.old))
    new = _sign_at(after, name, edit.new_start, edit.new_start + len(edit.new))
    return (old, new) if old is not None and new is not None else None


def _sign_at(block: Block, name: str, start: int, end: int) -> Sign | None:
    """The first sign of this name that holds for a stretch of a block's text."""
    return next((one for one in block.signs if one.name == name and one.covers(start, end)), None)
