"""What changed in content, block by block: the features that cure paper 4's failures, and its structural similarities.

Paper 4 compares whole pages and misses news that moved down; it is also fooled by many new irrelevant links. Here equal
blocks are set aside wherever they are (`pairing`), and those of which only noise is found; the words of the others are compared
as bags over the whole page, so that text which moved between blocks is no change; and every word that came or went counts by
the worth of its place (`worth_of`), so that a menu entry weighs less than a sentence of the article. Linked titles count apart:
one new headline is a new item of the page, though it be four words long, unless its address was there before (a renamed link).

For the worth of a place a block is either content or frame. Content counts in full whatever it is made of: a front page that is
nothing but linked headlines is content, though an importance model calls such blocks lists. The frame (menus, headers,
footers, advertisements) counts little: a new menu entry is no news. Words keep a least worth everywhere, since a role may
be wrong and news in a footer is still news.

`structural_features` are the 25 of paper 4 §2.2 in terms of blocks: Jaccard indices and what Vi-DIFF reports. 'Nodes' are
blocks, inner ones included; an identical node is one whose content hash occurs in the other version. Counts of operations n are
taken as n / (n + 3), since one insert more matters less among a hundred.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pagestrata.judging.context import Pairing
from pagestrata.measures import jaccard
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.words import decision_model_words

PLACES: Mapping[str, float] = {
    "menu": 0.1, "header": 0.1, "footer": 0.1, "search": 0.1, "ad": 0.05, "sidebar": 0.5, "form": 0.3,
}  # fmt: skip
"""Role -> worth of the place; all other roles are content and worth 1."""
LEAST_WORTH = 0.3
CONTENT_PLACE = 0.5
"""Places worth more than this are content."""


SHORT_LETTERS = 2
BRIDGED_WORDS = 2


ALIKE = frozenset(
    (
        "Jaccard of link addresses", "Jaccard of links", "Jaccard of image addresses", "Jaccard of images",
        "old links contain the new", "new links contain the old", "same structure",
        *(f"identical {name}, of {side}" for name in ("nodes", "leaves") for side in ("the old", "the new", "both")),
    )
)  # fmt: skip
"""The features that are 1, not 0, for two equal versions."""


class Worth(NamedTuple):
    """What one changed word of a block counts, and one linked title that came or went, each 0 to 1."""

    words: float
    titles: float

    @property
    def is_content(self) -> bool:
        return self.titles > CONTENT_PLACE


UNKNOWN = Worth(words=0.5, titles=0.5)


@lru_cache(64)
def _of_role(role: str) -> Worth:
    place = PLACES.get(role, 1.0)
    return Worth(words=LEAST_WORTH + (1.0 - LEAST_WORTH) * place, titles=place)


def worth_of(block: Block) -> Worth:
    return _of_role(block.role)


HEADLINE_WORDS = 3
ONE, FEW, MANY = 1.0, 3.0, 12.0
"""Units of the scaled features: what counts as one, a few, many."""
FULL_UNITS = 30.0
RENAMED = 0.3
"""What a new title is worth whose address the other version has, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockWords:
    """One differing block: its words, what each is worth, and which of them the other version lacks."""

    block: Block
    value: float
    is_content: bool
    words: list[str]
    surplus: Counter[str]

    @property
    def count(self) -> int:
        return self.surplus.total()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentChange:
    """What came and what went, by block, and the whole pages' sizes in words."""

    added: tuple[BlockWords, ...]
    removed: tuple[BlockWords, ...]
    new_headlines: tuple[tuple[str, float], ...]  # link texts that came, with their worth
    lost_headlines: tuple[tuple[str, float], ...]
    pictures: float  # pictures that came or went, by worth
    equal_words: int

    @property
    def words_added(self) -> int:
        return sum(part.count for part in self.added)

    @property
    def words_removed(self) -> int:
        return sum(part.count for part in self.removed)


def content_change(pairing: Pairing, worths: Mapping[int, Worth]) -> ContentChange:
    """Compare the differing blocks. `worths` maps id(block) to the worth of its place."""
    old, new = pairing.old_differing(), pairing.new_differing()
    old_words, new_words = [telling_words(block.text) for block in old], [telling_words(block.text) for block in new]
    old_bag, new_bag = _bag(old_words), _bag(new_words)
    removed = _by_block(old, old_words, old_bag - new_bag, worths)
    added = _by_block(new, new_words, new_bag - old_bag, worths)
    return ContentChange(
        added=added,
        removed=removed,
        new_headlines=_headlines(new, old, worths),
        lost_headlines=_headlines(old, new, worths),
        pictures=_pictures(old, new, worths),
        equal_words=sum(block.text.count(" ") + 1 for block, _ in pairing.equal if block.text),
    )


def _bag(lists: Sequence[list[str]]) -> Counter[str]:
    bag: Counter[str] = Counter()
    for words in lists:
        bag.update(words)
    return bag


