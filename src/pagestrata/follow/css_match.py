"""CSS selectors on an element tree in linear time, whatever they say.

Translated to XPath as a whole, `div ~ div ~ div` or nested `:has()` take the cube of a page's elements or more, inside a
library that nothing can end. Here each part of a selector is one array over all elements, in document order: conditions on
an element alone (names, classes, attributes) are asked of XPath, one at a time; combinators, `:has()`, `:is()`, `:not()`
and positions among siblings are sums over these arrays.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from cssselect import HTMLTranslator, SelectorError, parser
from cssselect.parser import parse_series
from lxml import etree
from numpy.typing import NDArray

from pagestrata.errors import UsageError

Mask = NDArray[np.bool_]
LONGEST_SELECTOR = 1_000
_POSITIONS = {
    "first-child": "nth-child", "last-child": "nth-last-child", "first-of-type": "nth-of-type",
    "last-of-type": "nth-last-of-type",
}  # fmt: skip


def parsed_selectors(css: str) -> Sequence[Any]:
    """Return the parsed selectors of a group. Raises UsageError if one is invalid or too long."""
    try:
        if len(css) > LONGEST_SELECTOR:
            raise SelectorError(f"it is longer than {LONGEST_SELECTOR} characters")
        HTMLTranslator().css_to_xpath(css)  # knows which names there are
        return list(parser.parse(css))
    except (SelectorError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise UsageError(
            f"{css[:200]!r} is not a CSS selector ({reason}); try one like '#price' or 'main .total'"
        ) from error


def matched(root: etree._Element, css: str) -> list[etree._Element]:
    """Return the elements that match a selector, in document order. Raises UsageError if the selector is invalid."""
    elements = _Elements(root)
    found = elements.none
    for selector in parsed_selectors(css):
        if not selector.pseudo_element:
            found = found | elements.matching(selector.parsed_tree)
    return [elements.all[number] for number in found.nonzero()[0].tolist()]


class _Elements:
    """The elements of a tree, in document order, and which of them match parts of selectors."""

    def __init__(self, root: etree._Element) -> None:
        self.all = [one for one in root.iter() if isinstance(one.tag, str)]
        self._root = root
        self._number = {one: number for number, one in enumerate(self.all)}
        size = len(self.all)
        parents = [-1 if (outer := one.getparent()) is None else self._number.get(outer, -1) for one in self.all]
        self._parent = np.array(parents, np.int64)
        ends = list(range(1, size + 1))
        for number in range(size - 1, 0, -1):
            if parents[number] >= 0:
                ends[parents[number]] = max(ends[parents[number]], ends[number])
        self._end = np.array(ends, np.int64)  # behind the last element inside
        self.none = np.zeros(size, np.bool_)

    def matching(self, tree: Any) -> Mask:
        if isinstance(tree, parser.CombinedSelector):
            return self._behind(tree.combinator, self.matching(tree.selector)) & self.matching(tree.subselector)
        own = self._alone(tree)
        return own if isinstance(tree, parser.Element) else own & self.matching(tree.selector)

    def _alone(self, tree: Any) -> Mask:
        """Return the elements that match the last condition of a compound selector, regardless of the conditions before it."""
        if isinstance(tree, parser.Negation):
            return ~self.matching(tree.subselector)
        if isinstance(tree, parser.Matching | parser.SpecificityAdjustment):
            return self._any(self.matching(one) for one in tree.selector_list)
        if isinstance(tree, parser.Relation):
            return self._any(self._having(*argument) for argument in _arguments(tree))
        if isinstance(tree, parser.Pseudo) and tree.ident in _POSITIONS:
            return self._at(_POSITIONS[tree.ident], 0, 1)
        if isinstance(tree, parser.Pseudo) and tree.ident in {"only-child", "only-of-type"}:
            kind = tree.ident.removeprefix("only-")
            return self._at(f"nth-{kind}", 0, 1) & self._at(f"nth-last-{kind}", 0, 1)
        if isinstance(tree, parser.Function) and tree.name.startswith("nth-"):
            return self._at(tree.name, *parse_series(tree.arguments))
        return self._by_xpath(tree)

    def _any(self, masks: Iterable[Mask]) -> Mask:
        found = self.none
        for mask in masks:
            found = found | mask
        return found

    def _by_xpath(self, tree: Any) -> Mask:
        """Return the elements that meet a condition which looks at one element alone."""
        if not isinstance(tree, parser.Element):
            tree = copy.copy(tree)
            tree.selector = parser.Element(None, None)
        found = self.none.copy()
        meant: Any = self._root.xpath(f"descendant-or-self::{HTMLTranslator().xpath(tree)}")
        found[[self._number[one] for one in meant]] = True
        return found

    def _behind(self, combinator: str, mask: Mask) -> Mask:
        """Return the elements that a combinator reaches from those of the mask: `mask > element`, `mask ~ element`."""
        parent, numbers = self._parent, np.arange(len(mask))
        if combinator == ">":
            return (parent >= 0) & mask[parent]
        if combinator == "+":
            return (self._previous >= 0) & mask[self._previous]
        if combinator == "~":
            first = np.full(len(mask) + 1, len(mask))
            np.minimum.at(first, parent[mask], numbers[mask])
            return (parent >= 0) & (numbers > first[parent])
        steps = np.zeros(len(mask) + 1, np.int64)
        np.add.at(steps, numbers[mask] + 1, 1)
        np.add.at(steps, self._end[mask], -1)
        inside: Mask = steps.cumsum()[:-1] > 0
        return inside

    def _before(self, combinator: str, mask: Mask) -> Mask:
        """Return the elements from which a combinator reaches one of the mask: `element > mask`, `element ~ mask`."""
        parent, numbers, found = self._parent, np.arange(len(mask)), self.none.copy()
        if combinator == ">":
            found[parent[mask & (parent >= 0)]] = True
        elif combinator == "+":
            found[self._previous[mask & (self._previous >= 0)]] = True
        elif combinator == "~":
            last = np.full(len(mask) + 1, -1)
            np.maximum.at(last, parent[mask], numbers[mask])
            found = (parent >= 0) & (numbers < last[parent])
        else:
            counts = np.concatenate(([0], mask.cumsum()))
            found = counts[self._end] > counts[numbers + 1]
        return found

    def _having(self, combinator: str, tree: Any) -> Mask:
        """Return the elements for which `:has()` holds; the relative selector is matched from its end to its beginning."""
        mask = ~self.none
        while isinstance(tree, parser.CombinedSelector):
            mask = self._before(tree.combinator, mask & self.matching(tree.subselector))
            tree = tree.selector
        return self._before(combinator, mask & self.matching(tree))

    @cached_property
    def _previous(self) -> NDArray[np.int64]:
        """Return the previous element sibling of each element, -1 for first children."""
        last: dict[int, int] = {}
        found = []
        for number, parent in enumerate(self._parent.tolist()):
            found.append(last.get(parent, -1))
            last[parent] = number
        return np.array(found, np.int64)

    def _at(self, kind: str, step: int, start: int) -> Mask:
        """The elements at `step` * n + `start` among their siblings, for n from 0 on."""
        before = self._places("of-type" in kind, "last" in kind) - start
        found: Mask = (before == 0) if step == 0 else (before % step == 0) & (before // step >= 0)
        return found

    def _places(self, of_type: bool, from_end: bool) -> NDArray[np.int64]:
        """The place of each element among its siblings, from 1 on."""
        counts: dict[tuple[int, str], int] = {}
        places = [0] * len(self.all)
        parents = self._parent.tolist()
        for number in reversed(range(len(places))) if from_end else range(len(places)):
            key = parents[number], str(self.all[number].tag) if of_type else ""
            places[number] = counts[key] = counts.get(key, 0) + 1
        return np.array(places, np.int64)


def _arguments(tree: Any) -> Iterable[tuple[str, Any]]:
    """The relative selectors of `:has()`; older versions of the library know one."""
    relative = getattr(tree, "arguments", None) or [(tree.combinator, tree.subselector)]
    for combinator, selector in relative:
        yield str(combinator.value), getattr(selector, "parsed_tree", selector)
