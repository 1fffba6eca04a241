"""How alike two nodes are (paper 5 §3.2.4): words, attributes and the path above them.

Intersect = shared words over all words; Attdist = weights of equal attributes over weights of all; Typedist = common
suffix of the paths over the longer path; CS = -1 + 2 (a Intersect + b Attdist + c Typedist), above -1 to 1. Two nodes
that both say nothing say the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pagestrata.errors import UsageError

Coefficients = tuple[float, float, float]
BALANCED: Coefficients = (0.4, 0.3, 0.3)  # the paper's (4, 3, 3)

ATTRIBUTE_WEIGHTS = {
    "href": 100, "src": 100, "srcset": 80, "data-src": 80, "alt": 80, "title": 60, "value": 60, "content": 60,
    "placeholder": 50, "type": 40, "name": 30, "hidden": 80, "style": 40, "class": 30, "id": 20,
}  # fmt: skip
OTHER_ATTRIBUTE = 10
UNLIKE = -1.0


class ElementNode(NamedTuple):
    """One element with all words below it."""

    tag: str
    attributes: Mapping[str, str]
    words: Counter[str]
    path: tuple[str, ...]


class Emphasis(NamedTuple):
    """The coefficients (a, b, c), overrides for single tags, and the weights of attributes, 0 to 100."""

    coefficients: Coefficients = BALANCED
    by_tag: Mapping[str, Coefficients] = {}
    attributes: Mapping[str, float] = ATTRIBUTE_WEIGHTS

    def checked(self) -> Emphasis:
        """Return this. Raises UsageError if coefficients do not add up to 1 or a weight is out of range."""
        for values in (self.coefficients, *self.by_tag.values()):
            if len(values) != 3 or min(values) < 0 or abs(sum(values) - 1) > 1e-6:
                raise UsageError(f"weights {','.join(map(str, values))}: give three from 0 to 1 that add up to 1")
        if any(not 0 <= weight <= 100 for weight in self.attributes.values()):
            raise UsageError("the weight of an attribute is from 0 to 100")
        return self


def node_similarity(old: ElementNode, new: ElementNode, emphasis: Emphasis) -> float:
    """CS of two nodes with the same tag."""
    words, attributes = intersect(old.words, new.words), attdist(old.attributes, new.attributes, emphasis.attributes)
    return coefficient(old.tag, words, attributes, typedist(old.path, new.path), emphasis)


def coefficient(tag: str, words: float, attributes: float, path: float, emphasis: Emphasis) -> float:
    """CS from its three parts."""
    a, b, c = emphasis.by_tag.get(tag, emphasis.coefficients) if emphasis.by_tag else emphasis.coefficients
    return min(1.0, -1.0 + 2.0 * (a * words + b * attributes + c * path))


def intersect(old: Mapping[str, int], new: Mapping[str, int]) -> float:
    """The share of words that both have, counting repetitions."""
    if old.items() == new.items():
        return 1.0
    shared = sum([min(count, new[word]) for word, count in old.items() if word in new])
    return shared / (sum(old.values()) + sum(new.values()) - shared)


def count_shared(old: Sequence[str], new: Sequence[str]) -> int:
    """The number of words that two lists share, counting repetitions; faster than Counter for short lists."""
    if old == new:
        return len(old)
    counts: dict[str, int] = {}
    for word in old:
        counts[word] = counts.get(word, 0) + 1
    shared = 0
    for word in new:
        if counts.get(word):
            counts[word] -= 1
            shared += 1
    return shared


def attdist(old: Mapping[str, str], new: Mapping[str, str], weights: Mapping[str, float]) -> float:
    """The share of attributes, by weight, that both have with the same value."""
    if old == new:
        return 1.0
    equal = total = 0.0
    for name in {**old, **new}:
        weight = weights.get(name, OTHER_ATTRIBUTE)
        total += weight
        if old.get(name) == new.get(name):
            equal += weight
    return equal / (total or 1.0)


def typedist(old: tuple[str, ...], new: tuple[str, ...]) -> float:
    """The length of the common end of two paths, over that of the longer."""
    if old == new:
        return 1.0
    common = 0
    for before, after in zip(reversed(old), reversed(new), strict=False):
        if before != after:
            break
        common += 1
    return common / max(len(old), len(new))
