"""Baselines for the models of paper 2 (§6): six of the paper and one later scorer.

Area, Path, Content and Context use one pattern alone (§4.2). TextL (textual lenses) takes the elements with the block's
tag path and among them the most similar text. EditD ranks elements by tree edit distance to the block, here Selkow's
top-down distance (insert and delete whole subtrees) with equal subtrees skipped by hash. Similo sums weighted
similarities of an element's properties (Nass et al. 2023; weights 1.5 for tag, class, name, type, alt, text and
neighbour text, 0.5 for the rest). All return a row or None; ties go to the first in document order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from pagestrata.follow.page import Page
from pagestrata.follow.paper.cpm import Patterns
from pagestrata.measures import jaccard

Rows = npt.NDArray[np.intp]


class Locator(Protocol):
    """Finds one block, known from its first version, in a later page."""

    def __call__(self, page: Page) -> int | None: ...


def area_locator(first: Page, row: int) -> Locator:
    pattern = Patterns.of_row(first, row).area
    return lambda page: _first(pattern.candidates(page))


def path_locator(first: Page, row: int) -> Locator:
    pattern = Patterns.of_row(first, row).path
    return lambda page: _first(pattern.candidates(page))


def content_locator(first: Page, row: int) -> Locator:
    pattern = Patterns.of_row(first, row).content
    return lambda page: _highest(pattern.similarity(page) * page.is_element)


def context_locator(first: Page, row: int) -> Locator:
    pattern = Patterns.of_row(first, row).context
    return lambda page: _highest(pattern.similarity(page) * page.is_element)


def text_locator(first: Page, row: int) -> Locator:
    """TextL: the same tag path, then the most similar words."""
    key, words = first.path_hash[row], _words(first, row)

    def locate(page: Page) -> int | None:
        candidates = np.flatnonzero(page.is_element & (page.path_hash == key)).tolist()
        return max(candidates, key=lambda other: jaccard(words, _words(page, other)), default=None)

    return locate


_known_words: WeakKeyDictionary[Page, dict[int, frozenset[str]]] = WeakKeyDictionary()


def _words(page: Page, row: int) -> frozenset[str]:
    """The words of one element; remembered, since the blocks of a page have the same candidates."""
    known = _known_words.setdefault(page, {})
    if row not in known:
        known[row] = frozenset(page.nodes.text_of(row).lower().split())
    return known[row]


def edit_locator(first: Page, row: int) -> Locator:
    """EditD: the smallest tree edit distance, over elements with the same tag."""
    pattern = _Tree.of_row(first, row)
    known: dict[tuple[int, int], int] = {}  # later versions share most of their subtrees

    def locate(page: Page) -> int | None:
        nodes = page.nodes
        rows = np.flatnonzero(page.is_element & (nodes.tag == nodes.tag_code(pattern.tag)))
        sizes = nodes.end[rows] - rows
        order = np.argsort(np.abs(sizes - pattern.size), kind="stable")
        best, smallest = None, np.inf
        for number in order.tolist():
            if abs(int(sizes[number]) - pattern.size) >= smallest:
                break  # the distance is at least the difference in size
            tree = _Tree.of_row(page, int(rows[number]))
            distance = _distance(pattern, tree, known)
            if distance < smallest:
                best, smallest = int(rows[number]), distance
        return best

    return locate


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    tag: str
    children: tuple[_Tree, ...]
    size: int
    key: int  # equal for equal trees

    @classmethod
    def of_row(cls, page: Page, row: int) -> _Tree:
        nodes, built = page.nodes, dict[int, _Tree]()
        for at in range(int(nodes.end[row]) - 1, row - 1, -1):
            children = tuple(built.pop(child) for child in nodes.children_of(at))
            label = nodes.text[at] or nodes.tag_of(at)
            key = hash((label, tuple(child.key for child in children)))
            built[at] = cls(label, children, 1 + sum(child.size for child in children), key)
        return built[row]


def _distance(one: _Tree, other: _Tree, known: dict[tuple[int, int], int]) -> int:
    """Selkow's distance: relabel a node, insert or delete whole subtrees."""
    if one.key == other.key:
        return 0
    key = (one.key, other.key)
    if key not in known:
        known[key] = (one.tag != other.tag) + _children_distance(*_unequal(one.children, other.children), known)
    return known[key]


def _children_distance(old: Sequence[_Tree], new: Sequence[_Tree], known: dict[tuple[int, int], int]) -> int:
    cost = [0, *accumulate(tree.size for tree in new)]
    for one in old:
        previous, cost = cost, [cost[0] + one.size]
        for column, other in enumerate(new):
            changed = previous[column] + _distance(one, other, known)
            cost.append(min(changed, previous[column + 1] + one.size, cost[column] + other.size))
    return cost[-1]


def _unequal(old: Sequence[_Tree], new: Sequence[_Tree]) -> tuple[Sequence[_Tree], Sequence[_Tree]]:
    """Without the equal trees at both ends, which cost nothing."""
    shorter, first, last = min(len(old), len(new)), 0, 0
    while first < shorter and old[first].key == new[first].key:
        first += 1
    while last < shorter - first and old[-1 - last].key == new[-1 - last].key:
        last += 1
    return old[first : len(old) - last], new[first : len(new) - last]


def similo_locator(first: Page, row: int) -> Locator:
    wanted = _properties(first, row)
    heavy = {"tag", "class", "name", "type", "alt", "text", "neighbours"}

    def score(page: Page, other: int) -> float:
        found = _properties(page, other)
        return sum(
            (1.5 if name in heavy else 0.5) * _alike(value, found[name])
            for name, value in wanted.items()
            if name in found
        )

    def locate(page: Page) -> int | None:
        rows = np.flatnonzero(page.is_element).tolist()
        return max(rows, key=lambda other: score(page, other), default=None)

    return locate


def _properties(page: Page, row: int) -> dict[str, str | frozenset[str] | tuple[float, float]]:
    nodes = page.nodes
    own = nodes.attributes[row]
    x, y, width, height = nodes.box[row].tolist()
    siblings = nodes.children_of(int(nodes.parent[row])) if nodes.parent[row] >= 0 else []
    near = " ".join(nodes.text_of(at) for at in siblings[:8] if at != row)[:400]
    named = {name: own[name] for name in ("name", "type", "alt", "href", "src", "title") if own.get(name)}
    return {
        **named,
        "tag": nodes.tag_of(row),
        "class": frozenset(own.get("class", "").split()),
        "text": frozenset(nodes.text_of(row)[:400].lower().split()),
        "neighbours": frozenset(near.lower().split()),
        "path": nodes.path_of(row),
        "location": (x, y),
        "dimensions": (width, height),
    }


def _alike(one: object, other: object) -> float:
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return jaccard(one, other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return max(0.0, 1.0 - float(np.hypot(one[0] - other[0], one[1] - other[1])) / 100.0)
    return float(one == other)


def _first(rows: Rows) -> int | None:
    return int(rows[0]) if len(rows) else None


def _highest(scores: npt.NDArray[np.float64]) -> int | None:
    best = int(np.argmax(scores))
    return best if scores[best] > 0 else None


BASELINES: Mapping[str, Callable[[Page, int], Locator]] = {
    "Area": area_locator,
    "Path": path_locator,
    "Content": content_locator,
    "Context": context_locator,
    "TextL": text_locator,
    "EditD": edit_locator,
    "Similo": similo_locator,
}
