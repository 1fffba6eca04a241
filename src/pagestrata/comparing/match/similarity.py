"""How alike two blocks are: .35 links + .2 images + .3 words + .15 place (notes §4).

Each part is a Jaccard coefficient of sets; parts that neither block has are omitted and the rest is scaled to 1. Names and
addresses of links and images count separately: a link that only changed its address is half the same. So that one removed link
does not outweigh a long unchanged text, nor a rewritten text a menu that kept nearly all links, the Jaccard coefficient over
everything together is used if it is higher, with each word as an element, or the whole text as one. The place is the mean of
an equal ref and agreeing boxes. Whole pages often shift, so only the horizontal position and the size are compared, with a
tolerance.
"""

from __future__ import annotations

from collections.abc import Iterable

from pagestrata.model.blocks import Block
from pagestrata.model.geometry import Box
from pagestrata.model.words import words_as_written

LINK_WEIGHT, IMAGE_WEIGHT, WORD_WEIGHT, PLACE_WEIGHT = 0.35, 0.2, 0.3, 0.15
PLACE_TOLERANCE_PX = 16.0
MANY = 1_000_000
PARTS_OF_AN_ELEMENT = 2
"""A link or image has a name and an address; a text counts as one such element."""


class Features:
    """The sets that are compared, made once per block."""

    __slots__ = ("block", "images", "links", "words")

    def __init__(self, block: Block) -> None:
        self.block = block
        self.links = _parts(block.links)
        self.images = _parts(block.images)
        self.words = frozenset(words_as_written(block.text))


def _parts(items: Iterable[tuple[str, str]]) -> frozenset[str]:
    """All non-empty names and addresses as one set."""
    return frozenset([part for item in items for part in item if part])


def shares_content(old: Features, new: Features) -> bool:
    """Whether the two have any element or word in common."""
    return not (
        old.links.isdisjoint(new.links) and old.images.isdisjoint(new.images) and old.words.isdisjoint(new.words)
    )


def similarity(old: Features, new: Features) -> float:
    """Return a similarity from 0 to 1, which is 1 for equal sets in the same place."""
    score = PLACE_WEIGHT * place_similarity(old.block, new.block)
    weight = PLACE_WEIGHT
    shared_in_all = union_in_all = 0
    shared_elements = union_elements = 0.0
    for share, most, first, second in (
        (LINK_WEIGHT, MANY, old.links, new.links),
        (IMAGE_WEIGHT, MANY, old.images, new.images),
        (WORD_WEIGHT, PARTS_OF_AN_ELEMENT, old.words, new.words),
    ):
        if first or second:
            shared = len(first & second)
            union = len(first) + len(second) - shared
            score += share * shared / union
            weight += share
            shared_in_all += shared
            union_in_all += union
            counted = min(union, most)
            shared_elements += counted * shared / union
            union_elements += counted
    if not union_in_all:
        return score / weight
    return max(score / weight, shared_in_all / union_in_all, shared_elements / union_elements)


def content_similarity(old: Features, new: Features) -> float:
    """Similarity of contents alone, ignoring position: the higher of the two coefficients over all parts."""
    sides = [(old.links, new.links), (old.images, new.images), (old.words, new.words)]
    shared = [len(first & second) for first, second in sides]
    unions = [len(first | second) for first, second in sides]
    if not any(unions):
        return 0.0
    text = min(unions[2], PARTS_OF_AN_ELEMENT)
    elements = shared[0] + shared[1] + (text * shared[2] / unions[2] if text else 0.0)
    return max(sum(shared) / sum(unions), elements / (unions[0] + unions[1] + text))


def place_similarity(old: Block, new: Block) -> float:
    """Return 0.5 for the same ref plus up to 0.5 for the same column and size."""
    return 0.5 * (old.ref == new.ref) + 0.5 * _box_agreement(old.box, new.box)


def _box_agreement(old: Box, new: Box) -> float:
    agreeing = (
        (abs(old.x - new.x) <= PLACE_TOLERANCE_PX)
        + (abs(old.width - new.width) <= PLACE_TOLERANCE_PX)
        + (abs(old.height - new.height) <= PLACE_TOLERANCE_PX)
    )
    return agreeing / 3
