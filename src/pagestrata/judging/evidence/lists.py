"""Motion of lists: what came and what went in a list whose other items stayed, and where a link leads."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pagestrata.judging.context import Context, make_of
from pagestrata.judging.edits import Edit
from pagestrata.judging.page_history import bare_address
from pagestrata.judging.words import FRAME, is_figure, key_of

NAMES = (
    "moved",
    "items of the list",
    "came to the list",
    "left the list",
    "link is known",
    "is linked",
    "short item",
    "short items swap",
    "item is elsewhere",
    "item of the frame",
    "share of the line in links",
)
SHORT_ITEM_WORDS = 3
MOSTLY = 0.5
"""Share of the changed characters that are in links: a paragraph that names a link somewhere is none."""


def is_item(edit: Edit) -> bool:
    """Whether an item came, went or gave way to another: nothing of its line stayed."""
    return edit.op != "update" or (edit.old == edit.old_line and edit.new == edit.new_line)


class LinksOf(NamedTuple):
    """Where the links lead that most of the changed words are in, and how much of the line is in links."""

    changed: list[str]
    share: float


def links_of(edit: Edit) -> LinksOf:
    """The links of an edit; its words may be mostly beside links, as in a paragraph that names one somewhere."""
    went = edit.op == "delete"
    links = edit.old_block.links if went and edit.old_block is not None else edit.block.links
    line, start, said = (edit.old_line, edit.old_start, edit.old) if went else (edit.new_line, edit.new_start, edit.new)
    end = start + len(said)
    changed, covered, done = 0, 0, 0
    found: list[str] = []
    for link in links:
        if not link.name:
            continue
        if line in link.name:
            return LinksOf([bare_address(link.address)], 1.0)
        at = line.find(link.name, done)
        if at < 0:
            continue
        done = at + len(link.name)
        covered += len(link.name)
        inside = min(end, done) - max(start, at)
        if inside > 0:
            found.append(bare_address(link.address))
            changed += inside
    return LinksOf(found if changed >= MOSTLY * (end - start) else [], covered / max(1, len(line)))


class Lists:
    """How many lines came to and left each kind of place of a page."""

    def __init__(self, edits: Sequence[Edit], context: Context) -> None:
        self._context = context
        self._came: Counter[tuple[object, ...]] = Counter()
        self._went: Counter[tuple[object, ...]] = Counter()
        for edit in edits:
            if edit.op != "delete":
                self._came[make_of(edit.block)] += is_item(edit)
            if edit.op != "insert":
                self._went[make_of(edit.block)] += is_item(edit)

    def of(self, edit: Edit, *, moved: bool) -> tuple[float, ...]:
        """One number for each of `NAMES`."""
        make = make_of(edit.block)
        links, share = links_of(edit)
        return (
            moved,
            math.log1p(self._context.makes[make]),
            math.log1p(self._came[make]),
            math.log1p(self._went[make]),
            bool(links) and self._are_known(edit, links),
            bool(links),
            bool(links) and len(edit.words) <= SHORT_ITEM_WORDS,
            self._swapped(make) if is_item(edit) and len(edit.words) <= SHORT_ITEM_WORDS else 0.0,
            bool(links) and is_item(edit) and self._is_elsewhere(edit),
            bool(links) and is_item(edit) and edit.block.role in FRAME,
            share,
        )

    def _are_known(self, edit: Edit, links: Sequence[str]) -> bool:
        """Whether the links were here before, so that their text was only reworded; of figures in it they say nothing."""
        if edit.op == "update" and any(map(is_figure, edit.words)):
            return False
        came, history = edit.op == "insert", self._context.known.history
        known = self._context.new_links if edit.op == "delete" else self._context.old_links
        return all(link in known or (came and history.linked(link)) for link in links)

    def _is_elsewhere(self, edit: Edit) -> bool:
        """Whether the other page has each line of an edit, in another list maybe: menus name the same things twice."""
        is_old = not edit.new or key_of(edit.new_line) in self._context.old_lines
        is_new = not edit.old or key_of(edit.old_line) in self._context.new_lines
        return is_old and is_new

    def _swapped(self, make: tuple[object, ...]) -> float:
        """How many items gave way to as many others, as a list that shows a few of many does."""
        came, went = self._came[make], self._went[make]
        return math.log1p(min(came, went)) * min(came, went) / max(1, came, went)
