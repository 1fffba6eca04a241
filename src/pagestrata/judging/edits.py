"""Single edits between two versions, on the raw texts in their lines; nothing is removed before comparing.

Lines come first: a line that is in both texts is no edit, a line whose wording is alike belongs to the one it replaced, and the
rest was inserted or deleted. Words are compared only inside such a pair. A line that is still somewhere on the page is never
'new' or 'gone' because blocks were cut differently: it moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from pagestrata.judging.words import (
    LINE_END,
    Word,
    is_figure,
    key_of,
    lines_of,
    plain,
    shape_of,
    split_lines,
    steps_between,
    with_line_ends_of,
    words_in,
)
from pagestrata.model.blocks import Block
from pagestrata.model.patterns import pattern

Operation = Literal["insert", "delete", "update", "move"]

ALIKE = 0.5
"""Minimum share of common words for one line to be an edited form of another."""
MOST_PAIRED_LINES = 4_000
"""Maximum number of pairs of added and removed lines that are compared one by one."""
BRIDGED_LETTERS = 3
"""Longest unchanged word, in letters, that does not separate two edits."""
REWRITTEN_WORDS, REWRITTEN_SHARE = 8, 0.2
"""Two stretches of at least this many words, with less than this share in common, are a deletion and an insertion."""
LONG_WORDS = 8
"""Minimum number of words of a stretch that counts as moved if it is found anywhere on the other page."""
LEAST_SLIP_LETTERS = 6
PART_REACH = 80
SEPARATORS = pattern(r"[·|•—;()\[\]]|[.!?…](?=\s)|。| [-–/] |, (?!\d)")
REMEMBERED_PAIRS = 512
"""Compared texts have at most a few thousand characters (`visit.long_texts`)."""
MOST_EDITS = 4_000
"""Maximum number of edits of one page. More would not change the verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Words replaced by others; one side is empty for an insertion or a deletion."""

    op: Operation
    old: str = ""
    new: str = ""
    old_words: tuple[str, ...] = ()
    new_words: tuple[str, ...] = ()
    old_line: str = ""
    new_line: str = ""
    old_start: int = 0  # in its line
    new_start: int = 0
    before: str = ""  # the words left and right of it, '' at the end of a line
    after: str = ""
    block: Block = field(repr=False)  # of the new version, of the old one for what went
    old_block: Block | None = field(default=None, repr=False)  # where both versions have it
    is_whole_block: bool = False

    @property
    def line(self) -> str:
        return self.new_line or self.old_line

    @property
    def said(self) -> str:
        return self.new or self.old

    @property
    def words(self) -> tuple[str, ...]:
        return self.new_words or self.old_words

    @property
    def is_whole_line(self) -> bool:
        return not (self.old_line and self.new_line)


def edits_of_pair(before: Block, after: Block) -> list[Edit]:
    """Return the edits of a block that both versions have, in order."""
    texts = before.lined_text, after.lined_text
    if LINE_END in texts[1] and not before.line_ends:
        texts = with_line_ends_of(texts[0], texts[1]), texts[1]
    elif LINE_END in texts[0] and not after.line_ends:
        texts = texts[0], with_line_ends_of(texts[1], texts[0])
    return list(_edits(split_lines(before, texts[0]), split_lines(after, texts[1]), before, after))


@lru_cache(maxsize=REMEMBERED_PAIRS)
def edits_between_texts(old: str, new: str) -> tuple[Edit, ...]:
    """Return the edits between two texts without blocks.

    Results are cached, because weights, noise and history ask for the same texts one after the other.
    """
    before, after = Block(ref="", text=old), Block(ref="", text=new)
    return tuple(_edits(split_lines(before, old), split_lines(after, new), before, after))


def edits_of_block(block: Block, op: Operation) -> list[Edit]:
    """Return the edits of a block that was inserted or deleted, line by line."""
    return [replace(_line_edit(line, op, block), is_whole_block=True) for line in lines_of(block)]


def _edits(old: Sequence[str], new: Sequence[str], before: Block, after: Block) -> Iterator[Edit]:
    olds, news = [key_of(line) for line in old], [key_of(line) for line in new]
    gone: list[int] = []
    came: list[int] = []
    for step in [*steps_between(olds, news), None]:
        if step is not None and step.tag == "delete":
            gone += range(step.src_start, step.src_end)
        elif step is not None and step.tag == "insert":
            came += range(step.dest_start, step.dest_end)
        elif gone or came:
            yield from _edits_of_gap([old[i] for i in gone], [new[i] for i in came], before, after)
            gone, came = [], []


def _edits_of_gap(old: Sequence[str], new: Sequence[str], before: Block, after: Block) -> Iterator[Edit]:
    partners = _partners(old, new)
    taken = set(partners.values())
    for number, line in enumerate(old):
        if number in partners:
            yield from _word_edits(line, new[partners[number]], before, after)
        else:
            yield replace(_line_edit(line, "delete", after), old_block=before)
    for number, line in enumerate(new):
        if number not in taken:
            yield replace(_line_edit(line, "insert", after), old_block=before)


def _partners(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Map old lines to the new lines they became: equal shapes first, then the most similar wording, in order."""
    if len(old) == len(new) == 1:
        return {0: 0}
    found: dict[int, int] = {}
    shapes: dict[str, list[int]] = {}
    for number in reversed(range(len(new))):
        shapes.setdefault(shape_of(new[number]), []).append(number)
    for number, line in enumerate(old):
        same = shapes.get(shape_of(line))
        if same:
            found[number] = same.pop()
    rest, free = [i for i in range(len(old)) if i not in found], sorted(set(range(len(new))) - set(found.values()))
    if len(rest) * len(free) > MOST_PAIRED_LINES:
        return found
    bags = [Counter(key_of(new[j]).split()) for j in free]
    for i in rest:
        words = Counter(key_of(old[i]).split())
        shares = [_common(words, bag) for bag in bags]
        best = max(range(len(free)), key=shares.__getitem__, default=None)
        if best is not None and shares[best] >= ALIKE:
            found[i] = free.pop(best)
            bags.pop(best)
    return found


