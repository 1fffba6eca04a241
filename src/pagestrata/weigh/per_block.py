"""What changed in content, block by block and without noise: the features that cure paper 4's failures.

Paper 4 compares whole pages and misses news that moved down; it is also fooled by many new irrelevant links. Here equal
blocks are set aside wherever they stand (`pairing`); the words of the others are compared as bags over the whole page,
so that text which moved between blocks is no change; time-like and counter-like text is taken out first (`noise`); and
every word that came or went counts by the worth of the block it stands in (`blocks`), so that a menu entry weighs less
than a sentence of the article.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pagestrata.model.blocks import Block
from pagestrata.weigh.noise import without_noise
from pagestrata.weigh.pairing import Pairing
from pagestrata.weigh.wording import has_digit, longest_run, telling_words, words_of

HEADLINE_WORDS = 3
ONE, FEW, MANY = 1.0, 3.0, 12.0
"""Units of the scaled features: what counts as one, a few, many."""
FULL_UNITS = 30.0
MAIN_VALUE = 0.5
"""Blocks worth at least this much count as content, the others as surroundings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockWords:
    """One differing block: its words without noise, its worth, and which of its words the other version lacks."""

    block: Block
    value: float
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
    new_headlines: tuple[tuple[str, float], ...]  # link texts that came, with the worth of their block
    lost_headlines: tuple[tuple[str, float], ...]
    pictures: float  # pictures that came or went, by worth
    noise_words: int  # words that differ only by date, clock, age or counter
    equal_words: int

    @property
    def words_added(self) -> int:
        return sum(part.count for part in self.added)

    @property
    def words_removed(self) -> int:
        return sum(part.count for part in self.removed)


def content_change(pairing: Pairing, values: Mapping[int, float]) -> ContentChange:
    """Compare the differing blocks. `values` maps id(block) to the worth of a block, 0 to 1."""
    old, new = pairing.old_differing(), pairing.new_differing()
    old_words, raw_old = _words(old)
    new_words, raw_new = _words(new)
    old_bag, new_bag = _bag(old_words), _bag(new_words)
    raw = (raw_old - raw_new).total() + (raw_new - raw_old).total()
    removed = _by_block(old, old_words, old_bag - new_bag, values)
    added = _by_block(new, new_words, new_bag - old_bag, values)
    clean = sum(part.count for part in (*removed, *added))
    return ContentChange(
        added=added,
        removed=removed,
        new_headlines=_headlines(new, old, values),
        lost_headlines=_headlines(old, new, values),
        pictures=_pictures(old, new, values),
        noise_words=max(0, raw - clean),
        equal_words=sum(block.text.count(" ") + 1 for block, _ in pairing.equal if block.text),
    )


def _words(blocks: Sequence[Block]) -> tuple[list[list[str]], Counter[str]]:
    """The words of each block without noise, and the bag of all words with it."""
    lists: list[list[str]] = []
    bag: Counter[str] = Counter()
    for block in blocks:
        clean = without_noise(block.text)
        lists.append(telling_words(clean))
        bag.update(lists[-1] if clean == block.text else telling_words(block.text))
    return lists, bag


def _bag(lists: Sequence[list[str]]) -> Counter[str]:
    bag: Counter[str] = Counter()
    for words in lists:
        bag.update(words)
    return bag


def _by_block(
    blocks: Sequence[Block], lists: Sequence[list[str]], surplus: Counter[str], values: Mapping[int, float]
) -> tuple[BlockWords, ...]:
    """Hand the surplus words out to the blocks they stand in; blocks without any are left out."""
    if not surplus:
        return ()
    left = Counter(surplus)
    parts = []
    for block, words in zip(blocks, lists, strict=True):
        own: Counter[str] = Counter()
        for word in words:
            if left.get(word, 0) > 0:
                left[word] -= 1
                own[word] += 1
        if own:
            parts.append(BlockWords(block=block, value=values.get(id(block), 0.5), words=words, surplus=own))
    return tuple(parts)


def _headlines(
    here: Sequence[Block], there: Sequence[Block], values: Mapping[int, float]
) -> tuple[tuple[str, float], ...]:
    """Link texts of some length that the other side does not have, each once."""
    known = {" ".join(words_of(link.name)) for block in there for link in block.links}
    found: dict[str, tuple[str, float]] = {}
    for block in here:
        for link in block.links:
            words = words_of(without_noise(link.name))
            if len(words) >= HEADLINE_WORDS and " ".join(words_of(link.name)) not in known:
                found.setdefault(" ".join(words), (link.name, values.get(id(block), 0.5)))
    return tuple(found.values())


def _pictures(old: Sequence[Block], new: Sequence[Block], values: Mapping[int, float]) -> float:
    before = {image.address: values.get(id(block), 0.5) for block in old for image in block.images}
    after = {image.address: values.get(id(block), 0.5) for block in new for image in block.images}
    return sum(after[key] for key in after.keys() - before.keys()) + sum(
        before[key] for key in before.keys() - after.keys()
    )


def scaled(amount: float, unit: float) -> float:
    """0 for nothing, 1 from thirty units on, by logarithm: the first words say most, but many still say more."""
    return min(1.0, math.log1p(amount / unit) / math.log1p(FULL_UNITS))


def content_features(change: ContentChange, pairing: Pairing, importance: Mapping[int, float]) -> dict[str, float]:
    """The features, by name, all 0 for equal content. `importance` maps id(block) to its share of its own page."""
    parts = (*change.added, *change.removed)
    total = change.words_added + change.words_removed
    weighed = sum(part.value * part.count for part in parts)
    numbers = sum(part.value * sum(n for word, n in part.surplus.items() if has_digit(word)) for part in parts)
    main = sum(part.count for part in parts if part.value >= MAIN_VALUE)
    longest = max((longest_run(part.words, part.surplus) for part in parts), default=0)
    most = max((part.value * part.count for part in parts), default=0.0)
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
        "share of words changed": total / max(1, 2 * change.equal_words + total),
        "longest run of words changed": scaled(longest, FEW),
        "numbers changed, by worth": scaled(numbers, ONE),
        "most words changed in one block": scaled(most, FEW),
        "new linked titles, by worth": scaled(sum(value for _, value in change.new_headlines), ONE),
        "lost linked titles, by worth": scaled(sum(value for _, value in change.lost_headlines), ONE),
        "pictures changed, by worth": scaled(change.pictures, ONE),
        "importance of changed blocks": max(0.0, 1.0 - 0.5 * kept) if importance else 0.0,
    }
