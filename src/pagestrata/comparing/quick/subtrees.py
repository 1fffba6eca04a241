"""Compare two subtrees (paper 5 §3.2.3): equal parts are skipped, only differing parts are compared node by node.

Departures from the paper, which compares every node with every node of the same tag: equal children are found by their source,
and a changed node's counterpart is the one in its place, so that the work grows with what changed. Only a node without one
looks for its best counterpart among the nearest of its tag. Shared words are counted along these counterparts. Similarity is the
mean over the nodes of both subtrees, so that additions count, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from pagestrata.comparing.quick.coefficients import (
    UNLIKE,
    ElementNode,
    Emphasis,
    attdist,
    coefficient,
    count_shared,
    node_similarity,
    typedist,
)
from pagestrata.comparing.quick.counterparts import align
from pagestrata.comparing.quick.parts import TEXT, Children, Part, children_of, inside_exact
from pagestrata.comparing.quick.unseen import Unseen, visible_attributes
from pagestrata.formats.html.html_source import LexborNode

Path = tuple[str, ...]

DEEPEST = 200  # levels that are compared node by node; deeper ones are compared as source
NEAREST = 3  # how many nodes of the same mark before and after its place are candidates for a node's counterpart
FEW = 3  # up to this many equal children, words are counted one by one
LONG = 2_000  # from this number of characters on, words and tags are counted in bulk
ALMOST = 1.0 - 1e-6
"""The similarity of what changed in a way that the coefficients do not see: an order, a number of equal items."""


class WordCounts(NamedTuple):
    """Whether two parts look the same, and the numbers of shared, old and new words."""

    same: bool
    shared: int
    old: int
    new: int


class _Around(NamedTuple):
    """The context of an element: its path, and whether white space shows in it."""

    path: Path
    keeps_spaces: bool


@dataclass(slots=True)
class SubtreeComparison:
    """A running comparison of two subtrees."""

    emphasis: Emphasis
    nodes: int = 0  # of both sides, that have a counterpart
    total: float = 0.0  # of their coefficients
    removed: list[ElementNode] = field(default_factory=list)
    added: list[ElementNode] = field(default_factory=list)
    old_unseen: Unseen = field(default_factory=Unseen)
    new_unseen: Unseen = field(default_factory=Unseen)

    def compare(self, old: LexborNode, new: LexborNode, above: Path) -> bool:
        """Compare two elements and count their nodes; return whether they look the same."""
        outside = _Around(above, inside_exact(old.parent)), _Around(above, inside_exact(new.parent))
        return self._compare(old, new, *outside).same

    def _compare(self, old: LexborNode, new: LexborNode, old_around: _Around, new_around: _Around) -> WordCounts:
        old_tag, new_tag = old.tag or "", new.tag or ""
        before, after = old.attributes, new.attributes
        same, attributes = self._compare_attributes(old_tag, new_tag, before, after)
        was = children_of(old, before, self.old_unseen, keeps_spaces=old_around.keeps_spaces)
        became = children_of(new, after, self.new_unseen, keeps_spaces=new_around.keeps_spaces)
        equal, others = align(was, became)
        inside = _Around((*old_around.path, old_tag), was.keeps_spaces)
        new_inside = _Around((*new_around.path, new_tag), became.keeps_spaces)
        shared = old_words = new_words = 0
        for part, other in others:
            is_same, both, of_old, of_new = self._compare_parts(part, other, inside, new_inside)
            same = same and is_same
            shared, old_words, new_words = shared + both, old_words + of_old, new_words + of_new
        words = self._count_equal(was, equal, old, others=old_words) if equal else 0
        alike = UNLIKE
        if old_tag == new_tag:
            share = 1.0 if same else _share(shared + words, old_words + words, new_words + words)
            path = typedist(inside.path, new_inside.path)
            alike = coefficient(old_tag, share, attributes, path, self.emphasis)
        self.nodes += 2
        self.total += 2 * alike
        return WordCounts(same, shared + words, old_words + words, new_words + words)

    def _compare_attributes(
        self, old_tag: str, new_tag: str, old: Mapping[str, str | None], new: Mapping[str, str | None]
    ) -> tuple[bool, float]:
        """Return whether two elements are equal apart from their children, and Attdist."""
        if old_tag == new_tag and old == new and list(old) == list(new):
            return True, 1.0
        before = visible_attributes(old_tag, old, self.old_unseen)
        after = visible_attributes(new_tag, new, self.new_unseen)
        return old_tag == new_tag and before == after, attdist(before, after, self.emphasis.attributes)

    def _count_equal(self, children: Children, places: Sequence[int], parent: LexborNode, *, others: int) -> int:
        """Count the nodes of the equal children, and return the number of their words.

        If the parent has no invisible parts, these are all its words without those of its `others`.
        """
        keys, tags = children.keys, children.tags
        if sources := [keys[n] for n in places if tags[n] != TEXT]:
            nodes = count_nodes("".join(sources))
            self.nodes += 2 * nodes
            self.total += 2 * nodes
        if children.some_unseen or len(places) < FEW:
            return sum([len(_text_of(children.contents[n]).split()) for n in places])
        return max(0, count_words(_text_of(parent)) - others)

    def _compare_parts(
        self, old: Part | None, new: Part | None, old_around: _Around, new_around: _Around
    ) -> WordCounts:
        if old is None or new is None:
            removed = _expand(old, old_around, self.removed, self.old_unseen) if old else 0
            added = _expand(new, new_around, self.added, self.new_unseen) if new else 0
            return WordCounts(False, 0, removed, added)
        if old.node is not None and new.node is not None and len(old_around.path) < DEEPEST:
            return self._compare(old.node, new.node, old_around, new_around)
        before, after = _text(old).split(), _text(new).split()
        return WordCounts(old.key == new.key, count_shared(before, after), len(before), len(after))

    @property
    def size(self) -> int:
        """Nodes of both subtrees."""
        return self.nodes + len(self.removed) + len(self.added)

    def similarity(self) -> float:
        """The mean of the best coefficients over the nodes of both, below 1."""
        alone = self._best(self.removed, self.added) + self._best(self.added, self.removed)
        return min(ALMOST, (self.total + alone) / max(1, self.size))

    def _best(self, nodes: list[ElementNode], others: list[ElementNode]) -> float:
        """The sum of each node's best coefficient among the nearest nodes of its tag; the lowest value if there are none."""
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


