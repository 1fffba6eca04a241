"""How much a block kept of its path, area, content and context (the four patterns of paper 2) between two versions.

The paper's adaptive model alerts when a pattern or a weight changes much (`paper.apm`): the newest sample might be a mismatch
(§5.2.3). The default follower keeps portraits instead of patterns; each pattern is the share of the old portrait that the new one
still has.
"""

from __future__ import annotations

from pagestrata.follow.portraits.items import Hashes
from pagestrata.follow.portraits.portrait import Portrait

KEPT = 0.34
"""A pattern that loses two thirds of its parts has changed much."""
CHANGED_PATTERNS = 2
"""One pattern alone changes every day; two at once are worth a look."""
AREA_PX = 10.0


def alerts_of(before: Portrait, after: Portrait) -> tuple[str, ...]:
    """What changed so much that a person should look; nothing where at most one of the four patterns did."""
    changed = changed_patterns(before, after)
    if len(changed) < CHANGED_PATTERNS:
        return ()
    return (f"its {', '.join(changed)} changed much; check that it is still the same block",)


def changed_patterns(before: Portrait, after: Portrait) -> list[str]:
    """Return the names of the patterns that changed much."""
    return [name for name, kept in kept_shares(before, after).items() if kept <= KEPT]


def kept_shares(before: Portrait, after: Portrait) -> dict[str, float]:
    """The share of area, path, content and context that is kept; patterns that said nothing before are left out."""
    shares = {"path": _path_kept(before, after)}
    if any(before.box[2:]):
        shares["area"] = _area_kept(before, after)
    inside, new_inside = (items.hashes[items.inside > 0] for items in (before.items, after.items))
    if len(inside):
        shares["content"] = _shared(inside, new_inside) / len(inside)
    around = {*before.texts_before.tolist(), *before.texts_after.tolist()}
    if around:
        shares["context"] = len(around & {*after.texts_before.tolist(), *after.texts_after.tolist()}) / len(around)
    return shares


def _shared(old: Hashes, new: Hashes) -> int:
    """How many hashes both have; each is sorted, as portraits keep them."""
    if not len(new):
        return 0
    places = new.searchsorted(old)
    places[places == len(new)] = 0
    return int((new[places] == old).sum())


def _path_kept(before: Portrait, after: Portrait) -> float:
    """The longer of the common top and the common bottom, by tag and classes."""
    old, new = before.lineage_signatures.tolist(), after.lineage_signatures.tolist()
    return max(_run(old, new), _run(old[::-1], new[::-1])) / max(len(old), len(new))


def _run(old: list[int], new: list[int]) -> int:
    pairs = zip(old, new, strict=False)
    return next((number for number, (one, other) in enumerate(pairs) if one != other), min(len(old), len(new)))


def _area_kept(before: Portrait, after: Portrait) -> float:
    """The share of left, right, width, top, bottom and height that agree within the paper's 10 px."""
    (x, y, width, height), (left, top, wide, high) = before.box, after.box
    old = (x, x + width, width, y, y + height, height)
    new = (left, left + wide, wide, top, top + high, high)
    return sum(abs(one - other) <= AREA_PX for one, other in zip(old, new, strict=True)) / len(old)
