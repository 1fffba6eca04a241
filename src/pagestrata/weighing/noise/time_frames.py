"""Times whose words around the number are just those of one language of CLDR: 'fa 5 minuts', 'πριν από 5 λεπτά', 'čez 9 minut'.

A frame is what stands before and behind the number, as 'before|behind', words parted by a space.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate

from pagestrata.weighing.noise import noise_words


class Frames:
    """The frames of one tense; of most numbers, no word beside them stands in any of them."""

    __slots__ = ("_before", "_behind", "_beside", "_frames", "_sizes")

    def __init__(self, frames: Collection[str]) -> None:
        self._frames = frozenset(frames)
        parts = [[side.split() for side in frame.split("|")] for frame in self._frames]
        sizes = {(len(before), len(behind)) for before, behind in parts}
        self._sizes = sorted(sizes, key=lambda size: (-sum(size), size))
        self._before = {before[-1] for before, _ in parts if before}
        self._behind = {behind[0] for _, behind in parts if behind}
        self._beside = self._before | self._behind

    @property
    def words(self) -> set[str]:
        """The words right before and behind the number."""
        return self._beside

    def may_fit(self, tokens: Iterable[str]) -> bool:
        """Whether any of these words in lower case stands beside the number of a frame; where none does, no frame fits."""
        return not self._beside.isdisjoint(tokens)

    def among(self, tokens: Sequence[str], lowered: Sequence[str]) -> Iterator[tuple[int, int]]:
        """From where to where times in these frames reach in a text, by characters, that is cut into tokens."""
        if not self.may_fit(lowered):
            return
        places = [place for place, token in enumerate(tokens) if token[0].isalnum()]
        words = [lowered[place] for place in places]
        found = [self.around(words, at) for at, word in enumerate(words) if word.isdecimal()]
        offsets = [0, *accumulate(map(len, tokens))] if any(found) else []
        for frame in found:
            if frame is not None:
                yield offsets[places[frame[0]]], offsets[places[frame[1]] + 1]

    def around(self, words: Sequence[str], at: int) -> tuple[int, int] | None:
        """The first and the last word of the longest frame that fits the number at a place among words in lower case."""
        beside_before = at > 0 and words[at - 1] in self._before
        beside_behind = at + 1 < len(words) and words[at + 1] in self._behind
        return next(self._fitting(words, at), None) if beside_before or beside_behind else None

    def _fitting(self, words: Sequence[str], at: int) -> Iterator[tuple[int, int]]:
        for before, behind in self._sizes:
            if (before and at and words[at - 1] not in self._before) or (
                behind and at + 1 < len(words) and words[at + 1] not in self._behind
            ):
                continue
            first, last = max(0, at - before), min(len(words), at + 1 + behind)
            if f"{' '.join(words[first:at])}|{' '.join(words[at + 1 : last])}" in self._frames:
                yield first, last - 1


PAST = Frames(noise_words.AGE_FRAMES)
COMING = Frames(noise_words.COMING_FRAMES)
