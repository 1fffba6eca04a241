"""A page as items: hashed texts, words, links, pictures and element signatures, each at its row.

Texts are hashed without case and punctuation ('deals' is 'Deals'), and an element without words counts as a text by
its accessible name. Portraits of earlier releases have texts as they are written: `written=True` gives such items.

Rows are in document order, so the items of a subtree are a range and every question 'how many of these are inside
that element' is a difference of two prefix sums, asked for all elements and all kinds of items at once. Hashes are
CRC-32: stable between runs, which lets an archive keep them; the number of the kind is in the bits above them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from pagestrata.follow.page import KIND_BITS, hashed
from pagestrata.follow.portraits.accessible_names import AccessibleNames
from pagestrata.follow.portraits.traits import plain_address
from pagestrata.model.snapshot import NodeTable
from pagestrata.model.words import follow_model_runs, follow_model_words

Hashes = npt.NDArray[np.int64]
Counts = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Key = TypeVar("Key")

KINDS = ("text", "word", "pair", "link", "image", "sign")
RUN = 4
NEIGHBOUR_TEXTS = 12
WORDS_PER_TEXT = 40
"""The first words identify a long text; the rest would only cost time."""
MOST_REMEMBERED = 1 << 15
FEW_PATTERNS = 3
"""Up to this many patterns, adding up all items is faster than selecting the known ones."""
MOSTLY_FILLED = 0.6
"""Share of elements with known items from which on the sums of all elements are computed."""


class _Remembered(dict[Key, int]):
    """Cached hashes; a dictionary answers in half the time of `lru_cache`."""

    def __init__(self, text_of: Callable[[Key], str]) -> None:
        self._text_of = text_of

    def __missing__(self, key: Key) -> int:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[key] = value = hashed(self._text_of(key))
        return value


SIGNS = _Remembered[tuple[str, str, str, str]](".".join)
"""By tag, classes, role and type."""
_WRITTEN_TEXTS = _Remembered[str](lambda text: " ".join(text.split()))
_TEXTS = _Remembered[str](lambda text: " ".join(follow_model_words(text)) or " ".join(text.split()))


_LINKS = _Remembered[str](plain_address)


@lru_cache(maxsize=1 << 15)
def _hashed_words(text: str, *, written: bool = False) -> bytes:
    """The hashes of the first words, as bytes: joining them is much faster than making numbers of them."""
    words = follow_model_runs(text) if written else follow_model_words(text)
    return np.array([hashed(word) for word in words[:WORDS_PER_TEXT]], np.uint32).tobytes()


class KnownItems:
    """The items of a page that occur in patterns, with the running sums of their weights [..., patterns, known items + 1].

    A rewritten page has few of them, and most of its elements none, so unknown items are never added up.
    """

    def __init__(self, running: Counts, before: Places | None) -> None:
        self.running = running
        self._before = before  # [items + 1] number of known items before each item; None if all are counted

    @classmethod
    def of(cls, weights: Counts, before: Places | None) -> KnownItems:
        """The items with these weights [..., patterns, known items]."""
        running = np.zeros((*weights.shape[:-1], weights.shape[-1] + 1))
        weights.cumsum(axis=-1, out=running[..., 1:])
        return cls(running, before)

    def of_patterns(self, first: int, behind: int) -> KnownItems:
        """Return the items with the weights of some of the patterns."""
        return KnownItems(self.running[..., first:behind, :], self._before)

    def added_up(self, start: Places, stop: Places) -> tuple[Counts, Places | None]:
        """The sums over the items from start to stop of each element [..., patterns, elements], and the elements meant.

        If only some elements have a known item, the sums are of those; None means all elements.
        """
        filled = None
        if self._before is not None:
            start, stop = self._before.take(start), self._before.take(stop)
            some = (stop > start).nonzero()[0]
            if len(some) <= len(start) * MOSTLY_FILLED:
                start, stop, filled = start[some], stop[some], some
        sums = self.running.take(stop, axis=-1)
        sums -= self.running.take(start, axis=-1)
        return sums, filled

    def added_up_for(self, owner: Places, start: Places, stop: Places) -> Counts:
        """[..., n] the sums of the pattern owner[i] over the items from start[..., i] to stop[..., i]."""
        if self._before is not None:
            start, stop = self._before.take(start), self._before.take(stop)
        running, first = self.running, owner * self.running.shape[-1]
        flat = running.reshape(*running.shape[:-2], -1)
        return np.asarray(flat.take(first + stop, axis=-1) - flat.take(first + start, axis=-1))

    def has_between(self, start: int, stop: int) -> bool:
        """Whether any item between these places is known."""
        return self._before is None or bool(self._before[stop] > self._before[start])


class Texts:
    """The texts of a page in document order, and the names of elements that hold none."""

    def __init__(self, nodes: NodeTable, elements: Places, *, written: bool = False) -> None:
        self.written = written
        self.rows = np.flatnonzero(nodes.is_text)
        self.strings = list(map(nodes.text.__getitem__, self.rows.tolist()))
        self.before = _places_before(self.rows, len(nodes))
        if not written:
            self._add_names(nodes, elements)
        hashes = _WRITTEN_TEXTS if written else _TEXTS
        self.hashes: Hashes = np.array(list(map(hashes.__getitem__, self.strings)), np.int64)

    def _add_names(self, nodes: NodeTable, elements: Places) -> None:
        empty = elements[self.before[nodes.end[elements]] == self.before[elements]]
        named = list(AccessibleNames(nodes).without_words(empty.tolist()))
        if not named:
            return
        rows = np.concatenate([self.rows, np.array([row for row, _ in named], np.intp)])
        order = np.argsort(rows, kind="stable")
        strings = [*self.strings, *(name for _, name in named)]
        self.rows, self.strings = rows[order], list(map(strings.__getitem__, order.tolist()))
        self.before = _places_before(self.rows, len(nodes))

    @cached_property
    def vocabulary(self) -> tuple[Hashes, Places]:
        return _coded(self.hashes)

    def known_to(self, patterns: Sequence[Hashes]) -> KnownItems:
        """[patterns, known texts] 1 for the texts of a pattern."""
        wanted, ones = np.concatenate(patterns), np.ones(sum(map(len, patterns)))
        return _known(self.vocabulary, wanted, [len(pattern) for pattern in patterns], ones)


class Items:
    """All items of a page, kind after kind, each kind in document order."""

    def __init__(self, nodes: NodeTable, candidates: Places, signature: Hashes, texts: Texts) -> None:
        self._candidates, self._end = candidates, nodes.end
        parts = list(_parts(nodes, candidates, signature, texts))
        self.hashes: Hashes = np.concatenate([hashes + (kind << KIND_BITS) for kind, (_, hashes) in enumerate(parts)])
        sizes = [len(hashes) for _, hashes in parts]
        self.offsets: Places = np.concatenate([[0], np.cumsum(sizes)]).astype(np.intp)
        self.before: Places = np.stack([_places_before(rows, len(nodes)) for rows, _ in parts])
        self.before += self.offsets[:-1, None]

    @cached_property
    def coded(self) -> tuple[Hashes, Places]:
        """The sorted vocabulary and each item's place in it."""
        return _coded(self.hashes)

    @cached_property
    def page_counts(self) -> Places:
        """How often each word of the vocabulary occurs on the page."""
        return np.bincount(self.coded[1], minlength=len(self.coded[0]))

    @cached_property
    def start(self) -> Places:
        """[kinds, candidates] the first item, and in `stop` the place behind the last."""
        return self.before[:, self._candidates]

    @cached_property
    def stop(self) -> Places:
        return self.before[:, self._end[self._candidates]]

    @cached_property
    def counts(self) -> Counts:
        """[kinds, candidates] the number of items in the subtree."""
        return np.asarray(self.stop - self.start, np.float64)

    def known_to(self, patterns: Sequence[Hashes], inside: Sequence[Counts]) -> KnownItems:
        """[2, patterns, known items] what patterns say belongs inside, and what belongs outside."""
        shares = np.concatenate(inside)
        sizes = [len(hashes) for hashes in patterns]
        return _known(self.coded, np.concatenate(patterns), sizes, np.stack([shares, 1.0 - shares]))


