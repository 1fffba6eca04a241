"""What one element of the page says now, read from the aligned sources: its old text and its place are known.

The element is where all its texts stand, as deep as its path says, and nothing else does. It is the same element in the new
source where a text of it stayed; or where all of it was replaced, between texts that stayed. What else may have become of
it only a rendering can tell: another picture inside, texts that came from elsewhere, and texts that occur more than once
and became different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pagestrata.segmenting.refill.alignment import Step


class AlignedSources(NamedTuple):
    """The atoms of two sources side by side, each with the leaf that shows it; None where none does."""

    steps: Sequence[Step]
    leaves: Sequence[str | None]


def find_element_text(sources: AlignedSources, old_text: str, depth: int) -> str | None:
    """What the element says now that said `old_text`, so many elements deep below the root; None where that is uncertain."""
    shown = [n for n, (step, leaf) in enumerate(zip(*sources, strict=True)) if leaf and step.kind == "text"]
    before = [n for n in shown if sources.steps[n].old is not None]
    found = {_text_now(sources, shown, before, run, depth) for run in _runs(sources, before, old_text)}
    return found.pop() if len(found) == 1 else None


def _runs(sources: AlignedSources, places: Sequence[int], text: str) -> Iterator[Sequence[int]]:
    """Where texts that follow each other say this together."""
    said = [_old_words(sources.steps[n]) for n in places]
    for first, words in enumerate(said):
        rest, last = f"{text} ", first
        if not words or not rest.startswith(f"{words} "):
            continue
        while rest and last < len(said) and rest.startswith(f"{said[last]} "):
            rest, last = rest[len(said[last]) + 1 :], last + 1
        if not rest:
            yield places[first:last]


def _text_now(
    sources: AlignedSources, shown: Sequence[int], before: Sequence[int], run: Sequence[int], depth: int
) -> str | None:
    steps = sources.steps
    old = {step.above[depth - 1] if len(step.above) >= depth else None for n in run if (step := steps[n].old)}
    if len(old) != 1 or None in old or [n for n in before if _is_inside(steps[n], old, depth, "old")] != list(run):
        return None
    new = {step.above[depth - 1] if len(step.above) >= depth else None for n in run if (step := steps[n].new)}
    if len(new) != 1 or None in new or not _is_same_element(steps, before, run):
        return None
    inside = [n for n in shown if _is_inside(steps[n], new, depth, "new")]
    came_from_elsewhere = any(steps[n].old is not None and n not in run for n in inside)
    if came_from_elsewhere or _shows_others(sources, old, new, depth):
        return None
    return " ".join(str(step.content) for n in inside if (step := steps[n].new))


def _is_same_element(steps: Sequence[Step], before: Sequence[int], run: Sequence[int]) -> bool:
    """Whether something of an element stayed, or else what stands around it."""
    if any(not steps[n].changed for n in run):
        return True
    first, last = before.index(run[0]), before.index(run[-1])
    around = [*before[max(0, first - 1) : first], *before[last + 1 : last + 2]]
    return bool(around) and not any(steps[n].changed for n in around)


def _shows_others(sources: AlignedSources, old: set[int | None], new: set[int | None], depth: int) -> bool:
    """Whether a picture inside changed, or something that no block tree carries."""
    return any(
        step.changed
        and step.kind in {"image", "other"}
        and (_is_inside(step, old, depth, "old") or _is_inside(step, new, depth, "new"))
        for step in sources.steps
    )


def _is_inside(step: Step, elements: set[int | None], depth: int, side: str) -> bool:
    atom = step.old if side == "old" else step.new
    return atom is not None and len(atom.above) >= depth and atom.above[depth - 1] in elements


def _old_words(step: Step) -> str:
    return str(step.old.content) if step.old is not None else ""
