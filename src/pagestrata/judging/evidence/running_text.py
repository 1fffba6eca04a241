"""What the page is for: on one that is a single long text, what changes around that text counts less than on a front page."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from pagestrata.judging.context import Context
from pagestrata.judging.edits import Edit
from pagestrata.judging.evidence.lists import is_item, links_of
from pagestrata.judging.words import FRAME
from pagestrata.model.blocks import Block

NAMES = ("outside of the text", "frame of a text", "linked item beside a text")
LEAST_WORDS = 25
"""Of a line of running text."""
LONG_WORD = 20
"""Words that are longer than this on average are not separated by spaces."""
CHARACTERS_A_WORD = 2
MOST_LINKED = 0.3
"""Share of the characters that are in links: more are a list of teasers."""
TAIL = 0.1
"""Of the running text this share may be before and behind the text itself: notices of cookies, the company's description."""
MOST_BETWEEN = 6
"""Short leaves between two paragraphs of one text: headings, items of a list."""
HEADINGS = 2
"""Leaves above the first paragraph that belong to the text: its title and its date."""
NAVIGATION_LINKED, MOST_MENU_WORDS = 0.7, 4
"""Share of the characters of a menu that are in links, and words of its links on average."""


class RunningTexts:
    """The running text of both versions."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def _sides(self) -> tuple[_RunningText, _RunningText]:
        return _RunningText(self._context.old_leaves), _RunningText(self._context.leaves)

    def of(self, edit: Edit) -> tuple[float, ...]:
        """One number for each of `NAMES`."""
        went = edit.op == "delete"
        text = self._sides[0 if went else 1]
        block = edit.old_block if went and edit.old_block is not None else edit.block
        return (
            text.share * text.is_outside(block),
            text.share * (block.role in FRAME),
            text.share * (is_item(edit) and bool(links_of(edit).changed)),
        )


class _RunningText:
    """Where on a page its running text is, and which share of what the page says is in it."""

    def __init__(self, leaves: Sequence[Block]) -> None:
        self._leaves = leaves
        self._sizes = [len(leaf.text) if _is_running(leaf) else 0 for leaf in leaves]
        total = sum(self._sizes)
        said = sum(len(leaf.text) for leaf in leaves if not _is_navigation(leaf))
        self.share = total / said if said else 0.0
        self._at = {leaf.ref: number for number, leaf in enumerate(leaves)}
        self._first, self._last = self._reach(total)
        own = [leaf.box for leaf, size in zip(leaves, self._sizes, strict=True) if size]
        self._left = min((box.x for box in own), default=0.0)
        self._right = max((box.x + box.width for box in own), default=0.0)

    def is_outside(self, block: Block) -> bool:
        """Whether a block is before, behind, left or right of the running text."""
        at = self._at.get(block.ref)
        if at is None or not self._first - HEADINGS <= at <= self._last:
            return True
        if at < self._first and block.role in FRAME:
            return True
        return block.box.x >= self._right or block.box.x + block.box.width <= self._left

    def _reach(self, total: int) -> tuple[int, int]:
        """The first and the last leaf of the text: its middle, the paragraphs that join it on both sides, and the line behind."""
        sums = list(accumulate(self._sizes))
        first, last = bisect_left(sums, TAIL * total), bisect_left(sums, (1.0 - TAIL) * total)
        first = self._joined(range(first - 1, -1, -1), first)
        last = self._joined(range(last + 1, len(self._sizes)), last)
        return first, last + 1

    def _joined(self, numbers: range, end: int) -> int:
        """How far paragraphs follow each other with no more than some short leaves between them."""
        for number in numbers:
            if self._sizes[number]:
                end = number
            elif abs(number - end) > MOST_BETWEEN:
                break
        return end


def _is_running(leaf: Block) -> bool:
    """Whether a leaf has a long line of text that is not a link."""
    if _linked(leaf) > MOST_LINKED * len(leaf.text):
        return False
    return any(_words_in(line) >= LEAST_WORDS for line in leaf.lined_text.split("\n"))


def _is_navigation(leaf: Block) -> bool:
    """Whether a leaf is short links and little else, as in menus: a shop's has more words than its terms."""
    names = [link.name for link in leaf.links]
    if not names or _linked(leaf) < NAVIGATION_LINKED * len(leaf.text):
        return False
    return sum(map(_words_in, names)) <= MOST_MENU_WORDS * len(names)


def _linked(leaf: Block) -> int:
    return sum(len(link.name) for link in leaf.links)


def _words_in(line: str) -> int:
    """About how many words a line has, also in scripts that write no spaces."""
    words = line.count(" ") + 1
    return words if len(line) < LONG_WORD * words else len(line) // CHARACTERS_A_WORD
