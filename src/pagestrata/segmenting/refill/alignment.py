"""Align the atoms of the old source with those of the new one: equal ones first, then equal contents in another style, then
equal skeletons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from pagestrata.model.subsequences import heaviest_common, longest_increasing
from pagestrata.segmenting.refill.source_atoms import Atom

MOST_WEIGHED = 20_000
"""Maximum number of pairs between two aligned atoms for which all combinations are compared."""
MOST_COMPARED = 250_000
"""Maximum number of pairs that are compared; with more, none are aligned."""
TELLING_CHARS = 12
"""Shorter texts are often dates, numbers and repeated labels."""

Key = Callable[[Atom], Hashable]
ROUNDS: tuple[Key, ...] = (
    lambda atom: atom.key,
    lambda atom: (atom.kind, atom.content),
    lambda atom: (atom.kind, atom.skeleton),
)


class Step(NamedTuple):
    """An old atom and its new one; None where an atom was inserted or deleted."""

    number: int | None  # of the old atom
    old: Atom | None
    new: Atom | None

    @property
    def kind(self) -> str:
        return self.new.kind if self.new is not None else self.old.kind if self.old is not None else "other"

    @property
    def changed(self) -> bool:
        """Whether the content changed."""
        return self.old is None or self.new is None or self.old.content != self.new.content

    @property
    def restyled(self) -> bool:
        """Whether the skeleton changed."""
        return self.old is not None and self.new is not None and self.old.skeleton != self.new.skeleton


def align(old: Sequence[Atom], new: Sequence[Atom]) -> list[Step]:
    """Return steps with every atom of both sides once, in order."""
    steps: list[Step] = []
    i = j = 0
    for k, m in (*_pairs(range(len(old)), range(len(new)), old, new, ROUNDS), (len(old), len(new))):
        steps += [Step(n, old[n], None) for n in range(i, k)]
        steps += [Step(None, None, new[n]) for n in range(j, m)]
        if k < len(old):
            steps.append(Step(k, old[k], new[m]))
        i, j = k + 1, m + 1
    return steps


def _pairs(
    before: range, after: range, old: Sequence[Atom], new: Sequence[Atom], rounds: Sequence[Key]
) -> Iterator[tuple[int, int]]:
    """Return the places of aligned atoms: by the first criterion, and between those by the next."""
    if not before or not after or not rounds:
        return
    if len(before) == len(after) and all(_same_place(old[n], new[m]) for n, m in zip(before, after, strict=True)):
        yield from zip(before, after, strict=True)
        return
    if len(before) * len(after) <= MOST_WEIGHED:
        yield from heaviest_common(before, after, lambda n, m: _alike(old[n], new[m]))
        return
    key, *others = rounds
    telling = [_is_telling(old[n]) for n in before]
    found = _common([key(old[n]) for n in before], [key(new[n]) for n in after], telling)
    i, j = before.start, after.start
    for k, m in (*((before.start + k, after.start + m) for k, m in found), (before.stop, after.stop)):
        yield from _pairs(range(i, k), range(j, m), old, new, others)
        if k < before.stop:
            yield k, m
        i, j = k + 1, m + 1


def _same_place(old: Atom, new: Atom) -> bool:
    return old.kind == new.kind and old.skeleton == new.skeleton


def _alike(old: Atom, new: Atom) -> float:
    """Return the similarity of two atoms, 0 if they cannot be aligned."""
    if old.kind != new.kind:
        return 0.0
    in_place = 1.0 if old.skeleton == new.skeleton else 0.0
    if old.content != new.content:
        return in_place
    return in_place + (2.0 if _is_telling(old) else 1.0)


def _is_telling(atom: Atom) -> bool:
    """Return whether a content is distinctive: unlikely to recur by accident."""
    words = atom.content if isinstance(atom.content, str) else atom.content[0]
    return len(words) >= TELLING_CHARS


def _common(old: Sequence[Hashable], new: Sequence[Hashable], telling: Sequence[bool]) -> list[tuple[int, int]]:
    """The places of a long common subsequence: both ends, what is telling and unique on both sides, and between those."""
    most = min(len(old), len(new))
    begin = next((n for n in range(most) if old[n] != new[n]), most)
    end = next((n for n in range(most - begin) if old[-1 - n] != new[-1 - n]), most - begin)
    pairs = [(n, n) for n in range(begin)]
    i, j = begin, begin
    last = (len(old) - end, len(new) - end)
    for k, m in (*_unique(old, new, telling, begin, end), last):
        pairs += _compared(old, new, range(i, k), range(j, m))
        if (k, m) != last:
            pairs.append((k, m))
        i, j = k + 1, m + 1
    return [*pairs, *((len(old) - n, len(new) - n) for n in range(end, 0, -1))]


def _unique(
    old: Sequence[Hashable], new: Sequence[Hashable], telling: Sequence[bool], begin: int, end: int
) -> list[tuple[int, int]]:
    """Return distinctive contents that occur once on both sides, in the same order."""
    before, after = range(begin, len(old) - end), range(begin, len(new) - end)
    counts, others = Counter(old[n] for n in before), Counter(new[n] for n in after)
    places = {new[n]: n for n in after}
    found = [(n, places[old[n]]) for n in before if telling[n] and counts[old[n]] == 1 == others.get(old[n])]
    return [found[n] for n in longest_increasing([m for _, m in found])]


def _compared(old: Sequence[Hashable], new: Sequence[Hashable], before: range, after: range) -> list[tuple[int, int]]:
    if not before or not after or len(before) * len(after) > MOST_COMPARED:
        return []
    matcher = SequenceMatcher(None, old[before.start : before.stop], new[after.start : after.stop], autojunk=False)
    return [
        (before.start + a + n, after.start + b + n) for a, b, size in matcher.get_matching_blocks() for n in range(size)
    ]
