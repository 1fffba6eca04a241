"""What surrounds an edit: its place, the list it is in, edits like it, and what earlier visits saw there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from pagestrata.judging.context import GRID_PX, Context, make_of
from pagestrata.judging.edits import Edit, is_bare
from pagestrata.judging.page_history import UNKNOWN, Rate, bare_address, place_of, slot_of, slot_of_edit
from pagestrata.judging.values import Value
from pagestrata.judging.words import FRAME, is_figure, key_of, shape_of
from pagestrata.model.blocks import Block

ROLES = ("header", "menu", "footer", "sidebar", "ad", "link list", "table", "form", "comments", "article", "image")
SIGN_GROUPS = {
    "counts": frozenset(("counter", "share", "rating", "comments", "poll")),
    "turns": frozenset(("advert", "related", "ticker")),
    "weather": frozenset(("weather",)),
    "times": frozenset(("updated", "clock", "published", "copyright")),
    "states": frozenset(("price", "availability", "alert", "title")),
    "guides": frozenset(("navigation", "breadcrumb", "pagination", "login", "search", "cookie", "logo", "byline")),
}
"""Names that authors give to places, by what they mean."""
PLACE_NAMES = (
    *(f"in {role}" for role in ROLES), "importance", "letters against the usual", "beside the content", "depth",
    "linked share", "width", *(f"called {group}" for group in SIGN_GROUPS), "short block",
)  # fmt: skip
SHORT = 60
PARAGRAPH_WORDS = 12
MOST_LETTERS = 2.0
"""Cap on the font size, as a multiple of the usual size."""
MOST_IMPORTANCE = 4.0
"""Cap on the importance, as a multiple of that of an average leaf."""


def place_evidence(edit: Edit, context: Context) -> tuple[float, ...]:
    """One number for each of `PLACE_NAMES`. A paragraph is no header and no menu, whatever is around it."""
    block = edit.block
    role = "other" if block.role in {"header", "menu"} and _is_paragraph(edit) else block.role
    size = block.style.font_size if block.style is not None else 0.0
    usual = context.usual_font_px
    names = _names_at(edit)
    return (
        *(role == one for one in ROLES),
        min(MOST_IMPORTANCE, block.importance * len(context.leaves)) if block.importance is not None else 1.0,
        min(MOST_LETTERS, size / usual) if usual and size else 1.0,
        context.is_beside(block),
        min(1.0, max(0.0, block.box.y / context.height)),
        min(1.0, sum(len(link.name) for link in block.links) / max(1, len(block.text))),
        min(1.0, block.box.width / 1_366),
        *(not names.isdisjoint(group) for group in SIGN_GROUPS.values()),
        len(block.text) <= SHORT,
    )


def _is_paragraph(edit: Edit) -> bool:
    """Return whether the line of an edit is a long sentence without a link."""
    line, block = edit.line.rstrip(), edit.old_block or edit.block
    is_linked = any(link.name and link.name in line for link in (*edit.block.links, *block.links))
    return line.count(" ") + 1 >= PARAGRAPH_WORDS and line[-1:] in ".!?。…" and not is_linked


def _names_at(edit: Edit) -> set[str]:
    """Return the author's names of the whole block and those that cover the edit."""
    at = edit.block.text.find(edit.said)
    end = at + len(edit.said)
    return {sign.name for sign in edit.block.signs if sign.is_whole or (at >= 0 and sign.covers(at, end))}


