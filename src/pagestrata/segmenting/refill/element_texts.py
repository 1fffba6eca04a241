"""Find the new text of one element in aligned sources, given its old text and depth.

The element is where all its texts are, as deep as its path says, and nothing else. It is the same element in the new
source where a text of it stayed; or where all of it was replaced, between texts that stayed. What else may have become of
it only a rendering can tell: another picture inside, texts that came from elsewhere, and texts that occur more than once
and became different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pagestrata.segmenting.refill.alignment import Step
from pagestrata.segmenting.refill.source_atoms import Atom


def find_element_text(steps: Sequence[Step], old_text: str, depth: int) -> str | None:
    """Return the current text of the element whose text was `old_text`, at a depth below the root; None if that is uncertain.

    Like the text of an element in a snapshot, it is everything in the element, shown or not.
    """
    texts = [n for n, step in enumerate(steps) if step.kind == "text"]
    before = [n for n in texts if steps[n].old is not None]
    found = {_text_now(steps, texts, before, run, depth) for run in _runs(steps, before, old_text)}
    return found.pop() if len(found) == 1 else None


def _runs(steps: Sequence[Step], places: Sequence[int], text: str) -> Iterator[Sequence[int]]:
    """Return the runs of consecutive texts that join to this text."""
    said = [_words(steps[n].old) for n in places]
    for first, words in enumerate(said):
        rest, last = f"{text} ", first
        if not words or not rest.startswith(f"{words} "):
            continue
        while rest and last < len(said) and rest.startswith(f"{said[last]} "):
            rest, last = rest[len(said[last]) + 1 :], last + 1
        if not rest:
            yield places[first:last]


def _text_now(
    steps: Sequence[Step], texts: Sequence[int], before: Sequence[int], run: Sequence[int], depth: int
) -> str | None:
    old = _only_element([steps[n].old for n in run], depth)
    new = _only_element([steps[n].new for n in run], depth)
    if old is None or new is None or not _is_same_element(steps, before, run):
        return None
    if [n for n in before if _is_inside(steps[n].old, old, depth)] != list(run):
        return None  # the element also has other texts
    inside = [n for n in texts if _is_inside(steps[n].new, new, depth)]
    if not _came_or_stayed(steps, inside, run) or _shows_others(steps, old, new, depth):
        return None
    return " ".join([_words(steps[n].new) for n in inside])


def _came_or_stayed(steps: Sequence[Step], inside: Sequence[int], run: Sequence[int]) -> bool:
    """Return whether every text of an element is new or was in it before."""
    return all(steps[n].old is None or n in run for n in inside)


def _only_element(atoms: Sequence[Atom | None], depth: int) -> int | None:
    """Return the element at this depth around all of these atoms; None if they share no element."""
    found = {atom.above[depth - 1] if len(atom.above) >= depth else None for atom in atoms if atom is not None}
    return found.pop() if len(found) == 1 else None


def _is_same_element(steps: Sequence[Step], before: Sequence[int], run: Sequence[int]) -> bool:
    """Return whether a part of an element stayed, or else its surroundings."""
    if any(not steps[n].changed for n in run):
        return True
    first, last = before.index(run[0]), before.index(run[-1])
    around = [*before[max(0, first - 1) : first], *before[last + 1 : last + 2]]
    return bool(around) and not any(steps[n].changed for n in around)


def _shows_others(steps: Sequence[Step], old: int, new: int, depth: int) -> bool:
    """Return whether a picture inside changed, or content that block trees do not hold."""
    return any(
        step.changed
        and step.kind in {"image", "other"}
        and (_is_inside(step.old, old, depth) or _is_inside(step.new, new, depth))
        for step in steps
    )


def _is_inside(atom: Atom | None, element: int, depth: int) -> bool:
    return atom is not None and len(atom.above) >= depth and atom.above[depth - 1] == element


def _words(atom: Atom | None) -> str:
    return str(atom.content) if atom is not None else ""
