"""A page as items: the hashed texts, words, links, pictures and element signatures, each at its row.

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

from pagestrata.follow.page import Page, nodes_of
from pagestrata.model.snapshot import IntColumn, NodeTable, Snapshot

Hashes = npt.NDArray[np.int64]
Counts = npt.NDArray[np.float64]

KINDS = ("text", "word", "link", "image", "sign")
OWN_ATTRIBUTES = (
    "role", "type", "name", "title", "alt", "placeholder", "href", "src", "itemprop", "itemtype", "rel", "action",
    "method", "value", "lang", "property",
)  # fmt: skip
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
RUN = 4
WORDS_PER_TEXT = 40
"""The first words identify a long text; the rest would only cost time."""
_WORD = re.compile(r"\w+")


@lru_cache(maxsize=1 << 16)
def hashed(value: str) -> int:
    return crc32(value.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=1 << 15)
def _hashed_sign(tag: str, classes: str, role: str, kind: str) -> int:
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

    def weights_of(self, wanted: Hashes, weights: Counts) -> Counts:
        """Per item the weight of its hash in a pattern (sorted hashes with weights), 0 for the others."""
        vocabulary, codes = self.coded
        known = np.zeros((*weights.shape[:-1], len(vocabulary) + 1))
        if len(vocabulary):
            at = vocabulary.searchsorted(wanted)
            at[at == len(vocabulary)] = 0
            at[vocabulary[at] != wanted] = len(vocabulary)
            known[..., at] = weights
        return np.asarray(known.take(codes, axis=-1))

    def subtree_sums(self, weights: Counts) -> Counts:
        """The sums of item weights [..., items] inside the subtree of each candidate."""
        running = np.zeros((*weights.shape[:-1], weights.shape[-1] + 1))
        weights.cumsum(axis=-1, out=running[..., 1:])
        return np.asarray(running.take(self.stop, axis=-1) - running.take(self.start, axis=-1))


class ItemPage(Page):
    """A page with its items and the structural columns that the default follower compares."""

    def __init__(self, nodes: NodeTable) -> None:
        super().__init__(nodes)
        self.candidates = np.flatnonzero(self.is_element)
        self.columns = _LazyColumns(self)
        self._own: dict[int, frozenset[int]] = {}
        self._rows_with: dict[tuple[str, int], npt.NDArray[np.intp]] = {}

    def rows_with_content(self, text_bag: int, shape_bag: int) -> npt.NDArray[np.intp]:
        """Elements with exactly these texts and signatures in them."""
        same = (self._bags[0] == text_bag) & (self._bags[1] == shape_bag)
        return np.asarray(self.candidates[same])

    @cached_property
    def _bags(self) -> tuple[Hashes, Hashes]:
        return self.text_bag[self.candidates], self.shape_bag[self.candidates]

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of all boxes together, at least one pixel."""
        box = self.nodes.box
        return max(1.0, float((box[:, 0] + box[:, 2]).max())), max(1.0, float((box[:, 1] + box[:, 3]).max()))

    @cached_property
    def looks(self) -> Counts:
        """[n, 4] font size, font weight, colour, background."""
        nodes = self.nodes
        return np.stack([nodes.font_size, nodes.font_weight, nodes.colour, nodes.background], axis=1).astype(np.float64)

    def rows_with_tag(self, tag: int) -> npt.NDArray[np.intp]:
        return self._rows_where("tag", self.tag_hash, tag)

    def rows_with_sign(self, sign: int) -> npt.NDArray[np.intp]:
        return self._rows_where("sign", self.sign, sign)

    def rows_with_id(self, identity: int) -> npt.NDArray[np.intp]:
        """Elements whose id has that hash."""
        return np.array(self._rows_by_id.get(identity, ()), np.intp)

    @cached_property
    def _rows_by_id(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for row in self.candidates.tolist():
            if identifier := self.nodes.attributes[row].get("id"):
                found.setdefault(hashed(identifier), []).append(row)
        return found

    def _rows_where(self, name: str, column: Hashes, value: int) -> npt.NDArray[np.intp]:
        key = (name, value)
        if key not in self._rows_with:
            self._rows_with[key] = np.flatnonzero((column == value) & self.is_element)
        return self._rows_with[key]

    @cached_property
    def sign(self) -> Hashes:
        """Per row: tag, classes, role and type as one hash; 0 for text."""
        nodes, names = self.nodes, self.nodes.tags
        found = np.zeros(len(nodes), np.int64)
        rows = np.flatnonzero(self.is_element)
        codes, attributes = nodes.tag[rows].tolist(), nodes.attributes
        found[rows] = [
            _hashed_sign(names[code], own.get("class", ""), own.get("role", ""), own.get("type", ""))
            if (own := attributes[row])
            else hashed(names[code])
            for row, code in zip(rows.tolist(), codes, strict=True)
        ]
        return found

    @cached_property
    def tag_hash(self) -> Hashes:
        return np.array([hashed(tag) for tag in self.nodes.tags], np.int64)[self.nodes.tag]

    @cached_property
    def _text_marks(self) -> npt.NDArray[np.uint64]:
        texts = self.columns["text"]
        running = np.zeros(len(texts.hashes) + 1, np.uint64)
        np.cumsum(_mixed(texts.hashes), out=running[1:])
        return running

    @cached_property
    def text_bag(self) -> Hashes:
        """Per row: equal numbers mean the same texts in the subtree, in any order; 0 without text."""
        before = self.columns["text"].before
        return (self._text_marks[before[self.nodes.end]] - self._text_marks[before[:-1]]).view(np.int64)

    @cached_property
    def shape_bag(self) -> Hashes:
        """Per row: equal numbers mean the same element signatures in the subtree."""
        running = np.zeros(len(self) + 1, np.uint64)
        np.cumsum(_mixed(self.sign), out=running[1:])
        return (running[self.nodes.end] - running[:-1]).view(np.int64)

    @cached_property
    def padded_texts(self) -> Hashes:
        """All text hashes with `RUN` places that match nothing at either end."""
        nothing = np.full(RUN, -1, np.int64)
        return np.concatenate([nothing, self.columns["text"].hashes, nothing])

    @cached_property
    def log_elements(self) -> Counts:
        return np.asarray(np.log(self.element_count[self.candidates] + 1.0))

    @cached_property
    def element_count(self) -> IntColumn:
        """Per row: elements in the subtree, itself included."""
        running = np.concatenate([[0], np.cumsum(self.is_element)])
        return np.asarray(running[self.nodes.end] - running[:-1], np.int32)

    @cached_property
    def _siblings(self) -> tuple[IntColumn, IntColumn, IntColumn]:
        """Previous and next element sibling (-1 for none) and the number of element children."""
        rows = np.flatnonzero(self.is_element).astype(np.int32)
        parents = self.nodes.parent[rows]
        order = np.argsort(parents, kind="stable")
        ordered, same = rows[order], np.diff(parents[order]) == 0
        previous, following = np.full(len(self), -1, np.int32), np.full(len(self), -1, np.int32)
        previous[ordered[1:][same]] = ordered[:-1][same]
        following[ordered[:-1][same]] = ordered[1:][same]
        children = np.bincount(np.maximum(parents, 0), minlength=len(self)).astype(np.int32)
        return previous, following, children

    @property
    def previous_sibling(self) -> IntColumn:
        return self._siblings[0]

    @property
    def next_sibling(self) -> IntColumn:
        return self._siblings[1]

    @property
    def child_count(self) -> IntColumn:
        return self._siblings[2]

    @cached_property
    def sibling_index(self) -> IntColumn:
        """Per element: how many element siblings stand before it."""
        rows = np.flatnonzero(self.is_element)
        parents = self.nodes.parent[rows]
        order = np.argsort(parents, kind="stable")
        starts = np.flatnonzero(np.diff(parents[order], prepend=-2))
        index = np.arange(len(rows)) - np.repeat(starts, np.diff(np.append(starts, len(rows))))
        found = np.zeros(len(self), np.int32)
        found[rows[order]] = index
        return found

    @cached_property
    def heading_above(self) -> Hashes:
        """Per row: the text bag of the last heading that ends at or before it, 0 for none."""
        nodes = self.nodes
        codes = [nodes.tag_code(tag) for tag in HEADINGS]
        headings = np.flatnonzero(np.isin(nodes.tag, codes))
        if not len(headings):
            return np.zeros(len(self), np.int64)
        ends = np.maximum.accumulate(nodes.end[headings])
        last = np.searchsorted(ends, np.arange(len(self)), side="right") - 1
        bags = self.text_bag[headings]
        return np.where(last >= 0, bags[np.maximum(last, 0)], 0)

    def own_items(self, row: int) -> frozenset[int]:
        """Class tokens and attributes of one element; not its id, which is compared apart."""
        if row not in self._own:
            own = self.nodes.attributes[row]
            tokens = {hashed(f".{token}") for token in own.get("class", "").split()}
            pairs = {hashed(f"{name}={own[name]}") for name in own if _is_own(name)}
            names = {hashed(f"@{name}") for name in own if name != "id"}
            self._own[row] = frozenset(tokens | pairs | names)
        return self._own[row]


_REMEMBERED_PAGES = 8
_recent: dict[int, ItemPage] = {}


def item_page_of(snapshot: Snapshot) -> ItemPage:
    """The page with its items. The last few are remembered, for many blocks on one page."""
    nodes = nodes_of(snapshot)
    page = _recent.get(id(nodes))
    if page is None or page.nodes is not nodes:
        page = ItemPage(nodes)
        while len(_recent) >= _REMEMBERED_PAGES:
            _recent.pop(next(iter(_recent)), None)
        _recent[id(nodes)] = page
    return page


def _is_own(name: str) -> bool:
    return name in OWN_ATTRIBUTES or name.startswith(("data-", "aria-"))


def _mixed(hashes: Hashes) -> npt.NDArray[np.uint64]:
    """Spread 32-bit hashes over 64 bits so that sums of different sets differ; 0 stays 0."""
    value = hashes.astype(np.uint64)
    value = value * np.uint64(0x9E3779B97F4A7C15)
    value ^= value >> np.uint64(29)
    value = value * np.uint64(0xBF58476D1CE4E5B9)
    return value ^ (value >> np.uint64(32))


class _LazyColumns(dict[str, ItemColumn]):
    """Columns by kind, each built when first asked for: a block that did not change needs the texts alone."""

    def __init__(self, page: ItemPage) -> None:
        super().__init__()
        self._page = page

    def __missing__(self, kind: str) -> ItemColumn:
        rows, hashes = _items(self._page, kind)
        column = ItemColumn(
            hashes=np.array(hashes, np.int64),
            rows=np.array(rows, np.int32),
            candidates=self._page.candidates,
            end=self._page.nodes.end,
        )
        self[kind] = column
        return column


def _items(page: ItemPage, kind: str) -> tuple[Sequence[int], Sequence[int]]:
    """The rows and hashes of all items of one kind, in document order."""
    nodes = page.nodes
    if kind == "sign":
        return page.candidates.tolist(), page.sign[page.candidates].tolist()
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


def overlap(wanted: frozenset[int], found: Sequence[frozenset[int]]) -> Counts:
    """Jaccard measure of one set with each of many; 1 for two empty sets."""
    return np.array(
        [len(wanted & other) / len(union) if (union := wanted | other) else 1.0 for other in found], np.float64
    )
