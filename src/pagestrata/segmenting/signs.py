"""Signs of blocks: what the page's author calls the elements around a leaf's text (`sign_names`).

An element's sign holds for all text below it, up to the whole of several leaves. An element with most of the page's
text gives no sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_

import numpy as np

from pagestrata.model.signs import SIGNS, Sign, Signs
from pagestrata.segmenting.layout import Ints, Layout
from pagestrata.segmenting.sign_names import RELATIONS, ROLES, TAGS, signs_in_label, signs_in_names

NAMING = ("class", "id", "itemprop", "data-testid")
MOST_OF_PAGE, FEW_CHARACTERS = 0.5, 200
"""An element with more than this share of the page's text, and more than this many characters, is the page itself."""

ALL_SIGNS = (1 << len(SIGNS)) - 1


class SignFinder:
    """Find the signs of one leaf at a time, computed for all rows at once: a number per row, with a bit for each sign."""

    def __init__(self, layout: Layout) -> None:
        self._held = _held_signs(layout)
        self._lengths = layout.chars

    def signs(self, rows: Sequence[int], texts: Sequence[int]) -> Signs:
        """The signs of a leaf of these rows, whose text is that of the text rows, joined by one space each."""
        held: list[int] = self._held[list(texts or rows)].tolist()
        of_any, of_all = reduce(or_, held, 0), reduce(and_, held, ALL_SIGNS if held else 0)
        if not (of_any if texts else of_all):
            return ()
        found: list[Sign] = []
        for place, name in enumerate(SIGNS):
            if of_all >> place & 1:
                found.append(Sign(name))
            elif texts and of_any >> place & 1:
                marked = [bool(one >> place & 1) for one in held]
                found += _stretches(name, marked, self._lengths[list(texts)].tolist())
        return tuple(found)


def _stretches(name: str, marked: Sequence[bool], lengths: Sequence[int]) -> Iterator[Sign]:
    """One sign for each run of marked texts of these lengths."""
    at, start = 0, -1
    for is_marked, length in zip(marked, lengths, strict=True):
        if is_marked and start < 0:
            start = at
        elif not is_marked and start >= 0:
            yield Sign(name, start, at - 1)
            start = -1
        at += length + 1
    if start >= 0:
        yield Sign(name, start, at - 1)


def _held_signs(layout: Layout) -> Ints:
    """Return the signs of each row as bits."""
    nodes = layout.nodes
    marked: dict[str, list[int]] = {}
    tags = [TAGS.get(tag, "") for tag in nodes.tags]
    for row, (code, attributes) in enumerate(zip(nodes.tag.tolist(), nodes.attributes, strict=True)):
        if attributes or tags[code]:
            for sign in {tags[code], *_signs_of(attributes)} - {""}:
                marked.setdefault(sign, []).append(row)
    held = np.zeros(len(nodes), np.int64)
    characters = layout.counts[:, 0]
    is_place = characters <= max(FEW_CHARACTERS, MOST_OF_PAGE * float(characters[0]))
    for sign, named in marked.items():
        rows = np.array(named, np.int64)
        rows = rows[is_place[rows]]
        steps = np.zeros(len(nodes) + 1, np.int64)
        np.add.at(steps, rows, 1)
        np.add.at(steps, nodes.end[rows], -1)
        held |= (np.cumsum(steps)[:-1] > 0).astype(np.int64) << SIGNS.index(sign)
    return held


def _signs_of(attributes: Mapping[str, str]) -> Iterator[str]:
    for name in NAMING:
        if name in attributes:
            yield from signs_in_names(attributes[name])
    if "aria-label" in attributes:
        yield from signs_in_label(attributes["aria-label"])
    if "role" in attributes:
        yield ROLES.get(attributes["role"].lower(), "")
    if "rel" in attributes:
        yield from (RELATIONS.get(word, "") for word in attributes["rel"].lower().split())
