"""Two versions of a page side by side: what evidence about an edit reads besides the edit, and which blocks belong together.

Blocks of equal content belong together wherever they are: news that only moved down the page is no difference, which paper 4
gets wrong. The delta's matches decide about the rest if there is a delta, equal refs otherwise; what is left came or went.
Blocks that were split or merged are compared as one block each, because they say the same however they are cut.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import urlsplit

from pagestrata.judging.edits import Edit, PageTexts, edits_of_pair
from pagestrata.judging.page_history import PageHistory, SecondLook, SiteHistory, bare_address, place_between
from pagestrata.judging.words import FRAME, key_of, lines_of, shape_of
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.deltas import Delta, Operation
from pagestrata.model.signs import joined_signs

SAME_EDGE_PX = 40.0
SIDE_BOXES = frozenset(("sidebar", "ad", "link list"))
NARROW = 0.6
"""Widest side box, as a share of the main column. Cards of equal width are content."""
ROTATING_VISITS, ALWAYS = 2, 0.75
"""A box rotates if it showed something else at this share of at least so many visits."""
MOST_ITEMS = 30
"""Maximum number of similar items to skip on the way up to the label of their list."""
LABEL_CHARACTERS = 100
GRID_PX = 48


class Column(NamedTuple):
    """The left and right edge of a column, in pixels."""

    left: float = 0.0
    right: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the archive knows in addition to the two versions; empty at a first visit."""

    history: PageHistory = field(default_factory=PageHistory)
    site: SiteHistory = field(default_factory=SiteHistory)  # of other pages on the host
    second_look: SecondLook | None = None


NOTHING_KNOWN = Known()


class Context:
    """Both versions as a whole. Properties are computed on first use, because most pages have few edits."""

    def __init__(self, old: BlockTree, new: BlockTree, known: Known = NOTHING_KNOWN) -> None:
        self.known = known
        self.times: tuple[datetime | None, datetime | None] = (old.captured_at, new.captured_at)
        self.old_leaves = [leaf for leaf in old.leaves() if not leaf.is_overlay]
        self.leaves = [leaf for leaf in new.leaves() if not leaf.is_overlay]
        self.height = max(1.0, new.page_size[1], *(leaf.box.y + leaf.box.height for leaf in self.leaves[-50:]), 1.0)
        self.texts = PageTexts(self.old_leaves, self.leaves)
        self._host = host_of(new.url)

    @cached_property
    def _at(self) -> dict[int, tuple[list[Block], int]]:
        sides = (self.old_leaves, self.leaves)
        return {id(leaf): (page, number) for page in sides for number, leaf in enumerate(page)}

    @cached_property
    def _at_ref(self) -> dict[str, int]:
        return {leaf.ref: number for number, leaf in enumerate(self.leaves)}

    @cached_property
    def rotating_boxes(self) -> frozenset[int]:
        """The leaves of both versions, by id, that lead to other hosts and show another text at nearly every visit.

        A story of the site itself that changes as often is news.
        """
        sides = (self.old_leaves, self.leaves)
        return frozenset(id(leaf) for leaves in sides for at, leaf in enumerate(leaves) if self._rotates(leaves, at))

    def _rotates(self, leaves: Sequence[Block], at: int) -> bool:
        hosts = {host_of(link.address) for link in leaves[at].links}
        if not self._host or not hosts or hosts & {"", self._host}:
            return False
        changes, visits = self.known.history.rate_of_place(place_between(leaves, at))
        return visits >= ROTATING_VISITS and changes >= ALWAYS * visits

    @cached_property
    def usual_font_px(self) -> float:
        """The font size of most characters on the page, in pixels; 0 if unknown."""
        sizes: Counter[float] = Counter()
        for leaf in self.leaves:
            if leaf.style is not None:
                sizes[leaf.style.font_size] += len(leaf.text)
        return sizes.most_common(1)[0][0] if sizes else 0.0

    @cached_property
    def column(self) -> Column:
        """The column with most text, header, menu, footer and side boxes excluded."""
        outside = [leaf for leaf in self.leaves if leaf.role not in FRAME and leaf.text and leaf.box.width > 0]
        if not outside:
            return Column()
        main = [leaf for leaf in outside if leaf.role not in SIDE_BOXES] or outside
        edge = _edge_with_most_text(main)
        own = [leaf.box for leaf in outside if _edge(leaf) == edge]
        right = max(box.x + box.width for box in own)
        beyond = (leaf.box.x for leaf in outside if leaf.box.x >= right)
        return Column(min(box.x for box in own), min(beyond, default=right))

    def is_beside(self, block: Block) -> bool:
        """Return whether a block is narrow and left or right of the main column."""
        box, column = block.box, self.column
        apart = box.x >= column.right or box.x + box.width <= column.left
        return apart and 0 < box.width <= NARROW * (column.right - column.left)

    @cached_property
    def shapes(self) -> Counter[str]:
        """The number of lines of each shape on the new page."""
        return Counter(shape_of(line) for leaf in self.leaves for line in lines_of(leaf))

    @cached_property
    def old_lines(self) -> frozenset[str]:
        """The words of every line of the old page. A line that is there cannot come back."""
        return frozenset(key_of(line) for leaf in self.old_leaves for line in lines_of(leaf))

    @cached_property
    def new_lines(self) -> frozenset[str]:
        """The words of every line of the new page."""
        return frozenset(key_of(line) for leaf in self.leaves for line in lines_of(leaf))

    @cached_property
    def makes(self) -> Counter[tuple[object, ...]]:
        """The number of blocks of each make (`make_of`) on the new page."""
        return Counter(map(make_of, self.leaves))

    @cached_property
    def old_links(self) -> frozenset[str]:
        return _addresses(self.old_leaves)

    @cached_property
    def new_links(self) -> frozenset[str]:
        return _addresses(self.leaves)

    @cached_property
    def running_texts(self) -> tuple[RunningText, RunningText]:
        """The running text of the old and of the new version."""
        return RunningText(self.old_leaves), RunningText(self.leaves)

    def label_above(self, block: Block) -> str:
        """Return the line above a block that names its list or box; similar items in between are skipped."""
        page, number = self._at.get(id(block)) or (self.leaves, self._at_ref.get(block.ref, 0))
        if not page:
            return ""
        own, above = make_of(page[number]), number - 1
        while above > 0 and number - above < MOST_ITEMS and make_of(page[above]) == own:
            above -= 1
        return page[above].lined_text[-LABEL_CHARACTERS:].rpartition("\n")[2] if above >= 0 else ""