def _by_block(
    blocks: Sequence[Block], lists: Sequence[list[str]], surplus: Counter[str], worths: Mapping[int, Worth]
) -> tuple[BlockWords, ...]:
    """Hand the surplus words out to the blocks they stand in; blocks without any are left out."""
    if not surplus:
        return ()
    left = dict(surplus)
    parts = []
    for block, words in zip(blocks, lists, strict=True):
        own: Counter[str] = Counter()
        for word in words:
            count = left.get(word)
            if count:
                left[word] = count - 1
                own[word] = own.get(word, 0) + 1
        if own:
            worth = worths.get(id(block), UNKNOWN)
            parts.append(
                BlockWords(block=block, value=worth.words, is_content=worth.is_content, words=words, surplus=own)
            )
    return tuple(parts)


def _headlines(
    here: Sequence[Block], there: Sequence[Block], worths: Mapping[int, Worth]
) -> tuple[tuple[str, float], ...]:
    """Link texts of some length that the other side does not have, each once, where it is worth most."""
    names = {link.name for block in there for link in block.links}
    known = {" ".join(decision_model_words(name)) for name in names}
    addresses = {link.address for block in there for link in block.links}
    found: dict[str, tuple[str, float]] = {}
    for block in here:
        for link in block.links:
            if link.name in names:
                continue
            words = decision_model_words(link.name)
            if len(words) < HEADLINE_WORDS or " ".join(words) in known:
                continue
            worth = worths.get(id(block), UNKNOWN).titles * (RENAMED if link.address in addresses else 1.0)
            title = " ".join(words)
            if title not in found or worth > found[title][1]:
                found[title] = (link.name, worth)
    return tuple(found.values())


def _pictures(old: Sequence[Block], new: Sequence[Block], worths: Mapping[int, Worth]) -> float:
    before = {image.address: worths.get(id(block), UNKNOWN).words for block in old for image in block.images}
    after = {image.address: worths.get(id(block), UNKNOWN).words for block in new for image in block.images}
    return sum(after[key] for key in after.keys() - before.keys()) + sum(
        before[key] for key in before.keys() - after.keys()
    )


def scaled(amount: float, unit: float) -> float:
    """0 for nothing, 1 from thirty units on, by logarithm: the first words say most, but many still say more."""
    return min(1.0, math.log1p(amount / unit) / math.log1p(FULL_UNITS))


def _longest_run(parts: Sequence[BlockWords]) -> float:
    """By worth, of all blocks. No run is longer than its block has surplus words, so few blocks must be gone through."""
    longest = 0.0
    for part in sorted(parts, key=lambda part: part.value * part.count, reverse=True):
        if part.value * part.count <= longest:
            break
        longest = max(longest, part.value * longest_run(part.words, part.surplus))
    return longest


def content_features(change: ContentChange, pairing: Pairing, importance: Mapping[int, float]) -> dict[str, float]:
    """The features, by name, all 0 for equal content. `importance` maps id(block) to its share of its own page."""
    parts = (*change.added, *change.removed)
    total = change.words_added + change.words_removed
    weighed = sum(part.value * part.count for part in parts)
    numbers = sum(part.value * sum(n for word, n in part.surplus.items() if word[0].isdecimal()) for part in parts)
    main = sum(part.count for part in parts if part.is_content)
    most = max((part.value * part.count for part in parts), default=0.0)
    came, went = (sum(worth for _, worth in titles) for titles in (change.new_headlines, change.lost_headlines))
    kept = sum(importance.get(id(old), 0.0) + importance.get(id(new), 0.0) for old, new in pairing.equal)
    return {
        "words added": scaled(change.words_added, FEW),
        "words removed": scaled(change.words_removed, FEW),
        "words changed": scaled(total, FEW),
        "words changed, by worth": scaled(weighed, FEW),
        "many words changed, by worth": scaled(weighed, MANY),
        "words changed in content": scaled(main, FEW),
        "many words changed in content": scaled(main, MANY),
        "words changed in surroundings": scaled(total - main, FEW),
        "share of words changed": math.sqrt(total / max(1, 2 * change.equal_words + total)),
        "longest run of words changed, by worth": scaled(_longest_run(parts), FEW),
        "numbers changed, by worth": scaled(numbers, ONE),
        "most words changed in one block": scaled(most, FEW),
        "a linked title came or went": min(1.0, max(came, went)),
        "new linked titles, by worth": scaled(came, ONE),
        "lost linked titles, by worth": scaled(went, ONE),
        "pictures changed, by worth": scaled(change.pictures, ONE),
        "importance of changed blocks": max(0.0, 1.0 - 0.5 * kept) if importance else 0.0,
    }


def telling_words(text: str) -> list[str]:
    """The words of a text without those of one or two letters: articles, particles, country codes are no news."""
    return [word for word in decision_model_words(text) if len(word) > SHORT_LETTERS or is_telling(word)]


