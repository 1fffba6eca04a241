"""Anchors of a block: the texts nearest to it on the rendered page, and their offsets from it.

The context of a block distinguishes it from its twin in another part of the page ('Opinion' in the header and in the footer),
also where the code around it was written again. A text that occurs several times is an anchor by the occurrence that fits.

How the words of a short text are spelled, as runs of three letters: 'Videos' is nearly 'Video', '登录/注册' holds '注册'.

Words that are written a little differently share nothing as words and most of their runs. Runs are numbers made of the
letters themselves, so an archive can keep them.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from pagestrata.follow.portraits.items import Counts, Hashes, Places, Texts
from pagestrata.model.snapshot import NodeTable
from pagestrata.model.words import follow_model_words

MOST_ANCHORS = 6
OCCURRENCES = 3
"""Maximum number of occurrences of a text that are considered, the first ones on the page."""
NO_ANCHOR = -1
TIE = 1e-6
FAR_AWAY = 1e7
"""Coordinate of a text that is not on the page."""


LONGEST_SPELLED = 80
"""Characters of a text; what a longer one keeps is seen in its words."""
MOST_TEXTS = 4
RUN_LETTERS = 3
_LETTER_BITS = 21


class Anchors:
    """The texts of a page as anchors."""

    def __init__(self, nodes: NodeTable, texts: Texts) -> None:
        self._nodes, self._texts = nodes, texts

    @cached_property
    def _middles(self) -> Counts:
        """[texts, 2] the middle of each text."""
        return middles(self._nodes.box[self._texts.rows])

    @cached_property
    def _is_seen(self) -> npt.NDArray[np.bool_]:
        box = self._nodes.box[self._texts.rows]
        return np.asarray((box[:, 2] > 0) & (box[:, 3] > 0))

    def around(self, rows: Places) -> tuple[Hashes, npt.NDArray[np.int32]]:
        """[rows, MOST_ANCHORS] the nearest texts outside each element, and [.., 2] their offsets from its centre."""
        texts, count = self._texts, len(self._texts.rows)
        hashes = np.full((len(rows), MOST_ANCHORS), NO_ANCHOR, np.int64)
        steps = np.zeros((len(rows), MOST_ANCHORS, 2), np.int32)
        if not count:
            return hashes, steps
        own = middles(self._nodes.box[rows])
        offsets = self._middles[None] - own[:, None]
        distance = np.abs(offsets).sum(axis=2) + TIE * np.arange(count)  # of equals the first
        distance[:, ~self._is_seen] = np.inf
        places = np.arange(count)
        inside = (places >= texts.before[rows][:, None]) & (places < texts.before[self._nodes.end[rows]][:, None])
        distance[inside] = np.inf
        kept = min(MOST_ANCHORS, count)
        nearest = np.argpartition(distance, kept - 1, axis=1)[:, :kept]
        nearest = np.take_along_axis(nearest, np.take_along_axis(distance, nearest, axis=1).argsort(axis=1), axis=1)
        there = np.isfinite(np.take_along_axis(distance, nearest, axis=1))
        hashes[:, :kept] = np.where(there, texts.hashes[nearest], NO_ANCHOR)
        found = np.take_along_axis(offsets, nearest[:, :, None], axis=1)
        steps[:, :kept] = np.where(there[:, :, None], np.clip(found, -FAR_AWAY, FAR_AWAY), 0)
        return hashes, steps

    @cached_property
    def _places_by_text(self) -> tuple[Places, Places]:
        """Texts ordered by their number in the vocabulary, and where those of each begin."""
        vocabulary, codes = self._texts.vocabulary
        return np.argsort(codes, kind="stable"), np.searchsorted(np.sort(codes), np.arange(len(vocabulary) + 1))

    def places_of(self, hashes: Hashes) -> Counts:
        """[..., OCCURRENCES, 2] where these texts are on this page; FAR_AWAY if they are not on it."""
        found = np.full((*hashes.shape, OCCURRENCES, 2), FAR_AWAY)
        vocabulary = self._texts.vocabulary[0]
        if not len(vocabulary):
            return found
        order, starts = self._places_by_text
        at = np.minimum(vocabulary.searchsorted(hashes), len(vocabulary) - 1)
        known = vocabulary[at] == hashes
        places = starts[at][..., None] + np.arange(OCCURRENCES)
        there = known[..., None] & (places < starts[at + 1][..., None])
        found[there] = self._middles[order[places[there]]]
        return found


def middles(boxes: npt.NDArray[np.floating]) -> Counts:
    """[n, 2] the middle of each box."""
    return np.asarray(boxes[:, :2] + boxes[:, 2:] / 2, np.float64)


@lru_cache(maxsize=1 << 14)
def runs_of(text: str) -> frozenset[int]:
    """The runs of letters in a short text, a space at both ends of each word; none for a long one."""
    if not text or len(text) > LONGEST_SPELLED:
        return frozenset()
    codes = list(map(ord, f" {' '.join(follow_model_words(text))} "))
    runs = zip(codes, codes[1:], codes[2:], strict=False)
    return frozenset((one << 2 * _LETTER_BITS) | (two << _LETTER_BITS) | three for one, two, three in runs)
