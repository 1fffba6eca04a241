"""Write a stored screenshot as a PNG file, with compressed strips that versions share.

Painting and compressing a page takes a tenth of a second or more, and the next version shows nearly the same page. What a
strip of rows shows follows from the recipe alone: from the colours and pieces in it. So each strip is compressed on its own,
named by its contents, and cached; of the next version only new strips are painted. Strips begin where pieces with certain
digests begin, so that a page that moved down by some rows soon has the same strips again.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pagestrata.formats.pictures.plain_png import PackedStrip, pack_strip, png_of_strips
from pagestrata.model.screenshots import Pixels
from pagestrata.store.screenshots.recipes import Recipe

KEPT_BYTES = 64 * 1024 * 1024
LEAST_ROWS, MOST_ROWS = 24, 192
_CUT_EVERY = 2  # one piece of so many may begin a strip
PAINTED_ROWS = 1024
_DIGEST_BYTES = 20


class NamedStrip(NamedTuple):
    """Some rows of a page. Strips with equal names look the same."""

    name: bytes
    top: int
    end: int


class PackedStrips:
    """A cache of packed strips by name, bounded by their bytes."""

    def __init__(self, most_bytes: int = KEPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[bytes, PackedStrip] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def known(self, names: Iterable[bytes]) -> dict[bytes, PackedStrip]:
        """Return the cached strips among these names."""
        with self._lock:
            found = {name: self._kept[name] for name in names if name in self._kept}
            for name in found:
                self._kept.move_to_end(name)
        return found

    def keep(self, packed: Mapping[bytes, PackedStrip]) -> None:
        with self._lock:
            new = {name: strip for name, strip in packed.items() if name not in self._kept}
            self._kept.update(new)
            self._bytes += sum(len(strip.chunk) for strip in new.values())
            while len(self._kept) > 1 and self._bytes > self._most_bytes:
                self._bytes -= len(self._kept.popitem(last=False)[1].chunk)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()
            self._bytes = 0


STRIPS = PackedStrips()
"""The strips cached by this process."""


def write_png_by_strips(
    recipe: Recipe, digests: Sequence[bytes], piece_of: Callable[[int], Pixels], *, strips: PackedStrips = STRIPS
) -> bytes:
    """Return the page of an opaque recipe as PNG, given the digests of its pieces; `piece_of` returns a piece by number."""
    named = list(_named_strips(recipe, digests))
    known = strips.known(strip.name for strip in named)
    packed: dict[bytes, PackedStrip] = {}
    for run in _runs(strip for strip in named if strip.name not in known):
        painted = recipe.paint(0, run[0].top, recipe.width, run[-1].end, piece_of)
        for name, top, end in run:
            packed[name] = pack_strip(painted[top - run[0].top : end - run[0].top])
    strips.keep(packed)
    known |= packed
    return png_of_strips(recipe.width, recipe.height, [known[strip.name] for strip in named])


def _runs(missing: Iterable[NamedStrip]) -> Iterator[list[NamedStrip]]:
    """Yield runs of adjacent strips to paint together, bounded to save memory."""
    run: list[NamedStrip] = []
    for strip in missing:
        if run and (strip.top != run[-1].end or strip.end - run[0].top > PAINTED_ROWS):
            yield run
            run = []
        run.append(strip)
    if run:
        yield run


def _named_strips(recipe: Recipe, digests: Sequence[bytes]) -> Iterator[NamedStrip]:
    """Yield all strips from top to bottom."""
    _, tops, _, heights, colours = recipe.places
    ends, is_piece = tops + heights, colours < 0
    shown = np.zeros((len(tops), _DIGEST_BYTES), np.uint8)  # of each entry, the digest of its piece
    shown[is_piece] = np.frombuffer(b"".join(digests), np.uint8).reshape(-1, _DIGEST_BYTES)
    for top, end in pairwise(_cuts(recipe, digests)):
        there = ((tops < end) & (ends > top)).nonzero()[0]
        bounds = recipe.places[:, there]
        first = np.maximum(bounds[1], top)
        hidden = (first - bounds[1]) * is_piece[there]
        bounds[1], bounds[3] = first - top, np.minimum(ends[there], end) - first
        named = hashlib.blake2b(f"{recipe.width} {end - top} ".encode(), digest_size=_DIGEST_BYTES)
        for column in (bounds, hidden, shown[there]):
            named.update(column.tobytes())
        if recipe.ground_written is not None:  # a pattern continues from the top of the page
            named.update(f"{top} {recipe.ground_written}".encode())
        yield NamedStrip(named.digest(), top, end)


def _cuts(recipe: Recipe, digests: Sequence[bytes]) -> list[int]:
    """Return where strips begin and end: at some of the pieces, after at least LEAST_ROWS and at most MOST_ROWS."""
    tops = recipe.places[1][recipe.places[4] < 0].tolist()
    wanted = {y for y, digest in zip(tops, digests, strict=True) if digest[0] % _CUT_EVERY == 0}
    cuts = [0]
    for y in [*sorted(wanted), recipe.height]:
        while y - cuts[-1] > MOST_ROWS:
            cuts.append(cuts[-1] + MOST_ROWS)
        if y - cuts[-1] >= LEAST_ROWS:
            cuts.append(y)
    return cuts if cuts[-1] == recipe.height else [*cuts, recipe.height]
