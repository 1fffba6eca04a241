"""Find the leaf block that each atom of the new source belongs to.

An atom that stays or is replaced stays in its block. A new one belongs to the block before or after it whose common
element contains it, else to the closer one. A text in a skeleton with only hidden texts is hidden too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pagestrata.segmenting.refill.alignment import Step
from pagestrata.segmenting.refill.fillings import Fillings


class _Neighbour(NamedTuple):
    """The nearest atom on one side that a leaf shows."""

    ref: str
    above: tuple[int, ...]
    skeleton: int


def find_places(steps: Sequence[Step], fillings: Fillings) -> list[str | None] | None:
    """Return the leaf of every step, None for hidden atoms. Return None if a place is uncertain."""
    owners = [fillings.owner.get(step.number) if step.number is not None else None for step in steps]
    common = _common_elements(steps, owners)
    shown, hidden = _skeletons(steps, owners)
    before, after = list(_nearest(steps, owners)), list(_nearest(steps[::-1], owners[::-1]))[::-1]
    placed: list[str | None] = []
    for step, owner, left, right in zip(steps, owners, before, after, strict=True):
        if step.old is not None or step.new is None or step.kind == "other":
            placed.append(owner)
        elif (place := (step.kind, step.new.skeleton)) in hidden:
            if place in shown:
                return None  # whether shown or hidden
            placed.append(None)
        else:
            ref = _place(step.new.above, step.new.skeleton, left, right, common)
            if ref is None:
                return None
            placed.append(ref)
    return placed


def _place(
    above: tuple[int, ...],
    skeleton: int,
    left: _Neighbour | None,
    right: _Neighbour | None,
    common: dict[str, tuple[int, ...]],
) -> str | None:
    """Return the leaf of an atom that was inserted between two others."""
    sides = [side for side in (left, right) if side is not None]
    if len({side.ref for side in sides}) == 1 and len(sides) == 2:
        return sides[0].ref
    inside = [side for side in sides if above[: len(common[side.ref])] == common[side.ref]]
    if len(inside) == 1:
        return inside[0].ref
    ranked = sorted(inside, key=lambda side: (shared(above, side.above), side.skeleton == skeleton), reverse=True)
    return ranked[0].ref if ranked else None


def shared(first: Sequence[int], second: Sequence[int]) -> int:
    """Return the number of elements that contain both atoms."""
    return next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )


def _nearest(steps: Sequence[Step], owners: Sequence[str | None]) -> Iterator[_Neighbour | None]:
    """Return for each place the last step before it that is still in a leaf."""
    last: _Neighbour | None = None
    for step, owner in zip(steps, owners, strict=True):
        yield last
        if owner is not None and step.new is not None:
            last = _Neighbour(owner, step.new.above, step.new.skeleton)


def _common_elements(steps: Sequence[Step], owners: Sequence[str | None]) -> dict[str, tuple[int, ...]]:
    """Return for each leaf the elements that contain everything it shows."""
    found: dict[str, tuple[int, ...]] = {}
    for step, owner in zip(steps, owners, strict=True):
        if owner is None or step.new is None:
            continue
        known = found.get(owner, step.new.above)
        found[owner] = known[: shared(known, step.new.above)]
    return found


def are_mixed(steps: Sequence[Step], placed: Sequence[str | None], changed: Collection[str]) -> bool:
    """Return whether one of these leaves had an element to itself, and now shares it with another leaf."""
    before = [(step.old.above, ref) for step, ref in zip(steps, placed, strict=True) if step.old and ref]
    after = [(step.new.above, ref) for step, ref in zip(steps, placed, strict=True) if step.new and ref]
    return bool(_sharing(after, changed) - _sharing(before, changed))


def _sharing(atoms: Sequence[tuple[tuple[int, ...], str]], refs: Collection[str]) -> set[str]:
    """Return the leaves among these whose common element also contains another leaf."""
    common: dict[str, tuple[int, ...]] = {}
    for above, ref in atoms:
        if ref in refs:
            known = common.get(ref, above)
            common[ref] = known[: shared(known, above)]
    leaves = {around[-1]: ref for ref, around in common.items() if around}
    found = {ref for ref, around in common.items() if not around or leaves[around[-1]] != ref}
    for above, ref in atoms:
        if not leaves.keys().isdisjoint(above):
            found |= {other for element in above if (other := leaves.get(element, ref)) != ref}
    return found


def _skeletons(
    steps: Sequence[Step], owners: Sequence[str | None]
) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """Return the skeletons with content that leaves show, and those with content that no leaf shows."""
    shown: set[tuple[str, int]] = set()
    hidden: set[tuple[str, int]] = set()
    for step, owner in zip(steps, owners, strict=True):
        if step.old is not None:
            (shown if owner is not None else hidden).add((step.kind, step.old.skeleton))
    return shown, hidden
