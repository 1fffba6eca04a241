"""A stored screenshot as a PNG file, made of strips that are packed once for all versions that show the same.

Painting and packing a page takes a tenth of a second and more, and the next version shows nearly the same page. What a strip
of rows shows follows from the recipe alone: which colours and which pieces lie where in it. So strips are packed each for
itself, named by that, and kept; of the next version only the strips with something new are painted at all. Strips begin
where pieces begin, so that a page that moved down by some rows has the same strips below.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from pagestrata.formats.plain_png import PackedStrip, pack_strip, png_of_strips
from pagestrata.model.screenshots import Pixels
from pagestrata.store.screenshots.recipes import Recipe

KEPT_BYTES = 64 * 1024 * 1024
LEAST_ROWS, MOST_ROWS = 16, 192
_DIGEST_BYTES = 20


class PackedStrips:
    """The strips that were packed last, by what they show, bounded by their bytes."""

    def __init__(self, most_bytes: int = KEPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[bytes, PackedStrip] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def strip(self, name: bytes, pack: Callable[[], PackedStrip]) -> PackedStrip:
        """The strip of this name, packed now where it is not known."""
        with self._lock:
            found = self._kept.get(name)
            if found is not None:
                self._kept.move_to_end(name)
                return found
        found = pack()
        with self._lock:
            if name not in self._kept:
                self._kept[name] = found
                self._bytes += len(found.chunk)
            while len(self._kept) > 1 and self._bytes > self._most_bytes:
                self._bytes -= len(self._kept.popitem(last=False)[1].chunk)
        return found

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()
            self._bytes = 0


STRIPS = PackedStrips()
"""Those of this process."""


def write_png_by_strips(
    recipe: Recipe, digests: Sequence[bytes], piece_of: Callable[[int], Pixels], *, strips: PackedStrips = STRIPS
) -> bytes:
    """The page of an opaque recipe as a PNG file; `digests` name its pieces, `piece_of` gives one by its number."""

    def packed(top: int, end: int) -> PackedStrip:
        return pack_strip(recipe.paint(0, top, recipe.width, end, piece_of))

    found = [strips.strip(name, partial(packed, top, end)) for name, top, end in _named_strips(recipe, digests)]
    return png_of_strips(recipe.width, recipe.height, found)


def _named_strips(recipe: Recipe, digests: Sequence[bytes]) -> Iterator[tuple[bytes, int, int]]:
    """Name, first row and end of each strip from top to bottom."""
    lefts, tops, widths, heights, colours = recipe.places
    ends, is_piece = tops + heights, colours < 0
    shown = np.zeros((len(tops), _DIGEST_BYTES), np.uint8)  # of each entry, the digest of its piece
    shown[is_piece] = np.frombuffer(b"".join(digests), np.uint8).reshape(-1, _DIGEST_BYTES)
    for top, end in pairwise(_cuts(recipe)):
        there = ((tops < end) & (ends > top)).nonzero()[0]
        first, hidden = np.maximum(tops[there], top), np.maximum(top - tops[there], 0)
        bounds = (lefts[there], first - top, widths[there], np.minimum(ends[there], end) - first, colours[there])
        named = hashlib.blake2b(f"{recipe.width} {end - top} ".encode(), digest_size=_DIGEST_BYTES)
        named.update(np.stack([*bounds, np.where(is_piece[there], hidden, 0)]).tobytes())
        named.update(shown[there].tobytes())
        if recipe.ground_written is not None:  # a pattern goes on from the top of the page
            named.update(f"{top} {recipe.ground_written}".encode())
        yield named.digest(), top, end


def _cuts(recipe: Recipe) -> list[int]:
    """Where strips begin and end: where pieces begin, unless that is soon, and at the latest after some rows."""
    tops, colours = recipe.places[1], recipe.places[4]
    cuts = [0]
    for y in [*np.unique(tops[colours < 0]).tolist(), recipe.height]:
        while y - cuts[-1] > MOST_ROWS:
            cuts.append(cuts[-1] + MOST_ROWS)
        if y - cuts[-1] >= LEAST_ROWS:
            cuts.append(y)
    return cuts if cuts[-1] == recipe.height else [*cuts, recipe.height]
