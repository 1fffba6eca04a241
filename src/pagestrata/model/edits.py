"""The difference of two texts word by word, for deltas that store little and reports that show it.

Patience diff: words that occur once in both texts are anchors (a longest increasing subsequence of them), and only the
short stretches between anchors are compared in full. O(n log n) in words, so a text of a megabyte is no problem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pagestrata.model.subsequences import equal_ends, longest_increasing
from pagestrata.model.words import lossless_pieces

LARGEST_FULL_COMPARISON = 10_000
"""Words of one side times words of the other that are compared in full between anchors."""


class TextEdit(NamedTuple):
    """Replace `removed` characters from `start` of the old text by `inserted`."""

    start: int
    removed: int
    inserted: str


def text_edits(old: str, new: str) -> tuple[TextEdit, ...]:
    """The edits that lead from one text to the other, in order and apart from each other."""
    if old == new:
        return ()
    begin, end = _same_ends(old, new)
    before, after = lossless_pieces(old[begin : len(old) - end]), lossless_pieces(new[begin : len(new) - end])
    edits: list[TextEdit] = []
    place, done = begin, 0
    for i1, i2, j1, j2 in _differences(before, after):
        place += sum(map(len, before[done:i1]))
        removed = sum(map(len, before[i1:i2]))
        edits.append(TextEdit(place, removed, "".join(after[j1:j2])))
        place, done = place + removed, i2
    return tuple(edits)


def _same_ends(old: str, new: str) -> tuple[int, int]:
    """Characters at both ends that are the same, cut where a word ends; they need no further comparison."""
    most = min(len(old), len(new))
    same = same_beginning(old, new)
    begin = len(old[: max(0, old.rfind(" ", 0, same))].rstrip())
    behind = _longest(most - same, lambda count: count == 0 or old[-count:] == new[-count:])
    space = old.find(" ", len(old) - behind)
    return begin, len(old[space:].lstrip()) if space >= 0 else 0


def same_beginning(old: str, new: str) -> int:
    """How many characters two texts, however long, have in common from their beginning on."""
    return _longest(min(len(old), len(new)), lambda count: old[:count] == new[:count])


def _longest(most: int, fits: Callable[[int], bool]) -> int:
    """The highest number up to `most` that fits, where all below it do."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        low, most = (middle, most) if fits(middle) else (low, middle - 1)
    return low


def edited_text(old: str, edits: Sequence[TextEdit]) -> str:
    """The new text. Raises ValueError when the edits do not fit the old one."""
    parts: list[str] = []
    place = 0
    for start, removed, inserted in edits:
        if start < place or removed < 0 or start + removed > len(old):
            raise ValueError(f"an edit of the characters {start} to {start + removed} does not fit the text")
        parts.extend((old[place:start], inserted))
        place = start + removed
    return "".join((*parts, old[place:]))


Difference = tuple[int, int, int, int]


def _differences(before: Sequence[str], after: Sequence[str]) -> Iterator[Difference]:
    """Stretches [i1, i2) and [j1, j2) that differ; equal ends are taken off first."""
    start, end = equal_ends(before, after)
    i, j = start, start
    last = (len(before) - end, len(after) - end)
    for anchor_i, anchor_j in (*_anchors(before, after, start, end), last):
        if (i, j) != (anchor_i, anchor_j):
            yield from _between(before, after, (i, anchor_i, j, anchor_j))
        i, j = anchor_i + 1, anchor_j + 1


def _anchors(before: Sequence[str], after: Sequence[str], start: int, end: int) -> list[tuple[int, int]]:
    """Words that occur once in both texts, the most that keep their order."""
    first, second = before[start : len(before) - end], after[start : len(after) - end]
    if len(first) * len(second) <= LARGEST_FULL_COMPARISON:
        return []
    counts, others = Counter(first), Counter(second)
    places = {word: j for j, word in enumerate(second, start) if others[word] == 1}
    common = [(i, places[word]) for i, word in enumerate(first, start) if counts[word] == 1 and word in places]
    return [common[position] for position in longest_increasing([j for _, j in common])]


def _between(before: Sequence[str], after: Sequence[str], stretch: Difference) -> Iterator[Difference]:
    i1, i2, j1, j2 = stretch
    first, second = before[i1:i2], after[j1:j2]
    if first == second:
        return
    if not first or not second or len(first) * len(second) > LARGEST_FULL_COMPARISON:
        yield stretch
        return
    i, j = i1, j1
    for same_i, same_j, size in (*_same_runs(*_as_signs(first, second)), (i2 - i1, j2 - j1, 0)):
        if (i, j) != (i1 + same_i, j1 + same_j):
            yield (i, i1 + same_i, j, j1 + same_j)
        i, j = i1 + same_i + size, j1 + same_j + size


def _as_signs(first: Sequence[str], second: Sequence[str]) -> tuple[str, str]:
    """Return both lists as texts with one character per word, in which Python's text search finds equal stretches."""
    signs = {word: chr(number) for number, word in enumerate(dict.fromkeys((*first, *second)))}
    return "".join([signs[word] for word in first]), "".join([signs[word] for word in second])


def _same_runs(first: str, second: str) -> list[tuple[int, int, int]]:
    """Return the equal stretches in order: the start in both, and the length.

    The longest one comes first (of several the first), then those before and after it, as in `difflib.SequenceMatcher`, which
    takes twice the time.
    """
    found: list[tuple[int, int, int]] = []
    waiting = [(0, len(first), 0, len(second))]
    while waiting:
        i1, i2, j1, j2 = waiting.pop()
        start = size = 0
        for i in range(i1, i2):
            while i + size < i2 and second.find(first[i : i + size + 1], j1, j2) >= 0:
                start, size = i, size + 1
        if size:
            place = second.find(first[start : start + size], j1, j2)
            found.append((start, place, size))
            waiting += [(i1, start, j1, place), (start + size, i2, place + size, j2)]
    return sorted(found)