def is_telling(word: str) -> bool:
    return len(word) > SHORT_LETTERS or not word.isalpha() or word >= "\u3040"


def longest_run(words: list[str], surplus: Counter[str]) -> int:
    """How many of the surplus words stand in one row: a new sentence is a long run, scattered corrections are not.

    A sentence repeats words of the page ('after', 'the'); two such words in between do not end a run.
    """
    left, longest, run, gap = surplus.copy(), 0, 0, 0
    for word in words:
        if left.get(word, 0) > 0:
            left[word] -= 1
            run, gap = run + 1, 0
            if run > longest:
                longest = run
        else:
            gap += 1
            run = run if gap <= BRIDGED_WORDS else 0
    return longest


def structural_features(old: BlockTree, new: BlockTree, pairing: Pairing) -> dict[str, float]:
    """All 25, by name. 1 means alike for the indices and ratios of identical nodes, 0 for the operations."""
    old_nodes, new_nodes = list(old.walk()), list(new.walk())
    before, after = _leaves(old_nodes), _leaves(new_nodes)
    contents = _contents((*reversed(old_nodes), *reversed(new_nodes)))  # the content of a block follows it
    return {
        **_jaccards(before, after),
        **_identical("nodes", old_nodes, new_nodes, contents),
        **_identical("leaves", before, after, contents),
        **_operations(len(old_nodes), len(new_nodes), pairing),
        "same structure": float(_outline(old_nodes) == _outline(new_nodes)),
    }


def _leaves(nodes: list[Block]) -> list[Block]:
    return [block for block in nodes if not block.children and not block.is_overlay]


def _jaccards(before: list[Block], after: list[Block]) -> dict[str, float]:
    old_links, new_links = _links(before), _links(after)
    old_images, new_images = _images(before), _images(after)
    old_addresses, new_addresses = {a for _, a in old_links}, {a for _, a in new_links}
    return {
        "Jaccard of link addresses": jaccard(old_addresses, new_addresses),
        "Jaccard of links": jaccard(old_links, new_links),
        "Jaccard of image addresses": jaccard({a for _, a in old_images}, {a for _, a in new_images}),
        "Jaccard of images": jaccard(old_images, new_images),
        "old links contain the new": float(new_addresses <= old_addresses),
        "new links contain the old": float(old_addresses <= new_addresses),
    }


def _links(leaves: Iterable[Block]) -> set[tuple[str, str]]:
    return {(link.name, link.address) for leaf in leaves for link in leaf.links}


def _images(leaves: Iterable[Block]) -> set[tuple[str, str]]:
    return {(image.name, image.address) for leaf in leaves for image in leaf.images}


def _identical(name: str, before: list[Block], after: list[Block], contents: Mapping[int, int]) -> dict[str, float]:
    """Shares of identical nodes: of the old version, of the new one, and of both together."""
    old, new = (Counter([contents[id(block)] for block in blocks]) for blocks in (before, after))
    shared = (old & new).total()
    return {
        f"identical {name}, of the old": shared / len(before) if before else 1.0,
        f"identical {name}, of the new": shared / len(after) if after else 1.0,
        f"identical {name}, of both": 2 * shared / (len(before) + len(after)) if before or after else 1.0,
    }


def _contents(nodes: Iterable[Block]) -> dict[int, int]:
    """id(block) -> a number that blocks of the same content share, as they share their hash, which takes longer to make."""
    numbers: dict[object, int] = {}
    found: dict[int, int] = {}
    for block in nodes:
        if id(block) not in found:
            inside = tuple([found[id(child)] for child in block.children])
            found[id(block)] = numbers.setdefault((block.text, block.links, block.images, inside), len(numbers))
    return found


def _operations(old_count: int, new_count: int, pairing: Pairing) -> dict[str, float]:
    """Inserts, deletes and updates of leaf blocks: their number, and their share of the smaller and larger version."""
    sizes = (old_count, new_count)
    leaves = (pairing.old_count, pairing.new_count)
    counts = {"inserts": len(pairing.inserted), "deletes": len(pairing.deleted), "updates": len(pairing.changed)}
    found = {name: count / (count + 3.0) for name, count in counts.items()}
    for name, count in counts.items():
        found[f"{name} per node, larger version"] = count / max(1, *sizes)
        found[f"{name} per leaf, larger version"] = count / max(1, *leaves)
    found["operations per leaf, smaller version"] = min(4.0, sum(counts.values()) / max(1, min(leaves)))
    found["operations per node, smaller version"] = min(4.0, sum(counts.values()) / max(1, min(sizes)))
    found["difference in leaves"] = abs(leaves[0] - leaves[1]) / max(1, *leaves)
    return found


def _outline(nodes: list[Block]) -> list[tuple[str, int]]:
    return [(block.ref, len(block.children)) for block in nodes if not block.is_overlay]