LIST_NAMES = (
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
FEW_ITEM_WORDS = 3
MOSTLY_LINKED = 0.5
"""Minimum share of changed characters in links. A paragraph with a link somewhere is not linked."""


def is_item(edit: Edit) -> bool:
    """Return whether a whole line was inserted, deleted or replaced."""
    return edit.op != "update" or (edit.old == edit.old_line and edit.new == edit.new_line)


class LinksOf(NamedTuple):
    """The targets of links that hold most of the changed words, and the linked share of the line."""

    changed: list[str]
    share: float


def links_of(edit: Edit) -> LinksOf:
    """Return the links of an edit; none if most of its words are outside links."""
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
    return LinksOf(found if changed >= MOSTLY_LINKED * (end - start) else [], covered / max(1, len(line)))


class Lists:
    """The number of lines inserted and deleted, by the make of their block."""

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
        """One number for each of `LIST_NAMES`."""
        make = make_of(edit.block)
        links, share = links_of(edit)
        return (
            moved,
            math.log1p(self._context.makes[make]),
            math.log1p(self._came[make]),
            math.log1p(self._went[make]),
            bool(links) and self._are_known(edit, links),
            bool(links),
            bool(links) and len(edit.words) <= FEW_ITEM_WORDS,
            self._swapped(make) if is_item(edit) and len(edit.words) <= FEW_ITEM_WORDS else 0.0,
            bool(links) and is_item(edit) and self._is_elsewhere(edit),
            bool(links) and is_item(edit) and edit.block.role in FRAME,
            share,
        )

    def _are_known(self, edit: Edit, links: Sequence[str]) -> bool:
        """Return whether the links were here before, so that their text was only reworded. Changed figures do not count."""
        if edit.op == "update" and any(map(is_figure, edit.words)):
            return False
        came, history = edit.op == "insert", self._context.known.history
        known = self._context.new_links if edit.op == "delete" else self._context.old_links
        return all(link in known or (came and history.linked(link)) for link in links)

    def _is_elsewhere(self, edit: Edit) -> bool:
        """Return whether the other version has each line of an edit, perhaps in another list: menus repeat entries."""
        is_old = not edit.new or key_of(edit.new_line) in self._context.old_lines
        is_new = not edit.old or key_of(edit.old_line) in self._context.new_lines
        return is_old and is_new

    def _swapped(self, make: tuple[object, ...]) -> float:
        """Return how many items were replaced by as many others, as in a list that shows a few of many."""
        came, went = self._came[make], self._went[make]
        return math.log1p(min(came, went)) * min(came, went) / max(1, came, went)


SIBLING_NAMES = (
    "siblings changed", "share of siblings changed", "share in the same direction", "siblings", "figures of the block changed",
    "bare siblings rise", "edits of the block", "share of the page", "edits of the page",
)  # fmt: skip
SAME_DIRECTION = 0.8
Typed = tuple[Edit, Value, Value]


class Siblings:
    """All edits of a page, counted by the shape of their line and the make of their block."""

    def __init__(self, edits: Sequence[Typed], context: Context) -> None:
        self._context = context
        self._shapes: Counter[tuple[str, str]] = Counter()
        self._makes: Counter[tuple[object, ...]] = Counter()
        self._directions: Counter[tuple[str, int]] = Counter()
        self._kinds: Counter[str] = Counter()
        self._blocks: Counter[str] = Counter()
        words = sum(leaf.text.count(" ") + 1 for leaf in context.leaves)
        stayed = [context.texts.has_moved(edit) for edit, _, _ in edits]
        sizes = [max(len(edit.old_words), len(edit.new_words)) for edit, _, _ in edits]
        changed = sum(size for size, moved in zip(sizes, stayed, strict=True) if not moved)
        self._page = math.sqrt(min(1.0, changed / max(1, words))), math.log1p(len(edits))
        self._parts: Counter[tuple[str, int]] = Counter()
        lines: set[tuple[str, int, str]] = set()
        for edit, old, new in edits:
            kind = kind_of(old, new)
            # Several edits of one line, or of one block, do not make it its own sibling.
            if (line := (kind, id(edit.block), edit.line)) not in lines:
                lines.add(line)
                self._shapes[kind, shape_of(edit.line)] += 1
            if not self._parts[kind, id(edit.block)]:
                self._makes[kind, *make_of(edit.block)] += 1
            self._parts[kind, id(edit.block)] += 1
            self._directions[kind, _direction(old, new)] += 1
            self._kinds[kind] += 1
            if kind not in {"words", "none"}:
                self._blocks[edit.block.ref] += 1

    def of(self, edit: Edit, old: Value, new: Value) -> tuple[float, ...]:
        """One number for each of `SIBLING_NAMES`."""
        kind, shape = kind_of(old, new), shape_of(edit.line)
        alike, made = self._shapes[kind, shape], self._makes[kind, *make_of(edit.block)]
        of_shape, of_make = self._context.shapes[shape], self._context.makes[make_of(edit.block)]
        changed, there = (alike, of_shape) if alike >= made else (made, of_make)
        same = self._directions[kind, _direction(old, new)] / max(1, self._kinds[kind])
        figures = sum(map(str.isdecimal, edit.block.text)) and len(_runs(edit.block.text))
        rise = kind == "count" and same >= SAME_DIRECTION and _direction(old, new) > 0 and is_bare(edit)
        return (
            math.log1p(max(0, changed - 1)),
            min(1.0, (changed - 1) / max(1, there - 1)),
            same if changed > 1 else 0.0,
            math.log1p(max(0, there - 1)),
            min(1.0, self._blocks[edit.block.ref] / max(1, figures)) if figures else 0.0,
            math.log1p(changed - 1) if rise else 0.0,
            math.log1p(self._parts[kind, id(edit.block)] - 1),
            *self._page,
        )


def kind_of(old: Value, new: Value) -> str:
    return new.kind if new.kind != "none" else old.kind


def _direction(old: Value, new: Value) -> int:
    if old.magnitude is None or new.magnitude is None:
        return 0
    return (new.magnitude > old.magnitude) - (new.magnitude < old.magnitude)


def _runs(text: str) -> list[str]:
    import re

    return re.findall(r"\d+(?:[.,:/]\d+)*", text)


HISTORY_NAMES = (
    "visits known", "slot changes", "slot keeps changing", "place turns", "short items turn", "items turn", "frame turns",
    "was here before", "was here for long", "came lately", "comes and goes", "page turns back", "site changes",
    "second look differs", "second look is the same",
)  # fmt: skip
PRIOR_CHANGES, PRIOR_VISITS = 0.2, 1.0
"""Prior of the share of visits at which a slot changes."""
NOISE, FACTS = (2.0, 1.0), (0.5, 4.0)
"""Beta distributions of how often slots of noise and of facts change."""
MOST_ODDS, MOST_SLOT_ODDS = 7.0, 4.0
"""Maximum log odds of a habit. A figure that changes at each of many visits may be what the page is watched for."""
SHORT_ITEM_WORDS = 4
FEW_VISITS = 2
"""A text that was here at no more visits than this came lately."""


def history_evidence(
    edit: Edit, context: Context, *, turned_back: float, second_look: SecondLookOfEdits
) -> tuple[float, ...]:
    """One number for each of `HISTORY_NAMES`. `turned_back` is the result of `turned_back` for the page."""
    known = context.known.history
    block = edit.old_block or edit.block
    slot = slot_of(block, edit.old_line or edit.new_line)
    rate = UNKNOWN  # whole lines have no part that keeps changing
    if edit.op == "update":
        of_words = known.rate_of(slot_of_edit(edit))
        rate = of_words if of_words.visits else known.rate_of(slot)
    place = known.rate_of_place(place_of(block))
    churn = known.churn_of_place(place_of(block))
    site = context.known.site.rate_of(slot) if edit.op == "update" else UNKNOWN
    stay = known.stay_of(edit.old_line) if edit.old_line else 0
    return (
        math.log1p(known.visits),
        share_of(rate),
        min(MOST_SLOT_ODDS, keeps_changing(rate)),
        share_of(place),
        *_turns(edit, max(0.0, keeps_changing(churn)), in_frame=block.role in FRAME),
        _came_back(edit, context),
        stay / (known.visits + 1),
        0 < stay <= FEW_VISITS < known.visits,
        _comes_and_goes(edit, context),
        turned_back,
        share_of(site) if site.visits else 0.0,
        *second_look.of(edit),
    )


def turned_back(edits: Sequence[Edit], context: Context) -> float:
    """Return the share of edits that earlier visits saw; 1 if the page only shows one of its variants again."""
    if not edits:
        return 0.0
    is_back = any(_came_back(edit, context) for edit in edits)
    return sum(_turns_back(edit, context, is_back=is_back) for edit in edits) / len(edits)


def _turns_back(edit: Edit, context: Context, *, is_back: bool) -> bool:
    """Return whether an edit restores an earlier variant of the page.

    A line of an earlier visit is back, in place of nothing or of a line that comes and goes. A line that only the last visit saw
    goes with its variant if something else is back (`is_back`); alone it may be a notice that was withdrawn.
    """
    if edit.op == "insert":
        return _came_back(edit, context)
    history = context.known.history
    passes = _comes_and_goes(edit, context) or (is_back and history.visits > 1 and history.stay_of(edit.old_line) == 1)
    return passes and (edit.op == "delete" or _came_back(edit, context))


def _comes_and_goes(edit: Edit, context: Context) -> bool:
    return bool(edit.old_line) and context.known.history.has_returned(edit.old_line)


def _turns(edit: Edit, churn: float, *, in_frame: bool) -> tuple[float, float, float]:
    """Return how much the place of an inserted or deleted item keeps changing: short items, all items, items of the frame.

    A place that never changed speaks neither for nor against an item: menus get new entries, too.
    """
    is_short = is_item(edit) and len(edit.words) <= SHORT_ITEM_WORDS
    came_or_went = edit.op != "update"
    return churn * is_short, churn * came_or_went, churn * (came_or_went and in_frame)


def _came_back(edit: Edit, context: Context) -> bool:
    """Return whether an earlier visit saw the new line and the old version does not have it."""
    came = bool(edit.new_line) and edit.op != "delete"
    return came and context.known.history.was_here(edit.new_line) and key_of(edit.new_line) not in context.old_lines


def share_of(rate: Rate) -> float:
    """Return the share of visits with a change, pulled to the prior if there are few visits."""
    return (rate.changes + PRIOR_CHANGES) / (rate.visits + PRIOR_VISITS)


def keeps_changing(rate: Rate) -> float:
    """Return the log odds that a slot with these changes is noise; 0 without visits."""
    odds = _log_beta_binomial(rate, *NOISE) - _log_beta_binomial(rate, *FACTS)
    return min(MOST_ODDS, max(-MOST_ODDS, odds))


def _log_beta_binomial(rate: Rate, changed: float, stayed: float) -> float:
    def log_beta(first: float, second: float) -> float:
        return math.lgamma(first) + math.lgamma(second) - math.lgamma(first + second)

    return log_beta(rate.changes + changed, rate.visits - rate.changes + stayed) - log_beta(changed, stayed)


REWRITTEN_SHARE, LEAST_REWRITTEN_WORDS = 0.6, 3
"""A block of which so much differed at the second look said something else altogether."""
DIFFERS, IS_REWRITTEN = 1.0, 2.0


class SecondLookOfEdits:
    """Which edits of a page differed again when it was opened a second time."""

    def __init__(self, edits: Sequence[Edit], context: Context) -> None:
        self._look = context.known.second_look
        self._went: Counter[tuple[str, int]] = Counter()
        self._turned: Counter[tuple[str, int]] = Counter()
        self._words: Counter[int] = Counter()
        self._own = {id(edit): self._differs(edit) for edit in edits} if self._look is not None else {}
        for edit in edits if self._look is not None else ():
            differs = self._own[id(edit)]
            self._went[_turn_of(edit)] += edit.op == "delete"
            self._turned[_turn_of(edit)] += edit.op == "insert" and differs
            self._words[id(edit.block)] += len(edit.new_words) if differs else 0

    def of(self, edit: Edit) -> tuple[float, float]:
        """How much an edit differed, and whether it was the same; both 0 without a second look."""
        if self._look is None:
            return 0.0, 0.0
        if self._is_rewritten(edit.block):
            return IS_REWRITTEN, 0.0
        differs = self._own[id(edit)] or (edit.op == "delete" and self._gave_way(_turn_of(edit)))
        return differs * DIFFERS, float(not differs)

    def _differs(self, edit: Edit) -> bool:
        assert self._look is not None
        if edit.op == "delete":
            return self._look.says(edit.before, edit.old_words, edit.after)
        return not self._look.says(edit.before, edit.new_words, edit.after)

    def _is_rewritten(self, block: Block) -> bool:
        words = self._words[id(block)]
        return words >= max(LEAST_REWRITTEN_WORDS, REWRITTEN_SHARE * (block.text.count(" ") + 1))

    def _gave_way(self, turn: tuple[str, int]) -> bool:
        """Return whether at least as many lines as went came in their place and were gone seconds later."""
        return self._turned[turn] >= self._went[turn]


def _turn_of(edit: Edit) -> tuple[str, int]:
    """Return where the lines are that may have replaced each other: in one block, or whole blocks in one column."""
    if not edit.is_whole_block:
        return "block", id(edit.block)
    return edit.block.role, round(edit.block.box.x / GRID_PX) if edit.block.box.is_finite else 0


RUNNING_TEXT_NAMES = ("outside of the text", "frame of a text", "linked item beside a text")


def running_text_evidence(edit: Edit, context: Context) -> tuple[float, ...]:
    """One number for each of `RUNNING_TEXT_NAMES`: on a page that is one long text, changes around it count less."""
    went = edit.op == "delete"
    text = context.running_texts[0 if went else 1]
    block = edit.old_block if went and edit.old_block is not None else edit.block
    return (
        text.share * text.is_outside(block),
        text.share * (block.role in FRAME),
        text.share * (is_item(edit) and bool(links_of(edit).changed)),
    )


LOOK_NAMES = (
    "beside the content", *RUNNING_TEXT_NAMES, "slot changes", "slot keeps changing", "place turns", "was here before",
    "second look differs",
)  # fmt: skip
"""Evidence of links and pictures: what surrounds them, what earlier visits saw there, and the second look."""


class LinkOrPicture(NamedTuple):
    """A link or a picture that changed: its block, its slot in the history, and what it leads to now."""

    block: Block
    slot: str
    addresses: Collection[str]
    is_link: bool
    is_gone: bool = False


def look_evidence(look: LinkOrPicture, context: Context) -> tuple[float, ...]:
    """One number for each of `LOOK_NAMES`. Nothing speaks for a link or picture because it never changed before."""
    known, text = context.known, context.running_texts[0 if look.is_gone else 1]
    rate, place = known.history.rate_of(look.slot), known.history.rate_of_place(place_of(look.block))
    bare, again = [bare_address(address) for address in look.addresses], known.second_look
    return (
        context.is_beside(look.block),
        text.share * text.is_outside(look.block),
        text.share * (look.block.role in FRAME),
        text.share * look.is_link,
        share_of(rate) if rate.visits else 0.0,
        max(0.0, keeps_changing(rate)),
        share_of(place) if place.visits else 0.0,
        bool(bare) and all(map(known.history.linked, bare)),
        again is not None and not again.addresses.issuperset(bare),
    )