def _common(first: Counter[str], second: Counter[str]) -> float:
    return sum((first & second).values()) / max(1, first.total(), second.total())


def _line_edit(line: str, op: Operation, block: Block) -> Edit:
    words = tuple(key_of(line).split())
    if op == "delete":
        return Edit(op=op, old=line, old_words=words, old_line=line, block=block)
    return Edit(op=op, new=line, new_words=words, new_line=line, block=block)


def _word_edits(old: str, new: str, before: Block, after: Block) -> Iterator[Edit]:
    first, second = words_in(old), words_in(new)
    runs: list[list[int]] = []
    for step in steps_between([word.key for word in first], [word.key for word in second]):
        if step.tag == "equal":
            continue
        if runs and _is_bridged(first[runs[-1][1] : step.src_start]):
            runs[-1][1], runs[-1][3] = step.src_end, step.dest_end
        else:
            runs.append([step.src_start, step.src_end, step.dest_start, step.dest_end])
    for run in [part for whole in runs for part in _parts(old, new, first, second, whole)]:
        edit = _word_edit(old, new, first, second, run, before, after)
        if _is_rewritten(edit):
            yield replace(edit, op="delete", new="", new_words=())
            yield replace(edit, op="insert", old="", old_words=())
        else:
            yield edit


def _parts(old: str, new: str, first: Sequence[Word], second: Sequence[Word], run: list[int]) -> Iterator[list[int]]:
    """Cut a run of changed words at the ends of sentences or entries, if both sides have equally many."""
    start, end, new_start, new_end = run
    cuts, new_cuts = _cuts(old, first, start, end), _cuts(new, second, new_start, new_end)
    if len(cuts) != len(new_cuts):
        yield run
        return
    olds, news = pairwise((start, *cuts, end)), pairwise((new_start, *new_cuts, new_end))
    for was, now in zip(olds, news, strict=True):
        if [word.key for word in first[slice(*was)]] != [word.key for word in second[slice(*now)]]:
            yield [*was, *now]


def _cuts(text: str, words: Sequence[Word], start: int, end: int) -> list[int]:
    return [at for at in range(start + 1, end) if SEPARATORS.search(text[words[at - 1].end : words[at].start + 1])]


def _is_rewritten(edit: Edit) -> bool:
    both = Counter(edit.old_words), Counter(edit.new_words)
    return min(len(edit.old_words), len(edit.new_words)) >= REWRITTEN_WORDS and _common(*both) < REWRITTEN_SHARE