def host_of(address: str) -> str:
    """Return the last two labels of the host of an address, so that subdomains belong together; '' if missing."""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    return ".".join(host.split(".")[-2:])


def _edge_with_most_text(leaves: Sequence[Block]) -> int:
    letters: Counter[int] = Counter()
    for leaf in leaves:
        letters[_edge(leaf)] += len(leaf.text)
    return letters.most_common(1)[0][0]


def _edge(leaf: Block) -> int:
    """Return the left edge of a leaf, rounded so that nearly equal edges are equal."""
    return int(leaf.box.x // SAME_EDGE_PX)


def make_of(block: Block) -> tuple[object, ...]:
    """Return what items of one list share: role, links, column and width. Font sizes may differ between their lines."""
    return (block.role, bool(block.links), round(block.box.x / GRID_PX), round(block.box.width / GRID_PX))


def _addresses(leaves: Sequence[Block]) -> frozenset[str]:
    return frozenset(bare_address(link.address) for leaf in leaves for link in leaf.links)


Content = tuple[str, tuple[Link, ...], tuple[Image, ...]]


class Regrouped(NamedTuple):
    """A leaf of the new version that moved, came from a split, or was merged from others."""

    op: Operation
    block: Block
    old_ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Leaf blocks without overlays, grouped by what became of them."""

    equal: tuple[tuple[Block, Block], ...]
    changed: tuple[tuple[Block, Block], ...]
    deleted: tuple[Block, ...]
    inserted: tuple[Block, ...]
    regrouped: tuple[Regrouped, ...] = ()

    @property
    def old_count(self) -> int:
        return len(self.equal) + len(self.changed) + len(self.deleted)

    @property
    def new_count(self) -> int:
        return len(self.equal) + len(self.changed) + len(self.inserted)

    def old_differing(self) -> list[Block]:
        return [*(old for old, _ in self.changed), *self.deleted]

    def new_differing(self) -> list[Block]:
        return [*(new for _, new in self.changed), *self.inserted]


def pair_blocks(old: BlockTree, new: BlockTree, delta: Delta | None = None) -> Pairing:
    before = [leaf for leaf in old.leaves() if not leaf.is_overlay]
    after = [leaf for leaf in new.leaves() if not leaf.is_overlay]
    equal, before, after = _equal(before, after)
    joined, before, after = _joined(before, after, delta)
    partners = {match.old: match.new for match in delta.matches} if delta is not None else {}
    waiting = {leaf.ref: leaf for leaf in after}
    changed: list[tuple[Block, Block]] = []
    deleted: list[Block] = []
    for leaf in before:
        partner = waiting.pop(partners.get(leaf.ref, leaf.ref), None)
        if partner is None:
            deleted.append(leaf)
        else:
            changed.append((leaf, partner))
    return Pairing(
        equal=(*equal, *(pair for pair in joined if _says_the_same(*pair))),
        changed=(*changed, *(pair for pair in joined if not _says_the_same(*pair))),
        deleted=tuple(deleted),
        inserted=tuple(waiting.values()),
        regrouped=tuple(_regrouped(new, delta)) if delta is not None else (),
    )


def edits_between(old: BlockTree, new: BlockTree, delta: Delta) -> list[Edit]:
    """Return the edits inside the blocks that both versions have."""
    return [edit for before, after in pair_blocks(old, new, delta).changed for edit in edits_of_pair(before, after)]


def _says_the_same(old: Block, new: Block) -> bool:
    """Return whether two blocks have the same words, links and pictures."""
    return old.text.split() == new.text.split() and old.links == new.links and old.images == new.images


def _joined(
    before: list[Block], after: list[Block], delta: Delta | None
) -> tuple[list[tuple[Block, Block]], list[Block], list[Block]]:
    """Return pairs for splits and merges, each side as one block, and the remaining leaves of both sides."""
    olds, news = {leaf.ref: leaf for leaf in before}, {leaf.ref: leaf for leaf in after}
    found = []
    for change in delta.changes if delta is not None else ():
        if change.op in {"split", "merge"} and isinstance(change.old, tuple) and isinstance(change.new, tuple):
            was, now = _parts(change.old, olds), _parts(change.new, news)
            if was and now:
                found.append((_as_one(was, now), _as_one(now, was)))
    return found, list(olds.values()), list(news.values())


def _parts(blocks: tuple[object, ...], waiting: dict[str, Block]) -> list[Block]:
    """Take the leaves of these blocks out of `waiting`; return nothing if one of them is already paired."""
    leaves = [leaf for block in blocks if isinstance(block, Block) for leaf in block.walk() if not leaf.children]
    if not all(leaf.ref in waiting for leaf in leaves):
        return []
    return [waiting.pop(leaf.ref) for leaf in leaves]


def _as_one(parts: list[Block], other: list[Block]) -> Block:
    """Return several blocks as one, in the order of their texts in the single block of the other side."""
    first = parts[0]
    if len(parts) == 1:
        return first
    if len(other) == 1 and all(part.text in other[0].text for part in parts):
        parts = sorted(parts, key=lambda part: other[0].text.index(part.text))
    return replace(
        first,
        text=" ".join(part.text for part in parts if part.text),
        line_ends=_line_ends([part for part in parts if part.text]),
        signs=joined_signs([(part.text, part.signs) for part in parts if part.text]),
        links=tuple(link for part in parts for link in part.links),
        images=tuple(image for part in parts for image in part.images),
    )


def _line_ends(parts: list[Block]) -> tuple[int, ...]:
    """Return the line ends of merged blocks: their own, and one between each two."""
    if not any(part.line_ends for part in parts):
        return ()
    found, start = [], 0
    for part in parts:
        found += [start + end for end in part.line_ends]
        start += len(part.text) + 1
        found.append(start - 1)
    return tuple(found[:-1])


def _regrouped(new: BlockTree, delta: Delta) -> Iterator[Regrouped]:
    blocks = new.by_ref()
    for change in delta.changes:
        if change.element == "block" and change.op in {"move", "split", "merge"}:
            block = blocks.get(change.to_block or change.block)
            leaf = next((leaf for leaf in block.walk() if not leaf.children), None) if block is not None else None
            if leaf is not None and not leaf.is_overlay:
                yield Regrouped(change.op, leaf, change.block)


def _equal(before: list[Block], after: list[Block]) -> tuple[list[tuple[Block, Block]], list[Block], list[Block]]:
    """Return pairs of blocks with equal content, in order, and the remaining leaves of both sides."""
    waiting: dict[Content, list[Block]] = defaultdict(list)
    for leaf in reversed(after):
        waiting[leaf.text, leaf.links, leaf.images].append(leaf)
    equal, rest = [], []
    for leaf in before:
        same = waiting.get((leaf.text, leaf.links, leaf.images))
        if same:
            equal.append((leaf, same.pop()))
        else:
            rest.append(leaf)
    taken = {id(partner) for _, partner in equal}
    return equal, rest, [leaf for leaf in after if id(leaf) not in taken]


LEAST_WORDS = 25
"""Minimum length of a line of running text, in words."""
LONG_WORD = 20
"""Longest average word, in characters, of text that separates words by spaces."""
CHARACTERS_A_WORD = 2
MOST_LINKED = 0.3
"""Largest share of linked characters in running text; more is a list of teasers."""
TAIL = 0.1
"""Share of the running text that may stand before and after the text itself, such as a cookie notice."""
MOST_BETWEEN = 6
"""Maximum number of short leaves between two paragraphs of one text: headings, list items."""
HEADINGS = 2
"""Leaves above the first paragraph that belong to the text: title and date."""
NAVIGATION_LINKED, MOST_MENU_WORDS = 0.7, 4
"""Share of the characters of a menu that are in links, and words of its links on average."""


class RunningText:
    """The running text of one version: where it is, and its share of the text of the page."""

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
        """Return whether a block is before, after, left or right of the running text."""
        at = self._at.get(block.ref)
        if at is None or not self._first - HEADINGS <= at <= self._last:
            return True
        if at < self._first and block.role in FRAME:
            return True
        return block.box.x >= self._right or block.box.x + block.box.width <= self._left

    def _reach(self, total: int) -> tuple[int, int]:
        """Return the first and last leaf of the text: its middle, the adjoining paragraphs, and the line after it."""
        sums = list(accumulate(self._sizes))
        first, last = bisect_left(sums, TAIL * total), bisect_left(sums, (1.0 - TAIL) * total)
        first = self._joined(range(first - 1, -1, -1), first)
        last = self._joined(range(last + 1, len(self._sizes)), last)
        return first, last + 1

    def _joined(self, numbers: range, end: int) -> int:
        """Return how far paragraphs follow each other with only a few short leaves in between."""
        for number in numbers:
            if self._sizes[number]:
                end = number
            elif abs(number - end) > MOST_BETWEEN:
                break
        return end


def _is_running(leaf: Block) -> bool:
    """Return whether a leaf has a long line of text that is not a link."""
    if _linked(leaf) > MOST_LINKED * len(leaf.text):
        return False
    return any(_words_in(line) >= LEAST_WORDS for line in leaf.lined_text.split("\n"))


def _is_navigation(leaf: Block) -> bool:
    """Return whether a leaf is mostly short links, as in menus. A shop's menu may have more words than its terms."""
    names = [link.name for link in leaf.links]
    if not names or _linked(leaf) < NAVIGATION_LINKED * len(leaf.text):
        return False
    return sum(map(_words_in, names)) <= MOST_MENU_WORDS * len(names)


def _linked(leaf: Block) -> int:
    return sum(len(link.name) for link in leaf.links)


def _words_in(line: str) -> int:
    """Estimate the number of words in a line, also for scripts without spaces."""
    words = line.count(" ") + 1
    return words if len(line) < LONG_WORD * words else len(line) // CHARACTERS_A_WORD
