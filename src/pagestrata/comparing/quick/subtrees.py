"""Two subtrees compared (paper 5 §3.2.3): what is equal is hashed away, only what differs is looked at node by node.

Departures from the paper, which compares every node with every node of the same mark: equal children are found by their
source, and a changed node's counterpart is the one in its place, so that the work grows with what changed; only a node
without one, or one that has become another, looks for its best counterpart, among the nearest of its mark. Shared words
are counted along these counterparts. Similarity is the mean over the nodes of both subtrees: what was added counts too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pagestrata.comparing.quick.alignment import align
from pagestrata.comparing.quick.coefficients import (
    UNLIKE,
    ElementNode,
    Emphasis,
    attdist,
    coefficient,
    node_similarity,
    typedist,
)
from pagestrata.comparing.quick.parts import Part, parts_of
from pagestrata.comparing.quick.unseen import Unseen, visible_attributes
from pagestrata.formats.html_source import LexborNode

Path = tuple[str, ...]

DEEPEST = 200
"""Levels that are looked into; what is deeper is compared as it is written."""
NEAREST = 3
"""How many nodes of the same mark before and after its place are candidates for a node's counterpart."""
ALMOST = 1.0 - 1e-6
"""The similarity of what changed in a way that the coefficients do not see: an order, a number of equal items."""


class Said(NamedTuple):
    """How many words two parts have, and how many of them they share; whether they show the same."""

    same: bool
    shared: int
    old: int
    new: int


@dataclass(slots=True)
class SubtreeComparison:
    """Two subtrees on their way through the comparison."""

    emphasis: Emphasis
    nodes: int = 0  # of both sides, that have a counterpart
    total: float = 0.0  # of their coefficients
    removed: list[ElementNode] = field(default_factory=list)
    added: list[ElementNode] = field(default_factory=list)
    old_unseen: Unseen = field(default_factory=Unseen)
    new_unseen: Unseen = field(default_factory=Unseen)

    def compare(self, old: LexborNode, new: LexborNode, above: Path) -> bool:
        """Whether two elements show the same; their nodes are counted either way."""
        return self._compare(old, new, above, above).same

    def _compare(self, old: LexborNode, new: LexborNode, old_path: Path, new_path: Path) -> Said:
        old_tag, new_tag = str(old.tag), str(new.tag)
        before = visible_attributes(old_tag, old.attributes, self.old_unseen)
        after = visible_attributes(new_tag, new.attributes, self.new_unseen)
        old_path, new_path = (*old_path, old_tag), (*new_path, new_tag)
        same = old_tag == new_tag and before == after
        equal, others = align(parts_of(old, self.old_unseen), parts_of(new, self.new_unseen))
        shared = old_words = new_words = self._count_equal(equal)
        for was, became in others:
            said = self._compare_parts(was, became, old_path, new_path)
            same = same and said.same
            shared, old_words, new_words = shared + said.shared, old_words + said.old, new_words + said.new
        alike = UNLIKE
        if old_tag == new_tag:
            words = 1.0 if same else _share(shared, old_words, new_words)
            attributes = attdist(before, after, self.emphasis.attributes)
            alike = coefficient(old_tag, words, attributes, typedist(old_path, new_path), self.emphasis)
        self.nodes += 2
        self.total += 2 * alike
        return Said(same, shared, old_words, new_words)

    def _count_equal(self, parts: Sequence[Part]) -> int:
        """Counts the nodes of what is the same on both sides; how many words it has."""
        nodes = sum(count_nodes(part.source) for part in parts if part.node is not None)
        self.nodes += 2 * nodes
        self.total += 2 * nodes
        return sum(len(_text(part).split()) for part in parts)

    def _compare_parts(self, old: Part | None, new: Part | None, old_path: Path, new_path: Path) -> Said:
        if old is None or new is None:
            removed = _expand(old, old_path, self.removed, self.old_unseen) if old else 0
            added = _expand(new, new_path, self.added, self.new_unseen) if new else 0
            return Said(False, 0, removed, added)
        if old.node is not None and new.node is not None and len(old_path) < DEEPEST:
            return self._compare(old.node, new.node, old_path, new_path)
        before, after = Counter(_text(old).split()), Counter(_text(new).split())
        return Said(False, (before & after).total(), before.total(), after.total())

    @property
    def size(self) -> int:
        """Nodes of both subtrees."""
        return self.nodes + len(self.removed) + len(self.added)

    def similarity(self) -> float:
        """The mean of the best coefficients over the nodes of both, below 1."""
        alone = self._best(self.removed, self.added) + self._best(self.added, self.removed)
        return min(ALMOST, (self.total + alone) / max(1, self.size))

    def _best(self, nodes: list[ElementNode], others: list[ElementNode]) -> float:
        """The sum of the best coefficient of each node among the nearest of its mark; the lowest where there is none."""
        by_mark: dict[str, list[ElementNode]] = defaultdict(list)
        for other in others:
            by_mark[other.tag].append(other)
        place: Counter[str] = Counter()
        total = 0.0
        for node in nodes:
            around = by_mark.get(node.tag, [])
            middle = min(place[node.tag], len(around))
            place[node.tag] += 1
            candidates = around[max(0, middle - NEAREST) : middle + NEAREST + 1]
            total += max((node_similarity(node, other, self.emphasis) for other in candidates), default=UNLIKE)
        return total


def _expand(part: Part, path: Path, nodes: list[ElementNode], unseen: Unseen) -> int:
    """Adds a part with everything below it to the nodes; how many words it has."""
    words = _text(part).split()
    if part.node is not None and len(path) < DEEPEST:
        path = (*path, part.tag)
        attributes = visible_attributes(part.tag, part.node.attributes, unseen)
        for child in parts_of(part.node, unseen):
            _expand(child, path, nodes, unseen)
        nodes.append(ElementNode(part.tag, attributes, Counter(words), path))
    return len(words)


def _text(part: Part) -> str:
    return part.source if part.node is None else part.node.text(separator=" ") or ""


def _share(shared: int, old: int, new: int) -> float:
    every = old + new - shared
    return shared / every if every else 1.0


def count_nodes(source: str) -> int:
    """Elements in a piece of source."""
    return source.count("<") - source.count("</")