def _word_edit(
    old: str, new: str, first: list[Word], second: list[Word], run: list[int], before: Block, after: Block
) -> Edit:
    start, end, new_start, new_end = run
    was, now = first[start:end], second[new_start:new_end]
    return Edit(
        op="update" if was and now else "insert" if now else "delete",
        old=old[was[0].start : was[-1].end] if was else "",
        new=new[now[0].start : now[-1].end] if now else "",
        old_words=tuple(word.key for word in was),
        new_words=tuple(word.key for word in now),
        old_line=old,
        new_line=new,
        old_start=was[0].start if was else first[start].start if start < len(first) else len(old),
        new_start=now[0].start if now else second[new_start].start if new_start < len(second) else len(new),
        before=first[start - 1].key if start else "",
        after=first[end].key if end < len(first) else "",
        block=after,
        old_block=before,
    )


def _is_bridged(between: Sequence[Word]) -> bool:
    return not between or (len(between) == 1 and len(between[0].key) <= BRIDGED_LETTERS and between[0].key.isalpha())


class PageTexts:
    """All lines of both pages, to distinguish moves from insertions and deletions."""

    def __init__(self, old: Iterable[Block], new: Iterable[Block]) -> None:
        self._olds, self._news = list(old), list(new)
        was, now = Counter(block.text for block in self._olds), Counter(block.text for block in self._news)
        differing = was - now, now - was
        sides = zip((self._olds, self._news), differing, strict=True)
        self._lines = [
            Counter(key_of(line) for block in blocks if block.text in texts for line in lines_of(block))
            for blocks, texts in sides
        ]
        self._whole: list[str] | None = None

    def has_moved(self, edit: Edit) -> bool:
        """Return whether an inserted or deleted text is on both pages equally often."""
        words = edit.words
        if edit.op == "update" or not words:
            return False
        key = " ".join(words)
        if edit.is_whole_line:
            was, now = (lines[key] for lines in self._lines)
            if was and now:
                return was >= now if edit.op == "insert" else now >= was
        if len(words) < LONG_WORDS:
            return False
        old, new = self._joined()
        return old.count(f" {key} ") == new.count(f" {key} ") > 0

    def _joined(self) -> list[str]:
        if self._whole is None:
            sides = (self._olds, self._news)
            self._whole = [f" {' '.join([key_of(block.text) for block in blocks])} " for blocks in sides]
        return self._whole


def part_around(edit: Edit) -> str:
    """Return the part of the line between two separators that contains the edit: '546' of 'It is over. 546'."""
    line = edit.line
    start = edit.new_start if edit.new_line else edit.old_start
    before, behind = line[max(0, start - PART_REACH) : start], line[start + len(edit.said) :][:PART_REACH]
    return f"{SEPARATORS.split(before)[-1]}{edit.said}{SEPARATORS.split(behind)[0]}"


def old_side(edit: Edit) -> Edit:
    """Return the old side of an edit as a deletion."""
    return replace(edit, op="delete", new="", new_words=(), new_line="")


def is_bare(edit: Edit) -> bool:
    """Return whether the part of the line around an edit has no word, such as the number beside an icon."""
    return not any(map(str.isalpha, part_around(edit)))


def is_respelled(edit: Edit) -> bool:
    """Return whether an edit only corrects spelling: a letter, an accent, joined or separated words; never a figure."""
    if _is_misread(edit.old_line, edit.new_line) or _is_misread(edit.new_line, edit.old_line):
        return True
    was, now = "".join(edit.old_words), "".join(edit.new_words)
    if not was or not now or any(map(is_figure, (*edit.old_words, *edit.new_words))):
        return False
    if plain(was) == plain(now):
        return True
    if len(edit.old_words) != len(edit.new_words):
        return False
    return all(one == two or _is_slip(one, two) for one, two in zip(edit.old_words, edit.new_words, strict=True))


def _is_misread(line: str, other: str) -> bool:
    """Return whether `other` is this line decoded with a wrong encoding: 'it’s' as 'itâ€™s'."""
    if line.isascii() or not other or line == other:
        return False
    for encoding in ("cp1252", "latin-1"):
        try:
            if line.encode(encoding).decode("utf-8") == other:
                return True
        except UnicodeError:
            continue
    return False


def _is_slip(old: str, new: str) -> bool:
    """Return whether two long words differ by one slip inside; never short words, first or last letters."""
    from rapidfuzz.distance import OSA

    if min(len(old), len(new)) < LEAST_SLIP_LETTERS or not (old.isalpha() and new.isalpha()):
        return False
    return old[0] == new[0] and old[-1] == new[-1] and OSA.distance(old, new, score_cutoff=1) <= 1
