"""Two versions of a page side by side: what evidence about one edit is read from beside the edit itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from pagestrata.judging.edits import PageTexts
from pagestrata.judging.page_history import PageHistory, SecondLook, SiteHistory, bare_address
from pagestrata.judging.words import FRAME, key_of, lines_of, shape_of
from pagestrata.model.blocks import Block, BlockTree

SAME_EDGE_PX = 40.0
SIDE_BOXES = frozenset(("sidebar", "ad", "link list"))
NARROW = 0.6
"""Against the width of the main column: cards of equal width are the content itself."""
MOST_ITEMS = 30
"""Alike items above a block that are passed over to reach the label of their list."""
LABEL_CHARACTERS = 100
GRID_PX = 48


class Column(NamedTuple):
    """From where to where a column reaches."""

    left: float = 0.0
    right: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the archive knows beside the two versions; nothing of it at a first visit."""

    history: PageHistory = field(default_factory=PageHistory)
    site: SiteHistory = field(default_factory=SiteHistory)  # of other pages on the host
    second_look: SecondLook | None = None


NOTHING_KNOWN = Known()


class Context:
    """Both pages whole. Everything is read when it is first asked for: most pages have few edits."""

    def __init__(self, old: BlockTree, new: BlockTree, known: Known = NOTHING_KNOWN) -> None:
        self.known = known
        self.times: tuple[datetime | None, datetime | None] = (old.captured_at, new.captured_at)
        self.old_leaves = [leaf for leaf in old.leaves() if not leaf.is_overlay]
        self.leaves = [leaf for leaf in new.leaves() if not leaf.is_overlay]
        self.height = max(1.0, new.page_size[1], *(leaf.box.y + leaf.box.height for leaf in self.leaves[-50:]), 1.0)
        self.texts = PageTexts(self.old_leaves, self.leaves)

    @cached_property
    def _at(self) -> dict[int, tuple[list[Block], int]]:
        sides = (self.old_leaves, self.leaves)
        return {id(leaf): (page, number) for page in sides for number, leaf in enumerate(page)}

    @cached_property
    def _at_ref(self) -> dict[str, int]:
        return {leaf.ref: number for number, leaf in enumerate(self.leaves)}

    @cached_property
    def usual_font_px(self) -> float:
        """The size that most characters of the page have."""
        sizes: Counter[float] = Counter()
        for leaf in self.leaves:
            if leaf.style is not None:
                sizes[leaf.style.font_size] += len(leaf.text)
        return sizes.most_common(1)[0][0] if sizes else 0.0

    @cached_property
    def column(self) -> Column:
        """The column with most text outside of the page's frame and its side boxes."""
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
        """Whether a block is narrow and left or right of the main column."""
        box, column = block.box, self.column
        apart = box.x >= column.right or box.x + box.width <= column.left
        return apart and 0 < box.width <= NARROW * (column.right - column.left)

    @cached_property
    def shapes(self) -> Counter[str]:
        """How many lines of the new page have each shape."""
        return Counter(shape_of(line) for leaf in self.leaves for line in lines_of(leaf))

    @cached_property
    def old_lines(self) -> frozenset[str]:
        """The words of every line of the old page: what is there cannot come back."""
        return frozenset(key_of(line) for leaf in self.old_leaves for line in lines_of(leaf))

    @cached_property
    def new_lines(self) -> frozenset[str]:
        """The words of every line of the new page."""
        return frozenset(key_of(line) for leaf in self.leaves for line in lines_of(leaf))

    @cached_property
    def makes(self) -> Counter[tuple[object, ...]]:
        """How many blocks of the new page are made alike."""
        return Counter(map(make_of, self.leaves))

    @cached_property
    def old_links(self) -> frozenset[str]:
        return _addresses(self.old_leaves)

    @cached_property
    def new_links(self) -> frozenset[str]:
        return _addresses(self.leaves)

    def label_above(self, block: Block) -> str:
        """The line that names the list or box a block is in: above it, alike items between them passed over."""
        page, number = self._at.get(id(block)) or (self.leaves, self._at_ref.get(block.ref, 0))
        if not page:
            return ""
        own, above = make_of(page[number]), number - 1
        while above > 0 and number - above < MOST_ITEMS and make_of(page[above]) == own:
            above -= 1
        return page[above].lined_text[-LABEL_CHARACTERS:].rpartition("\n")[2] if above >= 0 else ""


def _edge_with_most_text(leaves: Sequence[Block]) -> int:
    letters: Counter[int] = Counter()
    for leaf in leaves:
        letters[_edge(leaf)] += len(leaf.text)
    return letters.most_common(1)[0][0]


def _edge(leaf: Block) -> int:
    """Where a leaf begins from the left, the same for edges a little apart."""
    return int(leaf.box.x // SAME_EDGE_PX)


def make_of(block: Block) -> tuple[object, ...]:
    """What items of one list have in common: kind, column and width. Letters differ by which of their lines is longer."""
    return (block.role, bool(block.links), round(block.box.x / GRID_PX), round(block.box.width / GRID_PX))


def _addresses(leaves: Sequence[Block]) -> frozenset[str]:
    return frozenset(bare_address(link.address) for leaf in leaves for link in leaf.links)