def _expand(part: Part, around: _Around, nodes: list[ElementNode], unseen: Unseen) -> int:
    """Add a part with everything below it to the nodes; return its number of words."""
    words = _text(part).split()
    if part.node is not None and len(around.path) < DEEPEST:
        path, attributes = (*around.path, part.tag), part.node.attributes
        shown = visible_attributes(part.tag, attributes, unseen)
        children = children_of(part.node, attributes, unseen, keeps_spaces=around.keeps_spaces)
        for child in children.parts():
            _expand(child, _Around(path, children.keeps_spaces), nodes, unseen)
        nodes.append(ElementNode(part.tag, shown, Counter(words), path))
    return len(words)


def _text(part: Part) -> str:
    return part.source if part.node is None else _text_of(part.node)


def _text_of(content: LexborNode | str) -> str:
    return content if isinstance(content, str) else content.text(separator=" ") or ""


def _share(shared: int, old: int, new: int) -> float:
    every = old + new - shared
    return shared / every if every else 1.0


def count_nodes(source: str) -> int:
    """Return the number of elements in a piece of source."""
    if len(source) < LONG:
        return source.count("<") - source.count("</")
    codes = np.frombuffer(f"{source} ".encode("utf-8", "replace"), np.uint8)
    tags = np.flatnonzero(codes == ord("<"))
    return len(tags) - int(np.count_nonzero(codes[tags + 1] == ord("/")))


def count_words(text: str) -> int:
    """Words separated by white space; long texts are not split."""
    if len(text) < LONG or not text.isascii():
        return len(text.split())
    is_word = np.frombuffer(f" {text}".encode(), np.uint8) > ord(" ")
    return int(np.count_nonzero(is_word[1:] > is_word[:-1]))