def _parts(nodes: NodeTable, candidates: Places, signature: Hashes, texts: Texts) -> Sequence[tuple[Places, Hashes]]:
    """The rows and hashes of all items of each kind, in document order."""
    found = [_hashed_words(text, written=texts.written) for text in texts.strings]
    lengths = np.array(list(map(len, found)), np.intp) // 4
    words = np.repeat(texts.rows, lengths), np.frombuffer(b"".join(found), np.uint32).astype(np.int64)
    links, images = sorted(nodes.links), sorted(nodes.images)
    return (
        (texts.rows, texts.hashes),
        words,
        _pairs(*words),
        (np.array(links, np.intp), _column(_hashed_links([nodes.links[row] for row in links], written=texts.written))),
        (np.array(images, np.intp), _column([hashed(nodes.images[row].address) for row in images])),
        (candidates, signature[candidates]),
    )


def _pairs(rows: Places, words: Hashes) -> tuple[Places, Hashes]:
    """Pairs of adjacent words: a partly rewritten text keeps some, and other texts rarely have them."""
    together = rows[1:] == rows[:-1]
    hashes = (words[:-1] * 1_000_003 ^ words[1:]) & 0xFFFFFFFF
    return rows[1:][together], hashes[together]


def _hashed_links(addresses: Sequence[str], *, written: bool) -> list[int]:
    return list(map(hashed, addresses)) if written else list(map(_LINKS.__getitem__, addresses))


