"""What changed in content, block by block: the features that cure paper 4's failures.

Paper 4 compares whole pages and misses news that moved down; it is also fooled by many new irrelevant links. Here equal
blocks are set aside wherever they are (`pairing`), and those of which only noise is found; the words of the others are compared
as bags over the whole page, so that text which moved between blocks is no change; and every word that came or went counts by
the worth of its place (`places`), so that a menu entry weighs less than a sentence of the article. Linked titles count apart:
one new headline is a new item of the page, though it be four words long, unless its address was there before (a renamed link).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pagestrata.deciding.features.places import UNKNOWN, Worth
from pagestrata.deciding.features.wording import longest_run, telling_words
from pagestrata.judging.pairing import Pairing
from pagestrata.model.blocks import Block
from pagestrata.model.words import decision_model_words

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
