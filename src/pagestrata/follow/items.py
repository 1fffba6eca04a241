"""A page as items: hashed texts, words, links, pictures and element signatures, each at its row.

Rows are in document order, so the items of a subtree are a range and every question 'how many of these are inside
that element' is a difference of two prefix sums, asked for all elements at once. Hashes are CRC-32: stable between
runs, which lets an archive keep them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from zlib import crc32

import numpy as np
import numpy.typing as npt

from pagestrata.model.snapshot import IntColumn, NodeTable

Hashes = npt.NDArray[np.int64]
Counts = npt.NDArray[np.float64]

KINDS = ("text", "word", "pair", "link", "image", "sign")
RUN = 4
WORDS_PER_TEXT = 40
"""The first words identify a long text; the rest would only cost time."""
_WORD = re.compile(r"\w+")


@lru_cache(maxsize=1 << 16)
def hashed(value: str) -> int:
    return crc32(value.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=1 << 15)
def hashed_sign(tag: str, classes: str, role: str, kind: str) -> int:
    return hashed(f"{tag}.{classes}.{role}.{kind}")


@lru_cache(maxsize=1 << 15)
def _hashed_text(text: str) -> int:
    return hashed(" ".join(text.split()))


@lru_cache(maxsize=1 << 15)
def _hashed_words(text: str) -> tuple[int, ...]:
    return tuple(map(hashed, _WORD.findall(text.lower())[:WORDS_PER_TEXT]))


@dataclass(frozen=True, eq=False)
class ItemColumn:
    """All items of one kind in document order. A pattern's items are looked up in the sorted vocabulary once."""

    hashes: Hashes
    rows: IntColumn
    candidates: npt.NDArray[np.intp]
    end: IntColumn

    @cached_property
    def coded(self) -> tuple[Hashes, npt.NDArray[np.intp]]:
        """The sorted vocabulary and each item's place in it."""
        vocabulary, codes = np.unique(self.hashes, return_inverse=True)
        return vocabulary, codes

    @cached_property
    def page_counts(self) -> npt.NDArray[np.intp]:
        """How often each word of the vocabulary occurs on the page."""
        return np.bincount(self.coded[1], minlength=len(self.coded[0]))

    @cached_property
    def before(self) -> npt.NDArray[np.int64]:
        """[n + 1] how many items stand before each row."""
        return np.searchsorted(self.rows, np.arange(len(self.end) + 1))

    @cached_property
    def start(self) -> npt.NDArray[np.int64]:
        """Per candidate its first item, and in `stop` the item behind its last."""
        return self.before[self.candidates]

    @cached_property
    def stop(self) -> npt.NDArray[np.int64]:
        return self.before[self.end[self.candidates]]

    @cached_property
    def counts(self) -> Counts:
        """Per candidate the number of items in its subtree."""
        return np.asarray(self.stop - self.start, np.float64)

    def weights_of(self, patterns: Sequence[tuple[Hashes, Counts]]) -> Counts:
        """[patterns, sides, items]: what each pattern (hashes, weights [sides, hashes]) gives to the items."""
        vocabulary, codes = self.coded
        known = np.zeros((len(patterns), patterns[0][1].shape[0], len(vocabulary) + 1))
        if len(vocabulary):
            for table, (wanted, weights) in zip(known, patterns, strict=True):
                at = vocabulary.searchsorted(wanted)
                at[at == len(vocabulary)] = 0
                at[vocabulary[at] != wanted] = len(vocabulary)
                table[:, at] = weights
        return np.asarray(known.take(codes, axis=-1))

    def subtree_sums(self, weights: Counts) -> Counts:
        """The sums of item weights [..., items] inside the subtree of each candidate."""
        running = np.zeros((*weights.shape[:-1], weights.shape[-1] + 1))
        weights.cumsum(axis=-1, out=running[..., 1:])
        return np.asarray(running.take(self.stop, axis=-1) - running.take(self.start, axis=-1))


class ItemColumns(dict[str, ItemColumn]):
    """Columns by kind, each built when first asked for: a block that did not change needs the texts alone."""

    def __init__(self, nodes: NodeTable, candidates: npt.NDArray[np.intp], sign: Hashes) -> None:
        super().__init__()
        self._nodes, self._candidates, self._sign = nodes, candidates, sign

    def __missing__(self, kind: str) -> ItemColumn:
        rows, hashes = _pairs(self["word"]) if kind == "pair" else self._items(kind)
        column = ItemColumn(
            hashes=np.asarray(hashes, np.int64),
            rows=np.asarray(rows, np.int32),
            candidates=self._candidates,
            end=self._nodes.end,
        )
        self[kind] = column
        return column

    def _items(self, kind: str) -> tuple[Sequence[int], Sequence[int]]:
        """The rows and hashes of all items of one kind, in document order."""
        nodes = self._nodes
        if kind == "sign":
            return self._candidates.tolist(), self._sign[self._candidates].tolist()
        if kind == "link":
            return sorted(nodes.links), [hashed(nodes.links[row]) for row in sorted(nodes.links)]
        if kind == "image":
            return sorted(nodes.images), [hashed(nodes.images[row].address) for row in sorted(nodes.images)]
        rows = np.flatnonzero(nodes.is_text).tolist()
        if kind == "text":
            return rows, [_hashed_text(nodes.text[row]) for row in rows]
        words = [_hashed_words(nodes.text[row]) for row in rows]
        repeated = [row for row, found in zip(rows, words, strict=True) for _ in found]
        return repeated, [word for found in words for word in found]


def _pairs(words: ItemColumn) -> tuple[IntColumn, Hashes]:
    """Neighbouring words of one text: what a partly rewritten text keeps, and other texts rarely have."""
    together = words.rows[1:] == words.rows[:-1]
    hashes = (words.hashes[:-1] * 1_000_003 ^ words.hashes[1:]) & 0xFFFFFFFF
    return words.rows[1:][together], hashes[together]