def _column(hashes: Sequence[int]) -> Hashes:
    return np.array(hashes, np.int64)


def _places_before(rows: Places, count: int) -> Places:
    """[count + 1] the number of items before each row."""
    found = np.zeros(count + 1, np.intp)
    np.cumsum(np.bincount(rows, minlength=count)[:count], out=found[1:])
    return found


def _coded(hashes: Hashes) -> tuple[Hashes, Places]:
    vocabulary, codes = np.unique(hashes, return_inverse=True)
    return vocabulary, codes


def _known(coded: tuple[Hashes, Places], wanted: Hashes, sizes: Sequence[int], weights: Counts) -> KnownItems:
    """Return the weights that patterns, concatenated in `wanted`, give to the items of a page that any of them contains."""
    vocabulary, codes = coded
    at = vocabulary.searchsorted(wanted)
    at[at == len(vocabulary)] = 0
    there = (vocabulary[at] == wanted).nonzero()[0] if len(vocabulary) else np.zeros(0, np.intp)
    owner, at = np.repeat(np.arange(len(sizes)), sizes)[there], at[there]
    if len(there) and len(sizes) <= FEW_PATTERNS:
        table = _table(weights[..., there], owner, at, (len(sizes), len(vocabulary)))
        return KnownItems.of(np.asarray(table.take(codes, axis=-1)), None)
    is_known = np.zeros(len(vocabulary), bool)
    is_known[at] = True
    number, items = np.cumsum(is_known) - 1, is_known[codes]
    table = _table(weights[..., there], owner, number[at], (len(sizes), int(is_known.sum())))
    return KnownItems.of(np.asarray(table.take(number[codes[items]], axis=-1)), _counted_before(items))


def _table(weights: Counts, rows: Places, columns: Places, shape: tuple[int, int]) -> Counts:
    """[..., *shape] with weights in some cells and nothing in the others."""
    found = np.zeros((*weights.shape[:-1], shape[0] * shape[1]))
    found[..., rows * shape[1] + columns] = weights
    return found.reshape(*weights.shape[:-1], *shape)


def _counted_before(chosen: npt.NDArray[np.bool_]) -> Places:
    found = np.zeros(len(chosen) + 1, np.intp)
    np.cumsum(chosen, out=found[1:])
    return found
