"""What the pages around a changed block say: what stands above it, and the words and documents of both pages whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property

from pagestrata.deciding.by_itself.idle_figures import Page, usual_font
from pagestrata.deciding.by_itself.own_clock import OwnClock, own_times
from pagestrata.deciding.surroundings.columns import main_column
from pagestrata.deciding.surroundings.document_addresses import document_of
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.weighing.blocks.block_importance import is_overlay
from pagestrata.weighing.noise.noise_context import Place
from pagestrata.weighing.noise.rotating_labels import begins_as_advertisement, ends_with_label
from pagestrata.weighing.texts.text_edits import keys_in

BEFORE_CHARACTERS = 80
LABEL_REACH_CHARACTERS = 160
MANY_MOVED_WORDS = 8
LEAF_END = "\n "
MOVED_CHANCE = 0.25
MOST_ITEMS = 20
"""Under one label."""


class Places:
    """Where the text of a leaf stands, looked up for those that are asked for: of a large page few changed."""

    def __init__(self, *trees: BlockTree) -> None:
        self._pages = [list(tree.leaves()) for tree in trees]
        self._at = {id(leaf): (page, number) for page in self._pages for number, leaf in enumerate(page)}

    def of(self, block: Block) -> Place:
        """The place of a leaf; that of a page's first leaf for another block."""
        page, number = self._at.get(id(block), ((), 0))
        label = _label_of_list(page, number)
        parts: list[str] = []
        reach = 0
        while number and reach < LABEL_REACH_CHARACTERS:
            number -= 1
            parts.append(page[number].lined_text[-BEFORE_CHARACTERS:])
            reach += 1 + len(parts[-1])
        above = "".join(f"\n{part}" for part in reversed(parts))[-LABEL_REACH_CHARACTERS:]
        return Place(role=block.role, before=label or (parts[0] if parts else ""), above=above)


def _label_of_list(page: Sequence[Block], number: int) -> str:
    """What stands over the linked items, one like the other, of which a leaf is a later one, where it is such as 'you may also
    like'; '' for any other leaf. An advertisement is one item."""
    above = number - 1
    while above > 0 and number - above < MOST_ITEMS and _are_items_alike(page[above], page[number]):
        above -= 1
    if above < 0 or above == number - 1:
        return ""
    label = page[above].lined_text[-BEFORE_CHARACTERS:]
    return label if ends_with_label(label) and not begins_as_advertisement(label) else ""


def _are_items_alike(first: Block, second: Block) -> bool:
    if not (first.links and second.links) or first.style is None or second.style is None:
        return False
    placed = ((block.box.x, block.box.width, block.style.font_size) for block in (first, second) if block.style)
    return len(set(placed)) == 1


class PageWords:
    """Both pages whole, to tell what moved from what came. Read as far as somebody asks: most leaves stayed as they were."""

    def __init__(self, old: BlockTree, new: BlockTree) -> None:
        leaves = list(new.leaves())
        self.page = Page(usual_font(leaves), (old.captured_at, new.captured_at), main_column(leaves))
        self._moved: dict[str, bool] = {}
        self._leaves = tuple([leaf for leaf in tree.leaves() if not is_overlay(leaf)] for tree in (old, new))

    def only_moved(self, words: Sequence[str]) -> bool:
        """Whether a stretch of words is as often on both pages; asked several times of each."""
        key = f" {' '.join(words)} "
        if key not in self._moved:
            self._moved[key] = self._is_moved(key, len(words))
        return self._moved[key]

    def _is_moved(self, key: str, count: int) -> bool:
        old_changed, new_changed = (page.count(key) for page in self._changed)
        if old_changed == new_changed and (old_changed or key in self._whole[0]):
            return True
        if count < MANY_MOVED_WORDS or old_changed or key in self._whole[0]:
            return False
        old, new = (page.count(key) for page in self._undivided)
        return 0 < old == new

    @cached_property
    def clock(self) -> OwnClock:
        return OwnClock(*map(own_times, self._leaves))

    @cached_property
    def _changed(self) -> tuple[str, ...]:
        """The words of leaves that are not on the other page, of each page: the others are as often on both."""
        old, new = (Counter(leaf.text for leaf in page) for page in self._leaves)
        return tuple(_words_of(texts.elements()) for texts in (old - new, new - old))

    @cached_property
    def _whole(self) -> tuple[str, ...]:
        known = cache(keys_in)  # nearly all leaves say the same on both pages
        return tuple(_words_of((leaf.text for leaf in page), known) for page in self._leaves)

    @cached_property
    def _undivided(self) -> tuple[str, ...]:
        """The words without the ends of leaves: a text may have been divided otherwise."""
        return tuple(page.replace(LEAF_END, "") for page in self._whole)

    @cached_property
    def old_addresses(self) -> frozenset[str]:
        return _documents(self._leaves[0])

    @cached_property
    def new_addresses(self) -> frozenset[str]:
        return _documents(self._leaves[1])


def _words_of(texts: Iterable[str], keys_of: Callable[[str], str] = keys_in) -> str:
    return " " + "".join([f"{keys_of(text)} {LEAF_END}" for text in texts if text])


def _documents(leaves: Iterable[Block]) -> frozenset[str]:
    return frozenset(document_of(link.address) for leaf in leaves for link in leaf.links)
